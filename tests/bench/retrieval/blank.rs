//! The files of an index with comments and documentation strings overwritten by
//! blanks, so that every line stays where it is.

use crate::sets::Tree;
use tree_sitter::{Node, Parser};
use waymark_engine::extract::Languages;
use waymark_engine::index::Index;

/// The files of `index` without a word of documentation.
pub fn without_docs(index: &Index) -> Tree {
    let languages = Languages::builtin().unwrap_or_default();
    let files = index.view().corpus.files().iter().map(|file| {
        let mut text = file.text.unpack().unwrap_or_default();
        let language = file
            .language
            .as_deref()
            .and_then(|name| languages.get(name));
        if let Some(grammar) = language.and_then(|l| waymark_tests::grammar(&l.manifest.grammar)) {
            let mut parser = Parser::new();
            if parser.set_language(&grammar).is_ok()
                && let Some(tree) = parser.parse(&text, None)
            {
                blank(&tree, &mut text);
            }
        } else if file.language.is_none() {
            text.clear();
        }
        (file.path.clone(), text)
    });
    Tree::Files(files.collect())
}

fn blank(tree: &tree_sitter::Tree, text: &mut [u8]) {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if is_documentation(node) {
            for byte in &mut text[node.byte_range()] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// A comment, or a string that is a statement by itself.
fn is_documentation(node: Node<'_>) -> bool {
    let is_string = |node: Node<'_>| node.kind() == "string" && node.named_child_count() > 0;
    node.kind().contains("comment")
        || is_string(node)
            && node.parent().is_some_and(|parent| {
                parent.kind() == "expression_statement" && parent.named_child_count() == 1
            })
}
