//! What a host that runs grammars' own scanners tells of them: theirs is code that
//! keeps its state in a buffer of fixed length.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static TEXT: AtomicUsize = AtomicUsize::new(0);
static OVERFLOW: AtomicBool = AtomicBool::new(false);

/// Bytes of the text that is being parsed.
#[must_use]
pub fn text() -> usize {
    TEXT.load(Ordering::Relaxed)
}

/// Tells that a scanner's state is longer than what can be kept: the parse ends.
pub fn overflow() {
    OVERFLOW.store(true, Ordering::Relaxed);
}

/// Begins a parse of `bytes`.
pub(crate) fn begin(bytes: usize) {
    TEXT.store(bytes, Ordering::Relaxed);
    OVERFLOW.store(false, Ordering::Relaxed);
}

/// Whether a scanner had to give up since the parse began.
pub(crate) fn gave_up() -> bool {
    OVERFLOW.load(Ordering::Relaxed)
}
