//! Equity: what share of the pot each player wins on average, exactly where others sample.
//!
//! Suits do not matter for who wins, so a spot comes down to deals: ranks held, numbers of cards to come, ranks left in
//! the deck (`joint`). A deal is counted by sweeps over the ranks (`five`, `paired`).

mod answer;
mod cost;
mod counting;
mod deal;
mod draws;
mod exact;
mod fitting;
mod five;
mod heads_up;
mod joint;
mod orders;
mod paired;
mod ranges;
mod result;
mod sampled;
mod settling;
mod spot;
mod starting;
mod steps;
mod street;
#[cfg(test)]
mod tests;
mod text;

pub use answer::{Method, Options, answer, quick_answer};
pub use exact::{DEFAULT_LIMIT, Exact, too_large, too_long};
pub use ranges::{Range, RangePart, Stop};
pub use result::{Equity, Weights};
pub use sampled::{BATCH, DEFAULT_SAMPLES, Limits, Sampler};
pub use spot::{Ending, Hand, Spot};
pub use starting::{STARTS, against_random, matrix, probabilities, starts};
pub use street::{Case, by_holding, by_next_card};
