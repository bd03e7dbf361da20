//! Policies that do not look at cards.

use super::{Answer, Policy, Seen};
use crate::game::{ActionKind, LegalActions};
use crate::rng::{Philox, Rng};

/// The place of the first legal action of these kinds, in their order; else 0.
pub(super) fn first_of(legal: &LegalActions, kinds: &[ActionKind]) -> usize {
    let place = |&kind: &ActionKind| legal.as_slice().iter().position(|&(legal, _)| legal == kind);
    kinds.iter().find_map(place).unwrap_or(0)
}

/// Checks, or calls whatever is to call; brings in and never completes.
#[derive(Clone, Copy, Debug)]
pub struct CheckCall;

impl Policy for CheckCall {
    fn name(&self) -> String {
        "check_call".to_owned()
    }

    fn draws(&self) -> bool {
        false
    }

    #[inline]
    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, _: &mut Philox) -> Answer {
        let passive = |kind| matches!(kind, ActionKind::Check | ActionKind::Call | ActionKind::BringIn);
        Ok(legal.as_slice().iter().position(|&(kind, _)| passive(kind)).unwrap_or(0))
    }
}

/// Folds to any bet, the bring-in too; checks where it may and brings in where it must.
#[derive(Clone, Copy, Debug)]
pub struct FoldToBet;

impl Policy for FoldToBet {
    fn name(&self) -> String {
        "fold_to_bet".to_owned()
    }

    fn draws(&self) -> bool {
        false
    }

    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, _: &mut Philox) -> Answer {
        Ok(first_of(legal, &[ActionKind::Check, ActionKind::BringIn, ActionKind::Fold]))
    }
}

/// Takes each legal action with the same probability, by one bounded draw.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Policy for Uniform {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn draws(&self) -> bool {
        true
    }

    #[inline]
    fn choose(&self, _: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        Ok(rng.below(legal.len() as u32) as usize)
    }
}
