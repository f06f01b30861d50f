//! Notebooks (nbformat 4): JSON with the code in its strings. The cells are read as
//! one file of code, and what is found is put back to where it stands in the JSON.

use crate::extract::facts::{Expr, FileFacts};
use crate::extract::manifest::Notebook as Rules;
use crate::source::notebook::Strings;
use crate::text::Span;

/// The code of a notebook and where it comes from.
pub struct Notebook {
    /// The code of all cells, one below the other.
    pub code: Vec<u8>,
    /// Where stretches of bytes begin in the code and in the file, in order.
    places: Vec<(u32, u32)>,
    /// The line in the file, 1-based, of each line of the code.
    lines: Vec<u32>,
    /// Bytes of the file.
    length: u32,
}

impl Notebook {
    /// The notebook that `source` is, if it is one.
    #[must_use]
    pub fn read(source: &[u8], rules: &Rules) -> Option<Self> {
        let is_object = source.trim_ascii_start().first() == Some(&b'{');
        let has = |key: &str| memchr::memmem::find(source, key.as_bytes()).is_some();
        if !is_object || !has("\"nbformat\"") || !has("\"cells\"") {
            return None;
        }
        let mut notebook = Self {
            code: Vec::new(),
            places: vec![(0, 0)],
            lines: vec![1],
            length: source.len() as u32,
        };
        let mut lines = Lines {
            source,
            at: 0,
            line: 1,
        };
        let (mut is_code, mut texts) = (false, Vec::new());
        for event in Strings::new(source) {
            match event.keys() {
                [b"cells", _, b"cell_type"] => is_code = event.text(source) == b"code",
                [b"cells", _, b"source"] | [b"cells", _, b"source", _] => texts.push(event.span()),
                [b"cells", _] if event.closes => {
                    if std::mem::take(&mut is_code) {
                        notebook.cell(&texts, &mut lines, rules);
                    }
                    texts.clear();
                }
                _ => {}
            }
        }
        Some(notebook)
    }

    /// Adds the cell whose text the strings at `texts` hold.
    fn cell(&mut self, texts: &[Span], lines: &mut Lines<'_>, rules: &Rules) {
        let start = self.code.len();
        for &text in texts {
            self.text(text, lines);
        }
        skip_magics(&mut self.code[start..], rules);
        if self.code.last().is_some_and(|byte| *byte != b'\n') {
            self.push(b"\n", texts.last().map_or(0, |text| text.end), lines);
        }
    }

    /// Adds what the string at `text` says.
    fn text(&mut self, text: Span, lines: &mut Lines<'_>) {
        let source = lines.source;
        let mut at = text.start as usize;
        while at < text.end as usize {
            let rest = &source[at..text.end as usize];
            let mut buffer = [0; 4];
            let (said, length) = match rest {
                [b'\\', b'u', ..] => unicode(rest, &mut buffer),
                [b'\\', letter, ..] => (unescaped(letter), 2),
                _ => {
                    let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len()).max(1);
                    (&rest[..plain], plain)
                }
            };
            self.push(said, at as u32, lines);
            at += length;
        }
    }

    /// Adds `bytes`, which stand at `at` in the file.
    fn push(&mut self, bytes: &[u8], at: u32, lines: &mut Lines<'_>) {
        let line = lines.of(at);
        if self.code.last().is_none_or(|byte| *byte == b'\n')
            && let Some(last) = self.lines.last_mut()
        {
            *last = line;
        }
        self.places.push((self.code.len() as u32, at));
        self.code.extend_from_slice(bytes);
        let breaks = memchr::memchr_iter(b'\n', bytes).count();
        self.lines.extend(std::iter::repeat_n(line, breaks));
    }

    /// Puts facts of the code to where they stand in the file.
    pub fn place(&self, facts: &mut FileFacts) {
        for definition in &mut facts.definitions {
            for span in [
                &mut definition.span,
                &mut definition.name_span,
                &mut definition.body,
            ] {
                *span = self.to_file(*span);
            }
            let lines = definition.lines;
            definition.lines = (self.line(lines.0), self.line(lines.1));
            definition.name_line = self.line(definition.name_line);
            for decorator in &mut definition.decorators {
                decorator.line = self.line(decorator.line);
            }
        }
        for scope in &mut facts.scopes {
            scope.span = self.to_file(scope.span);
        }
        if let Some(file) = facts.scopes.first_mut() {
            file.span.end = self.length;
        }
        for binding in &mut facts.bindings {
            binding.span = self.to_file(binding.span);
        }
        for reference in &mut facts.references {
            reference.span = self.to_file(reference.span);
            reference.line = self.line(reference.line);
        }
        for import in &mut facts.imports {
            import.span = self.to_file(import.span);
            import.line = self.line(import.line);
        }
        for export in &mut facts.exports {
            export.line = self.line(export.line);
        }
        for row in &mut facts.inheritance {
            row.line = self.line(row.line);
        }
        for expr in &mut facts.exprs {
            if let Expr::Name { at, .. } = expr {
                *at = self.offset(*at);
            }
        }
    }

    /// A span of the code in the file.
    #[must_use]
    pub fn to_file(&self, span: Span) -> Span {
        let end = match span.end.checked_sub(1) {
            Some(last) if span.end > span.start => self.offset(last) + 1,
            _ => self.offset(span.end),
        };
        Span {
            start: self.offset(span.start),
            end,
        }
    }

    /// A span of the file in the code.
    #[must_use]
    pub fn to_code(&self, span: Span) -> Span {
        let inside = |at: u32| {
            let row = self.places.partition_point(|(_, file)| *file <= at).max(1) - 1;
            let (code, file) = self.places[row];
            let next = self
                .places
                .get(row + 1)
                .map_or(self.code.len() as u32, |next| next.0);
            (code + (at - file)).min(next)
        };
        Span {
            start: inside(span.start),
            end: inside(span.end),
        }
    }

    /// The line in the file of a line of the code, both 1-based.
    #[must_use]
    pub fn line(&self, line: u32) -> u32 {
        let line = self.lines.get((line as usize).saturating_sub(1));
        line.or(self.lines.last()).copied().unwrap_or(1)
    }

    fn offset(&self, at: u32) -> u32 {
        let row = self.places.partition_point(|(code, _)| *code <= at).max(1) - 1;
        let (code, file) = self.places[row];
        let next = self.places.get(row + 1).map_or(self.length, |next| next.1);
        (file + (at - code)).min(next.max(file))
    }
}

/// The lines of a file, for offsets that grow.
struct Lines<'s> {
    source: &'s [u8],
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn of(&mut self, at: u32) -> u32 {
        let passed = self.source.get(self.at..at as usize).unwrap_or(&[]);
        self.line += memchr::memchr_iter(b'\n', passed).count() as u32;
        self.at = self.at.max(at as usize);
        self.line
    }
}

const fn unescaped(letter: &u8) -> &[u8] {
    match letter {
        b'n' => b"\n",
        b't' => b"\t",
        b'r' => b"\r",
        b'b' => b"\x08",
        b'f' => b"\x0c",
        other => std::slice::from_ref(other),
    }
}

/// The character at the front of `rest`, `\uXXXX` or a pair of them, and how long that is.
fn unicode<'b>(rest: &[u8], buffer: &'b mut [u8; 4]) -> (&'b [u8], usize) {
    let unit = |at: usize| {
        let digits = rest.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let units = [unit(0), unit(6)].map(Option::unwrap_or_default);
    let first = char::decode_utf16(units).next();
    let read = first
        .and_then(Result::ok)
        .unwrap_or(char::REPLACEMENT_CHARACTER);
    let length = if u32::from(read) > 0xFFFF { 12 } else { 6 };
    (read.encode_utf8(buffer).as_bytes(), length.min(rest.len()))
}

/// Reads orders to the kernel in the `code` of a cell as a number, which is a statement
/// wherever one may stand, and cells that an order hands to another program as blanks.
fn skip_magics(code: &mut [u8], rules: &Rules) {
    let mut rest = code;
    let mut elsewhere = false;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, more) = rest.split_at_mut(end);
        let text = line.trim_ascii();
        let magic = is_magic(text, rules);
        elsewhere |= text.starts_with(b"%%") && magic && {
            let word = text.split(u8::is_ascii_whitespace).next().unwrap_or(text);
            !rules.wrappers.iter().any(|known| known.as_bytes() == word)
        };
        if magic || elsewhere {
            let bytes = line.iter_mut().filter(|byte| !byte.is_ascii_whitespace());
            for (at, byte) in bytes.enumerate() {
                *byte = if at == 0 && !elsewhere { b'0' } else { b' ' };
            }
        }
        rest = more;
    }
}

/// Whether a line is an order to the kernel: by how it begins, by what is assigned in
/// it, or by a question mark at its end.
fn is_magic(line: &[u8], rules: &Rules) -> bool {
    let begins = |text: &[u8]| {
        let mut known = rules.magics.iter().map(String::as_bytes);
        // `% x` and `!= x` go on with what stands before them.
        known.any(|magic| {
            let behind = text.strip_prefix(magic).and_then(|rest| rest.first());
            behind.is_some_and(|byte| !matches!(byte, b' ' | b'='))
        })
    };
    let value = line
        .split(|byte| *byte == b'=')
        .nth(1)
        .map(<[u8]>::trim_ascii);
    let asks = || {
        let plain = !line.iter().any(|byte| matches!(byte, b'#' | b'"' | b'\''));
        plain && line.ends_with(b"?")
    };
    begins(line) || value.is_some_and(begins) || !rules.magics.is_empty() && asks()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules {
            magics: ["%", "!", "?"].map(str::to_owned).to_vec(),
            wrappers: vec!["%%time".to_owned()],
        }
    }

    fn read(source: &str) -> Notebook {
        Notebook::read(source.as_bytes(), &rules()).expect("a notebook")
    }

    fn cells(cells: &str) -> String {
        format!("{{\"cells\": [\n{cells}\n],\n\"metadata\": {{}}, \"nbformat\": 4}}")
    }

    #[test]
    fn code_is_taken_out_and_put_back() {
        let source = cells(
            "{\"cell_type\": \"markdown\", \"source\": [\"no\"]},\n{\"cell_type\": \"code\", \"source\": [\n \"a = \\\"\\u00e9\\\"\\n\",\n \"b\"\n]},\n{\"source\": \"c\\nd\\n\", \"cell_type\": \"code\"}",
        );
        let notebook = read(&source);
        let code = String::from_utf8(notebook.code.clone()).expect("text");
        assert_eq!(code, "a = \"é\"\nb\nc\nd\n");
        let lines: Vec<u32> = (1..=4).map(|line| notebook.line(line)).collect();
        assert_eq!(lines, [4, 5, 7, 7]);
        for name in ["b", "d"] {
            let start = code.find(name).expect("in the code") as u32;
            let span = Span {
                start,
                end: start + 1,
            };
            let there = notebook.to_file(span);
            assert_eq!(&source[there.start as usize..there.end as usize], name);
            assert_eq!(notebook.to_code(there), span);
        }
    }

    #[test]
    fn orders_to_the_kernel_are_no_code() {
        let source = cells(
            "{\"cell_type\": \"code\", \"source\": \"%matplotlib\\nif x:\\n    !ls\\ny = (1\\n % 2)\\nz = !ls\\nx?\\n\"},{\"cell_type\": \"code\", \"source\": \"%%bash\\nls\\n\"},{\"cell_type\": \"code\", \"source\": \"%%time\\nf()\"}",
        );
        let code = String::from_utf8(read(&source).code).expect("text");
        let lines: Vec<_> = code.lines().map(str::trim_end).collect();
        let expected = [
            "0", "if x:", "    0", "y = (1", " % 2)", "0", "0", "", "", "0", "f()",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_is_damaged_is_read_as_far_as_it_goes() {
        assert!(Notebook::read(b"x = {}", &rules()).is_none());
        let source = cells("{\"cell_type\": \"code\", \"source\": \"\\ud83d\\ude00 \\ud83d \\u12");
        for end in 0..=source.len() {
            if source.is_char_boundary(end)
                && let Some(notebook) = Notebook::read(&source.as_bytes()[..end], &rules())
            {
                assert!(std::str::from_utf8(&notebook.code).is_ok());
            }
        }
        let deep = "[".repeat(100_000);
        assert!(
            Notebook::read(
                format!("{{\"nbformat\":{deep}\"cells\"").as_bytes(),
                &rules()
            )
            .is_some()
        );
    }
}
