//! What tests are about: the function or type that a test names and uses, and
//! the file that a file of tests is named after and uses.

use crate::extract::facts::{Flags, Kind};
use crate::ids::FileId;
use crate::link::evidence::EdgeKind;
use crate::link::linker::Linker;
use crate::link::links::{Endpoint, Link, Links};
use crate::tier::Tier;

/// What names of tests begin or end with, in lower case without separators.
const MARKS: [&str; 4] = ["test", "tests", "spec", "should"];

impl Linker<'_> {
    /// Adds an edge from each test to what it uses and is named after. The use is
    /// the evidence; the name chooses among uses.
    pub fn link_subjects(&self, links: &mut Links) {
        let used = links.links.iter().filter(|link| {
            matches!(
                link.kind,
                EdgeKind::Calls | EdgeKind::Instantiates | EdgeKind::Imports
            )
        });
        let subjects: Vec<Link> = used
            .filter(|link| self.is_test_end(link.source) && !self.is_test_end(link.target))
            .map(|link| Link {
                kind: EdgeKind::Tests,
                target: self.whole_end(link.target),
                ..*link
            })
            .filter(|link| self.is_named_after(link))
            .collect();
        links.links.extend(subjects);
    }

    fn file_of_end(&self, end: Endpoint) -> FileId {
        match end {
            Endpoint::File(file) => file,
            Endpoint::Symbol(symbol) => self.program.file_of(symbol),
        }
    }

    /// Of a constructor the type it makes.
    fn whole_end(&self, end: Endpoint) -> Endpoint {
        let type_ = match end {
            Endpoint::Symbol(symbol)
                if self.program.definition(symbol).kind == Kind::Constructor =>
            {
                self.program.container(symbol)
            }
            _ => None,
        };
        type_.map_or(end, Endpoint::Symbol)
    }

    fn is_test_end(&self, end: Endpoint) -> bool {
        let marked = match end {
            Endpoint::File(_) => false,
            Endpoint::Symbol(symbol) => {
                let definition = self.program.definition(symbol);
                definition.kind == Kind::Test || definition.flags.has(Flags::TEST)
            }
        };
        let file = &self.program.corpus.files()[self.file_of_end(end).index()];
        marked || file.tier == Tier::Test
    }

    /// Whether the test, or the class or file of tests around it, bears the name
    /// of what it uses.
    fn is_named_after(&self, link: &Link) -> bool {
        let subject = bare(self.name_of_end(link.target));
        if subject.len() < 3 {
            return false;
        }
        let mut ends = vec![link.source];
        if let Endpoint::Symbol(symbol) = link.source {
            ends.extend(self.program.container(symbol).map(Endpoint::Symbol));
        }
        ends.iter()
            .any(|end| unmarked(&bare(self.name_of_end(*end))) == subject)
    }

    fn name_of_end(&self, end: Endpoint) -> &str {
        match end {
            Endpoint::Symbol(symbol) => self.program.names.get(self.program.name_of(symbol)),
            Endpoint::File(file) => {
                let path = &self.program.corpus.files()[file.index()].path;
                let name = path.rsplit('/').next().unwrap_or(path);
                // `cart.test.ts` and `cart.spec.ts` keep their mark.
                name.rsplit_once('.').map_or(name, |(stem, _)| stem)
            }
        }
    }
}

/// `name` in lower case without separators.
fn bare(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// `name` without what marks a test.
fn unmarked(name: &str) -> String {
    let mut rest = name;
    for mark in MARKS {
        rest = rest.strip_prefix(mark).unwrap_or(rest);
        rest = rest.strip_suffix(mark).unwrap_or(rest);
    }
    rest.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_tests_are_taken_off() {
        for (name, subject) in [
            ("test_open_valve", "openvalve"),
            ("TestOpenValve", "openvalve"),
            ("ValveTest", "valve"),
            ("ValveTests", "valve"),
            ("valve.spec", "valve"),
            ("should_open", "open"),
            ("test", ""),
        ] {
            assert_eq!(unmarked(&bare(name)), subject, "{name}");
        }
    }
}
