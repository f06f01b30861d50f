//! The embedding model and search by vectors, over real trees and the model
//! that the package ships.

mod embedding;
mod graphs;
mod hostile;
mod hosts;
mod tasks;
mod vectors;
