//! `setup.cfg` and `setup.py`. The first is an INI file; of the second, which is
//! a program, only literal arguments are taken.

use super::pyproject::{finish, requirement};
use super::tokens::{Comments, Token, after, text_after, texts_while, tokens};
use super::{DependencyKind, Ecosystem, Manifest, ManifestData, Place, PythonPackage};

/// Signs between a keyword and the strings of its list.
const LIST: &[char] = &['=', '[', '(', ','];

pub(super) fn read_cfg(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let fields = ini(&text);
    let all = |section: &str, key: &str| {
        let found = fields
            .iter()
            .find(|field| field.section == section && field.key == key);
        found.map(|field| field.values.clone()).unwrap_or_default()
    };
    let mut package = PythonPackage::default();
    for row in all("options", "package_dir") {
        if let Some((_, dir)) = row
            .split_once('=')
            .filter(|(name, _)| name.trim().is_empty())
        {
            package.source_roots.extend(place.join(dir.trim()));
        }
    }
    let find = all("options.packages.find", "where");
    package
        .source_roots
        .extend(find.iter().filter_map(|dir| place.join(dir)));
    let listed = all("options", "packages")
        .into_iter()
        .chain(all("options", "py_modules"));
    package
        .packages
        .extend(listed.filter(|name| !name.contains(':')).map(str::to_owned));
    let entry_points = fields.iter();
    let entry_points = entry_points.filter(|field| field.section == "options.entry_points");
    package.scripts = scripts(entry_points.flat_map(|field| field.values.iter().copied()));
    let name = all("metadata", "name").first().copied();
    let mut manifest = place.manifest(Ecosystem::PyPi, name, ManifestData::Python(package));
    let requires = all("options", "install_requires");
    let requires = requires
        .iter()
        .filter_map(|spec| requirement(spec, DependencyKind::Runtime));
    manifest.dependencies = requires.collect();
    Ok(finish(place, manifest))
}

/// The rows that say what runs; others name the group of those behind them.
fn scripts<'t>(rows: impl Iterator<Item = &'t str>) -> Vec<(String, String)> {
    let rows = rows.flat_map(str::lines);
    let pairs = rows.filter_map(|row| row.split_once('='));
    pairs
        .map(|(name, run)| (name.trim().to_owned(), run.trim().to_owned()))
        .collect()
}

struct Field<'t> {
    section: &'t str,
    key: &'t str,
    values: Vec<&'t str>,
}

/// Fields of an INI file; indented lines continue the value above.
fn ini(text: &str) -> Vec<Field<'_>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut section = "";
    for line in text.lines() {
        let content = line.trim();
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            if let Some(field) = fields.last_mut().filter(|field| field.section == section) {
                field.values.push(content);
            }
        } else if let Some(name) = content.strip_prefix('[') {
            section = name.trim_end_matches(']').trim();
        } else if let Some((key, value)) = content.split_once(['=', ':']) {
            let value = value.trim();
            let values = if value.is_empty() {
                Vec::new()
            } else {
                vec![value]
            };
            fields.push(Field {
                section,
                key: key.trim(),
                values,
            });
        }
    }
    fields
}

pub(super) fn read_py(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(&text, Comments::Hash);
    let call = ["setup", "setuptools.setup"]
        .iter()
        .find_map(|name| after(&tokens, name).find(|rest| rest.first() == Some(&Token::Sign('('))));
    // Without a call this is some other file of that name, and so no manifest
    // that could be malformed: it has nothing to tell.
    let arguments = call.unwrap_or_default();
    let list = |name: &str| {
        let found = after(arguments, name).find(|rest| rest.first() == Some(&Token::Sign('=')));
        found
            .map(|rest| texts_while(rest, LIST, &[]))
            .unwrap_or_default()
    };
    let name = after(arguments, "name").find_map(|rest| text_after(rest, &['=']));
    let mut package = PythonPackage::default();
    package.source_roots.extend(
        roots(arguments)
            .into_iter()
            .filter_map(|dir| place.join(dir)),
    );
    let listed = list("packages").into_iter().chain(list("py_modules"));
    package.packages.extend(listed.map(str::to_owned));
    let signs = &['=', '{', ':', '[', '(', ',', ']', ')'];
    let entry_points = after(arguments, "entry_points");
    package.scripts = scripts(entry_points.flat_map(|rest| texts_while(rest, signs, &[])));
    let mut manifest = place.manifest(Ecosystem::PyPi, name, ManifestData::Python(package));
    let requires = list("install_requires").into_iter();
    let requires = requires.filter_map(|spec| requirement(spec, DependencyKind::Runtime));
    manifest.dependencies = requires.collect();
    Ok(finish(place, manifest))
}

/// `package_dir={"": "src"}` and `find_packages("src")` or `(where="src")`.
fn roots(arguments: &[Token]) -> Vec<&str> {
    let mut roots = Vec::new();
    for rest in after(arguments, "package_dir") {
        if let [
            Token::Sign('='),
            Token::Sign('{'),
            Token::Text(key),
            Token::Sign(':'),
            Token::Text(dir),
            ..,
        ] = rest
            && key.is_empty()
        {
            roots.push(dir.as_str());
        }
    }
    let finders = [
        "find_packages",
        "setuptools.find_packages",
        "find_namespace_packages",
    ];
    for rest in finders.iter().flat_map(|name| after(arguments, name)) {
        let named = match rest {
            [Token::Sign('('), Token::Word(word), rest @ ..] if word == "where" => rest,
            _ => rest,
        };
        roots.extend(text_after(named, &['(', '=']));
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read, read_first};
    use super::*;

    fn check(
        file: &str,
        text: &str,
        name: Option<&str>,
        roots: &[&str],
        packages: &[&str],
    ) -> Manifest {
        let manifest = read_first(&[(file, text), ("p/x.py", "")]);
        let ManifestData::Python(package) = &manifest.data else {
            panic!("python")
        };
        assert_eq!(manifest.name.as_deref(), name, "{text}");
        assert_eq!(package.source_roots, roots, "{text}");
        assert_eq!(package.packages, packages, "{text}");
        manifest
    }

    #[test]
    fn reads_setup_cfg() {
        let text = "[metadata]\nname = acme\n# c\n[options]\npackages = find:\npackage_dir =\n    = src\ninstall_requires =\n    rich>=1\n    # no\n    b ; extra\n[options.packages.find]\nwhere = src\n[options.entry_points]\nconsole_scripts =\n    acme = acme.cli:main\n";
        let manifest = check("p/setup.cfg", text, Some("acme"), &["p/src"], &[]);
        assert_eq!(dependencies(&manifest), ["Runtime b", "Runtime rich"]);
        let ManifestData::Python(package) = manifest.data else {
            panic!("python")
        };
        assert_eq!(
            package.scripts,
            [("acme".to_owned(), "acme.cli:main".to_owned())]
        );
        check("p/setup.cfg", "[flake8]\nmax = 1\n  x\n", None, &["p"], &[]);
    }

    #[test]
    fn reads_literals_of_setup_py() {
        let text = "from setuptools import setup, find_packages\nname = 'not this'\nsetup(\n  name='acme',  # x\n  version=read('x'),\n  package_dir={'': 'lib'}, packages=find_packages(where='lib', exclude=['t']),\n  install_requires=['a>=1', \"b\"] + extra,\n  entry_points={'console_scripts': ['acme=acme.cli:main'], 'acme.plugins': ['hull = acme.hull']},\n)";
        let manifest = check("p/setup.py", text, Some("acme"), &["p/lib"], &[]);
        assert_eq!(dependencies(&manifest), ["Runtime a", "Runtime b"]);
        let ManifestData::Python(package) = manifest.data else {
            panic!("python")
        };
        let told = package.scripts.iter();
        let told: Vec<_> = told
            .map(|(name, run)| (name.as_str(), run.as_str()))
            .collect();
        assert_eq!(told, [("acme", "acme.cli:main"), ("hull", "acme.hull")]);
    }

    #[test]
    fn what_is_computed_stays_unknown() {
        check(
            "p/setup.py",
            "setup(name=NAME, packages=['a', 'a.b', pick()], package_dir=dirs)",
            None,
            &["p"],
            &["a", "a.b"],
        );
        check(
            "p/setup.py",
            "setup(name=f'{x}-y', packages=find_packages('src'))",
            None,
            &["p/src"],
            &[],
        );
        check("p/setup.py", "def setup(): pass", None, &["p"], &[]);
        check("p/setup.py", "", None, &["p"], &[]);
        check("p/setup.py", "setup(name='", None, &["p"], &[]);
    }

    #[test]
    fn bytes_of_any_kind_end() {
        let (_, report) = read(&[
            ("setup.py", "setup(\u{0}\"\"\"'"),
            ("setup.cfg", "[\n=\n  x\n: y"),
        ]);
        assert_eq!(report.get("malformed-manifest"), 0);
    }
}
