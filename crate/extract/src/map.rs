//! Hash tables with a fixed hasher. Their order still depends on the capacity,
//! so nothing iterates over them; what leaves a table is sorted first.

use std::hash::BuildHasherDefault;

/// `rustc-hash` without the random keys of the standard hasher.
#[allow(clippy::disallowed_types)]
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<rustc_hash::FxHasher>>;

/// The set that goes with [`HashMap`].
#[allow(clippy::disallowed_types)]
pub type HashSet<K> = std::collections::HashSet<K, BuildHasherDefault<rustc_hash::FxHasher>>;
