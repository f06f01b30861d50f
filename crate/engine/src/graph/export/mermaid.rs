//! A part of the graph as a Mermaid flowchart.

use crate::graph::export::Part;
use std::fmt::Write as _;

/// The part as a flowchart from left to right.
#[must_use]
pub fn mermaid(part: &Part<'_>) -> String {
    let mut text = String::from("flowchart LR\n");
    for (at, reached) in part.nodes.iter().enumerate() {
        let label = escape(&part.graph.fqn(reached.node));
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  n{at}[\"{label}\"]");
    }
    for (source, target, kind) in part.arrows() {
        let _ = writeln!(text, "  n{source} -->|{kind}| n{target}");
    }
    if let Some(cut) = part.cut() {
        let _ = writeln!(text, "  %% {cut}");
    }
    text
}

/// Writes what means something to Mermaid inside quotes as entities; a label
/// that starts with a back-tick would be Markdown.
fn escape(label: &str) -> String {
    let mut escaped = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '"' => escaped.push_str("#quot;"),
            '#' => escaped.push_str("#35;"),
            '<' => escaped.push_str("#lt;"),
            '>' => escaped.push_str("#gt;"),
            '`' => escaped.push_str("#96;"),
            '\n' | '\r' => escaped.push(' '),
            c => escaped.push(c),
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
                        n0 -->|calls| n1\n  %% 2 of 3 nodes shown\n";
        with_part(|part| assert_eq!(mermaid(part), expected));
    }

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escape("a<\"b\">#2`\n"), "a#lt;#quot;b#quot;#gt;#35;2#96; ");
    }
}
