use super::*;
use crate::corpus::{File, StoredText};
use crate::extract::facts::{Definition, FileFacts};
use crate::testing::definition;
use crate::text::Span;

/// A message's field of bytes.
fn field(number: u8, inside: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = inside.len();
    while length > 127 {
        bytes.push(length as u8 | 128);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(inside);
    bytes
}

fn occurrence(range: &[u8], symbol: &str, roles: u8) -> Vec<u8> {
    let parts = [
        field(1, range),
        field(2, symbol.as_bytes()),
        vec![24, roles],
    ];
    field(2, &parts.concat())
}

fn document(path: &str, occurrences: &[Vec<u8>]) -> Vec<u8> {
    let mut inside = field(1, path.as_bytes());
    inside.extend(occurrences.concat());
    field(2, &inside)
}

fn corpus() -> Corpus {
    let mut facts = FileFacts::default();
    facts.definitions.push(Definition {
        name_span: Span { start: 4, end: 8 },
        ..definition()
    });
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        facts: match path {
            "sea/boat.py" => facts.clone().into(),
            _ => FileFacts::default().into(),
        },
        hash: ContentHash::of(text.as_bytes()),
        text: StoredText::pack(text.as_bytes()),
        ..File::default()
    };
    Corpus::new(vec![
        file("sea/boat.py", "def sail():\n    pass\n"),
        file("sea/crew.py", "sail()\nprint()\nx()\n"),
    ])
}

fn index() -> Vec<u8> {
    let boat = document("boat.py", &[occurrence(&[0, 4, 8], "p boat/sail().", 1)]);
    let crew = document(
        "crew.py",
        &[
            occurrence(&[0, 0, 4], "p boat/sail().", 8),
            occurrence(&[1, 0, 1, 5], "builtins/print().", 0),
            occurrence(&[2, 0, 1], "local 1", 0),
        ],
    );
    [field(1, &[32, 1]), boat, crew, document("gone.py", &[])].concat()
}

#[test]
fn places_lead_to_definitions_or_outside() {
    let corpus = corpus();
    let overlay = Overlay::read(&index(), "sea/", &corpus).expect("sound");
    // The local symbol that nothing defines says nothing.
    assert_eq!((overlay.file_count(), overlay.place_count()), (2, 2));
    assert_eq!(
        overlay.left_out,
        LeftOut {
            unknown: 1,
            misfit: 0
        }
    );
    let laid = overlay.over(&corpus);
    let said = |at| laid.said(FileId(1), at);
    assert_eq!(said(0), Some(Said::Symbols(vec![SymbolId(0)])));
    assert_eq!(said(7), Some(Said::Outside));
    assert_eq!(said(1), None);
    assert_eq!(laid.said(FileId(9), 0), None);
    assert_eq!(overlay.stale(&corpus).count(), 0);
}

#[test]
fn a_symbol_of_a_package_whose_document_is_missing_is_not_outside() {
    let corpus = corpus();
    let at = |symbol| document("boat.py", &[occurrence(&[0, 4, 8], symbol, 1)]);
    let uses = document(
        "crew.py",
        &[
            occurrence(&[0, 0, 4], "s pip boat 1 boat/sail().", 8),
            occurrence(&[1, 0, 5], "s pip boat 1 gone/print().", 0),
            occurrence(&[2, 0, 1], "s pip other 1 x().", 0),
        ],
    );
    let root = field(1, &[32, 1]);
    let said = |boat: Vec<u8>| {
        let bytes = [root.clone(), boat, uses.clone()].concat();
        let overlay = Overlay::read(&bytes, "sea", &corpus).expect("sound");
        let laid = overlay.over(&corpus);
        [0, 7, 15].map(|at| laid.said(FileId(1), at))
    };
    let sail = Said::Symbols(vec![SymbolId(0)]);
    assert_eq!(
        said(at("s pip boat 1 boat/sail().")),
        [Some(sail), None, Some(Said::Outside)]
    );
    // Of another version nothing is defined here: it is another package.
    let outside = || Some(Said::Outside);
    assert_eq!(
        said(at("s pip boat 2 boat/sail().")),
        [outside(), outside(), outside()]
    );
}

#[test]
fn what_it_says_of_another_state_of_a_file_is_not_used() {
    let overlay = Overlay::read(&index(), "sea", &corpus()).expect("sound");
    let mut files = corpus().into_files();
    files[0].hash = ContentHash::of(b"another");
    let changed = Corpus::new(files);
    assert_eq!(overlay.over(&changed).said(FileId(1), 0), None);
    assert_eq!(
        overlay.over(&changed).said(FileId(1), 7),
        Some(Said::Outside)
    );
    assert_eq!(overlay.stale(&changed).collect::<Vec<_>>(), ["sea/boat.py"]);
    let far = document("crew.py", &[occurrence(&[9, 0, 4], "p boat/sail().", 0)]);
    let boat = document("boat.py", &[]);
    let overlay = Overlay::read(&[boat, far].concat(), "sea", &corpus()).expect("sound");
    assert_eq!(overlay.left_out.misfit, 1);
}

#[test]
fn no_bytes_do_harm() {
    let corpus = corpus();
    let code = |bytes: &[u8], root: &str| {
        Overlay::read(bytes, root, &corpus)
            .map_err(|error| error.code)
            .err()
    };
    assert_eq!(code(&[], ""), Some(Code::ScipUnavailable));
    assert_eq!(code(&index(), ""), Some(Code::ScipUnavailable));
    assert_eq!(code(b"not an index at all", "sea"), Some(Code::InvalidScip));
    let sound = index();
    for at in 0..sound.len() {
        let _ = Overlay::read(&sound[..at], "sea", &corpus);
        for flip in [1, 0x80, 0xFF] {
            let mut wrong = sound.clone();
            wrong[at] ^= flip;
            if let Ok(overlay) = Overlay::read(&wrong, "sea", &corpus) {
                let laid = overlay.over(&corpus);
                (0..30).for_each(|at| drop(laid.said(FileId(1), at)));
            }
        }
    }
    // A length beyond all bytes asks for no memory.
    assert_eq!(
        code(&[0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], "sea"),
        Some(Code::InvalidScip)
    );
}
