//! Boxes and arrows as a Mermaid flowchart.

use crate::graph::export::Drawing;
use std::fmt::Write as _;

/// The drawing as a flowchart from left to right.
#[must_use]
pub fn mermaid(drawing: &Drawing) -> String {
    let mut text = String::from("flowchart LR\n");
    for (at, (label, _)) in drawing.boxes.iter().enumerate() {
        let label = escape(label);
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  n{at}[\"{label}\"]");
    }
    for (source, target, label) in &drawing.arrows {
        let label = escape(label);
        let _ = writeln!(text, "  n{source} -->|\"{label}\"| n{target}");
    }
    if let Some(cut) = &drawing.cut {
        let _ = writeln!(text, "  %% {cut}");
    }
    text
}

/// Writes as entities whatever may mean something to Mermaid, or to the Markdown
/// that it reads in labels: all but letters, digits and separators in places
/// where those begin no list, link, icon or emphasis.
fn escape(label: &str) -> String {
    let chars: Vec<char> = label.chars().collect();
    let word = |at: usize| chars.get(at).is_some_and(|c| c.is_alphanumeric());
    let is = |at: usize, c: char| chars.get(at) == Some(&c);
    let mut escaped = String::with_capacity(label.len());
    let mut begun = false;
    for (at, &c) in chars.iter().enumerate() {
        begun |= c.is_alphabetic();
        let before = at.wrapping_sub(1);
        let plain = match c {
            ' ' | '-' => begun,
            '.' => begun && !escaped.to_ascii_lowercase().ends_with("www"),
            '_' => word(before) && word(at + 1),
            ':' => is(before, ':') != is(at + 1, ':'),
            c => c.is_alphanumeric() || c == '/',
        };
        match c {
            '\n' | '\r' => escaped.push(' '),
            c if plain => escaped.push(c),
            c => {
                // Writing into a string cannot fail.
                let _ = write!(escaped, "#{};", u32::from(c));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::export::tests::with_part;

    #[test]
    fn nodes_and_edges_are_drawn() {
        let expected = "flowchart LR\n  n0[\"a.rs::f0\"]\n  n1[\"a.rs::f1\"]\n  \
                        n0 -->|\"calls\"| n1\n  %% 2 of 3 nodes shown\n";
        with_part(|part| assert_eq!(mermaid(&part.drawing()), expected));
    }

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escape("a<\"b\">#2`\n"), "a#60;#34;b#34;#62;#35;2#96; ");
        for (label, expected) in [
            ("src/a_b.rs::C::f", "src/a_b.rs::C::f"),
            ("_it_", "#95;it#95;"),
            ("1. one", "1#46;#32;one"),
            ("- dash", "#45;#32;dash"),
            ("fa:fa-car", "fa#58;fa-car"),
            ("a:::b", "a:#58;:b"),
            ("WWW.x.io", "WWW#46;x.io"),
            ("größe 🚢", "größe #128674;"),
        ] {
            assert_eq!(escape(label), expected);
        }
    }
}
