//! Lets the module link grammars at run time: they take slots at the end of its table and share its stack.
#![allow(
    clippy::disallowed_methods,
    reason = "Cargo tells the target in a variable"
)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        for argument in [
            "--export-table",
            "--growable-table",
            "--export=__stack_pointer",
        ] {
            println!("cargo::rustc-link-arg-cdylib={argument}");
        }
    }
}
