//! Prints the syntax tree of a file: `cargo run --example tree -- java FILE`.

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: tree GRAMMAR FILE";
    let grammar = arguments.next().ok_or(usage)?;
    let file = arguments.next().ok_or(usage)?;
    let source = std::fs::read(&file).map_err(|error| error.to_string())?;
    let grammar = waymark_tests::grammar(&grammar).ok_or("no such grammar")?;
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&grammar)
        .map_err(|error| error.to_string())?;
    let tree = parser.parse(&source, None).ok_or("the parser gave up")?;
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        let node = cursor.node();
        if node.is_named() {
            let field = cursor
                .field_name()
                .map_or(String::new(), |f| format!("{f}: "));
            let text = match node.named_child_count() {
                0 => node.utf8_text(&source).unwrap_or("?"),
                _ => "",
            };
            let line = node.start_position().row + 1;
            println!("{:depth$}{field}{} {line} {text}", "", node.kind());
        }
        if cursor.goto_first_child() {
            depth += 2;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
            depth -= 2;
        }
    }
}
