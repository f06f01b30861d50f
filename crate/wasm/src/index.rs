//! Questions to an index.

use crate::builder::{self, Builder};
use crate::dto::{DiffInfo, Grammar, IndexInfo, OperationRow};
use crate::languages::languages;
use crate::model::model;
use crate::values::{Thrown, from_json, json, plain, thrown, typed};
use tsify::Ts;
use wasm_bindgen::prelude::*;
use waymark_engine::answer::ops;
use waymark_engine::answer::review::patch::Way;
use waymark_engine::answer::review::types::ReviewParams;
use waymark_engine::graph::export::{Cursor, json as whole, jsonl};
use waymark_engine::index::{self, Change};
use waymark_engine::{Code, WaymarkError};

/// Everything known of one tree.
#[wasm_bindgen]
pub struct Index(pub(crate) index::Index);

#[wasm_bindgen]
impl Index {
    /// Runs the operation called `operation`.
    ///
    /// # Errors
    /// `not-found` if there is none, `invalid-argument` if `params` do not fit it.
    pub fn call(&mut self, operation: &str, params: &JsValue) -> Thrown<JsValue> {
        let done = ops::apply(&self.0.view(), operation, &json(params)?).map_err(thrown)?;
        if let Some(lifting) = done.lifting {
            self.0.tell(lifting);
        }
        js_sys::JSON::parse(&done.text)
    }

    /// The grammars that its languages need and that are not linked: questions
    /// about statements want them.
    ///
    /// # Errors
    /// Never, in practice.
    #[wasm_bindgen(js_name = missingGrammars)]
    pub fn missing_grammars(&mut self) -> Thrown<Vec<Ts<Grammar>>> {
        let mut missing = Vec::new();
        for need in self.0.missing_grammars() {
            match builder::linked(&need.name) {
                Some(language) => self.0.set_grammar(&need.name, language),
                None => missing.push(typed(&Grammar::from(need))?),
            }
        }
        Ok(missing)
    }

    /// Links a grammar: a `WebAssembly.Module`, or bytes where this host compiles.
    ///
    /// # Errors
    /// A `grammar-…` code where it cannot be linked.
    #[wasm_bindgen(js_name = linkGrammar)]
    pub fn link_grammar(&mut self, name: &str, symbol: &str, source: &JsValue) -> Thrown<()> {
        self.0
            .set_grammar(name, builder::link(name, symbol, source)?);
        Ok(())
    }

    /// The whole text of the file at `path`, where there is one; what is not
    /// UTF-8 in it is replaced.
    ///
    /// # Errors
    /// `invalid-snapshot` if the text is damaged.
    pub fn text(&self, path: &str) -> Thrown<Option<String>> {
        let corpus = self.0.view().corpus;
        let file = corpus.find(path).and_then(|file| corpus.file(file));
        let text = file.map(|file| file.text.unpack()).transpose();
        let text = text.map_err(thrown)?;
        Ok(text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The bytes of the file at `path`, where there is one.
    ///
    /// # Errors
    /// `invalid-snapshot` if the text is damaged.
    pub fn bytes(&self, path: &str) -> Thrown<Option<Vec<u8>>> {
        let corpus = self.0.view().corpus;
        let file = corpus.find(path).and_then(|file| corpus.file(file));
        file.map(|file| file.text.unpack())
            .transpose()
            .map_err(thrown)
    }

    /// The next piece of the export that `export` stands in; none at the end.
    #[wasm_bindgen(js_name = exportPiece)]
    pub fn export_piece(&self, export: &mut Export) -> Option<Vec<u8>> {
        let view = self.0.view();
        let planned = view.planned();
        match export.format {
            Format::Jsonl => jsonl::next(
                view.graph,
                view.unresolved,
                Some(&planned),
                &mut export.cursor,
            ),
            Format::Json => whole::next(view.graph, Some(&planned), &mut export.cursor),
        }
    }

    /// How the index came about.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn info(&self) -> Thrown<Ts<IndexInfo>> {
        typed(&IndexInfo::from(&self.0))
    }

    /// The index as bytes for [`Index::open`].
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        self.0.snapshot()
    }

    /// The index of a snapshot.
    ///
    /// # Errors
    /// `invalid-snapshot` or `snapshot-version` for bytes that this version did
    /// not write.
    pub fn open(bytes: &[u8]) -> Thrown<Self> {
        index::Index::open(bytes, languages()?)
            .map(Self)
            .map_err(thrown)
    }

    /// How `diff` fits this tree.
    ///
    /// # Errors
    /// `invalid-argument` where it is no diff, or one of another tree.
    #[wasm_bindgen(js_name = readDiff)]
    pub fn read_diff(&self, diff: &str) -> Thrown<Ts<DiffInfo>> {
        let applied = self.0.patch(diff).map_err(thrown)?;
        typed(&DiffInfo {
            backward: applied.way == Way::Backward,
            renames: applied.renames,
            binary: applied.binary,
            paths: applied.paths,
            left_out: applied.left_out,
        })
    }

    /// A build of what `diff` makes of this tree.
    ///
    /// # Errors
    /// `invalid-argument` where it is no diff, or one of another tree.
    pub fn patched(&self, diff: &str) -> Thrown<Builder> {
        let applied = self.0.patch(diff).map_err(thrown)?;
        let deleted = applied.deleted.into_iter().map(Change::Delete);
        let written = applied.written.into_iter();
        let written = written.map(|(path, bytes)| Change::Write(path, bytes));
        Ok(self.0.update(deleted.chain(written).collect()).into())
    }

    /// What the change from this tree to `after` means.
    ///
    /// # Errors
    /// `invalid-argument` for parameters that make no sense.
    pub fn review(&self, after: &Self, params: &JsValue) -> Thrown<JsValue> {
        let params: ReviewParams = from_json(params)?;
        let answer = self.0.review(&after.0, params).map_err(thrown)?;
        js_sys::JSON::parse(&answer)
    }

    /// Name of the embedder that made the vectors; none where there are none.
    #[must_use]
    pub fn embedder(&self) -> Option<String> {
        self.0
            .vectors()
            .map(|vectors| vectors.embedder().to_owned())
    }

    /// How many numbers a vector has; none where there are none.
    #[must_use]
    pub fn dimensions(&self) -> Option<u32> {
        let vectors = self.0.vectors();
        vectors.map(|vectors| vectors.dimensions() as u32)
    }

    /// Lets queries and updates use the embedding model of this instance, if it
    /// has one.
    ///
    /// # Errors
    /// `embedder-mismatch` if another one made the vectors.
    #[wasm_bindgen(js_name = useModel)]
    pub fn use_model(&mut self) -> Thrown<()> {
        model().map_or(Ok(()), |model| self.0.attach(model).map_err(thrown))
    }

    /// Makes this index, which came of an update of `previous`, its successor. What
    /// became of features and places is told if `planned`.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn succeed(&mut self, previous: &Self, planned: bool) -> Thrown<JsValue> {
        plain(&self.0.succeed(&previous.0, planned))
    }

    /// Takes down what the tree is called and when it was indexed.
    pub fn describe(&mut self, root: String, indexed_at: String) {
        let host = self.0.host();
        (host.root, host.indexed_at) = (root, indexed_at);
    }

    /// Takes down that the files at `paths` changed.
    #[wasm_bindgen(js_name = markDirty)]
    pub fn mark_dirty(&mut self, paths: Vec<String>) {
        self.0.host().dirty.extend(paths);
    }

    /// The paths that are marked as changed, sorted.
    #[must_use]
    pub fn dirty(&mut self) -> Vec<String> {
        self.0.host().dirty.iter().cloned().collect()
    }

    /// Takes down why an update failed.
    pub fn failed(&mut self, cause: String) {
        self.0.host().failure = cause;
    }

    /// A build of the same tree with a SCIP index laid over it.
    ///
    /// # Errors
    /// `scip-unavailable` or `invalid-scip` where it cannot be used.
    #[wasm_bindgen(js_name = overlayScip)]
    pub fn overlay_scip(&mut self, bytes: &[u8], root: &str) -> Thrown<Builder> {
        let build = self.0.overlay_scip(bytes, root).map_err(thrown)?;
        Ok(build.into())
    }

    /// A build that starts from this index.
    #[must_use]
    pub fn update(&self) -> Builder {
        self.0.update(Vec::new()).into()
    }
}

/// A text export under way.
#[wasm_bindgen]
pub struct Export {
    format: Format,
    cursor: Cursor,
}

enum Format {
    Jsonl,
    Json,
}

#[wasm_bindgen]
impl Export {
    /// An export of the whole graph as `jsonl` or `json`.
    ///
    /// # Errors
    /// `invalid-argument` for another format.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str) -> Thrown<Self> {
        let format = match format {
            "jsonl" => Format::Jsonl,
            "json" => Format::Json,
            _ => {
                let message = format!("no export is called `{format}`; there are jsonl, json");
                return Err(thrown(WaymarkError::new(Code::InvalidArgument, message)));
            }
        };
        Ok(Self {
            format,
            cursor: Cursor::default(),
        })
    }
}

/// The table of operations.
///
/// # Errors
/// Never, in practice.
#[wasm_bindgen]
pub fn operations() -> Thrown<Vec<Ts<OperationRow>>> {
    ops::OPERATIONS
        .iter()
        .map(|row| typed(&OperationRow::from(row)))
        .collect()
}
