//! Simulation: hands of a seed played by policies, in batches whose results add up.

mod class;
mod compare;
mod count;
mod coverage;
mod games;
mod job;
mod layout;
mod lockstep;
mod log;
mod policies;
mod simulation;
mod summary;
mod sums;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_many;

pub use class::{HAND_CLASS_NAMES, HAND_CLASSES, hand_class};
pub use compare::{Compared, Pairs, compare};
pub use coverage::Coverage;
pub use games::{Games, MAX_GAMES, Rows};
pub use job::{Course, Job, Seating};
pub use log::{Columns, retrace};
pub use policies::{
    Answer, Batched, Board, ByEquity, CheckCall, FoldToBet, POLICY_NAMES, Policy, Questions, SITUATION_SHAPE,
    SITUATIONS, Seen, Tabled, Uniform, answer_one, policy, policy_list, situation,
};
pub use simulation::{Played, Simulation};
pub use summary::{Estimate, Group, POT_PARTS, Summary, Tally, Totals};
