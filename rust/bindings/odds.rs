//! The odds of one hand and the distribution of all hands: what `razz.odds` puts into words.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use razz_core::hands::odds::NextCard;
use razz_core::hands::{distribution_by_cards, distribution_by_ranks};

use crate::cards::{Card, cards_of};
use crate::run;

/// Known cards, dead cards, ways to end with each strength (index 0 to 6175), and for each rank how many cards of it
/// are unseen and what one of them does: "improves", "pair" or "brick" (None: no card is to come).
type Odds = (Vec<Card>, Vec<Card>, Vec<u64>, Vec<u8>, Option<Vec<&'static str>>);

#[pyfunction]
fn hand_odds(cards: &Bound<'_, PyAny>, dead: &Bound<'_, PyAny>, to: usize) -> PyResult<Odds> {
    let py = cards.py();
    let (held, gone) = (cards_of(cards, "cards")?, cards_of(dead, "dead")?);
    let odds = run::quick(py, || razz_core::hands::odds::hand_odds(&held, &gone, to))?;
    let word = |kind: NextCard| match kind {
        NextCard::Improves => "improves",
        NextCard::Pair => "pair",
        NextCard::Brick => "brick",
    };
    let next = odds.next_card.map(|kinds| kinds.map(word).to_vec());
    let wrap = |cards: &[razz_core::Card]| cards.iter().copied().map(Card).collect();
    Ok((wrap(&held), wrap(&gone), odds.ways.to_vec(), odds.unseen.to_vec(), next))
}

/// How many seven-card hands have each strength (index 0 to 6175), by rank multisets or one by one.
#[pyfunction]
fn distribution(py: Python<'_>, one_by_one: bool, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u64>> {
    let threads = run::threads(threads)?;
    let count =
        |stop: &AtomicBool| Ok(if one_by_one { distribution_by_cards(threads, stop) } else { distribution_by_ranks() });
    Ok(run::run(py, count)?.to_vec())
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(hand_odds, m)?)?;
    m.add_function(wrap_pyfunction!(distribution, m)?)
}
