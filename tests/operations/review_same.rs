//! What is the same in both states: parameters by another name, symbols in another place,
//! definitions that replace each other.

use super::{changes, compared};

const SAIL: &str = "def hoist(sail, high):\n    return sail * high\n";
const CREW: &str = "from sail import hoist\n\n\ndef by_place():\n    return hoist(1, 2)\n\n\n\
    def by_name():\n    return hoist(1, high=2)\n\n\ndef over_lines():\n    return hoist(\n        1,\n        high=2,\n    )\n";

#[test]
fn a_parameter_by_another_name_leaves_behind_who_names_it() {
    let after = SAIL.replace("high", "up");
    let review = compared(
        &[("sail.py", SAIL), ("crew.py", CREW)],
        &[("sail.py", &after), ("crew.py", CREW)],
    );
    assert_eq!(changes(&review), ["sail.py::hoist: signature body"]);
    let hoist = &review.changes[0];
    assert_eq!(
        hoist.callers_not_updated,
        ["crew.py::by_name", "crew.py::over_lines"]
    );
    let types = "export function hoist(sail: number, high: number) {\n  return sail * high;\n}\n";
    let crew = "import { hoist } from './sail';\nexport const go = () => hoist(1, 2);\n";
    let review = compared(
        &[("sail.ts", types), ("crew.ts", crew)],
        &[("sail.ts", &types.replace("high", "up")), ("crew.ts", crew)],
    );
    assert_eq!(changes(&review), ["sail.ts::hoist: signature body"]);
    assert_eq!(review.changes[0].callers_not_updated, [""; 0]);
}

#[test]
fn parameters_that_change_places_or_types_break_callers() {
    for after in [
        SAIL.replace("sail, high", "high, sail"),
        SAIL.replace("sail, high", "sail, up: int")
            .replace("* high", "* up"),
    ] {
        let review = compared(
            &[("sail.py", SAIL), ("crew.py", CREW)],
            &[("sail.py", &after), ("crew.py", CREW)],
        );
        let hoist = review
            .changes
            .iter()
            .find(|change| change.id.ends_with("hoist"));
        let left = hoist.map_or(0, |change| change.callers_not_updated_count);
        assert_eq!(left, 3, "{after}");
    }
}

const LOAD: &str = "def load(cargo, hold):\n    for crate in cargo:\n        if crate.fits(hold):\n            \
    hold.append(crate)\n        else:\n            hold.refuse(crate)\n    return hold.weight()\n";

#[test]
fn what_moved_and_changed_as_well_is_one_symbol() {
    let other = "def moor(line):\n    return line.tie()\n";
    let moved = LOAD.replace("hold.refuse(crate)", "hold.refuse(crate, loudly=True)");
    let review = compared(
        &[("dock.py", &format!("{LOAD}\n\n{other}"))],
        &[("dock.py", other), ("hold.py", &moved)],
    );
    assert_eq!(
        changes(&review),
        ["hold.py::load: body moved from dock.py::load"]
    );
    // In one file, by another name.
    let review = compared(
        &[("dock.py", LOAD)],
        &[("dock.py", &moved.replace("def load", "def stow"))],
    );
    assert_eq!(
        changes(&review),
        ["dock.py::stow: signature body moved from dock.py::load"]
    );
}

#[test]
fn what_fits_two_others_alike_is_neither() {
    let twice = format!(
        "{}\n\n{}",
        LOAD.replace("load", "one"),
        LOAD.replace("load", "two")
    );
    let twice = twice.replace("refuse(crate)", "refuse(crate, 1)");
    let review = compared(&[("dock.py", LOAD)], &[("hold.py", &twice)]);
    let expected = [
        "dock.py::load: removed",
        "hold.py::one: added",
        "hold.py::two: added",
    ];
    assert_eq!(changes(&review), expected);
    // What has little in common is not the same, whatever it is called.
    let fresh = "def load(words):\n    table = {}\n    for word in words:\n        table[word] = len(word)\n    return table\n";
    let review = compared(&[("dock.py", LOAD)], &[("text.py", fresh)]);
    assert_eq!(
        changes(&review),
        ["dock.py::load: removed", "text.py::load: added"]
    );
}

#[test]
fn the_order_of_what_replaces_each_other_counts() {
    let before = "def rate():\n    return 1\n\n\ndef rate():\n    return 2\n";
    let after = "def rate():\n    return 2\n\n\ndef rate():\n    return 1\n";
    let review = compared(&[("a.py", before)], &[("a.py", after)]);
    assert_eq!(changes(&review), ["a.py::rate#2: body", "a.py::rate: body"]);
    // The second alone stays: the first is gone.
    let review = compared(
        &[("a.py", before)],
        &[("a.py", "def rate():\n    return 2\n")],
    );
    assert_eq!(changes(&review), ["a.py::rate: removed"]);
}
