//! Boxes and arrows in Graphviz' language.

use crate::graph::export::Drawing;
use std::fmt::Write as _;

/// The drawing as a directed graph from left to right.
#[must_use]
pub fn dot(drawing: &Drawing) -> String {
    let mut text = String::from("digraph waymark {\n  rankdir=LR;\n  node [shape=box];\n");
    for (at, (label, kind)) in drawing.boxes.iter().enumerate() {
        let label = escape(label);
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  n{at} [label=\"{label}\", tooltip=\"{kind}\"];");
    }
    for (source, target, label) in &drawing.arrows {
        let label = escape(label);
        let _ = writeln!(text, "  n{source} -> n{target} [label=\"{label}\"];");
    }
    if let Some(cut) = &drawing.cut {
        let _ = writeln!(text, "  // {cut}");
    }
    text.push_str("}\n");
    text
}

/// Escapes a quoted string; a backslash would start one of Graphviz' escapes.
fn escape(label: &str) -> String {
    let escaped = label.replace('\\', "\\\\").replace('"', "\\\"");
    escaped.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::export::tests::with_part;

    #[test]
    fn nodes_and_edges_are_drawn() {
        let expected = "digraph waymark {\n  rankdir=LR;\n  node [shape=box];\n  \
            n0 [label=\"a.rs::f0\", tooltip=\"function\"];\n  \
            n1 [label=\"a.rs::f1\", tooltip=\"function\"];\n  \
            n0 -> n1 [label=\"calls\"];\n  // 2 of 3 nodes shown\n}\n";
        with_part(|part| assert_eq!(dot(&part.drawing()), expected));
    }

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escape("a\"\\n\n"), "a\\\"\\\\n ");
    }
}
