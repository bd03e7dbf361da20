//! Card, Rank, Suit and parse_cards.

use pyo3::prelude::*;

use crate::errors::to_py;

/// One card of the 52-card deck.
#[pyclass(frozen, eq, ord, hash, module = "razz", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub razz_core::Card);

#[pymethods]
impl Card {
    /// 4 * rank + suit.
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

#[pyfunction]
fn parse_cards(py: Python<'_>, text: &str) -> PyResult<Vec<Card>> {
    let cards = razz_core::cards::parse_cards(text).map_err(|e| to_py(py, &e))?;
    Ok(cards.into_iter().map(Card).collect())
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Card>()?;
    m.add_function(wrap_pyfunction!(parse_cards, m)?)
}
