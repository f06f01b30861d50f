//! Calls that offer a function under a name: the name as a string, then the
//! function (`m.def("open", &open_valve)`).

/// How far the function may stand behind the call's beginning, bytes.
const REACH: usize = 400;

/// The pairs of an offered name and the identifiers behind it, in order, of the
/// calls in `text` that begin with `mark`.
pub fn registered<'t>(text: &'t str, mark: &str) -> Vec<(&'t str, Vec<&'t str>)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(mark) {
        let mut end = (at + mark.len() + REACH).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let call = text.get(at + mark.len()..end).unwrap_or("");
        let call = call.get(..closing(call)).unwrap_or(call);
        let mut quoted = call.splitn(3, '"');
        if let (Some(_), Some(name), Some(rest)) = (quoted.next(), quoted.next(), quoted.next()) {
            found.push((name, identifiers(rest)));
        }
    }
    found
}

/// The identifier that each `mark(` in `text` begins with.
pub fn first_arguments<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    let calls = text.match_indices(mark).filter_map(|(at, _)| {
        let rest = text
            .get(at + mark.len()..)?
            .trim_start()
            .strip_prefix('(')?;
        identifiers(rest.get(..rest.find([',', ')'])?)?)
            .first()
            .copied()
    });
    calls.collect()
}

/// Where the call's brackets close; its end where they do not.
fn closing(call: &str) -> usize {
    let mut depth = 1_u32;
    let mut quoted = false;
    for (at, byte) in call.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    call.len()
}

fn identifiers(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts
        .filter(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_functions_are_read_off_calls() {
        let text = "m.def(\"open\", &open_valve, \"(it\"); m.def(x);";
        assert_eq!(
            registered(text, ".def("),
            [("open", vec!["open_valve", "it"])]
        );
        let text = "exports.Set(\"add\", Napi::Function::New(env, Add));";
        let expected = vec!["Napi", "Function", "New", "env", "Add"];
        assert_eq!(registered(text, "exports.Set("), [("add", expected)]);
        assert_eq!(
            first_arguments("PYBIND11_MODULE(kit, m) {", "PYBIND11_MODULE"),
            ["kit"]
        );
    }
}
