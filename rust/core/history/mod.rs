//! Hand histories: text of files to records, replayed through the rules engine with every check, and back.
//!
//! | question | file |
//! |---|---|
//! | which format, which encoding | `format`, `decode` |
//! | where one hand ends and the next begins | `blocks` |
//! | what an amount of money is | `money` |
//! | how a told hand goes through the engine | `replay` |
//! | what a site's text says | `sites`, all into `told` |
//! | what the play was, and what it came to | `rebuild`, `reconcile` |
//! | files without names | `anonymise` |
//! | what players did over many hands | `stats` |
//! | PHH both ways, PokerStars text out | `phh`, `pokerstars_write` |

mod anonymise;
mod blocks;
mod decode;
mod format;
pub mod money;
pub mod phh;
mod pokerstars_write;
mod reader;
mod rebuild;
mod reconcile;
mod replay;
mod sites;
pub mod stats;
mod text;
mod told;
mod when;

#[cfg(test)]
mod tests;

pub use anonymise::Anonymiser;
pub use decode::Encoding;
pub use format::Format;
pub use pokerstars_write::write_pokerstars;
pub use reader::Reader;

use crate::error::Result;
use crate::game::{Preset, Record};

/// How files are read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The options of rules for files that do not state them.
    pub preset: Option<Preset>,
}

/// What stands in a file where a hand is expected.
#[derive(Debug)]
enum Item {
    /// A hand of Razz.
    Hand(Box<Record>),
    /// A hand of another game, by the name that the file gives it.
    Other(String),
    /// No hand: comments and empty lines.
    Nothing,
}

/// What a site's text says where a hand is expected.
enum Parsed<'a> {
    Told(Box<told::Told<'a>>),
    Other(String),
    Nothing,
}

/// All hands of a text, the first fault as an error.
pub fn read_all(text: &str, format: Option<Format>, options: &Options) -> Result<Vec<Record>> {
    let mut reader = Reader::new(format, Some(Encoding::Utf8), options.clone());
    reader.feed(text.as_bytes());
    reader.finish();
    std::iter::from_fn(|| reader.next_hand()).collect()
}
