//! What the tokens of a source tell of its language: a type with functions in it is none
//! of C, whatever words it is made of.

/// How many tokens of a list are looked at.
const REACH: usize = 256;

/// What tells a language by its tokens; the words of `Shared` in a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// What stands anywhere.
    pub code: Vec<String>,
    /// What a member of a type begins with.
    pub members: Vec<String>,
    /// Words in front of the names of such types.
    pub holders: Vec<String>,
}

impl Signs {
    /// Whether any of it may stand in `text`, whose comments and literals are not told apart.
    #[must_use]
    pub fn may_stand(&self, text: &[u8]) -> bool {
        let words = self.code.iter().filter_map(|sign| literal(sign));
        let mut words = words.chain(self.holders.iter().map(String::as_str));
        words.any(|word| memchr::memmem::find(text, word.as_bytes()).is_some())
    }

    /// Whether any of it stands in `code`, which is without comments and literals.
    #[must_use]
    pub fn stand(&self, code: &[u8]) -> bool {
        if self.code.is_empty() && self.members.is_empty() {
            return false;
        }
        let signs = possible(&self.code, code);
        let members = possible(&self.members, code);
        let tokens = tokens(code);
        // The names of the types that are open, and other brackets.
        let mut open: Vec<Option<&[u8]>> = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            let rest = &tokens[place..];
            if signs.iter().any(|sign| fits(rest, sign, b"")) {
                return true;
            }
            let begins = place > 0 && matches!(tokens[place - 1], b"{" | b"}" | b";");
            if let Some(Some(name)) = open.last()
                && begins
                && members.iter().any(|sign| fits(rest, sign, name))
            {
                return true;
            }
            match *token {
                b"{" => open.push(self.held(&tokens[..place])),
                b"}" => drop(open.pop()),
                _ => {}
            }
        }
        false
    }

    /// The name of the type whose head ends `before` a brace.
    fn held<'s>(&self, before: &[&'s [u8]]) -> Option<&'s [u8]> {
        let holds = |word: &[u8]| self.holders.iter().any(|known| known.as_bytes() == word);
        match before {
            [.., holder, name] if holds(holder) => Some(name),
            [.., holder] if holds(holder) => Some(b""),
            _ => None,
        }
    }
}

/// The parts of those signs of which `code` has what stands for itself.
fn possible<'s>(signs: &'s [String], code: &[u8]) -> Vec<Vec<&'s str>> {
    let stands = |sign: &&'s String| {
        literal(sign).is_none_or(|word| memchr::memmem::find(code, word.as_bytes()).is_some())
    };
    let signs = signs.iter().filter(stands);
    signs
        .map(|sign| sign.split_ascii_whitespace().collect())
        .collect()
}

/// A word of a sign that stands for itself, or a mark where there is none.
fn literal(sign: &str) -> Option<&str> {
    let items = sign.split_ascii_whitespace();
    let mut fixed = items.filter(|item| !matches!(*item, "name" | "function" | "self" | "…)"));
    let is_word = |item: &&str| item.bytes().all(|byte| byte.is_ascii_alphabetic());
    fixed.clone().find(is_word).or_else(|| fixed.next())
}

/// Words and marks, without lines that begin with a `#`.
fn tokens(code: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::with_capacity(code.len() / 4);
    let mut fresh = true;
    let mut at = 0;
    while let Some(&byte) = code.get(at) {
        let rest = &code[at..];
        let mut length = 1;
        if byte == b'#' && fresh {
            length = directive(rest);
        } else if is_word(byte) {
            length = rest.iter().take_while(|byte| is_word(**byte)).count();
            tokens.push(&rest[..length]);
        } else if !byte.is_ascii_whitespace() && byte != b'\\' {
            tokens.push(&rest[..1]);
        }
        fresh = byte == b'\n' || fresh && byte.is_ascii_whitespace();
        at += length;
    }
    tokens
}

/// How long the directive at the front of `rest` is, its line break left out.
fn directive(rest: &[u8]) -> usize {
    let mut breaks = memchr::memchr_iter(b'\n', rest);
    let end = breaks.find(|end| !rest[..*end].trim_ascii_end().ends_with(b"\\"));
    end.unwrap_or(rest.len())
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether `tokens` begin as `sign` says, in a type called `name`.
fn fits(tokens: &[&[u8]], sign: &[&str], name: &[u8]) -> bool {
    let mut rest = tokens;
    sign.iter().all(|item| {
        let taken = match *item {
            "name" => usize::from(rest.first().is_some_and(|token| is_name(token))),
            "function" => function(rest),
            "…)" => inside(rest),
            "self" => usize::from(!name.is_empty() && rest.first() == Some(&name)),
            _ => usize::from(rest.first().is_some_and(|token| *token == item.as_bytes())),
        };
        rest = &rest[taken..];
        taken > 0
    })
}

fn is_name(token: &[u8]) -> bool {
    let first = token.first().copied().unwrap_or_default();
    is_word(first) && !first.is_ascii_digit()
}

/// How long the head of a function is that `tokens` begin with, up to its parameters: a type and a name.
/// Words in capitals and reserved ones may be macros.
fn function(tokens: &[&[u8]]) -> usize {
    let plain = |token: &[u8]| {
        is_name(token) && !token.starts_with(b"__") && token.iter().any(u8::is_ascii_lowercase)
    };
    let part = |token: &&&[u8]| plain(token) || matches!(**token, b"*" | b"&");
    let length = tokens.iter().take(REACH).take_while(part).count();
    let [first, .., last] = &tokens[..length] else {
        return 0;
    };
    let lists = matches!(&tokens[length..], [open, next, ..] if *open == b"(" && *next != b"*" && *next != b"^");
    match plain(first) && plain(last) && lists {
        true => length + 1,
        false => 0,
    }
}

/// How long what `tokens` begin with is up to the bracket around it, with it; no statement ends in there.
fn inside(tokens: &[&[u8]]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().take(REACH).enumerate() {
        match *token {
            b"(" => depth += 1,
            b")" if depth == 0 => return at + 1,
            b")" => depth -= 1,
            b";" | b"{" | b"}" => return 0,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs() -> Signs {
        let list = |signs: &[&str]| signs.iter().map(|sign| (*sign).to_owned()).collect();
        Signs {
            code: list(&["struct name :", ") const ;", "name name = …)", "virtual ~"]),
            members: list(&["function", "~ name (", "self ("]),
            holders: list(&["struct"]),
        }
    }

    #[test]
    fn tokens_tell() {
        for text in [
            "struct B : A {\n};",
            "int size() const;",
            "void f(int a = 3);",
            "void f(int a, box b = g(1), int c = 2);",
            "struct A { virtual ~A(); };",
            "struct A { void m(); };",
            "struct A { int x; static const char *name(int n) { return 0; } };",
            "struct A { A(); };",
            "struct A { ~A(); };",
            "struct { int f(); } a;",
        ] {
            assert!(
                signs().may_stand(text.as_bytes()) && signs().stand(text.as_bytes()),
                "{text}"
            );
        }
    }

    #[test]
    fn what_other_languages_have_tells_nothing() {
        for text in [
            "",
            "struct a { int b : 3; int c; };",
            "struct a { void (*f)(int); int const (*g)(void); };",
            "struct a { int x __attribute__((packed)); DECLARE(y); int z LOCKED(x); };",
            "struct a {\n#define F(x) \\\n int f(x)\n int y;\n};",
            "for (int i = 0; i < 3; i++) f(i);",
            "int x = f(1); if ((x = 2)) g();",
            "int f(void); struct a f(struct a b) { int c(); }",
            "struct a b = { .c = d(1) };",
            "struct a",
            "} ; (",
        ] {
            assert!(!signs().stand(text.as_bytes()), "{text}");
        }
    }
}
