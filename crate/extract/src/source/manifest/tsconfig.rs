//! `tsconfig.json`, `jsconfig.json` and the files they extend.

use super::json::Json;
use super::{Ecosystem, Listing, Manifest, ManifestData, Place, read_one};
use crate::report::Report;
use crate::source::path;
use std::collections::{BTreeMap, BTreeSet};

/// One configuration file, as written: paths are relative to its directory, or
/// start with `${configDir}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TsConfig {
    /// What it extends, in order; later ones override earlier ones.
    pub extends: Vec<String>,
    /// `compilerOptions.baseUrl`.
    pub base_url: Option<String>,
    /// `compilerOptions.paths`: pattern and targets. `None` inherits, an empty
    /// list overrides with nothing.
    pub paths: Option<Vec<(String, Vec<String>)>>,
    /// `compilerOptions.rootDirs`.
    pub root_dirs: Option<Vec<String>>,
    /// `compilerOptions.rootDir`.
    pub root_dir: Option<String>,
    /// `compilerOptions.outDir`.
    pub out_dir: Option<String>,
    /// `references[].path`.
    pub references: Vec<String>,
}

/// Whether a file of this name is a configuration by itself.
pub(super) fn is_config_name(name: &str) -> bool {
    let stem = name.strip_suffix(".json").unwrap_or_default();
    stem == "jsconfig" || stem == "tsconfig" || stem.starts_with("tsconfig.")
}

/// Files one configuration may extend; people write up to a handful.
const MAX_EXTENDS: usize = 64;

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let json = Json::parse(bytes)?;
    let nothing = Json::Null;
    let options = json.get("compilerOptions").unwrap_or(&nothing);
    let text = |key: &str| options.text(key).map(str::to_owned);
    let references = match json.get("references") {
        Some(Json::List(items)) => items.iter().filter_map(|item| item.text("path")).collect(),
        _ => Vec::new(),
    };
    let extends = json.texts("extends");
    if extends.len() > MAX_EXTENDS {
        return Err(format!("extends more than {MAX_EXTENDS} files"));
    }
    let config = TsConfig {
        extends,
        base_url: text("baseUrl"),
        paths: options.get("paths").map(|paths| {
            let row = |(pattern, targets): &(String, Json)| (pattern.clone(), targets.as_texts());
            paths.members().iter().map(row).collect()
        }),
        root_dirs: options.get("rootDirs").map(Json::as_texts),
        root_dir: text("rootDir"),
        out_dir: text("outDir"),
        references: references.into_iter().map(str::to_owned).collect(),
    };
    let data = ManifestData::TypeScript(config);
    Ok(place.manifest(Ecosystem::TypeScript, None, data))
}

/// Reads the configurations that others extend under names of their own, such as
/// `base.json`, until none is new.
pub(super) fn read_extended(
    listing: &Listing<'_>,
    report: &mut Report,
    found: &mut BTreeMap<String, Manifest>,
) {
    let packages = Packages::new(found.values());
    let mut tried: BTreeSet<String> = BTreeSet::new();
    tried.extend(found.keys().cloned());
    let mut open = tried.clone();
    while !open.is_empty() {
        let mut next = BTreeSet::new();
        for manifest in open.iter().filter_map(|path| found.get(path)) {
            let specs = config(manifest).map(|c| c.extends.as_slice());
            for spec in specs.unwrap_or_default() {
                next.extend(packages.locate(manifest, spec, |path| listing.contains(path)));
            }
        }
        next.retain(|path| tried.insert(path.clone()));
        for path in &next {
            read_one(path, read, listing, report, found);
        }
        open = next;
    }
}

/// The configuration in `manifest`, where it is one.
pub(super) fn config(manifest: &Manifest) -> Option<&TsConfig> {
    match &manifest.data {
        ManifestData::TypeScript(config) => Some(config),
        _ => None,
    }
}

/// The packages of the tree by name, each with its directory and the
/// configuration it offers.
pub(super) struct Packages(BTreeMap<String, (String, String)>);

impl Packages {
    /// The packages among `manifests`; of several with one name the first.
    pub(super) fn new<'m>(manifests: impl Iterator<Item = &'m Manifest>) -> Self {
        let mut packages = BTreeMap::new();
        for manifest in manifests {
            if let (Some(name), ManifestData::Npm(npm)) = (&manifest.name, &manifest.data) {
                let offered = npm.tsconfig.as_deref().unwrap_or("tsconfig.json");
                packages
                    .entry(name.clone())
                    .or_insert((manifest.dir.clone(), offered.to_owned()));
            }
        }
        Self(packages)
    }

    /// The file that `spec` in an `extends` of `manifest` names, or `None`. A
    /// bare name is looked up among the packages of the tree, since what
    /// `node_modules` holds is not there.
    pub(super) fn locate(
        &self,
        manifest: &Manifest,
        spec: &str,
        exists: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let base = if spec.starts_with('.') {
            path::join(&manifest.dir, spec)?
        } else {
            self.in_package(spec)?
        };
        let candidates = [
            base.clone(),
            format!("{base}.json"),
            format!("{base}/tsconfig.json"),
        ];
        candidates.into_iter().find(|candidate| exists(candidate))
    }

    /// `@scope/name/rest` as a path below the directory of the package.
    fn in_package(&self, spec: &str) -> Option<String> {
        let scoped = usize::from(spec.starts_with('@'));
        let end = spec
            .match_indices('/')
            .nth(scoped)
            .map_or(spec.len(), |(at, _)| at);
        let (name, rest) = (spec.get(..end)?, spec.get(end..)?.trim_start_matches('/'));
        let (dir, offered) = self.0.get(name)?;
        path::join(dir, if rest.is_empty() { offered } else { rest })
    }
}
