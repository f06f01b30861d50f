//! The law, and bytes that no writer made.

use super::*;
use crate::error::Code;
use crate::feature::Lifting;
use crate::link::evidence::Absence;
use crate::search::documents::index;
use crate::search::lexical::Weights;
use crate::search::vectors::Vectors;
use crate::snapshot::header::Section;
use crate::testing::{Built, Tree};

fn tree() -> Built {
    Tree::default()
        .file(
            "src/a.rs",
            "struct Größe 1-9\n  method get 2-4\n  field x 5-5\nfunction run 10-12",
        )
        .file("src/b.rs", "function run 1-3\nfunction main 4-9")
        .file("README", "")
        .call("src/b.rs::main", "src/a.rs::Größe::get", 5)
        .call("src/b.rs::main", "src/b.rs::run", 6)
        .call("src/b.rs", "src/b.rs::main", 9)
        .absence("src/b.rs::main", 7, "print", Absence::External)
        .build()
}

fn snapshot(built: &Built) -> (Vec<u8>, Opened) {
    let opened = Opened {
        corpus: built.corpus.clone(),
        graph: built.graph.clone(),
        unresolved: built.links.unresolved.clone(),
        ranks: Ranks::of_graph(&built.graph),
        lexical: index(&built.corpus, &built.graph, Weights::default()),
        vectors: Some(vectors(&built.corpus, &built.graph)),
        lifting: Lifting::default(),
        report: built.report.clone(),
        state: vec![1, 2],
    };
    (write(&contents(&opened)), opened)
}

fn vectors(corpus: &Corpus, graph: &Graph) -> Vectors {
    let rows = vec![vec![7; 9].into(), vec![-7; 9].into()];
    Vectors::new("made-up", 3, rows, corpus, graph)
}

fn contents(opened: &Opened) -> Contents<'_> {
    Contents {
        corpus: &opened.corpus,
        graph: &opened.graph,
        unresolved: &opened.unresolved,
        ranks: &opened.ranks,
        lexical: &opened.lexical,
        vectors: opened.vectors.as_ref(),
        lifting: &opened.lifting,
        report: &opened.report,
        state: &opened.state,
    }
}

#[test]
fn what_is_read_is_what_was_written() {
    let (bytes, opened) = snapshot(&tree());
    assert_eq!(read(&bytes).as_ref(), Ok(&opened));
    let again = write(&contents(&read(&bytes).expect("sound")));
    assert_eq!(again, bytes);
    assert!(!opened.unresolved.is_empty() && opened.graph.site_count() == 3);
}

#[test]
fn an_empty_tree_has_a_snapshot() {
    let built = Tree::default().build();
    let (bytes, opened) = snapshot(&built);
    assert_eq!(read(&bytes), Ok(opened));
}

#[test]
fn the_order_of_files_does_not_show() {
    let forward = Tree::default()
        .file("a", "function f 1-1")
        .file("b", "function g 1-1");
    let backward = Tree::default()
        .file("b", "function g 1-1")
        .file("a", "function f 1-1");
    assert_eq!(snapshot(&forward.build()).0, snapshot(&backward.build()).0);
}

#[test]
fn no_flipped_byte_and_no_cut_goes_unnoticed() {
    let (bytes, _) = snapshot(&tree());
    for at in 0..bytes.len() {
        assert!(read(&bytes[..at]).is_err(), "cut at {at}");
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x55;
        let code = read(&wrong).map(|_| ()).map_err(|error| error.code);
        let expected = match at {
            8..12 => Code::SnapshotVersion,
            _ => Code::InvalidSnapshot,
        };
        assert_eq!(code, Err(expected), "byte {at}");
    }
}

/// With checksums that fit: every byte of every section, several values. The
/// result may be an error or another state, but never a panic, and such a state
/// can be asked and written again.
#[test]
fn forged_sections_do_no_harm() {
    let (bytes, _) = snapshot(&tree());
    let sections = unpack(&bytes).expect("sound").map(<[u8]>::to_vec);
    for section in 0..sections.len() {
        for at in 0..sections[section].len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut forged = sections.clone();
                forged[section][at] = value;
                if let Ok(opened) = read(&pack(&forged)) {
                    ask(&opened);
                }
            }
        }
    }
}

#[test]
fn forged_lengths_do_no_harm() {
    let (bytes, _) = snapshot(&tree());
    let sections = unpack(&bytes).expect("sound").map(<[u8]>::to_vec);
    // The state is for the index to read.
    let read_here = (0..sections.len()).filter(|&at| Section::ALL[at] != Section::State);
    for section in read_here {
        // An empty section says that there are no vectors.
        let least = usize::from(Section::ALL[section] == Section::Vectors);
        for length in least..sections[section].len() {
            let mut forged = sections.clone();
            forged[section].truncate(length);
            assert!(
                read(&pack(&forged)).is_err(),
                "section {section} cut at {length}"
            );
        }
        let mut forged = sections.clone();
        forged[section].push(0);
        assert!(read(&pack(&forged)).is_err(), "section {section} longer");
    }
}

fn ask(opened: &Opened) {
    use crate::search::{Index, Options, find};
    for id in opened.graph.ids() {
        let _ = (opened.graph.fqn(id), opened.graph.out_edges(id).len());
        let _ = opened.graph.in_edges(id).count();
    }
    for at in 0..opened.graph.edges().len() {
        let _ = opened.graph.sites(crate::ids::EdgeId::at(at));
    }
    for file in opened.corpus.files() {
        let _ = file.text.unpack();
    }
    let index = Index {
        corpus: &opened.corpus,
        graph: &opened.graph,
        lexical: &opened.lexical,
        ranks: &opened.ranks,
        vectors: opened.vectors.as_ref(),
    };
    for query in ["run", "Größe.get", "src/a.rs main", "gte"] {
        let _ = find(&index, query, &Options::default());
    }
    let _ = write(&contents(opened));
}
