//! Notebooks (nbformat 4), as far as their JSON has to be read: its strings, and the
//! keys on the way to them.

use crate::text::Span;

/// Keys deeper than this do not matter.
const KEYS: usize = 4;

/// The names by which a notebook says what language its code is in: an extension with
/// its dot first, then names.
#[must_use]
pub fn kernel(source: &[u8]) -> [Option<&str>; 3] {
    let mut said = [None; 3];
    for event in Strings::new(source) {
        let row = match event.keys() {
            [b"metadata", b"language_info", b"file_extension"] => 0,
            [b"metadata", b"kernelspec", b"language"] => 1,
            [b"metadata", b"kernelspec", b"name"] => 2,
            _ => continue,
        };
        said[row] = std::str::from_utf8(event.text(source)).ok();
    }
    said
}

/// A string that is a value, or the end of an object or list.
pub struct Event<'s> {
    keys: [&'s [u8]; KEYS],
    depth: usize,
    start: usize,
    end: usize,
    /// Whether it is the end of an object or list.
    pub closes: bool,
}

impl<'s> Event<'s> {
    /// The keys on the way to it; empty for an element of a list.
    #[must_use]
    pub fn keys(&self) -> &[&'s [u8]] {
        self.keys.get(..self.depth).unwrap_or(&[])
    }

    /// What stands between its quotes, escapes as they are.
    #[must_use]
    pub fn text<'t>(&self, source: &'t [u8]) -> &'t [u8] {
        source.get(self.start..self.end).unwrap_or(&[])
    }

    /// Its bytes, without the quotes.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span {
            start: self.start as u32,
            end: self.end as u32,
        }
    }
}

/// The strings of JSON, in order, without regard to whether it is well-formed.
pub struct Strings<'s> {
    source: &'s [u8],
    at: usize,
    depth: usize,
    keys: [&'s [u8]; KEYS],
}

impl<'s> Strings<'s> {
    /// The strings of `source`.
    #[must_use]
    pub const fn new(source: &'s [u8]) -> Self {
        Self {
            source,
            at: 0,
            depth: 0,
            keys: [&[]; KEYS],
        }
    }

    fn event(&self, start: usize, end: usize, closes: bool) -> Event<'s> {
        Event {
            keys: self.keys,
            depth: self.depth,
            start,
            end,
            closes,
        }
    }
}

impl<'s> Iterator for Strings<'s> {
    type Item = Event<'s>;

    fn next(&mut self) -> Option<Event<'s>> {
        loop {
            let byte = *self.source.get(self.at)?;
            self.at += 1;
            match byte {
                b'{' | b'[' => {
                    self.depth += 1;
                    if let Some(key) = self.keys.get_mut(self.depth - 1) {
                        *key = &[];
                    }
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(self.event(self.at, self.at, true));
                }
                b'"' => {
                    let start = self.at;
                    let end = start + string_end(&self.source[start..]);
                    self.at = (end + 1).min(self.source.len());
                    let behind = self.source[self.at..].trim_ascii_start().first();
                    if behind != Some(&b':') {
                        return Some(self.event(start, end, false));
                    }
                    if let Some(key) = self
                        .depth
                        .checked_sub(1)
                        .and_then(|at| self.keys.get_mut(at))
                    {
                        *key = &self.source[start..end];
                    }
                }
                _ => {}
            }
        }
    }
}

/// Where the string that `rest` begins in ends.
fn string_end(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', rest.get(at..).unwrap_or(&[])) {
        if rest[at + found] == b'"' {
            return at + found;
        }
        at += found + 2;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_says_its_language() {
        let source = br#"{"metadata": {"kernelspec": {"language": "python", "name": "python3"}, "language_info": {"file_extension": ".py"}}}"#;
        assert_eq!(
            kernel(source),
            [Some(".py"), Some("python"), Some("python3")]
        );
        assert_eq!(kernel(b"{"), [None; 3]);
    }
}
