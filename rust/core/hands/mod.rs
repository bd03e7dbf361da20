//! Low hands: the strength of the best five of five to seven cards, ace to five (docs/rules.md section 2).
//!
//! Suits never matter, and five distinct ranks or more are decided by the lowest five: one look-up in a table of all
//! rank sets. The hands with fewer distinct ranks play all of them and are numbered by arithmetic.

mod enumerate;
mod evaluate;
pub mod naive;
pub mod odds;
mod one_by_one;
pub mod ranks;
pub mod rows;
pub mod showdowns;
mod strength;
mod tables;
#[cfg(test)]
mod tests;

pub use enumerate::{ALL_HANDS, Distribution, distribution_by_ranks, percentile, rank_multisets};
pub(crate) use evaluate::board_value_of_ranks;
pub use evaluate::{
    best_five, best_five_of_set, board_value, evaluate, evaluate_counts, evaluate_rank_set, strength_of,
    strength_of_counts, strength_of_sets,
};
pub use one_by_one::distribution_by_cards;
pub use strength::{Category, Strength};
pub use tables::CLASSES;
pub(crate) use tables::NO_PAIR;
