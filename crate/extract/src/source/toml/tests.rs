use super::{Value, parse, to_json};

/// Checks a document against the JSON it stands for.
fn check(text: &str, expected: &str) {
    assert_eq!(to_json(text).as_deref(), Ok(expected), "{text}");
}

#[test]
fn keys_and_tables() {
    check("", "{}");
    check(
        "# c\na = 1 # d\r\n\n[t]\n'b.c' = true\n",
        r#"{"a":1,"t":{"b.c":true}}"#,
    );
    check(
        "a.b . \"c d\" = 1\na.e = 2",
        r#"{"a":{"b":{"c d":1},"e":2}}"#,
    );
    check("[a.b]\nx=1\n[a]\ny=2", r#"{"a":{"b":{"x":1},"y":2}}"#);
    check(
        "[[a]]\nx=1\n[[a]]\n[a.b]\ny=2\n[[a.c]]",
        r#"{"a":[{"x":1},{"b":{"y":2},"c":[{}]}]}"#,
    );
    check("[ a . 'b' ]\n1-_ = 0", r#"{"a":{"b":{"1-_":0}}}"#);
    check("\u{FEFF}a = 1", r#"{"a":1}"#);
}

#[test]
fn strings() {
    check(
        r#"a = "x\t\"\\\u00e9\U0001F600""#,
        r#"{"a":"x\u0009\"\\é😀"}"#,
    );
    check("a = 'x\\y'", r#"{"a":"x\\y"}"#);
    check("a = \"\"\"\nx\n  \\\n   y\"\"\"", r#"{"a":"x\u000a  y"}"#);
    check("a = '''\nx\\\n''''", r#"{"a":"x\\\u000a'"}"#);
    check("a = \"\"\"x\"\"y\"\"\"\"\"", r#"{"a":"x\"\"y\"\""}"#);
    check("a = ''\nb = \"\"", r#"{"a":"","b":""}"#);
}

#[test]
fn lists_and_inline_tables() {
    check(
        "a = [1, 'b', [true], # c\n {c.d = 1, e = []},\n]",
        r#"{"a":[1,"b",[true],{"c":{"d":1},"e":[]}]}"#,
    );
    check("a = {}\nb = { # 1.1\n c = 1,\n}", r#"{"a":{},"b":{"c":1}}"#);
}

#[test]
fn scalars() {
    check(
        "a = [1., 007, 0.0, 1e+5, -0]",
        r#"{"a":["1.","007",0.0,1e+5,-0]}"#,
    );
    check(
        "a = [+1_000, -2, 1.5e-3, 0xff, inf, -nan]",
        r#"{"a":[1000,-2,1.5e-3,"0xff","inf","-nan"]}"#,
    );
    check(
        "a = 1979-05-27 07:32:00Z # c",
        r#"{"a":"1979-05-27 07:32:00Z"}"#,
    );
    check(
        "a = [1979-05-27, 07:32:00]",
        r#"{"a":["1979-05-27","07:32:00"]}"#,
    );
}

#[test]
fn errors_name_their_line() {
    let fails = [
        ("a", "line 1: expected `=`"),
        ("\na = ", "line 2: expected a value"),
        ("a = 1 b = 2", "line 1: expected the end of the line"),
        ("a = \"x\ny\"", "line 1: a string does not end"),
        ("a = '''x", "line 1: a string does not end"),
        ("a = \"\\q\"", "line 1: an escape is wrong"),
        ("a = \"\\ud800\"", "line 1: an escape is wrong"),
        ("[a\n]", "line 1: expected `]`"),
        ("a = [1 2]", "line 1: expected `]`"),
        ("a = {b = 1 c = 2}", "line 1: expected `,` or `}`"),
        ("a = 1\n[a]", "line 2: a key of a value that is no table"),
        (
            "a = 1\n[[a]]",
            "line 2: a list of tables where there is another value",
        ),
        ("= 1", "line 1: expected a key"),
        ("a = nope", "line 1: expected a value"),
    ];
    for (text, expected) in fails {
        assert_eq!(parse(text).err().as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn hostile_nesting_ends() {
    for text in [
        "[".repeat(100_000),
        format!("a = {}", "[".repeat(100_000)),
        "a.".repeat(100_000),
    ] {
        assert!(parse(&text).is_err());
    }
    assert!(parse(&format!("a = {}1{}", "{b.c = ".repeat(20), "}".repeat(20))).is_ok());
    assert!(parse(&format!("a = {}1{}", "{b.c = ".repeat(33), "}".repeat(33))).is_err());
}

#[test]
fn reads_values_by_type() {
    let table = parse("a = {b = 'x', c = [1], d = true}").expect("TOML");
    let a = table.get("a").expect("a");
    assert_eq!(a.get("b").and_then(Value::as_text), Some("x"));
    assert_eq!(a.get("c").map(|c| c.items().len()), Some(1));
    assert_eq!(a.get("d").and_then(Value::as_bool), Some(true));
    assert_eq!(
        (a.get("none"), a.as_text(), a.items().len()),
        (None, None, 0)
    );
}

/// Cuts and mutates a document: nothing may panic.
#[test]
fn damaged_documents_never_panic() {
    let sample = "[a.'b']\nc = [\"\\u00e9\", '''é''', {d.e = 1979-05-27 07:32:00}]\n[[f]]\ng = \"\"\"\\\n x\"\"\"\n";
    let mut random = crate::testing::Random::new(9);
    let noise = [
        "\"", "'", "[", "]", "{", "}", "=", ".", "\\", "\n", "#", "é", "-", ",", " ", "\r", "\\u",
    ];
    for end in (0..sample.len()).filter(|end| sample.is_char_boundary(*end)) {
        let _ = to_json(&sample[..end]);
    }
    for _ in 0..5_000 {
        let mut text: Vec<char> = sample.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() as u32) as usize;
            let with = noise[random.below(noise.len() as u32) as usize];
            text.splice(at..=at, with.chars());
        }
        let _ = to_json(&text.into_iter().collect::<String>());
    }
}
