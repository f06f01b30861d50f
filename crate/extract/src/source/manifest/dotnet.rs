//! MSBuild project files: `*.csproj`, and `Directory.Build.props`, `.targets` and
//! `Directory.Packages.props` for all projects below their folder.

use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place, path};
use std::collections::BTreeMap;

/// What a project file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotNetProject {
    /// Imports that hold in every file: the namespace or type, and its other name
    /// where it is given one.
    pub usings: Vec<(String, Option<String>)>,
    /// Namespaces that every file sees because of the kind of project.
    pub implied: &'static [&'static str],
    /// Whether it speaks for the projects below its folder.
    pub below: bool,
}

/// What the files of a web project see unless it says otherwise, as far as it tells
/// what they are built on.
const WEB: &[&str] = &["Microsoft.AspNetCore.Builder", "System.Net.Http"];

/// Whether a file of this name is a project.
pub(super) fn is_project_name(name: &str) -> bool {
    name.ends_with(".csproj")
}

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let name = path::file_name(place.path);
    let mut project = DotNetProject {
        below: !is_project_name(name),
        ..DotNetProject::default()
    };
    let mut dependencies = Vec::new();
    for (tag, rest) in tags(&text) {
        match tag.split([' ', '\t', '\r', '\n', '/']).next() {
            Some("Using") => project.usings.extend(usings(tag)),
            Some("Project") if attribute(tag, "Sdk") == Some("Microsoft.NET.Sdk.Web") => {
                project.implied = WEB;
            }
            Some("ImplicitUsings") if rest.trim_start().starts_with("disable") => {
                project.implied = &[];
            }
            Some("PackageReference" | "GlobalPackageReference") => {
                dependencies.extend(included(tag).map(|name| Dependency {
                    name: name.to_owned(),
                    ..Dependency::default()
                }));
            }
            Some("ProjectReference") => {
                dependencies.extend(included(tag).map(|file| project_at(place, file)));
            }
            _ => {}
        }
    }
    let name = name.strip_suffix(".csproj");
    let mut manifest = place.manifest(Ecosystem::NuGet, name, ManifestData::DotNet(project));
    manifest.dependencies = dependencies;
    Ok(manifest)
}

/// The project of the tree in the file at `relative`.
fn project_at(place: &Place<'_>, relative: &str) -> Dependency {
    let relative = relative.replace('\\', "/");
    let name = path::file_name(&relative);
    let name = name.strip_suffix(".csproj").unwrap_or(name).to_owned();
    let file = place.join(&relative);
    Dependency {
        path: file.map(|file| path::parent(&file).to_owned()),
        kind: DependencyKind::Runtime,
        package: None,
        name,
    }
}

/// Gives every project what the files of the folders around it say for all.
pub(super) fn inherit_from_folders(manifests: &mut [Manifest]) {
    let shared = |manifest: &Manifest| match &manifest.data {
        ManifestData::DotNet(project) => project.below && !manifest.dependencies.is_empty(),
        _ => false,
    };
    let mut folders: BTreeMap<String, Vec<Dependency>> = BTreeMap::new();
    for manifest in manifests.iter().filter(|manifest| shared(manifest)) {
        let offered = folders.entry(manifest.dir.clone()).or_default();
        offered.extend(manifest.dependencies.iter().cloned());
    }
    if folders.is_empty() {
        return;
    }
    for manifest in manifests.iter_mut() {
        if matches!(&manifest.data, ManifestData::DotNet(project) if !project.below) {
            let around = path::ancestors(&manifest.path).filter_map(|dir| folders.get(dir));
            let more: Vec<Dependency> = around.flatten().cloned().collect();
            manifest.dependencies.extend(more);
        }
    }
}

/// The tags of `text` outside comments, without their brackets, each with what follows it.
fn tags(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.get(rest.find('<')?..)?;
            let Some(comment) = rest.strip_prefix("<!--") else {
                break;
            };
            rest = comment.get(comment.find("-->")?..)?;
        }
        let end = rest.find('>').unwrap_or(rest.len());
        let tag = rest.get(1..end)?;
        rest = rest.get(end..)?;
        Some((tag, rest.strip_prefix('>').unwrap_or(rest)))
    })
}

/// The names that a tag includes.
fn included(tag: &str) -> impl Iterator<Item = &str> {
    let names = attribute(tag, "Include").unwrap_or_default().split(';');
    names.map(str::trim).filter(|name| !name.is_empty())
}

/// What `<Using Include="…" Alias="…" />` imports.
fn usings(tag: &str) -> impl Iterator<Item = (String, Option<String>)> {
    let alias = attribute(tag, "Alias");
    included(tag).map(move |name| (name.to_owned(), alias.map(str::to_owned)))
}

/// The value of an attribute in the text of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &tag[start..];
    value.find('"').map(|end| &value[..end])
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read_first};
    use super::*;

    fn project(text: &str) -> DotNetProject {
        match read_first(&[("src/App/App.csproj", text)]).data {
            ManifestData::DotNet(project) => project,
            _ => panic!("a project"),
        }
    }

    #[test]
    fn reads_usings_outside_comments() {
        let text = "<Project><!-- <Using Include=\"No\" /> --><ItemGroup>\n<Using Include=\"A.B;C\" />\
            <Using Include=\"D.E\" Alias=\"F\"/><Using Remove=\"G\" /><UsingTask Include=\"H\" /></ItemGroup>";
        let found = project(text).usings;
        let found: Vec<_> = found
            .iter()
            .map(|(name, alias)| (name.as_str(), alias.as_deref()))
            .collect();
        assert_eq!(found, [("A.B", None), ("C", None), ("D.E", Some("F"))]);
    }

    #[test]
    fn packages_and_projects_are_dependencies_also_of_the_folders_around() {
        let app = "<Project>\n<ItemGroup><PackageReference\n  Include=\"Serilog\" Version=\"1\" />\
            <PackageReference Update=\"No\" /><ProjectReference Include=\"..\\Lib\\Lib.csproj\"><Private/></ProjectReference>";
        let manifest = read_first(&[
            ("src/App/App.csproj", app),
            (
                "Directory.Packages.props",
                "<Project><PackageVersion Include=\"Serilog\"/><GlobalPackageReference Include=\"Style\"/></Project>",
            ),
            (
                "src/Directory.Build.props",
                "<PackageReference Include=\"Log\" />",
            ),
            (
                "src/Lib/Directory.Build.props",
                "<PackageReference Include=\"Other\" />",
            ),
        ]);
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime Lib@src/Lib",
                "Runtime Log",
                "Runtime Serilog",
                "Runtime Style"
            ]
        );
    }

    #[test]
    fn web_projects_imply_what_they_are_built_on() {
        let web = "<Project Sdk=\"Microsoft.NET.Sdk.Web\">";
        assert_eq!(project(web).implied, WEB);
        let none = format!("{web}<ImplicitUsings>disable</ImplicitUsings>");
        assert!(project(&none).implied.is_empty());
        assert!(
            project("<Project Sdk=\"Microsoft.NET.Sdk\">")
                .implied
                .is_empty()
        );
    }

    #[test]
    fn ends_on_any_text() {
        for text in [
            "<",
            "<Using",
            "<Using Include=\"",
            "<!--",
            "<Using Include=\"é>",
            "\u{1F600}<é",
        ] {
            project(text);
        }
    }
}
