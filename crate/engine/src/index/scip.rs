//! A SCIP index laid over the tree.

use crate::corpus::Corpus;
use crate::error::Result;
use crate::index::{Build, Index};
use crate::link::scip::Overlay;
use crate::report::Report;
use std::sync::Arc;

impl Index {
    /// A build of the same tree with a SCIP index laid over it, in place of one
    /// that was. Its documents are named from the folder `root`, "" for the tree's
    /// own. Every later update keeps what it says of files that stay as they are.
    ///
    /// # Errors
    /// [`Code::ScipUnavailable`](crate::Code::ScipUnavailable) for an empty index or
    /// one of another tree, [`Code::InvalidScip`](crate::Code::InvalidScip) for a
    /// damaged one; this index then answers as before, and says so.
    pub fn overlay_scip(&mut self, bytes: &[u8], root: &str) -> Result<Build> {
        match Overlay::read(bytes, root, &self.corpus) {
            Ok(overlay) => {
                self.host.scip = None;
                let mut build = self.update(Vec::new());
                build.overlay = Some(Arc::new(overlay));
                Ok(build)
            }
            Err(error) => {
                self.host.scip = Some(error.clone());
                Err(error)
            }
        }
    }
}

/// Reports what of `overlay` is not used.
pub fn report(overlay: &Overlay, corpus: &Corpus, report: &mut Report) {
    for path in overlay.stale(corpus) {
        report.add("scip-stale", path);
    }
    let left_out = overlay.left_out;
    for (reason, count) in [
        ("scip-unknown-document", left_out.unknown),
        ("scip-misfit", left_out.misfit),
    ] {
        report.count(reason, u64::from(count));
    }
}
