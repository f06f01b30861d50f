//! Prints the facts of a file: `cargo run --example facts -- typescript FILE`.

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let language = arguments.next().ok_or("usage: facts LANGUAGE FILE")?;
    let file = arguments.next().ok_or("usage: facts LANGUAGE FILE")?;
    let source = std::fs::read(&file).map_err(|error| error.to_string())?;
    let facts = waymark_tests::extractor(&language)?.extract(&source).facts;
    let name = |id| facts.names.get(id);
    for (i, d) in facts.definitions.iter().enumerate() {
        println!(
            "def {i} {} {} {:?} in {:?} scope {:?} sig `{}` doc `{}` type {:?} values {:?} flags {} {:?}",
            d.kind.as_str(),
            name(d.name),
            d.lines,
            d.container,
            d.scope,
            d.signature,
            d.doc,
            d.type_,
            d.values,
            d.flags.0,
            d.metrics
        );
        for p in &d.parameters {
            println!(
                "    parameter {} {:?} {}",
                name(p.name),
                p.type_,
                p.optional
            );
        }
    }
    for (i, s) in facts.scopes.iter().enumerate() {
        println!("scope {i} {s:?}");
    }
    for b in &facts.bindings {
        println!("binding {} {b:?}", name(b.name));
    }
    for r in &facts.references {
        println!(
            "ref {:?} {} line {} def {:?} args {:?} target {:?}",
            r.kind,
            r.name.map_or("?", name),
            r.line,
            r.definition,
            r.arguments,
            r.target
        );
    }
    for i in &facts.imports {
        println!(
            "import {:?} {} name {:?} alias {:?} {i:?}",
            i.kind,
            name(i.source),
            i.name.map(name),
            i.alias.map(name)
        );
    }
    for e in &facts.exports {
        println!("export {} {:?}", name(e.name), e.value);
    }
    for h in &facts.inheritance {
        println!("inherit {h:?}");
    }
    for (i, e) in facts.exprs.iter().enumerate() {
        println!("expr {i} {e:?}");
    }
    println!("partial {}", facts.partial);
    Ok(())
}
