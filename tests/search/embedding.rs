//! The vectors of the shipped model are those that its makers published.

use serde_json::Value;
use waymark_engine::search::embed::{Parts, Reader};

fn numbers(value: &Value) -> Vec<i8> {
    let rows = value.as_array().expect("a list");
    rows.iter()
        .map(|number| {
            number
                .as_i64()
                .and_then(|n| i8::try_from(n).ok())
                .expect("a byte")
        })
        .collect()
}

fn vectors() -> Value {
    serde_json::from_str(include_str!("testvectors.json")).expect("the test vectors")
}

#[test]
fn phrases_have_the_published_vectors() {
    let model = waymark_tests::model();
    assert_eq!((model.dimensions(), model.words()), (128, 18_030));
    let mut reader = Reader::new(&model);
    let file = vectors();
    let queries = file["queries"].as_array().expect("a list");
    assert_eq!(queries.len(), 40);
    for query in queries {
        let text = query["text"].as_str().expect("a text");
        assert_eq!(reader.phrase(text), numbers(&query["vec"]), "{text:?}");
    }
}

#[test]
fn functions_have_the_published_vectors() {
    let model = waymark_tests::model();
    let mut reader = Reader::new(&model);
    let file = vectors();
    let functions = file["functions"].as_array().expect("a list");
    assert_eq!(functions.len(), 10);
    for function in functions {
        let part = |name: &str| function[name].as_str().expect("a text").as_bytes();
        let parts = Parts {
            name: part("name"),
            container: part("container"),
            signature: part("signature"),
            body: part("body"),
        };
        let mut row = Vec::new();
        reader.symbol(&parts, &mut row);
        assert_eq!(row, numbers(&function["vec"]), "{:?}", function["name"]);
    }
}

#[test]
fn runs_that_are_too_long_to_remember_are_read_alike() {
    let model = waymark_tests::model();
    let long = "parseCommandLine".repeat(5);
    let short = "parse command line";
    assert_eq!(
        Reader::new(&model).phrase(&long),
        Reader::new(&model).phrase(short)
    );
}
