/** A snippet that needs the external scanner where the grammar has one, and its nodes by the native grammar. */
export const snippets = {
  c: ['int f(char *s) { return s["é"[0]] << 1u; }\n', 34],
  cpp: ['class A : B { int f() { return 1; } };\n', 25],
  csharp: ['class A<T> { string F(T t) => $"{t:X}é" + """\n  x\n  """; }\n', 41],
  go: ['package main\n\nfunc main() { println("hé", 1<<3) }\n', 29],
  java: ['class A<T> { int f(T t) { return """\n  x""".length(); } }\n', 38],
  javascript: ["const f = (x) => `a${x}b`\nlabel: for (;;) break label\n", 35],
  kotlin: ['fun f(x: Int) = "é$x ${x + 1}" /* /* */ */\n', 28],
  php: ["<p><?php echo <<<A\n  {$x->y} é\n  A; ?></p>\n", 24],
  python: ['def f(x):\n    return f"{x!r:>{10}}"\n\nclass A: pass\n', 33],
  rust: ['fn f<\'a>(x: &\'a str) -> u8 { r#"a"b"#.len() as u8 /* /* */ */ }\n', 43],
  tsx: ["const a = <B c={1}>text &amp; {d}</B>;\n", 30],
  typescript: ["abstract class A<T extends B> { private x?: `a${T}`; }\n", 32],
};
