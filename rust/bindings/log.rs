//! Hands as NumPy columns.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use razz_core::simulate::{Columns, retrace};

use crate::deck::word;
use crate::errors::to_py;
use crate::game::{Record, Rules, stacks_of};

/// The columns by name as flat arrays, each taking over the memory of its column; after [`ready`](crate::arrays::ready).
pub fn columns_dict(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("index", columns.index.into_pyarray(py))?;
    dict.set_item("hand", columns.hand.into_pyarray(py))?;
    dict.set_item("seats", columns.seats.into_pyarray(py))?;
    dict.set_item("player", columns.player.into_pyarray(py))?;
    dict.set_item("stack", columns.stack.into_pyarray(py))?;
    dict.set_item("net", columns.net.into_pyarray(py))?;
    dict.set_item("cards", columns.cards.into_pyarray(py))?;
    dict.set_item("community", columns.community.into_pyarray(py))?;
    dict.set_item("opener", columns.opener.into_pyarray(py))?;
    dict.set_item("street", columns.street.into_pyarray(py))?;
    dict.set_item("pot", columns.pot.into_pyarray(py))?;
    dict.set_item("rake", columns.rake.into_pyarray(py))?;
    dict.set_item("winners", columns.winners.into_pyarray(py))?;
    dict.set_item("strength", columns.strength.into_pyarray(py))?;
    dict.set_item("actions", columns.actions.into_pyarray(py))?;
    dict.set_item("ends", columns.ends.into_pyarray(py))?;
    Ok(dict)
}

/// The hand of a row as a record.
#[pyfunction]
fn retrace_hand(
    py: Python<'_>,
    rules: &Rules,
    seed: &Bound<'_, PyAny>,
    index: &Bound<'_, PyAny>,
    hand: u32,
    stacks: &Bound<'_, PyAny>,
    actions: &str,
) -> PyResult<Record> {
    let (seed, index, stacks) = (word("seed", seed)?, word("index", index)?, stacks_of(stacks)?);
    retrace(&rules.0, seed, index, hand, &stacks, actions).map(Record::of).map_err(|e| to_py(py, &e))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(retrace_hand, m)?)
}
