//! Nested import lists (`use a::{b, c::{d as e}}`), by the manifest's table.

use crate::extract::events::Event;
use crate::extract::facts::{Import, ImportKind};
use crate::extract::operands::operands;
use crate::extract::query::Pattern;
use crate::extract::rows::Node;
use crate::extract::vocabulary::{FlagName, Role};
use crate::extract::walk::Walk;

/// Leaves read of one statement.
const LEAVES: usize = 4096;

impl<'t> Walk<'t, '_> {
    /// Reads the tree under the event's `@source`, or under its root.
    pub fn import_tree(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let top = self.events.get(event, Role::Source).unwrap_or(event.node);
        let exported = FlagName::parse("exported").map(FlagName::get);
        let reexport = pattern.reexport
            || self
                .events
                .of(event)
                .iter()
                .any(|(role, _)| exported.is_some_and(|f| *role == Role::Flag(f)));
        let mut work = vec![(top, String::new())];
        let mut leaves = 0;
        while let Some((node, prefix)) = work.pop() {
            leaves += 1;
            if leaves > LEAVES {
                break;
            }
            self.import_node(event, node, prefix, reexport, &mut work);
        }
    }

    fn import_node(
        &mut self,
        event: &Event<'t>,
        node: Node<'t>,
        prefix: String,
        reexport: bool,
        work: &mut Vec<(Node<'t>, String)>,
    ) {
        let tree = &self.manifest.import_tree;
        let kind = node.kind();
        if tree.flat.iter().any(|known| known == kind) {
            self.flat_paths(event, node, &prefix, reexport, work);
            return;
        }
        if tree.lists.iter().any(|known| known == kind) {
            let children: Vec<_> = operands(node).collect();
            work.extend(
                children
                    .into_iter()
                    .rev()
                    .map(|child| (child, prefix.clone())),
            );
            return;
        }
        if let Some((_, path, list)) = tree.prefixed.iter().find(|(known, ..)| known == kind) {
            let path = node
                .child_by_field_name(path)
                .map_or("", |path| self.exprs.text(path));
            let prefix = join(&prefix, path, &tree.separator);
            work.extend(node.child_by_field_name(list).map(|list| (list, prefix)));
            return;
        }
        if let Some((_, path, alias)) = tree.aliased.iter().find(|(known, ..)| known == kind) {
            let path = node
                .child_by_field_name(path)
                .map_or("", |path| self.exprs.text(path));
            let alias = node
                .child_by_field_name(alias)
                .map(|alias| self.exprs.text(alias));
            let path = join(&prefix, path, &tree.separator);
            self.leaf(event, node, &path, alias, reexport);
            return;
        }
        if tree.wildcards.iter().any(|known| known == kind) {
            let path = node
                .named_children()
                .next()
                .map_or("", |path| self.exprs.text(path));
            let source = join(&prefix, path, &tree.separator);
            self.push_import(
                event,
                node,
                ImportKind::Wildcard,
                &source,
                None,
                None,
                reexport,
            );
            return;
        }
        let path = join(&prefix, self.exprs.text(node), &tree.separator);
        self.leaf(event, node, &path, None, reexport);
    }

    /// Paths whose names stand side by side in `node`; what is no name ends one.
    fn flat_paths(
        &mut self,
        event: &Event<'t>,
        node: Node<'t>,
        prefix: &str,
        reexport: bool,
        work: &mut Vec<(Node<'t>, String)>,
    ) {
        let tree = &self.manifest.import_tree;
        let is_tree = |kind: &str| {
            let aliases = tree.aliased.iter().map(|(known, ..)| known);
            let mut trees = tree.lists.iter().chain(&tree.wildcards).chain(aliases);
            trees.any(|known| known == kind)
        };
        let first = work.len();
        let mut path: Option<(Node<'t>, String)> = None;
        let children: Vec<_> = node.children().filter(|child| !child.is_extra()).collect();
        for child in children {
            if is_tree(child.kind()) {
                let path = path.take().map_or_else(String::new, |(_, path)| path);
                work.push((child, join(prefix, &path, &tree.separator)));
            } else if self.exprs.plain_name(child).is_some() {
                let name = self.exprs.text(child);
                match &mut path {
                    Some((_, path)) => {
                        path.push_str(&tree.separator);
                        path.push_str(name);
                    }
                    None => path = Some((child, name.to_owned())),
                }
            } else if child.kind() != tree.separator
                && let Some((head, path)) = path.take()
            {
                self.leaf(
                    event,
                    head,
                    &join(prefix, &path, &tree.separator),
                    None,
                    reexport,
                );
            }
        }
        if let Some((head, path)) = path {
            self.leaf(
                event,
                head,
                &join(prefix, &path, &tree.separator),
                None,
                reexport,
            );
        }
        work[first..].reverse();
    }

    /// One path: its last part is the name, the rest the module.
    fn leaf(
        &mut self,
        event: &Event<'t>,
        node: Node<'t>,
        path: &str,
        alias: Option<&str>,
        reexport: bool,
    ) {
        let tree = &self.manifest.import_tree;
        let path = match path.strip_suffix(tree.itself.as_str()) {
            Some(rest) if !tree.itself.is_empty() && rest.ends_with(tree.separator.as_str()) => {
                rest.strip_suffix(tree.separator.as_str()).unwrap_or(rest)
            }
            _ => path,
        };
        let (source, name) = path
            .rsplit_once(tree.separator.as_str())
            .unwrap_or(("", path));
        let alias = alias.unwrap_or(name).to_owned();
        let (source, name) = (source.to_owned(), name.to_owned());
        self.push_import(
            event,
            node,
            ImportKind::Named,
            &source,
            Some(&name),
            Some(&alias),
            reexport,
        );
    }

    #[allow(clippy::too_many_arguments)]
    fn push_import(
        &mut self,
        event: &Event<'t>,
        node: Node<'t>,
        kind: ImportKind,
        source: &str,
        name: Option<&str>,
        alias: Option<&str>,
        reexport: bool,
    ) {
        let source: String = source.split_whitespace().collect();
        let import = Import {
            kind,
            source: self.names.intern(&source),
            name: name.map(|name| self.names.intern(name.trim())),
            alias: alias.map(|alias| self.names.intern(alias.trim())),
            scope: self.declaring_scope(false),
            type_only: false,
            reexport,
            dynamic: false,
            span: event.span,
            line: node.start_row() as u32 + 1,
        };
        self.facts.imports.push(import);
    }
}

fn join(prefix: &str, path: &str, separator: &str) -> String {
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}{separator}{path}"),
    }
}
