//! The paths that routers are put below.

use super::{At, Base, DEPTH, Key, Memo, Mounts, PREFIXES};
use crate::extract::frameworks::{Role, like};
use crate::framework::arguments::{argument, said_path};
use crate::framework::controllers::{member, within};
use crate::framework::path::behind;
use crate::framework::sites::Site;
use std::rc::Rc;

impl<'a> Mounts<'a> {
    /// The paths that `base` is below.
    pub fn paths(&mut self, base: Base, depth: u32) -> Rc<[String]> {
        let none = || Rc::from([String::new()]);
        if depth > DEPTH {
            return none();
        }
        match base {
            Base::Free => none(),
            Base::Call(at) => self.below(at, depth),
            Base::Router(at) => {
                let router = &mut self.routers[at as usize];
                match &router.paths {
                    Memo::Done(paths) => return paths.clone(),
                    Memo::Open => return none(),
                    Memo::New => {}
                }
                router.paths = Memo::Open;
                let (key, base) = (router.key, router.base);
                let (own, mounts) = (router.own.clone(), router.mounts.clone());
                let handed = router.handed.clone();
                let mut all: Vec<String> = Vec::new();
                for outer in &handed {
                    all.extend(self.paths(*outer, depth + 1).iter().cloned());
                }
                if mounts.is_empty() && handed.is_empty() {
                    let outer = self.paths(base, depth + 1);
                    all.extend(extended(&outer, self.root(key)).iter().cloned());
                }
                let mut whole: Vec<String> = Vec::new();
                for mount in mounts {
                    let site = self.site(mount);
                    let replaces = site.rule.replaces && said_path(site).is_some();
                    let paths = if replaces { &mut whole } else { &mut all };
                    paths.extend(self.below(mount, depth + 1).iter().cloned());
                }
                whole.extend(extended(&all, &own).iter().cloned());
                let paths = extended(&whole, "");
                self.routers[at as usize].paths = Memo::Done(paths.clone());
                paths
            }
        }
    }

    /// The path that all is below that a file registers, by its own path.
    fn root(&self, key: Key) -> &'a str {
        let Key::File(file) = key else { return "" };
        let source = self
            .by_file
            .get(&file)
            .map(|&at| &self.sources[at as usize]);
        let path = self.corpus.file(file).map_or("", |file| &file.path);
        let frameworks = source.map_or(&[][..], |source| source.frameworks);
        let mut roots = frameworks
            .iter()
            .flat_map(|(framework, _)| &framework.roots);
        let root = roots.find(|(pattern, _)| like(pattern, path));
        root.map_or("", |(_, root)| root)
    }

    /// The paths of what the call at `at` has below it.
    fn below(&mut self, at: At, depth: u32) -> Rc<[String]> {
        match self.calls.get(&at) {
            Some(Memo::Done(paths)) => return paths.clone(),
            Some(_) => return Rc::from([]),
            None => {}
        }
        self.calls.insert(at, Memo::Open);
        let site = self.site(at);
        if site.rule.role == Role::Template {
            let paths = self.written_out(site, depth);
            self.calls.insert(at, Memo::Done(paths.clone()));
            return paths;
        }
        let (base, own) = self.base(at);
        let path = said_path(site);
        let outer = self.paths(base, depth + 1);
        let paths = extended(&extended(&outer, &own), &path.unwrap_or_default());
        self.calls.insert(at, Memo::Done(paths.clone()));
        paths
    }

    /// The paths below which the template that `site` names is written out.
    fn written_out(&mut self, site: &Site<'_>, depth: u32) -> Rc<[String]> {
        let named = argument(&site.arguments, &site.rule.handler);
        let name = named.map_or("", |one| one.value.trim_matches([':', '"', '\'']));
        let mut all = Vec::new();
        for at in self.written.get(name).cloned().unwrap_or_default() {
            let (outer, writes) = (self.below(at, depth + 1), self.site(at));
            let within = match writes.rule.role {
                Role::Resources => within(writes),
                _ => member(self, writes, at.0),
            };
            all.extend(extended(&outer, &within).iter().cloned());
        }
        extended(&all, "")
    }
}

/// Each of `paths` with `more` behind it, each once.
fn extended(paths: &[String], more: &str) -> Rc<[String]> {
    let mut all: Vec<String> = Vec::new();
    for path in paths {
        let longer = behind(path, more);
        if let Some(longer) = longer
            && !all.contains(&longer)
            && all.len() < PREFIXES
        {
            all.push(longer);
        }
    }
    all.into()
}
