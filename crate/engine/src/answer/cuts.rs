//! What a budget cuts where fewer entries do not bring an answer within it: the
//! longest of the other lists and texts, and the answer tells which.
//!
//! It works on an answer's text, so that it is one routine for all operations.

use serde::Serialize;

/// Fields whose text says something without its end. Other texts are ids, paths and
/// words: there is no use in half of one.
const PROSE: &[&str] = &[
    "condition",
    "doc",
    "expression",
    "feature",
    "markdown",
    "preview",
    "signature",
    "source",
    "summary",
    "text",
];
/// What is not longer, in bytes, is left whole: pairs of lines among the lists.
const SHORT: usize = 64;
/// What is put where a text is cut.
const DOTS: &str = "…";

/// A list or text that a budget cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Cut {
    /// Where it is in the answer: `external`, `inheritance.up.items`.
    pub list: String,
    /// How many entries are shown; of a text, how many characters.
    pub shown: u32,
    /// How many there are.
    pub total: u32,
}

impl Cut {
    /// Bytes that it takes besides its name.
    const SIZE: usize = r#"{"list":"","shown":123456,"total":123456},"#.len();
}

/// A list or text of an answer, where it stands in it.
struct Part {
    name: String,
    start: usize,
    end: usize,
    /// Where entries end; of a text none, it is cut at any character.
    entries: Option<Vec<usize>>,
    /// Whether it is in an entry of a list that has pages.
    in_entry: bool,
}

impl Part {
    const fn len(&self) -> usize {
        self.end - self.start
    }

    /// Where it is cut so as to take `most` bytes at most; how much of it is then
    /// shown, and of how much.
    fn cut(&self, text: &str, most: usize) -> (usize, u32, u32) {
        let last = self.start + most;
        if let Some(entries) = &self.entries {
            let shown = entries.partition_point(|&end| end < last);
            let end = shown.checked_sub(1).and_then(|at| entries.get(at));
            let end = end.copied().unwrap_or(self.start + 1);
            return (end, shown as u32, entries.len() as u32);
        }
        let (mut at, mut shown, mut total) = (self.start + 1, 0, 0);
        let mut end = at;
        while at + 1 < self.end {
            at += character(text.as_bytes(), at);
            total += 1;
            if at + DOTS.len() < last {
                (end, shown) = (at, total);
            }
        }
        (end, shown, total)
    }
}

/// The lists and texts of an answer that may be cut.
pub(crate) struct Parts {
    parts: Vec<Part>,
    /// Bytes of the lists that have pages.
    paged: usize,
}

impl Parts {
    /// Those of the JSON object `text`, as an answer is written. Lists, and
    /// drawings, called one of `pages` have pages: fewer of their entries are asked for
    /// instead.
    pub(crate) fn of(text: &str, pages: &[&str]) -> Self {
        let bytes = text.as_bytes();
        let mut found = Self {
            parts: Vec::new(),
            paged: 0,
        };
        // What is open: its key, and where it begins if it is a list.
        let mut open: Vec<(&str, Option<usize>)> = Vec::new();
        let (mut at, mut key) = (0, "");
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            let entries = match byte {
                b'"' => {
                    at = string_end(bytes, start);
                    let inner = text.get(start + 1..at - 1).unwrap_or_default();
                    if bytes.get(at) == Some(&b':') {
                        key = inner;
                        continue;
                    }
                    let listed = open.iter().any(|(_, list)| list.is_some());
                    if !listed && pages.contains(&key) {
                        found.paged += at - start;
                        continue;
                    }
                    None
                }
                b'[' if !pages.contains(&key) => {
                    let (end, entries) = list(bytes, start);
                    at = end;
                    Some(entries)
                }
                b'[' | b'{' => {
                    open.push((key, (byte == b'[').then_some(start)));
                    continue;
                }
                b']' | b'}' => {
                    if let Some((outer, list)) = open.pop() {
                        found.paged += list.map_or(0, |start| at - start);
                        key = outer;
                    }
                    continue;
                }
                _ => continue,
            };
            if at - start > SHORT && (entries.is_some() || PROSE.contains(&key)) {
                let names = open.iter().map(|(name, _)| *name).chain([key]);
                let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                found.parts.push(Part {
                    name: names.join("."),
                    start,
                    end: at,
                    entries,
                    in_entry: open.iter().any(|(_, list)| list.is_some()),
                });
            }
        }
        found
    }

    /// Bytes of `text` outside the lists that have pages.
    pub(crate) const fn frame(&self, text: &str) -> usize {
        text.len() - self.paged
    }

    /// `text` with what is outside the lists that have pages cut to about `most` bytes.
    pub(crate) fn cut_frame(&self, text: &str, most: usize) -> String {
        let parts = self.parts.iter().filter(|part| !part.in_entry);
        cut(text, &parts.collect::<Vec<_>>(), most + self.paged)
    }

    /// `text` cut to about `most` bytes, the entries of pages too.
    pub(crate) fn cut_all(&self, text: &str, most: usize) -> String {
        cut(text, &self.parts.iter().collect::<Vec<_>>(), most)
    }
}

/// `text` with the longest of `parts` cut to one length, which is as large as `most`
/// bytes for the whole allow.
fn cut(text: &str, parts: &[&Part], most: usize) -> String {
    let fits = |level: usize| {
        let long = parts.iter().filter(|part| part.len() > level);
        let (won, told) = long.fold((0, 0), |(won, told), part| {
            let name = part.name.len() + Cut::SIZE;
            (won + part.len() - level, told + name)
        });
        let told = match told {
            0 => 0,
            told => told + r#","cuts":[]"#.len(),
        };
        text.len() + told <= most + won
    };
    let longest = parts.iter().map(|part| part.len()).max().unwrap_or(0);
    if fits(longest) {
        return text.to_owned();
    }
    let (mut level, mut beyond) = (SHORT, longest.max(SHORT));
    while level + 1 < beyond {
        let middle = usize::midpoint(level, beyond);
        match fits(middle) {
            true => level = middle,
            false => beyond = middle,
        }
    }
    let mut cuts: Vec<Cut> = Vec::new();
    let (mut short, mut from) = (String::with_capacity(most), 0);
    for part in parts.iter().filter(|part| part.len() > level) {
        let (end, shown, total) = part.cut(text, level);
        short += text.get(from..end).unwrap_or_default();
        short += if part.entries.is_some() { "]" } else { "…\"" };
        from = part.end;
        match cuts.iter_mut().find(|known| known.list == part.name) {
            Some(known) => {
                known.shown += shown;
                known.total += total;
            }
            None => cuts.push(Cut {
                list: part.name.clone(),
                shown,
                total,
            }),
        }
    }
    short += text.get(from..text.len() - 1).unwrap_or_default();
    if !cuts.is_empty() {
        short += ",\"cuts\":";
        // A list of names and numbers is always written.
        short += &serde_json::to_string(&cuts).unwrap_or_default();
    }
    short + "}"
}

/// Where the string that begins at `start` ends.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the list that begins at `start` ends, and where each of its entries does.
fn list(text: &[u8], start: usize) -> (usize, Vec<usize>) {
    let (mut at, mut depth) = (start + 1, 1);
    let mut entries = Vec::new();
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                at = string_end(text, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && byte == b',' {
            entries.push(at);
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    (at, entries)
}

/// Bytes of the character or escape at `at` in a string.
fn character(text: &[u8], at: usize) -> usize {
    match (text.get(at), text.get(at + 1)) {
        (Some(b'\\'), Some(b'u')) => 6,
        (Some(b'\\'), _) => 2,
        (Some(byte), _) => (byte.leading_ones() as usize).max(1),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// An answer as operations write them: five entries of a page, and more beside.
    fn answer() -> String {
        let entry = |at: u32| json!({"fqn": format!("src/a.rs::f{at}"), "range": [at, at + 1], "doc": "wörd \"x\"\n".repeat(20)});
        let names: Vec<String> = (0..200).map(|at| format!("package-{at}, [{at}]")).collect();
        let told = json!({
            "entries": (0..5).map(entry).collect::<Vec<_>>(),
            "page": {"shown": 5, "total": 9},
            "external": names,
            "risk": {"reasons": ["one", "two"], "summary": "s".repeat(900)},
        });
        told.to_string()
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect(text)
    }

    fn told(answer: &Value) -> Vec<(&str, u64, u64)> {
        let cuts = answer["cuts"].as_array().expect("told");
        cuts.iter()
            .map(|cut| {
                let number = |name: &str| cut[name].as_u64().expect("a number");
                (
                    cut["list"].as_str().expect("a name"),
                    number("shown"),
                    number("total"),
                )
            })
            .collect()
    }

    #[test]
    fn the_longest_is_cut_first_and_told() {
        let text = answer();
        let parts = Parts::of(&text, &["entries"]);
        let most = text.len() - 2000;
        let short = parts.cut_all(&text, most);
        assert!(short.len() <= most && short.len() > most - 100);
        let (short, whole) = (read(&short), read(&text));
        let shown = short["external"].as_array().expect("a list").len();
        assert_eq!(told(&short), [("external", shown as u64, 200)]);
        assert_eq!(short["external"][shown - 1], whole["external"][shown - 1]);
        assert_eq!(short["entries"], whole["entries"]);
        assert_eq!(short["risk"], whole["risk"]);
    }

    #[test]
    fn any_length_is_met_as_far_as_ids_and_numbers_allow() {
        let text = answer();
        let parts = Parts::of(&text, &["entries"]);
        for most in 1300..text.len() {
            let short = parts.cut_all(&text, most);
            assert!(short.len() <= most, "{} of {most}", short.len());
            let short = read(&short);
            assert_eq!(short["entries"][4]["fqn"], "src/a.rs::f4");
            assert_eq!(short["entries"][4]["range"], json!([4, 5]));
            assert!(told(&short).iter().all(|(_, shown, total)| shown < total));
        }
    }

    #[test]
    fn pages_are_not_cut_with_the_frame() {
        let text = answer();
        let parts = Parts::of(&text, &["entries"]);
        let frame = parts.frame(&text);
        let short = parts.cut_frame(&text, 1000);
        assert_eq!(Parts::of(&short, &["entries"]).paged, parts.paged);
        assert!(short.len() <= text.len() - frame + 1000);
        let (short, whole) = (read(&short), read(&text));
        assert_eq!(short["entries"], whole["entries"]);
        let names: Vec<&str> = told(&short).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["external", "risk.summary"]);
        assert!(
            short["risk"]["summary"]
                .as_str()
                .is_some_and(|text| text.ends_with('…'))
        );
    }

    #[test]
    fn what_fits_is_the_same() {
        let text = answer();
        let parts = Parts::of(&text, &["entries"]);
        assert_eq!(parts.cut_all(&text, text.len()), text);
    }
}
