//! Features and the functional hierarchy, over trees large enough to have one.

mod labels;
mod real;
mod stable;
mod told;
