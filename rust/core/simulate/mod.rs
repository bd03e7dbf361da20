//! Simulation: hands of a seed played by policies, in batches whose results add up.

mod class;
mod coverage;
mod layout;
mod policies;
mod simulation;
mod summary;
mod sums;
mod table;
#[cfg(test)]
mod tests;

pub use class::{HAND_CLASS_NAMES, HAND_CLASSES, hand_class};
pub use coverage::Coverage;
pub use policies::{CheckCall, Policy, Seen, Uniform, policy};
pub use simulation::Simulation;
pub use summary::{Estimate, POT_PARTS, Summary, Tally, Totals};
