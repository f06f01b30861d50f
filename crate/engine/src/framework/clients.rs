//! Who asks for a route: calls of clients by the paths that they ask for.

use crate::extract::frameworks::Role;
use crate::framework::arguments::{argument, path_of};
use crate::framework::constants::Constants;
use crate::framework::mounts::Mounts;
use crate::framework::path::{ANY, REST, asked, behind, is_named, segments};
use crate::framework::routes::Routes;
use crate::framework::text::literal;
use crate::framework::verbs::verbs;
use crate::ids::{FileId, SymbolId};
use crate::link::evidence::{Absence, EdgeKind, Provenance};
use crate::link::{Endpoint, Link, Links, Unresolved};
use crate::map::{HashMap, HashSet};
use crate::sort::{self, Arrange};

/// Routes of one path that are looked at.
const ALIKE: usize = 64;
/// Steps of one look-up.
const STEPS: usize = 256;
/// Candidates of a tie that are told.
const CANDIDATES: usize = 8;

/// The longest text that is read as a path.
const LONGEST: usize = 1000;

/// A request of a client.
#[derive(Debug)]
pub struct Asked {
    verb: String,
    path: String,
    /// The same with what stands for the server in front, where that is a name.
    whole: Option<String>,
    source: Endpoint,
    file: FileId,
    line: u32,
}

/// The requests that clients of the tree make.
pub fn collect(mounts: &mut Mounts<'_>) -> Vec<Asked> {
    let sources = mounts.sources;
    let mut found = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        for (row, site) in source.sites.iter().enumerate() {
            if site.rule.role != Role::Client {
                continue;
            }
            let (_, own) = mounts.base((at as u32, row as u32));
            let own = match own.is_empty() {
                true => mounts.own((at as u32, row as u32)),
                false => own,
            };
            let text = argument(&site.arguments, &site.rule.path);
            let text = text.and_then(|one| template(&site.constants, one.value));
            let Some(text) = text else { continue };
            let whole = if own.is_empty() || text.contains("://") {
                Some(text)
            } else {
                behind(&own, &text)
            };
            let whole = whole.unwrap_or_default();
            let Some(path) = asked(&whole) else { continue };
            let source_of = match site.reference.definition {
                Some(definition) => Endpoint::Symbol(mounts.corpus.symbol(source.file, definition)),
                None => Endpoint::File(source.file),
            };
            for verb in verbs(site.rule, &site.arguments, site.name) {
                found.push(Asked {
                    verb,
                    path: path.to_owned(),
                    whole: whole.starts_with('{').then(|| format!("/{whole}")),
                    source: source_of,
                    file: source.file,
                    line: site.reference.line,
                });
            }
        }
    }
    found
}

/// A path as it is put together: what is not literal stays as `{…}`.
fn template(constants: &Constants<'_>, text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    if let Some(path) = constants.string(text) {
        return Some(path);
    }
    if let Some(inner) = text
        .strip_prefix("format!(")
        .or_else(|| text.strip_prefix("fmt.Sprintf("))
    {
        let end = inner.find(',').unwrap_or(inner.len() - 1);
        return literal(inner.get(..end)?).map(|path| {
            path.replace("%s", "{s}")
                .replace("%d", "{d}")
                .replace("%v", "{v}")
        });
    }
    path_of(text)
}

/// Paths as a tree.
#[derive(Default)]
struct Paths<'a> {
    children: HashMap<(u32, &'a str), u32>,
    /// Routes that end at each node.
    ends: Vec<Vec<u32>>,
    /// Nodes at which a route ends if a setting on its way is any text.
    perhaps: HashSet<u32>,
}

impl<'a> Paths<'a> {
    fn of(routes: &'a Routes) -> Self {
        let mut paths = Self {
            ends: vec![Vec::new()],
            ..Self::default()
        };
        for (at, route) in routes.0.iter().enumerate() {
            let parts = segments(&route.path);
            let node = paths.node(parts.iter().copied());
            let ends = &mut paths.ends[node as usize];
            if ends.len() < ALIKE {
                ends.push(at as u32);
            }
            if parts.iter().any(|part| is_named(part)) {
                let open = |part| if is_named(part) { ANY } else { part };
                let node = paths.node(parts.iter().copied().map(open));
                paths.perhaps.insert(node);
            }
        }
        paths
    }

    /// The node at the end of `parts`.
    fn node(&mut self, parts: impl Iterator<Item = &'a str>) -> u32 {
        let mut node = 0;
        for part in parts {
            let next = self.ends.len() as u32;
            node = *self.children.entry((node, part)).or_insert(next);
            if node == next {
                self.ends.push(Vec::new());
            }
        }
        node
    }

    /// Nodes that the path may mean, those with the most literal parts.
    fn find(&self, path: &[&str]) -> Vec<u32> {
        let mut best = 0;
        let mut found = Vec::new();
        let mut open = vec![(0u32, 0usize, 0u32)];
        for _ in 0..STEPS {
            let Some((node, depth, literal)) = open.pop() else {
                break;
            };
            let child = |part: &str| self.children.get(&(node, part)).copied();
            if let Some(rest) = child(REST).filter(|_| depth < path.len()) {
                open.push((rest, path.len(), literal));
            }
            match path.get(depth) {
                None if self.ends[node as usize].is_empty() && !self.perhaps.contains(&node) => {}
                None => {
                    if literal > best {
                        best = literal;
                        found.clear();
                    }
                    if literal == best {
                        found.push(node);
                    }
                }
                Some(part) => {
                    if let Some(any) = child(ANY) {
                        open.push((any, depth + 1, literal));
                    }
                    if let Some(same) = child(part).filter(|_| *part != ANY) {
                        open.push((same, depth + 1, literal + 1));
                    }
                }
            }
        }
        found
    }
}

/// The routes that a request may mean.
fn answering(paths: &Paths<'_>, routes: &Routes, path: &str, verb: &str) -> Vec<u32> {
    let nodes = paths.find(&segments(path));
    let ends = nodes.iter().flat_map(|&node| &paths.ends[node as usize]);
    let fits = ends.filter(|&&at| {
        let route = &routes.0[at as usize];
        route.verb == verb || route.verb == "ANY" || verb == "ANY"
    });
    fits.copied().collect()
}

/// Adds the edges from `asked` to the handlers of `routes`; what several may answer
/// is told as such.
pub fn connect(routes: &mut Routes, asked: &[Asked], links: &mut Links) {
    if routes.0.is_empty() || asked.is_empty() {
        return;
    }
    let paths = Paths::of(routes);
    let mut clients: Vec<(u32, Endpoint)> = Vec::new();
    let mut found = Vec::new();
    let mut ties = Vec::new();
    for one in asked {
        let whole = one
            .whole
            .as_deref()
            .map(|path| answering(&paths, routes, path, &one.verb));
        let meant = match whole {
            Some(meant) if !meant.is_empty() => meant,
            _ => answering(&paths, routes, &one.path, &one.verb),
        };
        let handlers = meant.iter().map(|&at| routes.0[at as usize].handler);
        let mut targets: Vec<Endpoint> = handlers.collect();
        sort::unique(&mut targets);
        if targets.len() == 1 {
            clients.extend(meant.iter().map(|&at| (at, one.source)));
        }
        match targets.as_slice() {
            [] => {}
            [target] if *target == one.source => {}
            [target] => found.push(Link {
                kind: EdgeKind::Routes,
                source: one.source,
                target: *target,
                line: one.line,
                provenance: Provenance::Route,
                confidence: Provenance::Route.confidence()
                    * if segments(&one.path).contains(&ANY) {
                        0.75
                    } else {
                        1.0
                    },
                ambiguity: 1,
            }),
            several => ties.push(Unresolved {
                file: one.file,
                line: one.line,
                name: one.path.clone(),
                reason: Absence::Declined,
                source: one.source,
                candidates: several
                    .iter()
                    .filter_map(|target| match target {
                        Endpoint::Symbol(symbol) => Some(*symbol),
                        Endpoint::File(_) => None,
                    })
                    .take(CANDIDATES)
                    .collect::<Vec<SymbolId>>(),
            }),
        }
    }
    sort::unique(&mut clients);
    for (at, client) in clients {
        routes.0[at as usize].clients.push(client);
    }
    if !found.is_empty() {
        links.links.extend(found);
        links.links.arrange_by(|a, b| {
            (a.source, a.line, a.target, a.kind, a.provenance).cmp(&(
                b.source,
                b.line,
                b.target,
                b.kind,
                b.provenance,
            ))
        });
        links.links.dedup_by_key(|link| {
            (
                link.source,
                link.line,
                link.target,
                link.kind,
                link.provenance,
            )
        });
    }
    if !ties.is_empty() {
        links.unresolved.extend(ties);
        links.unresolved.arrange_by(|a, b| {
            (a.file, a.line, &a.name, a.reason).cmp(&(b.file, b.line, &b.name, b.reason))
        });
    }
}
