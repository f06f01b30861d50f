use super::*;
use crate::answer::search::Search;
use crate::search::testing::{Indexed, Shelf};
use crate::tier::Tier;

fn shop() -> Indexed {
    Shelf::default()
        .file(
            "src/cart/cart.py",
            "class Cart | Holds what a customer wants to buy. | items
             method Cart.add_item | Adds an item to the cart. | items append price
             method Cart.total | The sum of all prices, taxes included. | sum price tax_rate
             function is_empty | | len items",
        )
        .file(
            "src/users.py",
            "class UserService | Finds users.
             method UserService.total | Counts users. | count
             function load_users | Reads users from the disk. | open tax_rate",
        )
        .tier(
            "tests/test_cart.py",
            Tier::Test,
            "function test_total | The sum of all prices. | Cart total tax_rate tax_rate",
        )
        .build()
}

#[test]
fn a_word_that_very_many_say_is_read_in_the_text_of_the_best_alone() {
    let functions: String = (0..250)
        .map(|at| format!("function mast_{at} {at}-{at}\n"))
        .collect();
    let built = crate::testing::Tree::default()
        .file("mast/rig.rs", functions.trim_end())
        .text("notes.txt", "demasted\n")
        .text("log.txt", "embarkation\n")
        .build();
    let found = |term: &str| snippets(&[term]).run(&built.view()).expect("an answer");
    let common = found("mast");
    assert!(common.hits.iter().all(|hit| hit.node.path == "mast/rig.rs"));
    assert_eq!((common.page.total, common.is_floor), (251, false));
    assert!(common.hits.iter().any(|hit| !hit.lines.is_empty()));
    assert_eq!(ids(&found("demast")), ["notes.txt"]);
    assert_eq!(ids(&found("bark")), ["log.txt"]);
}

fn many(terms: &[&str]) -> OneOrMany {
    OneOrMany::Many(terms.iter().map(|&term| term.to_owned()).collect())
}

fn ask(question: &SearchNode) -> FoundNodes {
    question.run(&shop().view()).expect("an answer")
}

fn ids(found: &FoundNodes) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.node.id.as_str()).collect()
}

fn snippets(terms: &[&str]) -> SearchNode {
    SearchNode {
        mode: SearchMode::Snippets,
        search_terms: many(terms),
        ..SearchNode::default()
    }
}

fn features(terms: &[&str]) -> SearchNode {
    SearchNode {
        mode: SearchMode::Features,
        feature_terms: many(terms),
        ..SearchNode::default()
    }
}

#[test]
fn features_are_matched_by_what_nodes_do() {
    let found = ask(&features(&["sum of all prices"]));
    assert_eq!(ids(&found)[0], "src/cart/cart.py::Cart::total");
    assert_eq!(found.hits[0].stage, Some("features"));
    assert_eq!(found.terms[0].read_as, "description");
    let both = ask(&features(&[
        "add an item",
        "holds what is bought by a customer",
    ]));
    assert!(ids(&both)[..3].contains(&"src/cart/cart.py::Cart"));
    assert!(ids(&both)[..3].contains(&"src/cart/cart.py::Cart::add_item"));
}

#[test]
fn scopes_restrict_features_and_unknown_ones_are_errors() {
    let mut question = features(&["total users"]);
    question.search_scopes = many(&["Src / Cart"]);
    let found = ask(&question);
    assert!(!found.hits.is_empty());
    assert!(
        found
            .hits
            .iter()
            .all(|hit| hit.node.path.starts_with("src/cart/"))
    );
    question.search_scopes = many(&["src/carts"]);
    let error = question.run(&shop().view()).expect_err("unknown");
    assert_eq!(error.code, Code::NotFound);
    assert!(error.message.contains("src/cart"), "{}", error.message);
}

#[test]
fn terms_are_told_apart() {
    for (term, read_as, first) in [
        (
            "src/users.py:UserService.total",
            "entity",
            "src/users.py::UserService::total",
        ),
        (
            "src/users.py::UserService::total",
            "entity",
            "src/users.py::UserService::total",
        ),
        ("Cart.total", "entity", "src/cart/cart.py::Cart::total"),
        ("src/users.py", "path", "src/users.py"),
        ("users.py", "path", "src/users.py"),
        ("src/cart", "path", "src/cart"),
        ("src/**/*.py", "pattern", "src/cart/cart.py"),
        ("add_item", "keyword", "src/cart/cart.py::Cart::add_item"),
        ("\"tax_rate\"", "text", "src/cart/cart.py::Cart::total"),
    ] {
        let found = ask(&snippets(&[term]));
        assert_eq!(found.terms[0].read_as, read_as, "{term}");
        assert_eq!(ids(&found)[0], first, "{term}");
        assert_eq!(found.hits[0].stage, Some("snippets"));
    }
}

#[test]
fn text_matches_say_their_lines() {
    let found = ask(&snippets(&["\"tax_rate\""]));
    let rows: Vec<_> = found
        .hits
        .iter()
        .map(|hit| (hit.node.id.as_str(), &hit.lines[..], hit.origin))
        .collect();
    assert_eq!(
        rows[0],
        ("src/cart/cart.py::Cart::total", &[3][..], "exact")
    );
    assert_eq!(rows[1].0, "src/users.py::load_users");
    assert_eq!(rows[2].0, "tests/test_cart.py::test_total");
    assert!(found.hits[0].preview.contains("tax_rate"));
}

#[test]
fn an_unknown_term_has_suggestions() {
    let nothing = ask(&snippets(&["qqqqqq"]));
    assert_eq!((nothing.hits.len(), nothing.page.total), (0, 0));
    assert_eq!(nothing.confidence, "none");
    let found = ask(&snippets(&["src/user.py"]));
    assert_eq!(found.terms[0].read_as, "keyword");
    assert!(
        found.terms[0]
            .suggestions
            .contains(&"src/users.py".to_owned())
    );
}

#[test]
fn auto_adds_snippets_where_features_are_not_enough_or_terms_are_given() {
    let stages = |found: &FoundNodes| -> Vec<&str> {
        let mut stages: Vec<&str> = found.terms.iter().map(|term| term.stage).collect();
        stages.dedup();
        stages
    };
    let mut question = SearchNode {
        feature_terms: many(&["counts users"]),
        search_terms: many(&["add_item"]),
        ..SearchNode::default()
    };
    let found = ask(&question);
    assert_eq!(stages(&found), ["features", "snippets"]);
    assert!(ids(&found).contains(&"src/users.py::UserService::total"));
    assert!(ids(&found).contains(&"src/cart/cart.py::Cart::add_item"));
    let enriched = found
        .terms
        .iter()
        .any(|term| term.term == "src/users.py::UserService::total");
    assert!(enriched, "names of the feature hits enrich the terms");
    let unique: std::collections::BTreeSet<_> = ids(&found).into_iter().collect();
    assert_eq!(unique.len(), found.hits.len());
    question.search_terms = many(&[]);
    question.feature_terms = many(&["holds"]);
    assert_eq!(
        stages(&ask(&question)),
        ["features", "snippets"],
        "one hit is not enough"
    );
}

#[test]
fn what_is_named_is_on_the_first_page_whatever_else_is_asked() {
    let question = SearchNode {
        feature_terms: many(&["counts users", "sum of all prices"]),
        search_terms: many(&["load_users", "Cart.add_item", "price", "taxes", "buy"]),
        ..SearchNode::default()
    };
    let found = ask(&question);
    for named in [
        "src/users.py::load_users",
        "src/cart/cart.py::Cart::add_item",
    ] {
        let hit = found.hits.iter().find(|hit| hit.node.id == named);
        assert_eq!(
            hit.map(|hit| hit.score),
            Some(1.0),
            "{named}: {:?}",
            ids(&found)
        );
    }
    assert_eq!(ask(&snippets(&["Cart.total"])).confidence, "high");
    assert_eq!(ask(&snippets(&["src/users.py"])).confidence, "high");
}

#[test]
fn a_cut_leaves_the_number_that_was_asked_for() {
    let functions: String = (0..9)
        .map(|at| format!("function boat_{at} {at}-{at}\n"))
        .collect();
    let built = crate::testing::Tree::default()
        .file(
            "dock.rs",
            &format!("function mast 20-20\n{}", functions.trim_end()),
        )
        .text("log.txt", &"boat ".repeat(40))
        .build();
    let mut question = snippets(&["mast", "boat"]);
    let cut = question.run(&built.view()).expect("an answer");
    question.top_k = Some(8);
    let whole = question.run(&built.view()).expect("an answer");
    assert_eq!(whole.hits.len(), 8);
    assert!(cut.hits.len() < 8, "{}", cut.hits.len());
    assert_eq!(cut.page.total, whole.page.total);
    question.offset = 3;
    let behind = question.run(&built.view()).expect("an answer");
    assert_eq!(behind.page.total, whole.page.total);
}

#[test]
fn lines_are_shown_of_one_exact_file() {
    let mut question = SearchNode {
        line_nums: Some((2, 3)),
        file_path_or_pattern: "src/users.py".to_owned(),
        ..SearchNode::default()
    };
    let lines = ask(&question).lines.expect("lines");
    assert_eq!((lines.source.start_line, lines.source.end_line), (2, 3));
    assert_eq!(lines.source.text.lines().count(), 2);
    for (pattern, range) in [
        ("src/*.py", (1, 2)),
        ("src/users.py", (0, 2)),
        ("src/users.py", (3, 2)),
    ] {
        question.file_path_or_pattern = pattern.to_owned();
        question.line_nums = Some(range);
        assert!(question.run(&shop().view()).is_err(), "{pattern} {range:?}");
    }
}

#[test]
fn filters_hold_for_every_hit() {
    let mut question = snippets(&["total"]);
    question.file_path_or_pattern = "src/**".to_owned();
    let found = ask(&question);
    assert!(
        found
            .hits
            .iter()
            .all(|hit| hit.node.path.starts_with("src/"))
    );
    question.entity_type_filter = OneOrMany::One("class".to_owned());
    assert!(
        ask(&question)
            .hits
            .iter()
            .all(|hit| hit.node.kind == "class")
    );
    question.languages = OneOrMany::One("klingon".to_owned());
    let error = question.run(&shop().view()).expect_err("no such language");
    assert_eq!(error.code, Code::InvalidArgument);
    assert!(error.message.contains("python"), "{}", error.message);
    question.languages = OneOrMany::default();
    question.file_path_or_pattern = "nothing/*".to_owned();
    assert_eq!(
        question.run(&shop().view()).map_err(|e| e.code),
        Err(Code::NotFound)
    );
}

#[test]
fn pages_put_together_are_the_whole() {
    let tree = shop();
    let mut question = snippets(&["users total cart"]);
    question.top_k = Some(50);
    let all = question.run(&tree.view()).expect("an answer");
    let total = all.page.total;
    question.top_k = Some(2);
    let mut seen = Vec::new();
    loop {
        question.offset = seen.len() as u32;
        let part = question.run(&tree.view()).expect("an answer");
        assert_eq!(part.page.total, total);
        if part.hits.is_empty() {
            break;
        }
        seen.extend(part.hits.iter().map(|hit| (hit.place, hit.node.id.clone())));
    }
    assert_eq!(seen.len() as u32, total);
    assert!(seen.iter().zip(1..).all(|(&(rank, _), at)| rank == at));
    let shown: Vec<_> = all
        .hits
        .iter()
        .map(|hit| (hit.place, hit.node.id.clone()))
        .collect();
    assert_eq!(seen[..shown.len()], shown);
}

#[test]
fn a_budget_bounds_the_answer() {
    let mut question = snippets(&["users total cart"]);
    let free = ask(&question).hits.len();
    question.budget_tokens = Some(120);
    let bound = ask(&question);
    assert!(bound.hits.len() < free && !bound.hits.is_empty());
    assert!(bound.page.is_cut());
    for tokens in [250, 400, 800] {
        question.budget_tokens = Some(tokens);
        let bound = serde_json::to_string(&ask(&question)).expect("plain data");
        assert!(
            bound.len() <= 4 * tokens as usize,
            "{tokens}: {}",
            bound.len()
        );
    }
}

#[test]
fn a_plain_search_is_one_ranking() {
    let tree = shop();
    let search = Search {
        query: "getTotal of the cart".to_owned(),
        ..Search::default()
    };
    let found = search.run(&tree.view()).expect("an answer");
    assert_eq!(found.page.shown as usize, found.hits.len());
    assert!(
        found
            .hits
            .iter()
            .zip(1..)
            .all(|(hit, place)| hit.place == place)
    );
    assert!(!found.ranking.reason.is_empty());
    let lane = Search {
        lane: Some("nane".to_owned()),
        ..Search::default()
    };
    assert!(lane.run(&tree.view()).is_err());
}

#[test]
fn too_many_terms_are_refused() {
    let terms = vec!["a"; MAX_TERMS + 1];
    assert!(snippets(&terms).run(&shop().view()).is_err());
}
