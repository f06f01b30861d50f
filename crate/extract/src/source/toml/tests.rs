use super::{Value, parse, to_json, typed};

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
fn errors_name_their_place() {
    let fails = [
        ("a", "1:2: expected `=`"),
        ("\na = ", "2:5: expected a value"),
        ("a = 1 b = 2", "1:7: expected the end of the line"),
        ("a = \"x\ny\"", "1:7: a string does not end"),
        ("a = '''x", "1:8: a string does not end"),
        ("a = \"\\q\"", "1:8: an escape is wrong"),
        ("a = \"\\ud800\"", "1:12: an escape is wrong"),
        ("[a\n]", "1:3: expected `]`"),
        ("a = [1 2]", "1:8: expected `]`"),
        ("a = {b = 1 c = 2}", "1:12: expected `,` or `}`"),
        ("a = 1\n[a]", "2:4: a key of a value that is no table"),
        (
            "a = 1\n[[a]]",
            "2:6: a list of tables where there is another value",
        ),
        ("= 1", "1:1: expected a key"),
        ("a = nope", "1:9: expected a value"),
    ];
    for (text, expected) in fails {
        let mistake = parse(text).expect_err("a mistake");
        assert_eq!(mistake.in_file("f"), format!("f:{expected}"), "{text}");
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

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let read = |value: &serde_json::Value| match value.pointer("/b/c") {
        Some(c) if c != 1 => Err(format!("{c} is not 1")),
        _ => Ok(()),
    };
    let place = |text| typed(text, &read).map_err(|mistake| mistake.in_file("f"));
    assert_eq!(place("a = 2\n[b]\nc = 1\n"), Ok(()));
    let wrong = place("\u{FEFF}a = 2\r\n[b]\r\n  c = 3 # x\r\n[d]\r\n");
    assert_eq!(wrong, Err("f:3:3: 3 is not 1".to_owned()));
    let wrong = place("a = [\n1,\n2]\nb = {c = 4}");
    assert_eq!(wrong, Err("f:4:1: 4 is not 1".to_owned()));
    assert_eq!(place("b.c = 4\n="), Err("f:2:1: expected a key".to_owned()));
}
