//! Arrays of hands: what `razz.hands` calls once it has contiguous arrays of the right types.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use razz_core::hands::ranks::{BadCounts, evaluate_rank_counts, evaluate_rank_sets};
use razz_core::hands::rows::{Kernel, Options, evaluate_rows};
use razz_core::hands::showdowns::{MOST_SEATS, showdowns};

use crate::buffers::{Input, Output};
use crate::run;

/// Jobs of no more rows than this take well under 0.1 s on any machine and run on the caller's thread.
const SHORT: usize = 8 << 20;

/// Where in the caller's array a fault is. The core sees flat arrays of bytes; the caller's has a shape, and may hold
/// values too large for a byte.
struct Place<'py> {
    source: &'py Bound<'py, PyAny>,
    /// Index of the row or element: empty where there is but one.
    index: Vec<usize>,
}

impl<'py> Place<'py> {
    /// The place of a row (`rows`: the last axis is a row's own) or element, counted from 0 in C order.
    fn new(source: &'py Bound<'py, PyAny>, rows: bool, element: usize) -> PyResult<Self> {
        let shape: Vec<usize> = source.getattr("shape")?.extract()?;
        let axes = &shape[..shape.len() - usize::from(rows && !shape.is_empty())];
        let (mut index, mut rest) = (vec![0; axes.len()], element);
        for (place, &size) in index.iter_mut().zip(axes).rev() {
            *place = rest % size.max(1);
            rest /= size.max(1);
        }
        Ok(Place { source, index })
    }

    /// "cards[3, 5]", or "cards" where there is but one row.
    fn name(&self, array: &str) -> String {
        let places: Vec<String> = self.index.iter().map(ToString::to_string).collect();
        if places.is_empty() { array.to_owned() } else { format!("{array}[{}]", places.join(", ")) }
    }

    /// The caller's value there, at a place on the row if it is one.
    fn value(&self, on_row: Option<usize>) -> PyResult<String> {
        let index: Vec<usize> = self.index.iter().copied().chain(on_row).collect();
        Ok(self.source.get_item(PyTuple::new(self.source.py(), index)?)?.to_string())
    }
}

/// The kernels that this machine can run, slowest first.
#[pyfunction]
fn kernels() -> Vec<String> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).map(|kernel| kernel.to_string()).collect()
}

/// Strengths of rows of card numbers. `source` is the array that the caller was given, for messages.
#[pyfunction]
#[pyo3(name = "evaluate_rows", signature = (cards, width, out, source, *, validate, threads, kernel=None))]
fn py_evaluate_rows(
    cards: &Bound<'_, PyAny>,
    width: usize,
    out: &Bound<'_, PyAny>,
    source: &Bound<'_, PyAny>,
    validate: bool,
    threads: Option<&Bound<'_, PyAny>>,
    kernel: Option<&str>,
) -> PyResult<()> {
    let py = cards.py();
    let (input, mut output) = (Input::<u8>::new(cards, "cards")?, Output::<u16>::new(out, "out")?);
    let (cards, out) = (input.elements(), output.elements());
    let rows = out.len();
    if !(5..=7).contains(&width) || cards.len() != width * rows {
        return Err(PyValueError::new_err(format!("cards: {rows} rows of 5, 6 or 7 expected, found rows of {width}")));
    }
    let kernel = match kernel {
        None => Kernel::best(),
        Some(name) => Kernel::ALL
            .into_iter()
            .find(|kernel| kernel.to_string() == name && kernel.is_available())
            .ok_or_else(|| PyValueError::new_err(format!("kernel: expected one of {:?}, found {name:?}", kernels())))?,
    };
    let options = Options { validate, threads: run::threads(threads)?, kernel };
    let judged = if rows <= SHORT {
        run::quick(py, || Ok(evaluate_rows(cards, width, out, options, &AtomicBool::new(false))))
    } else {
        run::run(py, |stop| Ok(evaluate_rows(cards, width, out, options, stop)))
    };
    judged?.or_else(|bad| {
        let place = Place::new(source, true, bad.row)?;
        Err(PyValueError::new_err(bad.describe(&place.name("cards"), place.value(Some(bad.column))?)))
    })
}

/// Rows in a piece of a job without a flag to stop it.
const PIECE: usize = 1 << 20;

/// Does a job piece by piece without the GIL, and answers Ctrl-C between two; a fault comes with the first row of its piece.
fn in_pieces<E: Send>(
    py: Python<'_>,
    rows: usize,
    mut piece: impl FnMut(Range<usize>) -> Result<(), E> + Send,
) -> PyResult<Result<(), (usize, E)>> {
    for first in (0..rows).step_by(PIECE) {
        py.check_signals().map_err(|error| run::interrupted(py, error, py.None()))?;
        if let Err(fault) = run::quick(py, || Ok(piece(first..rows.min(first + PIECE))))? {
            return Ok(Err((first, fault)));
        }
    }
    Ok(Ok(()))
}

/// Strengths of rows of 13 rank counts.
#[pyfunction]
fn evaluate_counts(counts: &Bound<'_, PyAny>, out: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> PyResult<()> {
    let (input, mut output) = (Input::<u8>::new(counts, "counts")?, Output::<u16>::new(out, "out")?);
    let (rows, out) = (input.elements(), output.elements());
    if rows.len() != 13 * out.len() {
        return Err(PyValueError::new_err(format!("counts: expected {} rows of 13", out.len())));
    }
    let judged = in_pieces(counts.py(), out.len(), |piece| {
        evaluate_rank_counts(&rows[13 * piece.start..13 * piece.end], &mut out[piece])
    });
    judged?.or_else(|(first, bad)| {
        let place = Place::new(source, true, first + bad.row())?;
        let count = match bad {
            BadCounts::TooMany { rank, .. } => place.value(Some(rank))?,
            BadCounts::Total { cards, .. } => cards.to_string(),
        };
        Err(PyValueError::new_err(bad.describe(&place.name("counts"), count)))
    })
}

/// Strengths of 13-bit sets of ranks.
#[pyfunction]
fn evaluate_sets(sets: &Bound<'_, PyAny>, out: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> PyResult<()> {
    let (input, mut output) = (Input::<u16>::new(sets, "sets")?, Output::<u16>::new(out, "out")?);
    let (elements, out) = (input.elements(), output.elements());
    if elements.len() != out.len() {
        return Err(PyValueError::new_err(format!("sets: expected {} of them", out.len())));
    }
    let judged = in_pieces(sets.py(), out.len(), |piece| evaluate_rank_sets(&elements[piece.clone()], &mut out[piece]));
    judged?.or_else(|(first, bad)| {
        let place = Place::new(source, false, first + bad)?;
        let (name, set) = (place.name("sets"), place.value(None)?);
        Err(PyValueError::new_err(format!(
            "{name}: {set} is no set of five ranks or more, 13 bits, the ace the lowest"
        )))
    })
}

/// The winners and the shares of rows of strengths, one for each seat.
#[pyfunction]
fn showdown_rows(
    strengths: &Bound<'_, PyAny>,
    seats: usize,
    winners: &Bound<'_, PyAny>,
    shares: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let input = Input::<u16>::new(strengths, "strengths")?;
    let (mut winners, mut shares) = (Output::<u8>::new(winners, "winners")?, Output::<f64>::new(shares, "shares")?);
    let (rows, sets, parts) = (input.elements(), winners.elements(), shares.elements());
    let fits = (1..=MOST_SEATS).contains(&seats) && rows.len() == seats * sets.len() && parts.len() == rows.len();
    if !fits {
        return Err(PyValueError::new_err(format!("strengths: expected 1 to {MOST_SEATS} seats, found {seats}")));
    }
    let done = in_pieces(strengths.py(), sets.len(), |piece| {
        let cells = seats * piece.start..seats * piece.end;
        showdowns(&rows[cells.clone()], seats, &mut sets[piece], &mut parts[cells]);
        Ok::<(), Infallible>(())
    });
    done.map(|_| ())
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(kernels, m)?)?;
    m.add_function(wrap_pyfunction!(py_evaluate_rows, m)?)?;
    m.add_function(wrap_pyfunction!(evaluate_counts, m)?)?;
    m.add_function(wrap_pyfunction!(evaluate_sets, m)?)?;
    m.add_function(wrap_pyfunction!(showdown_rows, m)?)
}
