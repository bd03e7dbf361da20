//! The worked examples of rules.md, and properties of the whole engine on random games.

mod json;
pub(crate) mod playout;
mod table;
mod views;
mod worked_betting;
mod worked_bring_in;
mod worked_dealing;
mod worked_opening;
mod worked_showdown;
mod worked_table;
