//! Real repositories: every function and class has a feature, and nearly all pass
//! the critic; every area is called something and lies somewhere.
//!
//! The clones are nobody's to ship: `WAYMARK_CLONES` names the folder that holds
//! them. `areas.txt` holds the areas and categories that were read, with their
//! directories, of the commits that it names; a label that the reader would not
//! have chosen, because it does not say what lies there, is marked with `?`.

use std::path::Path;
use waymark_engine::feature::critic;
use waymark_engine::feature::plan::is_entity;
use waymark_engine::index::Index;

/// Clones in three languages.
const CLONES: [&str; 3] = ["rich", "gson", "ripgrep"];
/// The share of features that must pass, in hundredths.
const PASSING: usize = 95;

#[test]
#[ignore = "wants clones in WAYMARK_CLONES"]
fn real_repositories_have_features_and_areas() {
    let folder = std::env::var("WAYMARK_CLONES").expect("WAYMARK_CLONES names a folder of clones");
    let mut unread = String::new();
    for name in CLONES {
        let clone = Path::new(&folder).join(name);
        let files = waymark_tests::read_folder(&clone).expect("a clone");
        let index = waymark_tests::index(files).expect("an index");
        lifted(name, &index);
        grouped(name, &index);
        let told = written(name, &commit(&clone), &index);
        if !include_str!("areas.txt")
            .replace(" ?:", ":")
            .contains(&told)
        {
            unread += &told;
        }
    }
    assert!(unread.is_empty(), "these areas nobody has read:\n{unread}");
}

fn lifted(name: &str, index: &Index) {
    let view = index.view();
    let (mut all, mut passing) = (0, 0);
    for node in view
        .graph
        .ids()
        .filter(|&node| is_entity(view.tree(), node))
    {
        let (feature, _) = view.plan.feature(view.tree(), node);
        assert!(!feature.is_empty(), "{name}: {}", view.graph.fqn(node));
        all += 1;
        passing += usize::from(critic::judge(&feature).is_ok());
    }
    assert!(passing * 100 >= all * PASSING, "{name}: {passing} of {all}");
}

fn grouped(name: &str, index: &Index) {
    let view = index.view();
    let hierarchy = view.plan.hierarchy(view.tree());
    let areas = hierarchy.below(None).count();
    assert!((2..=14).contains(&areas), "{name}: {areas} areas");
    for (at, group) in hierarchy.groups.iter().enumerate() {
        let label = group.label.to_lowercase();
        let says = !["misc", "other", "core", "general", ""].contains(&label.as_str());
        assert!(says, "{name}: {}", hierarchy.path(at));
        assert!(
            !group.directories.is_empty(),
            "{name}: {}",
            hierarchy.path(at)
        );
    }
}

/// The areas and categories of a clone, each with its directories.
fn written(name: &str, commit: &str, index: &Index) -> String {
    let view = index.view();
    let hierarchy = view.plan.hierarchy(view.tree());
    let mut text = format!("# {name} {commit}\n");
    for (indent, group) in hierarchy
        .groups
        .iter()
        .filter_map(|group| Some((["", "  "].get(group.level)?, group)))
    {
        text += &format!(
            "{indent}{}: {}\n",
            group.label,
            group.directories.join(", ")
        );
    }
    text + "\n"
}

fn commit(clone: &Path) -> String {
    let asked = std::process::Command::new("git")
        .arg("-C")
        .arg(clone)
        .args(["rev-parse", "HEAD"])
        .output()
        .expect("git runs");
    String::from_utf8_lossy(&asked.stdout).trim().to_owned()
}
