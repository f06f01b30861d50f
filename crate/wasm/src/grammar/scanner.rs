//! Grammars' own scanners write their state into a buffer of 1,024 bytes, and some do
//! not look how much they write: a quotation in Markdown that is 255 levels deep goes
//! beyond it. What they write goes through a buffer of the length of the text first, and
//! a state that is too long ends the parse.
#![expect(
    unsafe_code,
    reason = "functions of code that is linked at run time, and the buffers they write to"
)]

use super::GrammarError;
use super::link::refuse;
use std::sync::atomic::{AtomicU32, Ordering};
use waymark_engine::extract::scanner;

/// Bytes of a state that tree-sitter keeps (`TREE_SITTER_SERIALIZATION_BUFFER_SIZE`).
const STATE: usize = 1024;
/// Bytes that a scanner may write whatever the text, and for each byte of it: one byte
/// opens a level, of which two numbers of two bytes are kept.
const BASE: usize = 64 * 1024;
const PER_BYTE: usize = 8;

/// Where a language has its scanner's `serialize` (`TSLanguage` of `parser.h`, the same
/// for all its versions), in the 32 bits of this platform.
const OFFSET: usize = 124;

/// `unsigned serialize(void *payload, char *buffer)`.
type Serialize = unsafe extern "C" fn(*mut u8, *mut u8) -> u32;

/// Grammars with a scanner that one engine may have.
const SLOTS: usize = 64;

/// The `serialize` of each grammar, in the order in which they were linked.
static OWN: [AtomicU32; SLOTS] = [const { AtomicU32::new(0) }; SLOTS];

/// Puts a function that looks how long a state is in the place of the scanner's own.
///
/// # Errors
/// Where there are too many grammars.
///
/// # Safety
/// `language` is the address of a `TSLanguage` that may be written and that is never
/// given back.
pub unsafe fn guard(language: u32) -> Result<(), GrammarError> {
    let place = (language as usize + OFFSET) as *mut u32;
    // SAFETY: the language has that field.
    let own = unsafe { place.read() };
    if own == 0 {
        return Ok(());
    }
    let mut slots = OWN.iter();
    let free = slots.position(|slot| slot.load(Ordering::Relaxed) == 0);
    let slot = free.ok_or_else(|| refuse("there are too many grammars with a scanner"))?;
    OWN[slot].store(own, Ordering::Relaxed);
    // SAFETY: as above; functions are places of the one table.
    unsafe { place.write(GUARDS[slot] as usize as u32) };
    Ok(())
}

unsafe extern "C" fn serialize<const SLOT: usize>(payload: *mut u8, buffer: *mut u8) -> u32 {
    // SAFETY: called by tree-sitter as the function in whose place it is.
    unsafe { kept(OWN[SLOT].load(Ordering::Relaxed), payload, buffer) }
}

/// The state of a scanner; none where it is too long, which is told.
///
/// # Safety
/// `own` is the scanner's `serialize`, `payload` what it made, and `buffer` has room for
/// a state.
#[inline(never)]
unsafe fn kept(own: u32, payload: *mut u8, buffer: *mut u8) -> u32 {
    thread_local! {
        static WRITTEN: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    // SAFETY: functions are places of the one table.
    let own: Serialize = unsafe { std::mem::transmute(own as usize) };
    let room = BASE + PER_BYTE * scanner::text();
    WRITTEN.with_borrow_mut(|written| {
        // Of the length of the text at hand: one of a large file is not kept.
        if written.len() != room {
            *written = vec![0; room];
        }
        // SAFETY: the buffer holds all that the text can make the scanner write.
        let length = unsafe { own(payload, written.as_mut_ptr()) };
        let state = written.get(..length as usize);
        let Some(state) = state.filter(|state| state.len() <= STATE) else {
            scanner::overflow();
            return 0;
        };
        // SAFETY: the buffer has room for a state.
        unsafe { buffer.copy_from_nonoverlapping(state.as_ptr(), state.len()) };
        length
    })
}

macro_rules! guards {
    ($($slot:literal)*) => { [$(serialize::<$slot>),*] };
}

static GUARDS: [Serialize; SLOTS] = guards!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
);
