//! Deck and deck_of.

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

use crate::cards::{Card, cards_of, integer_fault, shown};
use crate::errors::to_py;

/// The 52 cards in an order: an immutable sequence, position 0 is dealt first.
///
/// Parameters
/// ----------
/// cards : str or iterable of Card or int
///     All 52 cards: text as for `parse_cards`, or cards, or card numbers 0 to 51.
///
/// Raises
/// ------
/// ValueError
///     Not 52 cards, a card twice, or a number that is no card; ParseError for faults of the text.
///
/// Examples
/// --------
/// >>> import razz
/// >>> deck = razz.Deck(range(52))
/// >>> str(deck)[:16], len(deck), str(deck[-1])
/// ('AcAdAhAs2c2d2h2s', 52, 'Ks')
/// >>> razz.Deck(str(deck)) == deck
/// True
#[pyclass(frozen, eq, hash, sequence, module = "razz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Deck(pub razz_core::Deck);

#[pymethods]
impl Deck {
    #[new]
    fn new(cards: &Bound<'_, PyAny>) -> PyResult<Self> {
        razz_core::Deck::from_cards(&cards_of(cards, "cards")?).map(Deck).map_err(|e| to_py(cards.py(), &e))
    }

    fn __len__(&self) -> usize {
        52
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let cards = self.0.cards();
        if let Ok(slice) = key.cast::<PySlice>() {
            let span = slice.indices(52)?;
            let chosen = (0..span.slicelength as isize).map(|i| Card(cards[(span.start + i * span.step) as usize]));
            return Ok(PyTuple::new(py, chosen.collect::<Vec<_>>())?.into_any());
        }
        let index: isize = key.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(py) { PyIndexError::new_err(error.to_string()) } else { error }
        })?;
        let position = if index < 0 { index + 52 } else { index };
        match usize::try_from(position).ok().and_then(|position| cards.get(position)) {
            Some(&card) => Ok(Card(card).into_pyobject(py)?.into_any()),
            None => Err(PyIndexError::new_err(format!("position {index}: a deck has 52 cards"))),
        }
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> bool {
        card.cast::<Card>().is_ok()
    }

    /// The position of a card; ValueError if it is not between start and stop.
    #[pyo3(signature = (value, start=0, stop=52))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let clamp = |bound: isize| if bound < 0 { bound.saturating_add(52).max(0) } else { bound.min(52) } as usize;
        let card = value.cast::<Card>().ok().map(|card| card.get().0);
        let found = (clamp(start)..clamp(stop)).find(|&i| Some(self.0.cards()[i]) == card);
        found.ok_or_else(|| PyValueError::new_err(format!("{value:?} is not in this part of the deck")))
    }

    /// How often a value is in the deck: a card once, anything else never.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    fn __str__(&self) -> String {
        self.0.cards().iter().map(ToString::to_string).collect()
    }

    fn __repr__(&self) -> String {
        format!("Deck(\"{}\")", self.__str__())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}

/// The deck of hand `index` under a seed: a function of the two alone, on every machine and in every version 0.x of the
/// random stream.
///
/// Parameters
/// ----------
/// seed, index : int
///     0 to 2^64 - 1.
///
/// Returns
/// -------
/// Deck
///     Philox4x64-10 with key (seed, 0) and counters (block, index, 0, 0), Fisher and Yates from the front.
///
/// Raises
/// ------
/// ValueError
///     A number out of that range.
///
/// Examples
/// --------
/// >>> import razz
/// >>> str(razz.deck_of(5, 3))[:20]
/// 'As7c4hKd3s5sJs9hAcQc'
#[pyfunction]
fn deck_of(seed: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Deck> {
    Ok(Deck(razz_core::Deck::of(word("seed", seed)?, word("index", index)?)))
}

/// An argument that is an integer of 64 bits without sign.
pub fn word(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract().map_err(|error| {
        let message = format!("{name}: expected an integer from 0 to 2^64 - 1, found {}", shown(value));
        integer_fault(value, &error, message)
    })
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Deck>()?;
    m.add_function(wrap_pyfunction!(deck_of, m)?)
}
