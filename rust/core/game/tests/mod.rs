//! Whole-engine properties on random games under random rules.

pub(crate) mod playout;
