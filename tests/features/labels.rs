//! What areas are called: by folders, else by the files that others build on, else by the
//! files that say most of what tells them apart.

use waymark_engine::index::Index;

fn areas(files: &[(&str, &str)]) -> Vec<String> {
    let index: Index = waymark_tests::index_of(files);
    let view = index.view();
    let hierarchy = view.plan.hierarchy(view.tree());
    let areas = hierarchy.below(None).map(|at| &hierarchy.groups[at]);
    areas.map(|area| area.label.clone()).collect()
}

#[test]
fn files_are_called_by_what_others_build_on_and_tests_by_what_they_test() {
    let files = [
        ("mast.py", "class Mast:\n    pass\n"),
        (
            "oar.py",
            "from mast import Mast\n\nclass Oar(Mast):\n    pass\n",
        ),
        (
            "keel.py",
            "from mast import Mast\n\nclass Keel(Mast):\n    pass\n",
        ),
        ("harbour-test/pier.py", "def pier():\n    pass\n"),
        ("test/quay.py", "def quay():\n    pass\n"),
    ];
    assert_eq!(areas(&files), ["Mast", "Tests", "Tests of Harbour"]);
}

#[test]
fn two_things_are_two_and_words_stay_in_their_order() {
    let files = [
        ("docks/a/crane_hook.py", "def lift():\n    pass\n"),
        ("ropes.py", "def tie():\n    pass\n"),
        ("anchors.py", "def drop_it():\n    pass\n"),
    ];
    let areas = areas(&files);
    assert!(areas.contains(&"Anchors and Ropes".to_owned()), "{areas:?}");
    let single = [
        ("bin/x.py", ""),
        ("lib/crane_hook.py", "def lift():\n    pass\n"),
    ];
    assert!(self::areas(&single).contains(&"Crane Hook".to_owned()));
}
