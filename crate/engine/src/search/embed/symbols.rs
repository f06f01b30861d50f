//! What is said of a file and its symbols to an embedder.
//!
//! A pure function of one file, so that an update embeds only what changed.

use crate::corpus::File;
use crate::extract::facts::{Definition, Expr, FileFacts, Flags, Kind};
use crate::ids::DefinitionId;
use crate::text::Span;
use waymark_vector::reader::Parts;

/// Bytes of a body that are read.
const LONGEST_BODY: u32 = 4000;
/// Characters of a text for a host.
const LONGEST_TEXT: usize = 2000;
/// Names around a symbol that are read.
const MOST_OUTER: usize = 8;

/// Whether a definition gets a vector: code that has a body to speak of.
const fn has_vector(definition: &Definition) -> bool {
    let kind = definition.kind;
    (kind.is_callable() || kind.is_type() || matches!(kind, Kind::Namespace | Kind::Macro))
        && !definition.flags.has(Flags::OUTLINE)
}

/// The definitions of a file that get a vector, in order; before them comes the
/// file itself.
pub fn embedded(definitions: &[Definition]) -> impl Iterator<Item = DefinitionId> {
    let all = definitions.iter().enumerate();
    all.filter(|(_, definition)| has_vector(definition))
        .map(|(at, _)| DefinitionId::at(at))
}

/// Calls `each` with the parts of `file` and of every definition of it that gets
/// a vector, in order.
pub fn parts(file: &File, mut each: impl FnMut(&Parts<'_>)) {
    let facts = &*file.facts;
    let text = file.text.unpack().unwrap_or_default();
    let mut container = String::new();
    let mut body = Vec::new();
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    names_of(facts, &mut body);
    each(&Parts {
        name: name.as_bytes(),
        container: folder.as_bytes(),
        signature: &[],
        body: &body,
    });
    for id in embedded(&facts.definitions) {
        let Some(definition) = facts.definitions.get(id.index()) else {
            continue;
        };
        container.clear();
        add_outer(facts, definition, &mut container);
        let (signature, code) = spans(definition);
        body.clear();
        body.extend_from_slice(definition.doc.as_bytes());
        body.push(b'\n');
        body.extend_from_slice(slice(&text, code));
        each(&Parts {
            name: facts.names.get(definition.name).as_bytes(),
            container: container.as_bytes(),
            signature: slice(&text, signature),
            body: &body,
        });
    }
}

/// What is said of `file`, and of every definition of it that gets a vector, to
/// an embedder that reads prose: at most 2,000 characters each (spec 3.4).
#[must_use]
pub fn texts(file: &File) -> Vec<String> {
    let facts = &*file.facts;
    let mut ids = embedded(&facts.definitions);
    let mut texts = Vec::new();
    parts(file, |parts| {
        let definition = match texts.is_empty() {
            true => None,
            false => ids.next().and_then(|id| facts.definitions.get(id.index())),
        };
        let kind = definition.map_or(Kind::Module, |definition| definition.kind);
        let lines = [
            format!("{} {}", kind.as_str(), lossy(parts.name)),
            lossy(parts.container),
            definition.map_or(String::new(), |definition| definition.signature.clone()),
            lossy(parts.body),
        ];
        let said = lines
            .iter()
            .map(|line| line.trim())
            .filter(|line| !line.is_empty());
        let text = said.collect::<Vec<_>>().join("\n");
        texts.push(text.chars().take(LONGEST_TEXT).collect());
    });
    texts
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// What stands between name and body, and the body. Without a body all that
/// follows the name is the signature.
fn spans(definition: &Definition) -> (Span, Span) {
    let Definition {
        span,
        name_span,
        body,
        ..
    } = definition;
    let start = name_span.end.clamp(span.start, span.end);
    let end = if body.start < body.end {
        body.start
    } else {
        span.end
    };
    let signature = Span {
        start,
        end: end.clamp(start, start.saturating_add(LONGEST_BODY)),
    };
    let body = Span {
        start: body.start,
        end: body.end.min(body.start.saturating_add(LONGEST_BODY)),
    };
    (signature, body)
}

fn slice(text: &[u8], span: Span) -> &[u8] {
    text.get(span.start as usize..span.end as usize)
        .unwrap_or(&[])
}

/// The names of everything that is defined in a file.
fn names_of(facts: &FileFacts, names: &mut Vec<u8>) {
    for definition in &facts.definitions {
        names.extend_from_slice(facts.names.get(definition.name).as_bytes());
        names.push(b' ');
        if names.len() > LONGEST_BODY as usize {
            break;
        }
    }
}

/// The names around a definition, from the inside out: its owner, where it is
/// written apart from it, and its containers.
fn add_outer(facts: &FileFacts, definition: &Definition, outer: &mut String) {
    let owner = definition
        .owner
        .and_then(|owner| match facts.exprs.get(owner.index())? {
            Expr::Name { name, .. } | Expr::Member { name, .. } => Some(*name),
            _ => None,
        });
    let mut next = definition.container;
    let containers = std::iter::from_fn(|| {
        let definition = facts.definitions.get(next?.index())?;
        next = definition.container;
        Some(definition.name)
    });
    for name in owner.into_iter().chain(containers.take(MOST_OUTER)) {
        outer.push_str(facts.names.get(name));
        outer.push(' ');
    }
}
