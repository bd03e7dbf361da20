//! Hand histories: a reader that is fed bytes, and writers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use razz_core::game::Preset;
use razz_core::history::stats::Stats;
use razz_core::history::{Anonymiser, Encoding, Format, Options, Reader, phh, write_pokerstars};

use crate::errors::to_py;
use crate::game::Record;
use crate::text::text_of;

/// The hands of a file whose bytes are fed piece by piece; `razz.history.load` is its face.
///
/// Examples
/// --------
/// >>> from razz._razz import HistoryReader
/// >>> reader = HistoryReader()
/// >>> reader.feed(b"variant = 'NT'", True)
/// [ParseError('line 1, column 1: variant "NT": expected "FR", Razz')]
#[pyclass(frozen, module = "razz._razz")]
pub struct HistoryReader(Mutex<Reader>);

impl HistoryReader {
    fn lock(&self) -> MutexGuard<'_, Reader> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl HistoryReader {
    #[new]
    #[pyo3(signature = (format=None, encoding=None, preset=None))]
    fn new(
        py: Python<'_>,
        format: Option<&Bound<'_, PyAny>>,
        encoding: Option<&Bound<'_, PyAny>>,
        preset: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (format, encoding) = format_and_encoding(py, format, encoding)?;
        let preset = match preset.map(|name| text_of(name, "preset")).transpose()? {
            None => None,
            Some(name) => Some(Preset::from_name(name).ok_or_else(|| {
                let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
                PyValueError::new_err(format!("preset {name:?}: expected one of {}", names.join(", ")))
            })?),
        };
        Ok(HistoryReader(Mutex::new(Reader::new(format, encoding, Options { preset }))))
    }

    /// The hands that are whole after these bytes, and in their place the errors of those that cannot be read; `last`
    /// when no bytes follow.
    fn feed<'py>(&self, py: Python<'py>, data: &[u8], last: bool) -> PyResult<Bound<'py, PyList>> {
        let hands = py.detach(|| {
            let mut reader = self.lock();
            reader.feed(data);
            if last {
                reader.finish();
            }
            std::iter::from_fn(|| reader.next_hand()).collect::<Vec<_>>()
        });
        let list = PyList::empty(py);
        for hand in hands {
            match hand {
                Ok(record) => list.append(Record::of(record))?,
                Err(error) => list.append(to_py(py, &error).into_value(py))?,
            }
        }
        Ok(list)
    }

    /// The format's name, None while it is not known.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.lock().format().map(Format::name)
    }

    /// How many hands of which other games were passed over.
    #[getter]
    fn other_games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games = PyDict::new(py);
        for (name, count) in self.lock().other_games() {
            games.set_item(name, count)?;
        }
        Ok(games)
    }
}

/// What both kinds of readers are told of a file.
fn format_and_encoding(
    py: Python<'_>,
    format: Option<&Bound<'_, PyAny>>,
    encoding: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<Format>, Option<Encoding>)> {
    let format = format.map(|name| text_of(name, "format")).transpose()?;
    let encoding = encoding.map(|name| text_of(name, "encoding")).transpose()?;
    let fault = |error| to_py(py, &error);
    Ok((
        format.map(Format::from_name).transpose().map_err(fault)?,
        encoding.map(Encoding::from_name).transpose().map_err(fault)?,
    ))
}

/// Takes names out of a file's text, fed piece by piece, or out of records; `razz.history.anonymise` is its face.
///
/// Examples
/// --------
/// >>> from razz._razz import HistoryAnonymiser
/// >>> names = HistoryAnonymiser()
/// >>> text = b"PokerStars Hand #1: Razz Limit (4/8)\nSeat 1: Zoe (5 in chips)\nZoe: folds"
/// >>> names.feed(text, True)
/// 'PokerStars Hand #1: Razz Limit (4/8)\nSeat 1: Player1 (5 in chips)\nPlayer1: folds'
#[pyclass(frozen, module = "razz._razz")]
pub struct HistoryAnonymiser(Mutex<Anonymiser>);

#[pymethods]
impl HistoryAnonymiser {
    #[new]
    #[pyo3(signature = (format=None, encoding=None))]
    fn new(py: Python<'_>, format: Option<&Bound<'_, PyAny>>, encoding: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (format, encoding) = format_and_encoding(py, format, encoding)?;
        Ok(HistoryAnonymiser(Mutex::new(Anonymiser::new(format, encoding))))
    }

    /// The text of the hands that are whole after these bytes; `last` when no bytes follow.
    fn feed(&self, py: Python<'_>, data: &[u8], last: bool) -> PyResult<String> {
        let run = || self.0.lock().unwrap_or_else(PoisonError::into_inner).feed(data, last);
        py.detach(run).map_err(|error| to_py(py, &error))
    }

    /// A copy of a record without names.
    fn record(&self, record: &Bound<'_, Record>) -> Record {
        let mut copy = record.get().lock().clone();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).record(&mut copy);
        Record::of(copy)
    }

    /// The format's name, None while it is not known.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).format().map(Format::name)
    }
}

/// What each player did over many hands; `razz.history.player_stats` is its face.
///
/// Examples
/// --------
/// >>> import razz
/// >>> from razz._razz import HistoryStats
/// >>> stats = HistoryStats()
/// >>> stats.add(razz.Record(razz.Rules(), [100, 100]))
/// >>> stats.hands, stats.rows()[0][:3]
/// (1, ('Player 1', '', ''))
#[pyclass(frozen, module = "razz._razz")]
pub struct HistoryStats(Mutex<Stats>);

#[pymethods]
impl HistoryStats {
    #[new]
    fn new() -> Self {
        HistoryStats(Mutex::new(Stats::new()))
    }

    /// Counts a hand.
    fn add(&self, record: &Bound<'_, Record>) {
        let record = record.get().lock();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).add(&record);
    }

    /// How many hands have been counted.
    #[getter]
    fn hands(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).hands()
    }

    /// Name, site, currency, rank of the door card (None: all), result as decimal text, and the counts hands, bring-ins,
    /// completes, raises, played, fourth streets, showdowns, showdowns won, won; of players with a hand.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let stats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = PyList::empty(py);
        for (player, figures) in stats.players() {
            let doors = figures.by_door_card.iter().enumerate().filter(|(_, tally)| tally.hands > 0);
            let doors = doors.map(|(rank, tally)| (Some(rank), tally));
            for (rank, tally) in std::iter::once((None, &figures.all)).chain(doors) {
                let counts = [
                    tally.hands,
                    tally.bring_ins,
                    tally.completes,
                    tally.raises,
                    tally.played,
                    tally.fourth_streets,
                    tally.showdowns,
                    tally.showdowns_won,
                    tally.won,
                ];
                let (name, site, currency) = (&*player.name, &*player.site, &*player.currency);
                rows.append((name, site, currency, rank, tally.net(), PyTuple::new(py, counts)?))?;
            }
        }
        Ok(rows)
    }
}

/// The fields of one hand of PHH.
///
/// Examples
/// --------
/// >>> import razz
/// >>> from razz._razz import record_to_phh
/// >>> record_to_phh(razz.Record(razz.Rules(), [100, 100])).splitlines()[:3]
/// ["variant = 'FR'", 'ante_trimming_status = true', 'antes = [1, 1]']
#[pyfunction]
fn record_to_phh(py: Python<'_>, record: &Bound<'_, Record>) -> PyResult<String> {
    phh::write(&record.get().lock()).map_err(|error| to_py(py, &error))
}

/// The text of one hand as PokerStars prints it; `number` is used where the record has no hand number.
///
/// Examples
/// --------
/// >>> import razz
/// >>> from razz._razz import record_to_pokerstars
/// >>> record_to_pokerstars(razz.Record(razz.Rules(), [100, 100]), 1)
/// Traceback (most recent call last):
/// ValueError: the hand is not over: PokerStars text tells whole hands
#[pyfunction]
fn record_to_pokerstars(py: Python<'_>, record: &Bound<'_, Record>, number: u64) -> PyResult<String> {
    write_pokerstars(&record.get().lock(), number).map_err(|error| to_py(py, &error))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<HistoryReader>()?;
    m.add_class::<HistoryAnonymiser>()?;
    m.add_class::<HistoryStats>()?;
    m.add_function(wrap_pyfunction!(record_to_phh, m)?)?;
    m.add_function(wrap_pyfunction!(record_to_pokerstars, m)?)
}
