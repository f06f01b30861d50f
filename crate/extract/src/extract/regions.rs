//! Files of which only parts are code: pages and components with scripts. What
//! stands outside them is read as blanks, so that every offset and line stays.

use crate::extract::manifest::Regions;
use std::borrow::Cow;
use std::ops::Range;

/// `source` with everything blank but its regions and its line breaks.
#[must_use]
pub fn code<'s>(source: &'s [u8], regions: &Regions) -> Cow<'s, [u8]> {
    if regions.tag.is_empty() {
        return Cow::Borrowed(source);
    }
    let blank = source
        .iter()
        .map(|byte| if *byte == b'\n' { b'\n' } else { b' ' });
    let mut text: Vec<u8> = blank.collect();
    let mut at = 0;
    while let Some((body, next)) = element(source, at, regions) {
        text[body.clone()].copy_from_slice(&source[body]);
        at = next;
    }
    Cow::Owned(text)
}

/// The body of the next element that holds code, and where to look on.
fn element(source: &[u8], from: usize, regions: &Regions) -> Option<(Range<usize>, usize)> {
    let mut at = from;
    loop {
        let start = opening(source, at, &regions.tag)?;
        let open = start + 1 + regions.tag.len();
        let start = open + attributes_end(source.get(open..)?)?;
        let attributes = &source[open..start];
        let body = start + 1;
        if attributes.last() == Some(&b'/') {
            at = body;
            continue;
        }
        let end = find(source.get(body..)?, b"</", &regions.tag);
        let end = end.map_or(source.len(), |end| body + end);
        if holds_code(attributes, regions) {
            return Some((body..end, end));
        }
        at = end;
    }
}

/// Where the next element of `tag` begins that no comment holds.
fn opening(source: &[u8], mut at: usize, tag: &str) -> Option<usize> {
    let next = |at: usize| Some(at + find(source.get(at..)?, b"<", tag)?);
    let mut start = next(at)?;
    while let Some(comment) = memchr::memmem::find(&source[at..start], b"<!--") {
        // The end may share its dashes with the beginning.
        let inside = at + comment + 2;
        at = inside + memchr::memmem::find(&source[inside..], b"-->")? + 3;
        if at > start {
            start = next(at)?;
        }
    }
    Some(start)
}

/// Where `lead` and `tag` stand, in any case, as a whole name.
fn find(text: &[u8], lead: &[u8], tag: &str) -> Option<usize> {
    memchr::memmem::find_iter(text, lead).find(|at| {
        let name = at + lead.len();
        let end = name + tag.len();
        let named = text.get(name..end);
        named.is_some_and(|named| named.eq_ignore_ascii_case(tag.as_bytes()))
            && !text
                .get(end)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    })
}

/// Where the `>` that ends a tag stands, quoted values passed over.
fn attributes_end(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    text.iter().position(|byte| {
        match quote {
            Some(open) if open == *byte => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(*byte),
            None => return *byte == b'>',
        }
        false
    })
}

/// Whether the element's `type`, if it says one, is one of code.
fn holds_code(attributes: &[u8], regions: &Regions) -> bool {
    let text = String::from_utf8_lossy(attributes);
    let Some((_, value)) = text.split_once("type=") else {
        return true;
    };
    let value = value.trim_start_matches(['"', '\'']);
    let value = value.split(['"', '\'', ' ', '>']).next().unwrap_or("");
    value.is_empty()
        || regions
            .types
            .iter()
            .any(|known| value.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> Vec<String> {
        let regions = Regions {
            tag: "script".to_owned(),
            types: vec!["module".to_owned()],
        };
        let code = code(text.as_bytes(), &regions);
        assert_eq!(code.len(), text.len());
        let lines = String::from_utf8(code.into_owned()).unwrap_or_default();
        assert_eq!(lines.matches('\n').count(), text.matches('\n').count());
        lines.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn only_code_stays() {
        assert_eq!(
            kept("<p>a</p>\n<script lang=\"ts\">\nlet é\n</script>b"),
            ["let", "é"]
        );
        assert_eq!(
            kept("<SCRIPT>a</SCRIPT ><script type='module'>b</script>"),
            ["a", "b"]
        );
        assert_eq!(
            kept("<script a=\">\" type=\"text/x\">a</script><script>b"),
            ["b"]
        );
        assert_eq!(
            kept("<script src=x /><scripts>a</scripts><script>b</script>"),
            ["b"]
        );
        assert_eq!(
            kept(
                "<!-- <script>a</script> --><script>b<!-- c</script><!--><script>d</script><!-- <script>e</script>"
            ),
            ["b<!--", "c", "d"]
        );
        assert_eq!(kept("<script"), [""; 0]);
        assert_eq!(kept(""), [""; 0]);
    }
}
