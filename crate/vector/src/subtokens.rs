//! The model's own way to cut text into words. It must be matched exactly: the
//! rows of the model were trained on words cut like this.

/// The runs of ASCII letters and digits in `text`.
pub fn runs(text: &[u8]) -> impl Iterator<Item = &str> {
    text.split(|byte| !byte.is_ascii_alphanumeric())
        .filter(|run| !run.is_empty())
        .filter_map(|run| std::str::from_utf8(run).ok())
}

/// The subtokens of a run: `HTTPServer2` → `HTTP`, `Server`, `2`. The same as
/// the regular expression `[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+`.
pub fn subtokens(run: &str) -> impl Iterator<Item = &str> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let end = first_length(rest.as_bytes());
        let (head, tail) = rest.split_at_checked(end)?;
        rest = tail;
        (!head.is_empty()).then_some(head)
    })
}

/// Bytes of the first subtoken of `run`, which is ASCII.
fn first_length(run: &[u8]) -> usize {
    let count = |from: usize, is: fn(&u8) -> bool| {
        let rest = run.get(from..).unwrap_or(&[]);
        rest.iter().take_while(|byte| is(byte)).count()
    };
    let digits = count(0, u8::is_ascii_digit);
    if digits > 0 {
        return digits;
    }
    let upper = count(0, u8::is_ascii_uppercase);
    let lower = count(upper, u8::is_ascii_lowercase);
    match (upper, lower) {
        // A plural: `URLs`.
        (2.., 1) if run.get(upper) == Some(&b's') => upper + 1,
        // The last capital begins the next word.
        (2.., 1..) => upper - 1,
        _ => upper + lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_capitals_and_digits() {
        for (text, expected) in [
            ("HTTPServer", &["HTTP", "Server"][..]),
            ("getURLs from", &["get", "URLs", "from"]),
            ("IDs2 IDsome", &["IDs", "2", "I", "Dsome"]),
            ("ABc A aB", &["A", "Bc", "A", "a", "B"]),
            ("utf8_to-i32", &["utf", "8", "to", "i", "32"]),
            ("naïve 日本", &["na", "ve"]),
            ("", &[]),
        ] {
            let found: Vec<&str> = runs(text.as_bytes()).flat_map(subtokens).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
