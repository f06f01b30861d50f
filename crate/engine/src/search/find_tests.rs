//! What is found, in which order, and what is said of it.

use crate::extract::facts::Kind;
use crate::search::cut::Confidence;
use crate::search::find::{Found, Options, Origin, find};
use crate::search::keep::Keep;
use crate::search::route::Lane;
use crate::search::testing::{Indexed, Shelf};
use crate::tier::Tier;

fn shop() -> Indexed {
    Shelf::default()
        .file(
            "shop/cart.py",
            "class Cart | Holds what a customer wants to buy. | items
             method Cart.add_item | Adds an item to the cart. | items append price
             method Cart.total | The sum of all prices, taxes included. | sum price tax
             function is_empty | | len items",
        )
        .file(
            "shop/users.py",
            "class UserService | Finds users.
             method UserService.get_user_by_id | Reads one user from the store. | query
             method UserService.total | Counts users. | count
             function getUsers | All users. | query all",
        )
        .tier(
            "tests/test_cart.py",
            Tier::Test,
            "function test_total | The sum of all prices, taxes included. | Cart total
             function only_here | | Cart",
        )
        .build()
}

fn first(tree: &Indexed, query: &str) -> (String, Lane) {
    let found = tree.find(query);
    let id = tree.ids(&found).first().cloned().unwrap_or_default();
    (id, found.route.lane)
}

#[test]
fn names_are_found_in_any_spelling() {
    let tree = shop();
    for query in [
        "get_user_by_id",
        "getUserById",
        "get user by id",
        "GetUserByID",
        "`get_user_by_id()`",
    ] {
        let expected = "shop/users.py::UserService::get_user_by_id".to_owned();
        assert_eq!(first(&tree, query), (expected, Lane::Name), "{query}");
    }
}

#[test]
fn words_are_found_in_documentation_and_bodies() {
    let tree = shop();
    for (query, expected) in [
        (
            "reads a user from the store",
            "shop/users.py::UserService::get_user_by_id",
        ),
        ("sum of all prices", "shop/cart.py::Cart::total"),
        ("what does a customer want to buy?", "shop/cart.py::Cart"),
        ("append price", "shop/cart.py::Cart::add_item"),
    ] {
        assert_eq!(
            first(&tree, query),
            (expected.to_owned(), Lane::Concept),
            "{query}"
        );
    }
}

#[test]
fn unfinished_and_mistyped_names_are_found() {
    let tree = shop();
    for query in [
        "get_user_by",
        "get_usr_by_id",
        "getUserByIdd",
        "egtUserById",
    ] {
        let expected = "shop/users.py::UserService::get_user_by_id".to_owned();
        assert_eq!(first(&tree, query), (expected, Lane::Name), "{query}");
    }
    let typing = Options {
        typing: true,
        ..Options::default()
    };
    let found = find(&tree.index(), "tot", &typing);
    assert_eq!(tree.ids(&found)[0], "shop/cart.py::Cart::total");
}

#[test]
fn while_a_name_is_typed_what_it_begins_is_found() {
    let mut shelf = Shelf::default().file(
        "ui.py",
        "class Console | | tabl mark wat consoling
         method Console.print | | marks tables
         method Console.log
         class Table | Tables of tables. | table
         function markup_of | | mark mark
         function watch_all | | wat watching
         function watch | | wat",
    );
    for i in 0..20 {
        shelf = shelf.file(
            &format!("m{i:02}.py"),
            "function mark | | watching consoles",
        );
    }
    let tree = shelf.build();
    let typing = Options {
        typing: true,
        ..Options::default()
    };
    for (query, expected) in [
        ("consol", "ui.py::Console"),
        ("tabl", "ui.py::Table"),
        ("Tab", "ui.py::Table"),
        ("wat", "ui.py::watch"),
        ("watch_", "ui.py::watch"),
        ("watcha", "ui.py::watch_all"),
        ("marku", "ui.py::markup_of"),
        ("markup o", "ui.py::markup_of"),
        ("Console.pri", "ui.py::Console::print"),
        ("Console::lo", "ui.py::Console::log"),
        ("console pri", "ui.py::Console::print"),
        ("ui.py::Con", "ui.py::Console"),
    ] {
        let found = find(&tree.index(), query, &typing);
        assert_eq!(tree.ids(&found)[0], expected, "{query}");
        assert_eq!(found.route.lane, Lane::Name, "{query}");
    }
    // What is typed so far is a name itself: it comes first, and then what goes on.
    let found = find(
        &tree.index(),
        "mark",
        &Options {
            limit: 30,
            ..typing
        },
    );
    assert_eq!(tree.ids(&found)[20], "ui.py::markup_of");
}

#[test]
fn a_qualified_name_finds_its_own() {
    let tree = shop();
    for query in [
        "UserService.total",
        "UserService::total()",
        "UserService total",
    ] {
        assert_eq!(
            first(&tree, query).0,
            "shop/users.py::UserService::total",
            "{query}"
        );
    }
    assert_eq!(first(&tree, "Cart.total").0, "shop/cart.py::Cart::total");
}

/// A tree in which every name is borne by others, too.
fn namesakes() -> Indexed {
    let mut shelf = Shelf::default()
        .file(
            "lib/active/base.rb",
            "namespace Active
             class Active.Base | | save
             method Active.Base.save | | run
             method Active.Base.save! | | save
             method Active.Base.valid? | | errors",
        )
        .file(
            "lib/active.rb",
            "namespace Active | Base of all records. | Base Base Base",
        )
        .file(
            "src/com/shop/Type.java",
            "class Type
             class Type.Inner
             method Type.Inner.read | | input
             method Type.read | | input read Inner Inner",
        )
        .file(
            "src/com/other/Type.java",
            "class Type\nmethod Type.write | | Inner read read",
        )
        .file("index.ts", "function start")
        .file("web/index.ts", "function start");
    for i in 0..20 {
        let outline = "class Base\nmethod Base.save\nmethod Base.save!\nmethod Base.read";
        shelf = shelf.file(&format!("m/m{i:02}.py"), outline);
    }
    shelf.build()
}

#[test]
fn what_is_named_as_a_whole_comes_first() {
    let tree = namesakes();
    for (query, expected) in [
        ("Active::Base", "lib/active/base.rb::Active::Base"),
        ("::Active::Base", "lib/active/base.rb::Active::Base"),
        ("active.base", "lib/active/base.rb::Active::Base"),
        (
            "Active::Base#save",
            "lib/active/base.rb::Active::Base::save",
        ),
        (
            "Active::Base#save!",
            "lib/active/base.rb::Active::Base::save!",
        ),
        (
            "Active::Base.save()",
            "lib/active/base.rb::Active::Base::save",
        ),
        (
            "Active::Base#valid?",
            "lib/active/base.rb::Active::Base::valid?",
        ),
        (
            "Active::Base->save",
            "lib/active/base.rb::Active::Base::save",
        ),
        (
            "Active\\Base::save",
            "lib/active/base.rb::Active::Base::save",
        ),
        ("valid?", "lib/active/base.rb::Active::Base::valid?"),
        (
            "Type.Inner.read",
            "src/com/shop/Type.java::Type::Inner::read",
        ),
        ("Type.read", "src/com/shop/Type.java::Type::read"),
        (
            "Inner.read(String, int[])",
            "src/com/shop/Type.java::Type::Inner::read",
        ),
        ("com.shop.Type", "src/com/shop/Type.java::Type"),
        ("com.other.Type", "src/com/other/Type.java::Type"),
        (
            "com.shop.Type.Inner.read",
            "src/com/shop/Type.java::Type::Inner::read",
        ),
        ("src/com/shop/Type.java", "src/com/shop/Type.java"),
        ("com/other/Type.java:12:3", "src/com/other/Type.java"),
        (
            "/home/me/shop/src/com/other/Type.java",
            "src/com/other/Type.java",
        ),
        (
            "src/com/shop/Type.java::Type.Inner",
            "src/com/shop/Type.java::Type::Inner",
        ),
        ("index.ts", "index.ts"),
        ("web/index.ts", "web/index.ts"),
    ] {
        assert_eq!(
            first(&tree, query),
            (expected.to_owned(), Lane::Name),
            "{query}"
        );
    }
    // Marks tell namesakes apart, and nothing else.
    for (query, name) in [("save!", "save!"), ("save", "save"), ("Save", "save")] {
        let hits = tree.find(query).hits;
        assert_eq!(tree.graph.name(hits[0].node), name, "{query}");
    }
    // A sentence with such a name in it is none.
    for query in [
        "where is Active::Base saved",
        "Type.Inner.read or else",
        "1.2.3",
        "e.g. this",
    ] {
        let reason = tree.find(query).route.reason;
        assert!(!reason.contains("as a whole"), "{query}: {reason}");
    }
}

#[test]
fn a_common_name_declines_the_name_lane_and_still_comes_first() {
    let mut shelf = Shelf::default().file("a.py", "function run_all | run run run run run");
    for i in 0..20 {
        shelf = shelf.file(&format!("m{i:02}.py"), "function run | Starts.");
    }
    let tree = shelf.build();
    let found = tree.find("run");
    assert_eq!(found.route.lane, Lane::Concept);
    assert!(found.route.reason.contains("`run` names 20 definitions"));
    assert!(
        found
            .hits
            .iter()
            .all(|hit| tree.graph.name(hit.node) == "run")
    );
}

#[test]
fn what_the_query_names_is_lifted_and_nothing_else_moves() {
    let tree = shop();
    let plain = tree.find("taxes of all prices");
    let found = tree.find("taxes of all prices, see shop/users.py");
    let mention = found.hits.iter().find(|hit| hit.origin == Origin::Mention);
    let mention = mention.expect("a mention");
    assert_eq!(tree.graph.fqn(mention.node), "shop/users.py");
    assert!(mention.score >= found.hits[0].score * 0.94);
    let without = Options {
        mentions: false,
        ..Options::default()
    };
    assert_eq!(find(&tree.index(), "taxes of all prices", &without), plain);
}

#[test]
fn tests_are_held_back_unless_asked_for() {
    let tree = shop();
    let ids = |query: &str| tree.ids(&tree.find(query));
    let place = |ids: &[String], id: &str| ids.iter().position(|known| known == id);
    let plain = ids("the sum of all prices, taxes included");
    let (product, test) = (
        "shop/cart.py::Cart::total",
        "tests/test_cart.py::test_total",
    );
    assert!(place(&plain, product) < place(&plain, test));
    assert_eq!(ids("test of the total")[0], test);
    assert_eq!(ids("only_here")[0], "tests/test_cart.py::only_here");
}

#[test]
fn odd_queries_have_sensible_answers() {
    let tree = shop();
    for query in [
        "",
        "   ",
        "the of a",
        "?!",
        "--",
        "\u{0}",
        "購物車",
        "سلة التسوق",
        "\u{202e}",
    ] {
        let found = tree.find(query);
        assert!(found.hits.is_empty(), "{query:?}: {found:?}");
        assert!(!found.route.reason.is_empty());
    }
    let long = "customer price ".repeat(7000);
    assert!(!tree.find(&long).hits.is_empty());
    let wide: String = (0..20_000).map(|i| format!("w{i} ")).collect();
    assert!(tree.find(&wide).truncated);
}

#[test]
fn what_few_words_say_is_not_trusted() {
    let tree = shop();
    let told = |query: &str| tree.find(query).cut.confidence;
    assert_eq!(told("qwertz zxcvb price hjklm"), Confidence::Low);
    assert_eq!(told("UserService.total"), Confidence::High);
    assert_eq!(told("reads one user from the store"), Confidence::High);
    assert_eq!(told("qwertz"), Confidence::None);
}

#[test]
fn scores_that_are_too_low_are_not_counted() {
    let tree = shop();
    let all = tree.find("cart users price");
    let least = all.hits[1].score;
    let options = Options {
        least,
        ..Options::default()
    };
    let found = find(&tree.index(), "cart users price", &options);
    assert!(found.hits.iter().all(|hit| hit.score >= least));
    assert_eq!(found.total, found.hits.len());
    assert!((2..all.total).contains(&found.total));
}

#[test]
fn other_scripts_are_found() {
    let tree = Shelf::default()
        .file(
            "a.py",
            "function größe_ändern | Ändert die Größe.
             function 購物車合計 | 計算購物車的總額。
             function имяПользователя | Имя пользователя.",
        )
        .build();
    for (query, expected) in [
        ("Größe ändern", "a.py::größe_ändern"),
        ("購物車", "a.py::購物車合計"),
        ("имя пользователя", "a.py::имяПользователя"),
    ] {
        assert_eq!(first(&tree, query).0, expected, "{query}");
    }
}

#[test]
fn only_kept_nodes_are_counted() {
    let tree = shop();
    let classes = |node| tree.graph.node(node).kind == Kind::Class;
    let options = Options {
        keep: Keep::by(&classes),
        ..Options::default()
    };
    let Found { hits, total, .. } = find(&tree.index(), "users customer", &options);
    assert_eq!((hits.len(), total), (2, 2));
}

#[test]
fn pages_are_parts_of_one_order() {
    let tree = shop();
    let of = |limit| {
        let options = Options {
            limit,
            ..Options::default()
        };
        find(&tree.index(), "cart users price", &options).hits
    };
    let all = of(100);
    for limit in 0..all.len() {
        assert_eq!(of(limit), all[..limit]);
    }
}

#[test]
fn small_letters_ask_for_what_a_name_is_of() {
    let tree = Shelf::default()
        .file(
            "a.py",
            "class Panel | | x
             field Holder.panel | | panel
             variable panel | | panel
             function wide | | panel
             class Wide | | x",
        )
        .tier("tests/b.py", Tier::Test, "class Cart | | x")
        .file("c.py", "function cart | | cart Cart")
        .build();
    // What holds a thing is called as the thing.
    assert_eq!(first(&tree, "panel").0, "a.py::Panel");
    let typed = Options {
        typing: true,
        ..Options::default()
    };
    assert_eq!(
        tree.ids(&find(&tree.index(), "panel", &typed))[0],
        "a.py::Panel"
    );
    // Otherwise the case that is written counts, that of tests too.
    assert_eq!(first(&tree, "wide").0, "a.py::wide");
    assert_eq!(first(&tree, "Wide").0, "a.py::Wide");
    assert_eq!(first(&tree, "Cart").0, "tests/b.py::Cart");
    assert_eq!(first(&tree, "cart").0, "c.py::cart");
}

#[test]
fn an_unfinished_name_begins_in_the_case_that_is_typed() {
    let tree = Shelf::default()
        .file(
            "a.py",
            "function write_value | | x\nfunction write_values | | x\nclass WriteValueThere | | x",
        )
        .build();
    let typed = Options {
        typing: true,
        ..Options::default()
    };
    let found = find(&tree.index(), "WriteVal", &typed);
    assert_eq!(tree.ids(&found)[0], "a.py::WriteValueThere");
}

#[test]
fn ids_places_and_operators_are_found() {
    let tree = Shelf::default()
        .file(
            "src/a.py",
            "class Shelf | | x
             method Shelf.read | | x
             method Shelf.read | | x
             method Shelf.== | | x",
        )
        .build();
    for (query, expected) in [
        ("src/a.py::Shelf::read#2", "src/a.py::Shelf::read#2"),
        ("Shelf.read#2", "src/a.py::Shelf::read#2"),
        ("Shelf.read", "src/a.py::Shelf::read"),
        ("src/a.py:3", "src/a.py::Shelf::read#2"),
        ("a.py:2", "src/a.py::Shelf::read"),
        ("==", "src/a.py::Shelf::=="),
    ] {
        assert_eq!(
            first(&tree, query),
            (expected.to_owned(), Lane::Name),
            "{query}"
        );
    }
}

#[test]
fn a_mistyped_type_is_found_though_its_stem_is_a_word() {
    let tree = Shelf::default()
        .file(
            "a.py",
            "class Spanned | | x\nfunction f | A span of text. | span",
        )
        .build();
    assert_eq!(
        first(&tree, "Spaned"),
        ("a.py::Spanned".to_owned(), Lane::Name)
    );
}

#[test]
fn a_name_that_is_a_sentence_is_found() {
    let name = "opens and closes the door again";
    let tree = Shelf::default()
        .file(
            "a.kt",
            &format!(
                "function {} | | x\nfunction open | | door",
                name.replace(' ', "_")
            ),
        )
        .build();
    assert_eq!(first(&tree, name).1, Lane::Name);
    assert!(first(&tree, name).0.ends_with("door_again"));
}

#[test]
fn what_only_ends_as_a_name_is_told_as_such() {
    let tree = Shelf::default()
        .file(
            "cable/base.py",
            "class Base | | x\nmethod Base.connect | | x",
        )
        .build();
    let found = tree.find("Record.Base.connect");
    assert_eq!(tree.ids(&found)[0], "cable/base.py::Base::connect");
    assert_eq!(found.cut.confidence, Confidence::Low);
    assert!(
        found.route.reason.contains("begins with"),
        "{}",
        found.route.reason
    );
    assert_eq!(tree.find("Base.connect").route.lane, Lane::Name);
}
