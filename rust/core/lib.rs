//! Razz (seven-card stud played for low, ace to five): hand evaluation, rules engine, equity and
//! simulation, in plain Rust.
#![deny(unsafe_code)]

pub mod cards;
pub mod equity;
pub mod error;
pub mod game;
pub mod hands;
pub mod history;
pub mod rng;
pub mod simulate;
pub mod threads;

pub use cards::{Card, CardSet, Deck, Rank, Suit};
pub use error::{Cause, Error, Failure, Fault, Result};
pub use hands::{Category, Strength, best_five, board_value, evaluate, strength_of};
