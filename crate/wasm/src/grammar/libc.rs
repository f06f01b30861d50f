//! The C functions that grammars' external scanners may call, by name.
//!
//! Allocation, wide characters, strings and in-memory printing come from tree-sitter's own C library subset,
//! already part of this module; the rest, which published scanners also use, is written here. A function is
//! known by its slot in the function table, so nothing needs to be exported.
#![expect(unsafe_code, reason = "C's own functions, on C's own pointers")]

use std::ffi::{c_char, c_int, c_long, c_void};

/// Declares the known functions: a match from name to function table slot.
macro_rules! functions {
    ($($name:ident)*; $($mangled:literal => $function:ident)*) => {
        /// The function table slot of the C function `name`.
        pub(super) fn function(name: &str) -> Option<u32> {
            let function = match name {
                $(stringify!($name) => $name as *const (),)*
                $($mangled => $function as *const (),)*
                _ => return None,
            };
            Some(function as u32)
        }
    };
}

functions! {
    malloc calloc realloc free abort
    memchr memcmp memcpy memmove memset
    strchr strcmp strlen strncat strncmp strncpy stpncpy
    iswalnum iswalpha iswblank iswdigit iswlower iswpunct iswspace iswupper iswxdigit towlower towupper
    snprintf vsnprintf fprintf fputc fputs fwrite fclose
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
    tolower toupper iswcntrl iswgraph iswprint
    strcpy strcat strrchr strstr strdup strnlen
    abs atoi atol exit puts putchar printf __assert_fail __cxa_atexit __cxa_pure_virtual;
    "_Znwm" => operator_new
    "_Znam" => operator_new
    "_ZdlPv" => free
    "_ZdaPv" => free
    "_ZdlPvm" => operator_delete_sized
    "_ZdaPvm" => operator_delete_sized
}

/// The address of the C variable `name`: the standard streams, which nothing reads.
pub(super) fn variable(name: &str) -> Option<u32> {
    static STREAM: u32 = 0;
    matches!(name, "stdin" | "stdout" | "stderr").then_some((&raw const STREAM) as u32)
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn abort() -> !;
    fn memchr(block: *const c_void, byte: c_int, size: usize) -> *mut c_void;
    fn memcmp(a: *const c_void, b: *const c_void, size: usize) -> c_int;
    fn memcpy(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memmove(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memset(to: *mut c_void, byte: c_int, size: usize) -> *mut c_void;
    fn strchr(text: *const c_char, byte: c_int) -> *mut c_char;
    fn strcmp(a: *const c_char, b: *const c_char) -> c_int;
    fn strlen(text: *const c_char) -> usize;
    fn strncat(to: *mut c_char, from: *const c_char, size: usize) -> *mut c_char;
    fn strncmp(a: *const c_char, b: *const c_char, size: usize) -> c_int;
    fn strncpy(to: *mut c_char, from: *const c_char, size: usize) -> *mut c_char;
    fn stpncpy(to: *mut c_char, from: *const c_char, size: usize) -> *mut c_char;
    fn iswalnum(c: u32) -> c_int;
    fn iswalpha(c: u32) -> c_int;
    fn iswblank(c: u32) -> c_int;
    fn iswdigit(c: u32) -> c_int;
    fn iswlower(c: u32) -> c_int;
    fn iswpunct(c: u32) -> c_int;
    fn iswspace(c: u32) -> c_int;
    fn iswupper(c: u32) -> c_int;
    fn iswxdigit(c: u32) -> c_int;
    fn towlower(c: u32) -> u32;
    fn towupper(c: u32) -> u32;
    fn snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, list: *mut c_void) -> c_int;
    fn fprintf(stream: *mut c_void, format: *const c_char, ...) -> c_int;
    fn fputc(c: c_int, stream: *mut c_void) -> c_int;
    fn fputs(text: *const c_char, stream: *mut c_void) -> c_int;
    fn fwrite(block: *const c_void, size: usize, count: usize, stream: *mut c_void) -> usize;
    fn fclose(stream: *mut c_void) -> c_int;
}

/// Declares classifications of the C locale, which is ASCII, for narrow and wide characters alike.
macro_rules! classes {
    ($($name:ident = $method:expr;)*) => {
        $(extern "C" fn $name(c: c_int) -> c_int {
            let is: fn(&u8) -> bool = $method;
            c_int::from(u8::try_from(c).is_ok_and(|byte| is(&byte)))
        })*
    };
}

classes! {
    isalnum = u8::is_ascii_alphanumeric;
    isalpha = u8::is_ascii_alphabetic;
    isblank = |c| matches!(c, b' ' | b'\t');
    iscntrl = u8::is_ascii_control;
    isdigit = u8::is_ascii_digit;
    isgraph = u8::is_ascii_graphic;
    islower = u8::is_ascii_lowercase;
    isprint = |c| matches!(c, b' '..=b'~');
    ispunct = u8::is_ascii_punctuation;
    isspace = |c| matches!(c, b' ' | b'\t'..=b'\r');
    isupper = u8::is_ascii_uppercase;
    isxdigit = u8::is_ascii_hexdigit;
}

extern "C" fn tolower(c: c_int) -> c_int {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_lowercase().into())
}

extern "C" fn toupper(c: c_int) -> c_int {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_uppercase().into())
}

extern "C" fn iswcntrl(c: u32) -> c_int {
    char::from_u32(c).is_some_and(char::is_control).into()
}

extern "C" fn iswprint(c: u32) -> c_int {
    char::from_u32(c).is_some_and(|c| !c.is_control()).into()
}

extern "C" fn iswgraph(c: u32) -> c_int {
    char::from_u32(c)
        .is_some_and(|c| !c.is_control() && !c.is_whitespace())
        .into()
}

unsafe extern "C" fn strcpy(to: *mut c_char, from: *const c_char) -> *mut c_char {
    unsafe { memcpy(to.cast(), from.cast(), strlen(from) + 1).cast() }
}

unsafe extern "C" fn strcat(to: *mut c_char, from: *const c_char) -> *mut c_char {
    unsafe { strcpy(to.add(strlen(to)), from) };
    to
}

unsafe extern "C" fn strrchr(text: *const c_char, byte: c_int) -> *const c_char {
    let length = unsafe { strlen(text) };
    let found = (0..=length)
        .rev()
        .find(|&i| unsafe { *text.add(i) } == byte as c_char);
    found.map_or(std::ptr::null(), |i| unsafe { text.add(i) })
}

unsafe extern "C" fn strstr(text: *const c_char, part: *const c_char) -> *const c_char {
    let (length, size) = unsafe { (strlen(text), strlen(part)) };
    let found = (0..(length + 1).saturating_sub(size))
        .find(|&i| unsafe { strncmp(text.add(i), part, size) } == 0);
    found.map_or(std::ptr::null(), |i| unsafe { text.add(i) })
}

unsafe extern "C" fn strdup(text: *const c_char) -> *mut c_char {
    unsafe {
        let copy = malloc(strlen(text) + 1).cast::<c_char>();
        if copy.is_null() {
            copy
        } else {
            strcpy(copy, text)
        }
    }
}

unsafe extern "C" fn strnlen(text: *const c_char, limit: usize) -> usize {
    (0..limit)
        .find(|&i| unsafe { *text.add(i) } == 0)
        .unwrap_or(limit)
}

extern "C" fn abs(number: c_int) -> c_int {
    number.wrapping_abs()
}

unsafe extern "C" fn atoi(text: *const c_char) -> c_int {
    let mut text = text.cast::<u8>();
    let mut next = || unsafe {
        let byte = *text;
        text = text.add(usize::from(byte != 0));
        byte
    };
    let mut byte = next();
    while isspace(byte.into()) != 0 {
        byte = next();
    }
    let negative = byte == b'-';
    if matches!(byte, b'-' | b'+') {
        byte = next();
    }
    let mut value: c_int = 0;
    while byte.is_ascii_digit() {
        value = value.wrapping_mul(10).wrapping_add((byte - b'0').into());
        byte = next();
    }
    if negative {
        value.wrapping_neg()
    } else {
        value
    }
}

unsafe extern "C" fn atol(text: *const c_char) -> c_long {
    unsafe { atoi(text) }
}

extern "C" fn exit(_status: c_int) -> ! {
    unsafe { abort() }
}

extern "C" fn puts(_text: *const c_char) -> c_int {
    0
}

extern "C" fn putchar(c: c_int) -> c_int {
    c
}

/// Variadic in C: on this target the further arguments arrive behind one pointer.
extern "C" fn printf(_format: *const c_char, _arguments: *const c_void) -> c_int {
    0
}

extern "C" fn __assert_fail(
    _claim: *const c_char,
    _file: *const c_char,
    _line: u32,
    _function: *const c_char,
) -> ! {
    unsafe { abort() }
}

extern "C" fn __cxa_atexit(
    _function: *const c_void,
    _argument: *const c_void,
    _library: *const c_void,
) -> c_int {
    0
}

extern "C" fn __cxa_pure_virtual() -> ! {
    unsafe { abort() }
}

/// C++ requires a block even for no bytes, and never null.
unsafe extern "C" fn operator_new(size: usize) -> *mut c_void {
    let block = unsafe { malloc(size.max(1)) };
    if block.is_null() {
        unsafe { abort() }
    }
    block
}

unsafe extern "C" fn operator_delete_sized(block: *mut c_void, _size: usize) {
    unsafe { free(block) }
}
