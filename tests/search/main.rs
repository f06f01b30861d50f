//! The embedding model and search by vectors, over real trees and the model
//! that the package ships.

mod embedding;
mod vectors;
