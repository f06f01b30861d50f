//! Tar archives. Gunzip and unzip happen in JavaScript, which has both built in
//! or nearly so; what arrives here is plain tar, piece by piece, of which one
//! entry at a time is held.

use super::drops::DropReason;
use super::tree::TreeBuilder;
use crate::error::{Code, Result, WaymarkError};
use crate::report::Report;
use std::io::Read;
use tar::{Archive, Entry, EntryType, GnuExtSparseHeader, GnuHeader, Header, PaxExtensions};

/// Size of a header, and what everything is padded to.
const BLOCK: usize = 512;
/// Bytes of headers that one entry may have: long paths and extended attributes
/// need a few kilobytes.
const MAX_HEADERS: usize = 1 << 20;

/// Cuts an archive into entries as its bytes arrive; `tar` reads each of them.
///
/// A damaged archive yields what came before the damage and a `damaged-archive`
/// note in the report.
#[derive(Debug)]
pub struct TarReader {
    /// What was read of the entry at hand: its headers, then its content.
    held: Vec<u8>,
    /// Where in `held` the header that is read last starts.
    header: usize,
    /// How long `held` has to be for the next step.
    needed: usize,
    /// Bytes to pass over before more is held.
    skipped: u64,
    /// What is done once enough is held.
    step: Step,
    /// Entries that were read.
    seen: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Header,
    /// The content of a header that tells more about the next one.
    Extension,
    /// A block that goes on with the map of a sparse file, whose content has so
    /// many bytes.
    SparseMap(u64),
    Content,
    End,
}

impl Default for TarReader {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            header: 0,
            needed: BLOCK,
            skipped: 0,
            step: Step::Header,
            seen: 0,
        }
    }
}

impl TarReader {
    /// Takes the next bytes in, and puts the files that they complete into
    /// `tree`. What follows the archive's end is ignored.
    ///
    /// # Errors
    /// [`Code::InvalidArchive`] where the first entry is already unreadable: these
    /// bytes are no tar archive.
    pub fn push(
        &mut self,
        mut bytes: &[u8],
        tree: &mut TreeBuilder,
        report: &mut Report,
    ) -> Result<()> {
        while self.step != Step::End {
            let skipped = self.skipped.min(bytes.len() as u64);
            self.skipped -= skipped;
            bytes = &bytes[skipped as usize..];
            let missing = self.needed - self.held.len();
            let (taken, rest) = bytes.split_at(missing.min(bytes.len()));
            self.held.extend_from_slice(taken);
            bytes = rest;
            if taken.len() < missing {
                break;
            }
            self.advance(tree, report)?;
        }
        Ok(())
    }

    /// Says that no more bytes follow; what is held is read as far as it goes.
    ///
    /// # Errors
    /// As [`TarReader::push`].
    pub fn end(&mut self, tree: &mut TreeBuilder, report: &mut Report) -> Result<()> {
        if self.step == Step::Content {
            self.read_entry(tree, report)?;
            return self.damaged(report);
        }
        if self.held.is_empty() && self.skipped == 0 {
            self.step = Step::End;
            return Ok(());
        }
        self.damaged(report)
    }

    fn advance(&mut self, tree: &mut TreeBuilder, report: &mut Report) -> Result<()> {
        match self.step {
            Step::Header => self.read_header(tree, report),
            Step::Extension => {
                self.header = self.held.len();
                self.hold(Step::Header, BLOCK as u64, report)
            }
            Step::SparseMap(size) => {
                let mut block = GnuExtSparseHeader::new();
                let last = self.held.len() - BLOCK;
                block.as_mut_bytes().copy_from_slice(&self.held[last..]);
                if block.is_extended() {
                    self.hold(self.step, BLOCK as u64, report)
                } else {
                    self.read_content(size, tree, report)
                }
            }
            Step::Content => self.read_entry(tree, report),
            Step::End => Ok(()),
        }
    }

    fn read_header(&mut self, tree: &mut TreeBuilder, report: &mut Report) -> Result<()> {
        let block = &self.held[self.header..];
        if block.iter().all(|&byte| byte == 0) {
            self.stop();
            return Ok(());
        }
        let Some((kind, size)) = described(block) else {
            return self.damaged(report);
        };
        match kind {
            EntryType::GNULongName | EntryType::GNULongLink | EntryType::XHeader => {
                self.hold(Step::Extension, padded(size), report)
            }
            EntryType::XGlobalHeader => {
                self.next(padded(size));
                Ok(())
            }
            EntryType::Regular | EntryType::Continuous => {
                let size = self.pax_size().unwrap_or(size);
                self.read_content(size, tree, report)
            }
            EntryType::GNUSparse => {
                let gnu = Header::from_byte_slice(block).as_gnu();
                if gnu.is_some_and(GnuHeader::is_extended) {
                    self.hold(Step::SparseMap(size), BLOCK as u64, report)
                } else {
                    self.read_content(size, tree, report)
                }
            }
            _ => {
                self.read_entry(tree, report)?;
                self.skipped = padded(size);
                Ok(())
            }
        }
    }

    /// Goes on with `step` when `more` bytes of headers are held.
    fn hold(&mut self, step: Step, more: u64, report: &mut Report) -> Result<()> {
        if self.held.len() as u64 + more > MAX_HEADERS as u64 {
            return self.damaged(report);
        }
        self.step = step;
        self.needed = self.held.len() + more as usize;
        Ok(())
    }

    /// Holds the content of a file only if there is room for it.
    fn read_content(
        &mut self,
        size: u64,
        tree: &mut TreeBuilder,
        report: &mut Report,
    ) -> Result<()> {
        if size > tree.room() {
            // The tree counts it by its headers alone.
            self.read_entry(tree, report)?;
            self.skipped = padded(size);
            return Ok(());
        }
        self.step = Step::Content;
        self.needed = self.held.len() + padded(size) as usize;
        Ok(())
    }

    /// The size that an extended header tells in place of the header's own, which
    /// ends at eight gigabytes.
    fn pax_size(&self) -> Option<u64> {
        let mut at = 0;
        let mut found = None;
        while at < self.header {
            let (kind, size) = described(&self.held[at..at + BLOCK])?;
            let content = at + BLOCK;
            if kind == EntryType::XHeader {
                let records = self.held.get(content..content + size as usize)?;
                let sizes = PaxExtensions::new(records).flatten();
                let sizes = sizes.filter(|record| record.key_bytes() == b"size");
                found = sizes
                    .filter_map(|record| record.value().ok()?.parse().ok())
                    .last()
                    .or(found);
            }
            at = content + padded(size) as usize;
        }
        found
    }

    /// Reads the one entry that is held.
    fn read_entry(&mut self, tree: &mut TreeBuilder, report: &mut Report) -> Result<()> {
        let mut archive = Archive::new(&self.held[..]);
        let entry = archive
            .entries()
            .ok()
            .and_then(|mut entries| entries.next());
        let Some(Ok(entry)) = entry else {
            return self.damaged(report);
        };
        add_entry(entry, tree);
        self.seen += 1;
        self.next(0);
        Ok(())
    }

    /// Goes on with the entry behind the next `skipped` bytes.
    fn next(&mut self, skipped: u64) {
        self.held.clear();
        self.header = 0;
        self.needed = BLOCK;
        self.skipped = skipped;
        self.step = Step::Header;
    }

    fn stop(&mut self) {
        self.held = Vec::new();
        self.step = Step::End;
    }

    /// Nobody finds the way after a bad header.
    fn damaged(&mut self, report: &mut Report) -> Result<()> {
        self.stop();
        if self.seen == 0 {
            let message = "not a tar archive, or damaged at its start";
            return Err(WaymarkError::new(Code::InvalidArchive, message));
        }
        report.add("damaged-archive", &format!("after {} entries", self.seen));
        Ok(())
    }
}

/// Kind and size of what `block` is the header of, if it is one.
fn described(block: &[u8]) -> Option<(EntryType, u64)> {
    let mut archive = Archive::new(block);
    let entry = archive.entries().ok()?.raw(true).next()?.ok()?;
    let header = entry.header();
    Some((header.entry_type(), header.entry_size().ok()?))
}

/// `size` with the padding behind it.
const fn padded(size: u64) -> u64 {
    size.div_ceil(BLOCK as u64).saturating_mul(BLOCK as u64)
}

fn add_entry(entry: Entry<'_, &[u8]>, builder: &mut TreeBuilder) {
    let path = entry.path_bytes();
    let raw = String::from_utf8_lossy(&path).into_owned();
    match entry.header().entry_type() {
        EntryType::Directory | EntryType::XGlobalHeader => {}
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
            add_file(entry, &raw, builder);
        }
        EntryType::Link | EntryType::Symlink => builder.note(DropReason::Link, &raw),
        _ => builder.note(DropReason::SpecialFile, &raw),
    }
}

fn add_file(entry: Entry<'_, &[u8]>, raw: &str, builder: &mut TreeBuilder) {
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
    use crate::source::drops::FilterStats;
    use crate::source::tree::{Limits, SourceTree};
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

    struct Unpacked {
        tree: SourceTree,
        stats: FilterStats,
        report: Report,
    }

    impl Unpacked {
        fn paths(&self) -> Vec<&str> {
            self.tree.paths().collect()
        }
    }

    /// Reads `bytes` in pieces of `piece` bytes.
    fn read(bytes: &[u8], piece: usize, limits: Limits) -> Result<Unpacked> {
        let mut reader = TarReader::default();
        let mut tree = TreeBuilder::new(limits);
        let mut report = Report::default();
        for piece in bytes.chunks(piece) {
            reader.push(piece, &mut tree, &mut report)?;
        }
        reader.end(&mut tree, &mut report)?;
        let (tree, stats) = tree.finish();
        Ok(Unpacked {
            tree,
            stats,
            report,
        })
    }

    fn unpack(bytes: &[u8]) -> Unpacked {
        read(bytes, 1 << 16, Limits::default()).expect("a tar")
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
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.paths(), ["r-1/a.rs", "r-1/empty", &long]);
        assert_eq!(unpacked.tree.get("r-1/a.rs"), Some(&b"fn a() {}"[..]));
        assert_eq!(unpacked.stats.files(DropReason::Link), 2);
        assert_eq!(unpacked.report, Report::default());
    }

    #[test]
    fn reads_pax_paths() {
        let bytes = archive(|b| {
            let records = [("path", "r/ünïcode.py".as_bytes())];
            b.append_pax_extensions(records).expect("writing to memory");
            raw_file(b, "r/short", b"x = 1");
            file(b, "r/b", b"");
        });
        assert_eq!(unpack(&bytes).paths(), ["r/b", "r/ünïcode.py"]);
    }

    #[test]
    fn an_extended_header_tells_the_size() {
        let bytes = archive(|b| {
            b.append_pax_extensions([("size", "700".as_bytes())])
                .expect("writing to memory");
            let mut small = header(EntryType::Regular, 0);
            small.as_old_mut().name[..3].copy_from_slice(b"big");
            small.set_cksum();
            b.append(&small, &[b'a'; 700][..])
                .expect("writing to memory");
            file(b, "next", b"x");
        });
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.paths(), ["big", "next"]);
        assert_eq!(unpacked.tree.get("big").map(<[u8]>::len), Some(700));
    }

    #[test]
    fn the_pieces_do_not_matter() {
        let bytes = archive(|b| {
            file(b, &"long/".repeat(60), &[b'a'; 1300]);
            link(b, EntryType::Symlink, "link", "a");
            file(b, "large", &[b'b'; 5000]);
            file(b, "c", &[b'c'; 512]);
        });
        let limits = Limits {
            max_file_bytes: 4000,
            ..Limits::default()
        };
        let whole = read(&bytes, bytes.len(), limits).expect("a tar");
        assert_eq!(whole.paths().len(), 3);
        assert_eq!(whole.tree.get("large"), None);
        for piece in [1, 7, 511, 512, 513, 2048] {
            let other = read(&bytes, piece, limits).expect("a tar");
            assert_eq!((&other.tree, &other.stats), (&whole.tree, &whole.stats));
            assert_eq!(other.report, whole.report);
        }
    }

    #[test]
    fn no_more_than_one_entry_is_held() {
        let bytes = archive(|b| {
            file(b, "large", &[b'a'; 1 << 20]);
            for n in 0..100 {
                file(b, &format!("f{n}"), &[b'a'; 9000]);
            }
        });
        let mut reader = TarReader::default();
        let mut tree = TreeBuilder::new(Limits {
            max_file_bytes: 10_000,
            max_total_bytes: 50_000,
            ..Limits::default()
        });
        let mut report = Report::default();
        for piece in bytes.chunks(1000) {
            reader.push(piece, &mut tree, &mut report).expect("a tar");
            assert!(
                reader.held.capacity() < 32_000,
                "{}",
                reader.held.capacity()
            );
        }
        let (tree, stats) = tree.finish();
        assert_eq!((tree.len(), stats.files(DropReason::Limit)), (6, 95));
    }

    #[test]
    fn headers_without_end_are_damage() {
        let mut bytes = archive(|b| file(b, "a", b"x"));
        bytes.truncate(2 * BLOCK);
        let long = archive(|b| file(b, &"long/".repeat(60), b"x"));
        for _ in 0..2000 {
            bytes.extend_from_slice(&long[..2 * BLOCK]);
        }
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.paths(), ["a"]);
        assert_eq!(unpacked.report.get("damaged-archive"), 1);
    }

    #[test]
    fn refuses_paths_that_climb() {
        let bytes = archive(|b| {
            raw_file(b, "../../etc/passwd", b"x");
            raw_file(b, "/etc/passwd", b"x");
            raw_file(b, "a/../../b", b"x");
            raw_file(b, "ok", b"x");
        });
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.paths(), ["ok"]);
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
        let unpacked = unpack(&bytes[..512 * 4 + 100]);
        assert_eq!(unpacked.paths(), ["r/a"]);
        assert_eq!(unpacked.stats.files(DropReason::Unreadable), 1);
        assert_eq!(unpacked.report.get("damaged-archive"), 1);
    }

    #[test]
    fn other_bytes_are_an_error() {
        for bytes in [&b"PK\x03\x04"[..], &[0x1f; 600], &[b'x'; 4000]] {
            let error = read(bytes, 100, Limits::default());
            assert_eq!(error.err().map(|e| e.code), Some(Code::InvalidArchive));
        }
        assert!(unpack(&[]).tree.is_empty());
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
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.paths(), ["bomb", "ok"]);
        assert_eq!(unpacked.tree.get("bomb"), None);
        // The same under a limit that the header's size would pass.
        let limits = Limits {
            max_file_bytes: terabyte,
            max_total_bytes: 1 << 20,
            ..Limits::default()
        };
        let unpacked = read(&bytes, 100, limits).expect("a tar");
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
        let mut readable = 0;
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
            let unpacked = read(&bytes, 1 + below(2000), Limits::default());
            readable += usize::from(unpacked.is_ok_and(|u| !u.tree.is_empty()));
        }
        assert!(
            readable > 500,
            "damage does not stop everything: {readable}"
        );
    }

    fn fix_checksum(block: &mut [u8]) {
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|&b| u32::from(b)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
}
