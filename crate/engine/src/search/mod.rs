//! Search: from words to ranked symbols and files.
//!
//! Writers turn documents into compact immutable readers; readers answer
//! queries. Knows the graph and the corpus below it, and no operation above.

pub mod lexical;
pub mod stem;
pub mod tokens;
