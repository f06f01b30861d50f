//! Tar archives. Gunzip and unzip happen in JavaScript, which has both built in
//! or nearly so; what arrives here is plain tar.

use super::drops::{DropReason, FilterStats};
use super::tree::{Limits, SourceTree, TreeBuilder};
use crate::error::{Code, Result, WaymarkError};
use crate::report::Report;
use std::io::Read;
use tar::{Archive, Entry, EntryType};

/// A tree read from an archive.
#[derive(Debug)]
pub struct Unpacked {
    /// The files that could be read.
    pub tree: SourceTree,
    /// What hygiene and limits dropped.
    pub stats: FilterStats,
    /// The top-level directory that was stripped, such as `name-ref`.
    pub top: Option<String>,
}

/// What to do with an archive's entries.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveOptions {
    /// Bounds on what is unpacked.
    pub limits: Limits,
    /// Whether to strip the one top-level directory that holds everything, as
    /// archives of git hosts and npm have.
    pub strip_common_top: bool,
}

impl Default for ArchiveOptions {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            strip_common_top: true,
        }
    }
}

/// The regular files of the uncompressed tar archive `bytes`.
///
/// A damaged archive yields what came before the damage and a
/// `damaged-archive` note in `report`.
///
/// # Errors
/// [`Code::InvalidArchive`] where the first entry is already unreadable: these
/// bytes are no tar archive.
pub fn from_tar(bytes: &[u8], options: &ArchiveOptions, report: &mut Report) -> Result<Unpacked> {
    let mut builder = TreeBuilder::new(options.limits);
    let mut archive = Archive::new(bytes);
    let entries = archive.entries().map_err(|e| invalid(&e.to_string()))?;
    for (seen, entry) in entries.enumerate() {
        // The reader cannot find its way after a bad header, so it stops there.
        match entry {
            Ok(entry) => read_entry(entry, &mut builder),
            Err(error) if seen == 0 => return Err(invalid(&error.to_string())),
            Err(error) => {
                report.add("damaged-archive", &format!("after {seen} entries: {error}"));
                break;
            }
        }
    }
    let (mut tree, stats) = builder.finish();
    let top = if options.strip_common_top {
        tree.strip_common_top()
    } else {
        None
    };
    Ok(Unpacked { tree, stats, top })
}

fn invalid(cause: &str) -> WaymarkError {
    let message = format!("not a tar archive, or damaged at its start: {cause}");
    WaymarkError::new(Code::InvalidArchive, message)
}

fn read_entry(entry: Entry<'_, &[u8]>, builder: &mut TreeBuilder) {
    let path = entry.path_bytes();
    let raw = String::from_utf8_lossy(&path).into_owned();
    match entry.header().entry_type() {
        EntryType::Directory | EntryType::XGlobalHeader => {}
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
            read_file(entry, &raw, builder);
        }
        EntryType::Link | EntryType::Symlink => builder.note(DropReason::Link, &raw),
        _ => builder.note(DropReason::SpecialFile, &raw),
    }
}

fn read_file(entry: Entry<'_, &[u8]>, raw: &str, builder: &mut TreeBuilder) {
    let size = entry.size();
    // Before POSIX, a directory was a regular entry with a trailing slash.
    if size == 0 && raw.ends_with('/') {
        return;
    }
    if builder.admit(raw, size).is_none() {
        return;
    }
    // A sparse entry makes zeros out of nothing, so the cap holds on what is
    // read and not only on what the header declares.
    let mut bytes = Vec::new();
    match entry.take(builder.room()).read_to_end(&mut bytes) {
        Ok(read) if read as u64 == size => builder.add(raw, bytes),
        _ => builder.note(DropReason::Unreadable, raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use tar::{Builder, Header};

    fn header(kind: EntryType, size: u64) -> Header {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mode(0o644);
        header
    }

    fn archive(fill: impl FnOnce(&mut Builder<Vec<u8>>)) -> Vec<u8> {
        let mut builder = Builder::new(Vec::new());
        fill(&mut builder);
        builder.into_inner().expect("writing to memory")
    }

    fn file(builder: &mut Builder<Vec<u8>>, path: &str, bytes: &[u8]) {
        let mut header = header(EntryType::Regular, bytes.len() as u64);
        builder
            .append_data(&mut header, path, bytes)
            .expect("writing to memory");
    }

    fn link(builder: &mut Builder<Vec<u8>>, kind: EntryType, path: &str, target: &str) {
        builder
            .append_link(&mut header(kind, 0), path, target)
            .expect("writing to memory");
    }

    /// An entry whose path the `tar` crate itself would refuse to write.
    fn raw_file(builder: &mut Builder<Vec<u8>>, path: &str, bytes: &[u8]) {
        let mut header = header(EntryType::Regular, bytes.len() as u64);
        let name = &mut header.as_old_mut().name;
        name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        builder.append(&header, bytes).expect("writing to memory");
    }

    fn unpack(bytes: &[u8]) -> (Unpacked, Report) {
        let mut report = Report::default();
        let unpacked = from_tar(bytes, &ArchiveOptions::default(), &mut report).expect("a tar");
        (unpacked, report)
    }

    fn paths(unpacked: &Unpacked) -> Vec<&str> {
        unpacked.tree.paths().collect()
    }

    #[test]
    fn reads_what_git_hosts_send() {
        let long = format!("r-1/{}/x.rs", "long".repeat(60));
        let bytes = archive(|b| {
            let comment = b"52 comment=0123456789012345678901234567890123456789\n";
            let global = header(EntryType::XGlobalHeader, comment.len() as u64);
            b.append_data(&mut global.clone(), "pax_global_header", &comment[..])
                .expect("memory");
            b.append_data(&mut header(EntryType::Directory, 0), "r-1/", &[][..])
                .expect("memory");
            file(b, "r-1/a.rs", b"fn a() {}");
            file(b, &long, b"fn x() {}");
            link(b, EntryType::Symlink, "r-1/link", "a.rs");
            link(b, EntryType::Link, "r-1/hard", "r-1/a.rs");
            file(b, "r-1/empty", b"");
        });
        let (unpacked, report) = unpack(&bytes);
        assert_eq!(unpacked.top.as_deref(), Some("r-1"));
        assert_eq!(
            paths(&unpacked),
            ["a.rs", "empty", long.strip_prefix("r-1/").expect("prefix")]
        );
        assert_eq!(unpacked.tree.get("a.rs"), Some(&b"fn a() {}"[..]));
        assert_eq!(unpacked.stats.files(DropReason::Link), 2);
        assert_eq!(report, Report::default());
    }

    #[test]
    fn reads_pax_paths() {
        let bytes = archive(|b| {
            let records = [("path", "r/ünïcode.py".as_bytes())];
            b.append_pax_extensions(records).expect("writing to memory");
            raw_file(b, "r/short", b"x = 1");
            file(b, "r/b", b"");
        });
        assert_eq!(paths(&unpack(&bytes).0), ["b", "ünïcode.py"]);
    }

    #[test]
    fn refuses_paths_that_climb() {
        let bytes = archive(|b| {
            raw_file(b, "../../etc/passwd", b"x");
            raw_file(b, "/etc/passwd", b"x");
            raw_file(b, "a/../../b", b"x");
            raw_file(b, "ok", b"x");
        });
        let (unpacked, _) = unpack(&bytes);
        assert_eq!(paths(&unpacked), ["ok"]);
        assert_eq!(unpacked.stats.files(DropReason::UnsafePath), 3);
    }

    #[test]
    fn a_truncated_archive_keeps_what_is_whole() {
        let bytes = archive(|b| {
            file(b, "r/a", &[b'a'; 700]);
            file(b, "r/b", &[b'b'; 700]);
        });
        // Header and two blocks of the first entry, header and 100 bytes of the
        // second one.
        let (unpacked, report) = unpack(&bytes[..512 * 4 + 100]);
        assert_eq!(paths(&unpacked), ["a"]);
        assert_eq!(unpacked.stats.files(DropReason::Unreadable), 1);
        assert_eq!(report.get("damaged-archive"), 1);
    }

    #[test]
    fn other_bytes_are_an_error() {
        let mut report = Report::default();
        for bytes in [&b"PK\x03\x04"[..], &[0x1f; 600], &[b'x'; 4000]] {
            let error = from_tar(bytes, &ArchiveOptions::default(), &mut report);
            assert_eq!(error.err().map(|e| e.code), Some(Code::InvalidArchive));
        }
        let empty = from_tar(&[], &ArchiveOptions::default(), &mut report).expect("no entries");
        assert!(empty.tree.is_empty());
    }

    #[test]
    fn a_sparse_bomb_is_counted_and_not_unpacked() {
        let terabyte = 1_u64 << 40;
        let bytes = archive(|b| {
            let mut sparse = header(EntryType::GNUSparse, 0);
            let gnu = sparse.as_gnu_mut().expect("a GNU header");
            gnu.name[..4].copy_from_slice(b"bomb");
            let octal = |value: u64| format!("{value:011o}");
            gnu.realsize[..11].copy_from_slice(&octal(1 << 30).as_bytes()[..11]);
            gnu.sparse[0].offset[..11].copy_from_slice(octal(1 << 30).as_bytes());
            gnu.sparse[0].numbytes[..11].copy_from_slice(octal(0).as_bytes());
            sparse.set_cksum();
            b.append(&sparse, &[][..]).expect("writing to memory");
            file(b, "ok", b"x");
        });
        let (unpacked, _) = unpack(&bytes);
        assert_eq!(paths(&unpacked), ["ok"]);
        assert_eq!(unpacked.stats.files(DropReason::TooLarge), 1);
        // The same under a limit that the header's size would pass.
        let limits = Limits {
            max_file_bytes: terabyte,
            max_total_bytes: terabyte,
            ..Limits::default()
        };
        let small = Limits {
            max_total_bytes: 1 << 20,
            ..limits
        };
        let options = ArchiveOptions {
            limits: small,
            strip_common_top: false,
        };
        let unpacked = from_tar(&bytes, &options, &mut Report::default()).expect("a tar");
        assert_eq!(unpacked.stats.files(DropReason::Limit), 1);
    }

    #[test]
    fn damaged_bytes_never_panic() {
        let whole = archive(|b| {
            file(b, "r/a", &[b'a'; 700]);
            file(b, &"long/".repeat(50), b"x");
            link(b, EntryType::Symlink, "r/l", "a");
            file(b, "r/c", b"c");
        });
        let mut random = Random::new(3);
        let mut below = |bound: usize| random.below(bound as u32) as usize;
        let mut read = 0;
        for _ in 0..3_000 {
            let mut bytes = whole.clone();
            for _ in 0..=below(3) {
                let block = below(bytes.len() / 512) * 512;
                let at = block + below(160);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = below(256) as u8;
                }
                fix_checksum(&mut bytes[block..block + 512]);
            }
            bytes.truncate(below(bytes.len()) + 512);
            let unpacked = from_tar(&bytes, &ArchiveOptions::default(), &mut Report::default());
            read += usize::from(unpacked.is_ok_and(|u| !u.tree.is_empty()));
        }
        assert!(read > 500, "damage does not stop everything: {read}");
    }

    fn fix_checksum(block: &mut [u8]) {
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|&b| u32::from(b)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
}
