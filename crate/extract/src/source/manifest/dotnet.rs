//! MSBuild project files: `*.csproj`, and `Directory.Build.props` and `.targets` for
//! all projects below their folder.

use super::{Ecosystem, Manifest, ManifestData, Place, path};

/// What a project file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotNetProject {
    /// Imports that hold in every file: the namespace or type, and its other name
    /// where it is given one.
    pub usings: Vec<(String, Option<String>)>,
    /// Whether it speaks for the projects below its folder.
    pub below: bool,
}

/// Whether a file of this name is a project.
pub(super) fn is_project_name(name: &str) -> bool {
    name.ends_with(".csproj")
}

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let name = path::file_name(place.path);
    let project = DotNetProject {
        usings: usings(&text),
        below: !is_project_name(name),
    };
    let name = name.strip_suffix(".csproj");
    Ok(place.manifest(Ecosystem::NuGet, name, ManifestData::DotNet(project)))
}

/// The `<Using Include="…" Alias="…" />` of a project, outside comments.
fn usings(text: &str) -> Vec<(String, Option<String>)> {
    let mut usings = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end..]);
            continue;
        }
        let end = rest.find('>').unwrap_or(rest.len());
        let tag = &rest[1.min(end)..end];
        if let Some(attributes) = tag
            .strip_prefix("Using")
            .filter(|tag| tag.starts_with(char::is_whitespace))
            && let Some(names) = attribute(attributes, "Include")
        {
            let alias = attribute(attributes, "Alias").map(str::to_owned);
            let names = names
                .split(';')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            usings.extend(names.map(|name| (name.to_owned(), alias.clone())));
        }
        rest = &rest[end..];
    }
    usings
}

/// The value of an attribute in the text of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &tag[start..];
    value.find('"').map(|end| &value[..end])
}

#[cfg(test)]
mod tests {
    use super::usings;

    #[test]
    fn reads_usings_outside_comments() {
        let text = "<Project><!-- <Using Include=\"No\" /> --><ItemGroup>\n<Using Include=\"A.B;C\" />\
            <Using Include=\"D.E\" Alias=\"F\"/><Using Remove=\"G\" /><UsingTask Include=\"H\" /></ItemGroup>";
        let found = usings(text);
        let found: Vec<_> = found
            .iter()
            .map(|(name, alias)| (name.as_str(), alias.as_deref()))
            .collect();
        assert_eq!(found, [("A.B", None), ("C", None), ("D.E", Some("F"))]);
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
            usings(text);
        }
    }
}
