//! Whole-engine properties on random games under random rules.

mod playout;
