//! What a Python package offers, and which changes of it others may feel.

use super::compared;
use waymark_engine::answer::ops::Operation;
use waymark_engine::answer::tools::package_summary::{PackageSummary, Summary};
use waymark_tests::index_of;

const PROJECT: &str = "[project]\nname = \"dock\"\n\n[project.scripts]\ndock = \"dock._cli:main\"\n\n\
    [project.entry-points.\"dock.plugins\"]\nhull = \"dock.hull\"\n";
const HULL: &str = "import os\n\nRATE = 2\n_cache = {}\n\n\ndef price(piece):\n    return _round(piece)\n\n\n\
    def _round(piece):\n    return piece\n\n\nclass Boat:\n    def __init__(self, name):\n        self.name = name\n\n\
    \u{20}   def launch(self):\n        pass\n\n    def _sink(self):\n        pass\n";
const TREE: [(&str, &str); 9] = [
    ("pyproject.toml", PROJECT),
    (
        "src/dock/__init__.py",
        "from ._impl import moor, _tie\nfrom dock.hull import Boat as Ship\n\n__version__ = \"1\"\n",
    ),
    ("src/dock/hull.py", HULL),
    (
        "src/dock/_impl.py",
        "def moor():\n    return _tie() + knot()\n\n\ndef _tie():\n    return 1\n\n\ndef knot():\n    return 2\n",
    ),
    (
        "src/dock/_cli.py",
        "def main():\n    return 0\n\n\ndef usage():\n    return 1\n",
    ),
    (
        "src/dock/sail.py",
        "from ._impl import knot, moor\n\n__all__ = [\"hoist\", \"knot\"]\n__all__ += [\"reef\"]\n__all__.append(\"Mast\")\n\n\n\
         def hoist():\n    pass\n\n\ndef reef():\n    pass\n\n\ndef furl():\n    pass\n\n\nclass Mast:\n    pass\n",
    ),
    ("src/dock/deck/__init__.py", "from .._impl import *\n"),
    ("docs/conf.py", "def setup(app):\n    pass\n"),
    (
        "tests/test_hull.py",
        "from dock.hull import price\n\n\ndef test_price():\n    assert price(1)\n",
    ),
];

fn summary(files: &[(&str, &str)]) -> Summary {
    let index = index_of(files);
    let params = PackageSummary {
        max_exports: Some(1000),
        ..PackageSummary::default()
    };
    params.run(&index.view()).expect("an answer")
}

fn exports(summary: &Summary) -> Vec<&str> {
    let mut ids: Vec<&str> = summary.exports.iter().map(|one| one.fqn.as_str()).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn a_package_offers_what_it_lists_else_what_bears_no_mark() {
    let summary = summary(&TREE);
    let expected = [
        // What the command runs.
        "src/dock/_cli.py::main",
        // What `__init__` takes over of a private module, and a star all that is public.
        "src/dock/_impl.py::knot",
        "src/dock/_impl.py::moor",
        "src/dock/hull.py::Boat",
        "src/dock/hull.py::Boat::__init__",
        "src/dock/hull.py::Boat::launch",
        "src/dock/hull.py::Boat::name",
        "src/dock/hull.py::RATE",
        "src/dock/hull.py::price",
        "src/dock/sail.py::Mast",
        "src/dock/sail.py::hoist",
        "src/dock/sail.py::reef",
    ];
    assert_eq!(exports(&summary), expected);
    let entries = [
        "src/dock/__init__.py",
        "src/dock/_cli.py",
        "src/dock/hull.py",
    ];
    assert_eq!(summary.entry_points, entries);
}

#[test]
fn commands_of_setup_cfg_are_entry_points() {
    let cfg = "[metadata]\nname = dock\n[options]\npackages = dock\n[options.entry_points]\n\
        console_scripts =\n    dock = dock.cli:Cli.run\ndock.plugins =\n    hull = dock.hull\n";
    let summary = summary(&[
        ("setup.cfg", cfg),
        ("dock/__init__.py", ""),
        (
            "dock/cli.py",
            "class Cli:\n    def run(self):\n        pass\n",
        ),
        ("dock/hull.py", ""),
        ("other/x.py", "def aside():\n    pass\n"),
    ]);
    assert_eq!(
        summary.entry_points,
        ["dock/__init__.py", "dock/cli.py", "dock/hull.py"]
    );
    assert_eq!(
        exports(&summary),
        ["dock/cli.py::Cli", "dock/cli.py::Cli::run"]
    );
}

#[test]
fn settings_of_tools_alone_make_no_library() {
    let black = ("pyproject.toml", "[tool.black]\nline-length = 100\n");
    let shop = ("shop.py", "def sell():\n    pass\n");
    assert_eq!(exports(&summary(&[black, shop])), [""; 0]);
}

#[test]
fn changes_that_others_may_feel_are_told() {
    let changed = |path: &str, from: &str, to: &str| -> Vec<(&'static str, String)> {
        let files = TREE.iter().map(|(at, text)| {
            let text = if *at == path {
                text.replace(from, to)
            } else {
                (*text).to_owned()
            };
            (*at, text)
        });
        files.collect()
    };
    for (path, from, to, expected) in [
        (
            "src/dock/hull.py",
            "price(piece)",
            "price(piece, rate)",
            Some("src/dock/hull.py::price"),
        ),
        (
            "src/dock/hull.py",
            "launch(self)",
            "launch(self, at)",
            Some("src/dock/hull.py::Boat::launch"),
        ),
        (
            "src/dock/hull.py",
            "def _round(piece)",
            "def _round(piece, to)",
            None,
        ),
        (
            "src/dock/hull.py",
            "def _sink(self)",
            "def _sink(self, now)",
            None,
        ),
        (
            "src/dock/_impl.py",
            "def moor()",
            "def moor(at)",
            Some("src/dock/_impl.py::moor"),
        ),
        ("src/dock/_impl.py", "def _tie()", "def _tie(at)", None),
        (
            "src/dock/_cli.py",
            "def main()",
            "def main(words)",
            Some("src/dock/_cli.py::main"),
        ),
        ("src/dock/_cli.py", "def usage()", "def usage(words)", None),
        ("src/dock/sail.py", "def furl()", "def furl(now)", None),
        (
            "src/dock/sail.py",
            "def reef()",
            "def reef(now)",
            Some("src/dock/sail.py::reef"),
        ),
        ("docs/conf.py", "setup(app)", "setup(app, on)", None),
    ] {
        let after = changed(path, from, to);
        let after: Vec<(&str, &str)> = after
            .iter()
            .map(|(at, text)| (*at, text.as_str()))
            .collect();
        let review = compared(&TREE, &after);
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(review.affected_exports, expected, "{to}");
    }
}

#[test]
fn a_tree_without_a_manifest_goes_by_names_too() {
    let before = [
        ("shop.py", "def sell():\n    pass\n"),
        ("_till.py", "def ring():\n    pass\n"),
    ];
    let after = before.map(|(path, text)| (path, text.replace("()", "(now)")));
    let after = [
        (after[0].0, after[0].1.as_str()),
        (after[1].0, after[1].1.as_str()),
    ];
    assert_eq!(
        compared(&before, &after).affected_exports,
        ["shop.py::sell"]
    );
}
