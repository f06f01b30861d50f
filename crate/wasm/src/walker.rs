//! Which files a host is to read.

use crate::dto::{HostDrop, LeftOut};
use crate::values::{Thrown, read, thrown, typed};
use tsify::Ts;
use wasm_bindgen::prelude::*;
use waymark_engine::index::Settings;
use waymark_engine::source::drops::{DropReason, FilterStats};
use waymark_engine::source::walk;

/// The rules for paths, asked before a directory is opened or a file is read.
#[wasm_bindgen]
pub struct Walker {
    settings: Settings,
    walker: walk::Walker,
    too_large: Vec<(String, u64)>,
}

#[wasm_bindgen]
impl Walker {
    /// A walker that has seen nothing yet.
    ///
    /// # Errors
    /// `invalid-argument` for unknown settings.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: Option<Ts<Settings>>) -> Thrown<Self> {
        let settings = read(settings)?;
        // Files that are too large are kept by path: an update may bring them below the size.
        let options = walk::PathOptions {
            max_file_bytes: u64::MAX,
            ..settings.paths()
        };
        Ok(Self {
            settings,
            walker: walk::Walker::new(options),
            too_large: Vec::new(),
        })
    }

    /// The settings that it goes by, defaults filled in.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn settings(&self) -> Thrown<Ts<Settings>> {
        typed(&self.settings)
    }

    /// Tells all paths of a tree at once, in place of [`Walker::enter`].
    #[wasm_bindgen(js_name = enterAll)]
    pub fn enter_all(&mut self, paths: Vec<String>) {
        self.walker.enter_all(paths.iter().map(String::as_str));
    }

    /// Tells the names in `directory` (`""` is the root); answers why it is to
    /// be left again, if it is.
    pub fn enter(&mut self, directory: &str, names: Vec<String>) -> Option<String> {
        name(
            self.walker
                .enter(directory, names.iter().map(String::as_str)),
        )
    }

    /// Whether the bytes of `path` are for [`Walker::add_ignore_file`].
    #[wasm_bindgen(js_name = isIgnoreFile)]
    #[must_use]
    pub fn is_ignore_file(path: &str) -> bool {
        walk::Walker::is_ignore_file(path)
    }

    /// Takes an ignore file.
    #[wasm_bindgen(js_name = addIgnoreFile)]
    pub fn add_ignore_file(&mut self, path: &str, bytes: &[u8]) {
        self.walker.add_ignore_file(path, bytes);
    }

    /// Why not to open the directory `path`, if so.
    #[wasm_bindgen(js_name = skipDirectory)]
    pub fn skip_directory(&mut self, path: &str) -> Option<String> {
        name(self.walker.skip_directory(path))
    }

    /// Why not to read the file `path` of `size` bytes, if so.
    #[wasm_bindgen(js_name = skipFile)]
    pub fn skip_file(&mut self, path: &str, size: f64) -> Option<String> {
        let size = size as u64;
        let reason = self.walker.skip_file(path, size);
        name(reason.or_else(|| {
            let large = size > self.settings.limits().max_file_bytes;
            large.then(|| {
                self.too_large.push((path.to_owned(), size));
                DropReason::TooLarge
            })
        }))
    }

    /// Counts what the host leaves out by itself.
    ///
    /// # Errors
    /// `invalid-argument` for an unknown reason.
    pub fn note(&mut self, reason: Ts<HostDrop>, path: &str) -> Thrown<()> {
        let reason = serde_wasm_bindgen::from_value::<HostDrop>(reason.js_value())
            .map_err(|error| thrown(invalid(&error.to_string())))?;
        self.walker.note(reason.into(), path);
        Ok(())
    }

    /// What was left out so far, by reason.
    ///
    /// # Errors
    /// Never, in practice.
    #[wasm_bindgen(js_name = leftOut)]
    pub fn left_out(&self) -> Thrown<Vec<Ts<LeftOut>>> {
        let mut stats = self.walker.stats().clone();
        for (path, _) in &self.too_large {
            stats.drop_file(DropReason::TooLarge, path);
        }
        LeftOut::of(&stats).iter().map(typed).collect()
    }
}

impl Walker {
    /// What was left out, but for files that are too large.
    pub(crate) const fn stats(&self) -> &FilterStats {
        self.walker.stats()
    }

    /// Files that are too large, and their sizes.
    pub(crate) fn too_large(&self) -> &[(String, u64)] {
        &self.too_large
    }
}

fn name(reason: Option<DropReason>) -> Option<String> {
    reason.map(|reason| reason.as_str().to_owned())
}

fn invalid(message: &str) -> waymark_engine::WaymarkError {
    waymark_engine::WaymarkError::new(waymark_engine::Code::InvalidArgument, message)
}
