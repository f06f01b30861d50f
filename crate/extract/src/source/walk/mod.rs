//! Path rules, asked while a host walks directories and again over a whole tree.
//!
//! A host lists a directory, tells [`Walker::enter`] the names, hands over the
//! ignore files among them, then asks about every directory and file before it
//! opens it. The same walker filters a complete list of paths, so a dropped
//! folder and an unpacked archive obey one set of rules.
//!
//! Who decides, the strongest first: version control directories, the `exclude`
//! option, `.waymarkignore` (a `!pattern` there brings anything else back), the
//! default skip list, `.gitignore`, the file's name, its size. As in git, what
//! lies below a dropped directory cannot be brought back by itself.

use crate::report::Report;
use crate::source::drops::{DropReason, FilterStats};
use crate::source::ignore::{PatternList, Verdict};
use crate::source::{names, path, skips};
use std::collections::BTreeMap;

/// The ignore file that this product adds; see [`Walker`] for its strength.
pub const WAYMARK_IGNORE: &str = ".waymarkignore";
/// Git's ignore file.
pub const GIT_IGNORE: &str = ".gitignore";
/// Git's private ignore file, as strong as the weakest `.gitignore`.
pub const GIT_EXCLUDE: &str = ".git/info/exclude";

/// Which paths to index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathOptions {
    /// Patterns in gitignore syntax, relative to the root.
    pub exclude: Vec<String>,
    /// Whether `.gitignore` files count. A host may switch them off for an
    /// archive of a git host, which holds tracked files only.
    pub respect_gitignore: bool,
    /// Whether the [default skip list](crate::source::skips) counts.
    pub default_skips: bool,
    /// Larger files are dropped; bytes.
    pub max_file_bytes: u64,
}

impl Default for PathOptions {
    fn default() -> Self {
        Self {
            exclude: Vec::new(),
            respect_gitignore: true,
            default_skips: true,
            max_file_bytes: crate::source::tree::Limits::default().max_file_bytes,
        }
    }
}

/// The rules, the ignore files seen so far, and the count of what they dropped.
#[derive(Debug)]
pub struct Walker {
    options: PathOptions,
    exclude: PatternList,
    git_exclude: PatternList,
    nodes: Vec<Node>,
    stats: FilterStats,
    report: Report,
}

/// A directory. Kept as a trie, so that memory follows the length of the paths
/// and not its square.
#[derive(Debug, Default)]
struct Node {
    children: BTreeMap<Box<str>, usize>,
    witnesses: Vec<Box<str>>,
    gitignore: Option<Box<PatternList>>,
    waymarkignore: Option<Box<PatternList>>,
    judged: Option<Option<DropReason>>,
    counted: bool,
}

const ROOT: usize = 0;

/// The directories from the root to a path: node, and where the rest starts.
type Chain = Vec<(usize, usize)>;

impl Walker {
    /// A walker that has seen nothing yet.
    #[must_use]
    pub fn new(options: PathOptions) -> Self {
        let exclude = PatternList::from_globs(&options.exclude);
        let mut report = Report::default();
        report.count("exclude-pattern-refused", exclude.refused() as u64);
        Self {
            options,
            exclude,
            git_exclude: PatternList::default(),
            nodes: vec![Node::default()],
            stats: FilterStats::default(),
            report,
        }
    }

    /// Tells all paths of a tree at once, in place of [`Walker::enter`].
    pub fn enter_all<'a>(&mut self, paths: impl IntoIterator<Item = &'a str>) {
        for path in paths {
            let directory = self.node_telling(path::parent(path));
            self.remember(directory, path::file_name(path));
        }
    }

    /// Tells the names in `directory` (`""` is the root) and answers why it is
    /// to be left again, since some directories show what they are only inside.
    pub fn enter<'a>(
        &mut self,
        directory: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Option<DropReason> {
        let node = self.node(directory);
        for name in names {
            self.remember(node, name);
        }
        self.forget(node);
        self.skip_directory(directory)
    }

    /// Whether a host should hand the bytes of `path` to
    /// [`Walker::add_ignore_file`].
    #[must_use]
    pub fn is_ignore_file(path: &str) -> bool {
        path == GIT_EXCLUDE || matches!(path::file_name(path), GIT_IGNORE | WAYMARK_IGNORE)
    }

    /// Takes one ignore file; answers whether `path` is one.
    pub fn add_ignore_file(&mut self, path: &str, bytes: &[u8]) -> bool {
        if !Self::is_ignore_file(path) {
            return false;
        }
        let list = PatternList::parse(bytes);
        if list.refused() > 0 {
            self.report.add("ignore-patterns-refused", path);
        }
        let node = if path == GIT_EXCLUDE {
            ROOT
        } else {
            self.node(path::parent(path))
        };
        if path == GIT_EXCLUDE {
            self.git_exclude = list;
        } else if let Some(node) = self.nodes.get_mut(node) {
            let slot = match path::file_name(path) {
                GIT_IGNORE => &mut node.gitignore,
                _ => &mut node.waymarkignore,
            };
            *slot = (!list.is_empty()).then(|| Box::new(list));
        }
        self.forget(node);
        true
    }

    /// Why not to open the directory `path`, or `None`; counts the drop once.
    pub fn skip_directory(&mut self, path: &str) -> Option<DropReason> {
        if path.is_empty() {
            return None;
        }
        let ends: Vec<usize> = ends_of_parents(path).chain([path.len()]).collect();
        self.descend(path, ends).err()
    }

    /// Why not to read the file `path` of `size` bytes, or `None`; counts the
    /// drop.
    pub fn skip_file(&mut self, path: &str, size: u64) -> Option<DropReason> {
        let chain = match self.descend(path, ends_of_parents(path)) {
            Ok(chain) => chain,
            Err(reason) => {
                self.stats.drop_below(reason);
                return Some(reason);
            }
        };
        let too_large = (size > self.options.max_file_bytes).then_some(DropReason::TooLarge);
        let reason = self.judge(&chain, path, None);
        let reason = reason.or_else(|| names::drop_reason(path)).or(too_large)?;
        self.stats.drop_file(reason, path);
        Some(reason)
    }

    /// Counts what the host found by itself: a link, an unreadable file.
    pub fn note(&mut self, reason: DropReason, path: &str) {
        self.stats.drop_file(reason, path);
    }

    /// What was dropped so far.
    #[must_use]
    pub const fn stats(&self) -> &FilterStats {
        &self.stats
    }

    /// The counts, and what was odd about the ignore files themselves.
    #[must_use]
    pub fn finish(self) -> (FilterStats, Report) {
        (self.stats, self.report)
    }

    /// Walks down to each of `ends`, judging directories on the way; stops with
    /// the reason at the first that is dropped.
    fn descend(
        &mut self,
        path: &str,
        ends: impl IntoIterator<Item = usize>,
    ) -> Result<Chain, DropReason> {
        let mut chain: Chain = vec![(ROOT, 0)];
        let (mut node, mut from) = (ROOT, 0);
        for end in ends {
            let (Some(directory), Some(name)) = (path.get(..end), path.get(from..end)) else {
                break;
            };
            node = self.child(node, name);
            let known = self.nodes.get(node).and_then(|node| node.judged);
            let verdict = known.unwrap_or_else(|| self.judge(&chain, directory, Some(node)));
            if let Some(found) = self.nodes.get_mut(node) {
                found.judged = Some(verdict);
                if let Some(reason) = verdict {
                    if !std::mem::replace(&mut found.counted, true) {
                        self.stats.drop_directory(reason, directory);
                    }
                    return Err(reason);
                }
            }
            from = end + 1;
            chain.push((node, from));
        }
        Ok(chain)
    }

    /// Applies the rules to one path whose parents are kept; `directory` is its
    /// node where it is a directory.
    fn judge(&self, chain: &Chain, path: &str, directory: Option<usize>) -> Option<DropReason> {
        let name = path::file_name(path);
        let is_directory = directory.is_some();
        if is_directory && skips::VERSION_CONTROL.contains(&name) {
            return Some(DropReason::DefaultSkip);
        }
        if self.exclude.verdict(path, is_directory) == Some(Verdict::Ignore) {
            return Some(DropReason::Excluded);
        }
        match self.nearest(chain, path, is_directory, |node| &node.waymarkignore) {
            Some(Verdict::Ignore) => return Some(DropReason::WaymarkIgnored),
            Some(Verdict::Keep) => return None,
            None => {}
        }
        let git = self.git_verdict(chain, path, is_directory);
        if self.options.default_skips && self.is_default_skip(chain, name, directory) {
            // `!vendor` says that this directory is tracked on purpose. It does
            // not say so of `node_modules`, which fixtures re-include.
            let tracked = git == Some(Verdict::Keep) && is_directory && !skips::is_certain(name);
            if !tracked {
                return Some(DropReason::DefaultSkip);
            }
        }
        (git == Some(Verdict::Ignore)).then_some(DropReason::GitIgnored)
    }

    fn git_verdict(&self, chain: &Chain, path: &str, is_directory: bool) -> Option<Verdict> {
        if !self.options.respect_gitignore {
            return None;
        }
        self.nearest(chain, path, is_directory, |node| &node.gitignore)
            .or_else(|| self.git_exclude.verdict(path, is_directory))
    }

    /// What the nearest list that has an opinion says.
    fn nearest(
        &self,
        chain: &Chain,
        path: &str,
        is_directory: bool,
        list: impl Fn(&Node) -> &Option<Box<PatternList>>,
    ) -> Option<Verdict> {
        chain.iter().rev().find_map(|&(node, from)| {
            let list = list(self.nodes.get(node)?).as_ref()?;
            list.verdict(path.get(from..)?, is_directory)
        })
    }

    fn is_default_skip(&self, chain: &Chain, name: &str, directory: Option<usize>) -> bool {
        let Some(directory) = directory else {
            return skips::SKIP_FILES.contains(&name);
        };
        let beside = chain.last().map_or(ROOT, |&(node, _)| node);
        skips::skips_by_name(name, self.witnesses(beside))
            || skips::skips_by_content(name, self.witnesses(beside), self.witnesses(directory))
    }

    fn witnesses(&self, node: usize) -> impl Iterator<Item = &str> + Clone {
        self.nodes
            .get(node)
            .into_iter()
            .flat_map(|node| node.witnesses.iter().map(AsRef::as_ref))
    }

    fn remember(&mut self, node: usize, name: &str) {
        if let Some(node) = self.nodes.get_mut(node)
            && skips::is_witness(name)
            && !node.witnesses.iter().any(|known| &**known == name)
        {
            node.witnesses.push(name.into());
        }
    }

    /// The node of `directory`, where each segment is news to its parent.
    fn node_telling(&mut self, directory: &str) -> usize {
        if directory.is_empty() {
            return ROOT;
        }
        directory.split('/').fold(ROOT, |node, name| {
            self.remember(node, name);
            self.child(node, name)
        })
    }

    /// The node of `directory`, made where it is new.
    fn node(&mut self, directory: &str) -> usize {
        if directory.is_empty() {
            return ROOT;
        }
        directory
            .split('/')
            .fold(ROOT, |node, name| self.child(node, name))
    }

    fn child(&mut self, parent: usize, name: &str) -> usize {
        let next = self.nodes.len();
        let Some(node) = self.nodes.get_mut(parent) else {
            return ROOT;
        };
        if let Some(&known) = node.children.get(name) {
            return known;
        }
        node.children.insert(name.into(), next);
        self.nodes.push(Node::default());
        next
    }

    /// Forgets the verdicts on `node` and below after its rules changed. A
    /// directory is judged after its parent, so an unjudged one ends the way.
    fn forget(&mut self, node: usize) {
        let mut open = vec![node];
        while let Some(at) = open.pop() {
            let Some(found) = self.nodes.get_mut(at) else {
                continue;
            };
            if found.judged.take().is_some() || at == node {
                open.extend(found.children.values());
            }
        }
    }
}

fn ends_of_parents(path: &str) -> impl Iterator<Item = usize> {
    path.match_indices('/').map(|(at, _)| at)
}

#[cfg(test)]
mod tests;
