//! The grammar of TOML, by recursive descent of bounded depth.

use super::{Table, Value};

/// Nesting of keys, arrays and inline tables together; people write up to six.
const MAX_DEPTH: usize = 64;

type Parsed<T> = Result<T, &'static str>;

/// A document and how far it is read, in bytes.
pub(super) struct Parser<'t> {
    text: &'t str,
    pub(super) at: usize,
    /// Where each pair and each head of a table begins.
    pub(super) starts: Vec<usize>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let starts = Vec::new();
        Self {
            text,
            at: 0,
            starts,
        }
    }

    pub(super) fn document(&mut self) -> Parsed<Table> {
        let mut root = Table::new();
        let mut current: Vec<String> = Vec::new();
        loop {
            self.skip_lines();
            if self.rest().is_empty() {
                return Ok(root);
            }
            self.starts.push(self.at);
            if self.eat("[[") {
                current = self.keys()?;
                self.expect("]]")?;
                append_table(&mut root, &current)?;
            } else if self.eat("[") {
                current = self.keys()?;
                self.expect("]")?;
                table_at(&mut root, &current)?;
            } else {
                let table = table_at(&mut root, &current)?;
                self.pair(table, 0)?;
            }
            self.end_of_line()?;
        }
    }

    /// `a.b = value`.
    fn pair(&mut self, table: &mut Table, depth: usize) -> Parsed<()> {
        let mut keys = self.keys()?;
        let last = keys.pop().ok_or("a key is missing")?;
        self.expect("=")?;
        let value = self.value(depth + keys.len() + 1)?;
        table_at(table, &keys)?.insert(last, value);
        Ok(())
    }

    /// A dotted key.
    fn keys(&mut self) -> Parsed<Vec<String>> {
        let mut keys = Vec::new();
        loop {
            self.skip_blanks();
            keys.push(self.key()?);
            self.skip_blanks();
            if keys.len() > MAX_DEPTH {
                return Err("keys are nested too deep");
            }
            if !self.eat(".") {
                return Ok(keys);
            }
        }
    }

    fn key(&mut self) -> Parsed<String> {
        if self.eat("\"") {
            return self.basic();
        }
        if self.eat("'") {
            return self.until("'", false);
        }
        let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let key = self.take_while(is_bare);
        if key.is_empty() {
            Err("expected a key")
        } else {
            Ok(key.to_owned())
        }
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        if depth > MAX_DEPTH {
            return Err("values are nested too deep");
        }
        self.skip_blanks();
        if self.eat("\"\"\"") {
            self.skip_first_line_end();
            return self.long_basic().map(Value::Text);
        }
        if self.eat("'''") {
            self.skip_first_line_end();
            return self.until("'''", true).map(Value::Text);
        }
        if self.eat("\"") {
            return self.basic().map(Value::Text);
        }
        if self.eat("'") {
            return self.until("'", false).map(Value::Text);
        }
        if self.eat("[") {
            return self.list(depth);
        }
        if self.eat("{") {
            return self.inline_table(depth);
        }
        self.scalar()
    }

    fn list(&mut self, depth: usize) -> Parsed<Value> {
        let mut items = Vec::new();
        loop {
            self.skip_lines();
            if self.eat("]") {
                return Ok(Value::List(items));
            }
            items.push(self.value(depth + 1)?);
            self.skip_lines();
            if !self.eat(",") {
                self.expect("]")?;
                return Ok(Value::List(items));
            }
        }
    }

    fn inline_table(&mut self, depth: usize) -> Parsed<Value> {
        let mut table = Table::new();
        loop {
            self.skip_lines();
            if self.eat("}") {
                return Ok(Value::Table(table));
            }
            self.pair(&mut table, depth)?;
            self.skip_lines();
            if !self.eat(",") {
                self.expect("}")?;
                return Ok(Value::Table(table));
            }
        }
    }

    fn scalar(&mut self) -> Parsed<Value> {
        let is_scalar = |c: char| c.is_ascii_alphanumeric() || "+-._:".contains(c);
        let start = self.at;
        let word = self.take_while(is_scalar);
        match word {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            _ => {}
        }
        // A date and a time may have a blank between them.
        let is_date = word.len() == 10 && word.get(4..5) == Some("-");
        if is_date
            && self.rest().starts_with(' ')
            && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1;
            self.take_while(is_scalar);
        }
        let unsigned = word.trim_start_matches(['+', '-']);
        let is_number = unsigned.starts_with(|c: char| c.is_ascii_digit());
        if is_number || matches!(unsigned, "inf" | "nan") {
            return Ok(Value::Scalar(
                self.text.get(start..self.at).unwrap_or_default().to_owned(),
            ));
        }
        Err("expected a value")
    }

    /// A string in double quotes on one line, past its opening.
    fn basic(&mut self) -> Parsed<String> {
        let mut out = String::new();
        loop {
            out.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            if self.eat("\"") {
                return Ok(out);
            }
            if !self.eat("\\") {
                return Err("a string does not end");
            }
            out.push(self.escape()?);
        }
    }

    /// A string in three double quotes, past its opening.
    fn long_basic(&mut self) -> Parsed<String> {
        let mut out = String::new();
        loop {
            out.push_str(self.take_while(|c| !matches!(c, '"' | '\\')));
            if self.eat("\"\"\"") {
                self.closing_quotes('"', &mut out);
                return Ok(out);
            }
            if self.eat("\"") {
                out.push('"');
            } else if self.eat("\\") {
                // Before a line end it swallows all blanks that follow.
                let blanks = self.rest().len() - self.rest().trim_start().len();
                let swallowed = self.rest().get(..blanks).unwrap_or_default();
                if swallowed.contains('\n') {
                    self.at += blanks;
                } else {
                    out.push(self.escape()?);
                }
            } else {
                return Err("a string does not end");
            }
        }
    }

    /// A literal string, past its opening.
    fn until(&mut self, end: &str, long: bool) -> Parsed<String> {
        let length = self.rest().find(end).ok_or("a string does not end")?;
        let content = self.rest().get(..length).unwrap_or_default();
        if !long && content.contains('\n') {
            return Err("a string does not end");
        }
        let mut out = content.to_owned();
        self.at += length + end.len();
        if long {
            self.closing_quotes('\'', &mut out);
        }
        Ok(out)
    }

    /// Up to two quotes may stand before the three that close.
    fn closing_quotes(&mut self, quote: char, out: &mut String) {
        for _ in 0..2 {
            if self.rest().starts_with(quote) {
                self.at += 1;
                out.push(quote);
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        const BAD: &str = "an escape is wrong";
        let c = self.rest().chars().next().ok_or(BAD)?;
        self.at += c.len_utf8();
        let digits = match c {
            'b' => return Ok('\u{8}'),
            't' => return Ok('\t'),
            'n' => return Ok('\n'),
            'f' => return Ok('\u{C}'),
            'r' => return Ok('\r'),
            'e' => return Ok('\u{1B}'),
            '"' | '\\' => return Ok(c),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => return Err(BAD),
        };
        let hex = self.rest().get(..digits).ok_or(BAD)?;
        self.at += digits;
        let code = u32::from_str_radix(hex, 16).map_err(|_| BAD)?;
        char::from_u32(code).ok_or(BAD)
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        self.skip_blanks();
        self.skip_comment();
        if self.rest().is_empty() || self.eat("\n") || self.eat("\r\n") {
            return Ok(());
        }
        Err("expected the end of the line")
    }

    fn skip_lines(&mut self) {
        loop {
            self.take_while(|c| c.is_ascii_whitespace());
            if !self.rest().starts_with('#') {
                return;
            }
            self.skip_comment();
        }
    }

    fn skip_comment(&mut self) {
        if self.rest().starts_with('#') {
            self.take_while(|c| c != '\n');
        }
    }

    fn skip_blanks(&mut self) {
        self.take_while(|c| c == ' ' || c == '\t');
    }

    fn skip_first_line_end(&mut self) {
        let _ = self.eat("\n") || self.eat("\r\n");
    }

    fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        self.skip_blanks();
        match sign {
            _ if self.eat(sign) => Ok(()),
            "=" => Err("expected `=`"),
            "}" => Err("expected `,` or `}`"),
            _ => Err("expected `]`"),
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let (taken, _) = rest.split_at(rest.find(|c| !wanted(c)).unwrap_or(rest.len()));
        self.at += taken.len();
        taken
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// The table at a path of keys, made where it is new; of a list of tables the
/// last.
fn table_at<'v>(mut table: &'v mut Table, keys: &[String]) -> Parsed<&'v mut Table> {
    for key in keys {
        let found = table
            .entry(key.clone())
            .or_insert_with(|| Value::Table(Table::new()));
        table = match found {
            Value::Table(inner) => inner,
            Value::List(items) => match items.last_mut() {
                Some(Value::Table(inner)) => inner,
                _ => return Err("a key of a list that holds no table"),
            },
            _ => return Err("a key of a value that is no table"),
        };
    }
    Ok(table)
}

fn append_table(root: &mut Table, keys: &[String]) -> Parsed<()> {
    let (last, parents) = keys.split_last().ok_or("a key is missing")?;
    let parent = table_at(root, parents)?;
    match parent
        .entry(last.clone())
        .or_insert_with(|| Value::List(Vec::new()))
    {
        Value::List(items) => items.push(Value::Table(Table::new())),
        _ => return Err("a list of tables where there is another value"),
    }
    Ok(())
}
