//! Paths of routes.

/// The most bytes of a path that are kept.
const LONGEST: usize = 512;

/// `path` below `prefix`; none where it would be longer than any real one.
pub fn join(prefix: &str, path: &str) -> Option<String> {
    let path = path.trim_start_matches('^').trim_end_matches('$').trim();
    let (head, tail) = (
        prefix.trim_end_matches('/'),
        path.trim_start_matches("./").trim_start_matches('/'),
    );
    let whole = match path.is_empty() {
        true => prefix.to_owned(),
        false => format!("{head}/{tail}"),
    };
    let whole = if whole.starts_with('/') {
        whole
    } else {
        format!("/{whole}")
    };
    (whole.len() <= LONGEST).then_some(whole)
}

/// `path` without the parameters of a query (`?<name>`), which is no group of an expression.
pub fn without_query(path: &str) -> &str {
    let head = path.find("?<").and_then(|at| path.get(..at));
    head.filter(|head| !head.ends_with('(')).unwrap_or(path)
}

/// `more` behind `path`, either of which may say nothing.
pub fn behind(path: &str, more: &str) -> Option<String> {
    match (path.is_empty(), more.is_empty()) {
        (true, _) => Some(more.to_owned()),
        (_, true) => Some(path.to_owned()),
        _ => join(path, more),
    }
}

/// What stands for any text in [`segments`].
pub const ANY: &str = "*";
/// What stands for any number of segments.
pub const REST: &str = "**";

/// The parts of a path, parameters as [`ANY`]; without query and fragment.
pub fn segments(path: &str) -> Vec<&str> {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let end = if path
        .get(end..)
        .is_some_and(|rest| rest.starts_with("?:") || rest.starts_with("?P"))
    {
        path.len()
    } else {
        end
    };
    let parts = path
        .get(..end)
        .unwrap_or(path)
        .split('/')
        .filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let rest = part.starts_with("[...")
                || part.starts_with("{*")
                || part.contains("**")
                || part.contains(":path>")
                || part.contains(":path}")
                || part.starts_with("*");
            match part {
                _ if rest => REST,
                _ if is_named(part) => part,
                _ if part.contains(['{', '<', '[', ':', '(', '*'])
                    || part.contains("%s")
                    || part.contains("%d") =>
                {
                    ANY
                }
                _ => part,
            }
        })
        .collect()
}

/// Whether the part stands for a constant or setting, not for a parameter.
pub fn is_named(part: &str) -> bool {
    let name = part
        .strip_prefix('{')
        .and_then(|name| name.strip_suffix('}'));
    let constant = |c: char| c.is_ascii_uppercase() || c == '_';
    name.is_some_and(|name| {
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        name.chars().all(plain) && (name.contains('.') || name.chars().all(constant))
    })
}

/// The path that a client asks for, without the server; none where it asks another
/// one.
pub fn asked(text: &str) -> Option<&str> {
    let path = match text.split_once("://") {
        Some((_, rest)) => {
            let (host, _) = rest.split_once('/')?;
            let name = host.split(':').next().unwrap_or(host);
            // A name without a dot is one of the own network.
            let own = matches!(name, "127.0.0.1" | "0.0.0.0")
                || name.starts_with('{')
                || !name.contains('.');
            own.then(|| rest.get(host.len()..))??
        }
        None if text.starts_with('{') => {
            let end = text.find('}')?;
            text.get(end + 1..)?
        }
        None => text,
    };
    // Without a slash in front it is below an address that is set elsewhere.
    let plain = |c: char| c.is_alphanumeric() || "-_./{}?=&:".contains(c);
    let relative = path.contains('/') && path.chars().all(plain);
    (path.starts_with('/') || relative).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_by_one_slash() {
        for (prefix, path, whole) in [
            ("", "", "/"),
            ("", "/", "/"),
            ("/a", "", "/a"),
            ("/a/", "", "/a/"),
            ("/a/", "/b", "/a/b"),
            ("a", "b/", "/a/b/"),
            ("/a", "/", "/a/"),
            ("", "^b/$", "/b/"),
        ] {
            assert_eq!(
                join(prefix, path).as_deref(),
                Some(whole),
                "{prefix} {path}"
            );
        }
        assert_eq!(join(&"/a".repeat(300), "/b"), None);
    }

    #[test]
    fn parameters_are_any_text() {
        assert_eq!(
            segments("/a/:id/{b}/<int:c>/[d]?q=1"),
            ["a", ANY, ANY, ANY, ANY]
        );
        assert_eq!(
            segments("/{settings.API}/{API}/{id}"),
            ["{settings.API}", "{API}", ANY]
        );
        assert_eq!(segments("/a/[...rest]"), ["a", REST]);
    }

    #[test]
    fn only_this_server_is_asked() {
        assert_eq!(asked("/a"), Some("/a"));
        assert_eq!(asked("http://localhost:3000/a"), Some("/a"));
        assert_eq!(asked("{BASE}/a"), Some("/a"));
        assert_eq!(asked("https://{HOST}/a"), Some("/a"));
        assert_eq!(asked("https://example.com/a"), None);
        assert_eq!(asked("http://shop/a"), Some("/a"));
        assert_eq!(asked("a/{id}"), Some("a/{id}"));
        assert_eq!(asked("a"), None);
        assert_eq!(asked("a/b c"), None);
    }
}
