//! Equity. The functions here take plain text and give plain tuples; python/razz/equity.py has their faces.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyDict, PyList, PyTuple};
use razz_core::equity::{self, Case, Limits, Method, Options, Spot};
use razz_core::{CardSet, Error, threads};

use crate::cards::{Card, cards_of};
use crate::errors::to_py;
use crate::run;
use crate::text::{text_of, texts_of};

/// ([(players as a bit set, deals)], exact, standard errors, seed, range weights, ending)
type Raw = (Vec<(usize, u128)>, bool, Vec<f64>, Option<u64>, Vec<Option<Weights>>, &'static str);

fn raw(equity: equity::Equity) -> Raw {
    let counts = equity.counts().iter().copied().enumerate().filter(|&(_, n)| n > 0).collect();
    let (exact, std_error, seed, ending) =
        (equity.exact(), equity.std_error().to_vec(), equity.seed(), equity.ending().words());
    let weights = |weights: Option<_>| weights.map(|weights| Weights { weights, dict: PyOnceLock::new() });
    (counts, exact, std_error, seed, equity.into_range_weights().into_iter().map(weights).collect(), ending)
}

/// How likely each part of a player's range is. There can be a million parts, so they become objects of Python only when asked for.
#[pyclass(frozen, name = "_Weights", module = "razz._razz")]
pub struct Weights {
    weights: equity::Weights,
    dict: PyOnceLock<Py<PyDict>>,
}

#[pymethods]
impl Weights {
    /// By the text of the part; the same dict every time.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let made =
            || run::dict(py, self.weights.iter().map(|(part, weight)| (part.to_string(), weight))).map(Bound::unbind);
        Ok(self.dict.get_or_try_init(py, made)?.bind(py).clone())
    }

    /// Copied and pickled it is the dict.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<PyDict>().into_any(), (self.as_dict(py)?,)))
    }
}

/// How to answer, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct How<'py> {
    method: Bound<'py, PyAny>,
    samples: Option<u64>,
    target_se: Option<f64>,
    max_time: Option<f64>,
    max_states: Option<f64>,
    seed: u64,
    threads: Option<usize>,
}

impl How<'_> {
    fn options(&self) -> PyResult<Options> {
        let method = text_of(&self.method, "method")?;
        self.options_with(method).map_err(|e| to_py(self.method.py(), &e))
    }

    fn options_with(&self, method: &str) -> razz_core::Result<Options> {
        let method = match method {
            "auto" => Method::Auto,
            "exact" => Method::Exact,
            "sample" => Method::Sample,
            other => {
                let expected = "expected \"auto\", \"exact\" or \"sample\"";
                return Err(Error::value(format!("method: {expected}, found {other:?}")));
            }
        };
        let positive = |name: &str, value: Option<f64>| match value {
            Some(x) if x.is_nan() || x <= 0.0 => {
                Err(Error::value(format!("{name}: expected a number above 0, found {x}")))
            }
            _ => Ok(()),
        };
        positive("target_se", self.target_se)?;
        positive("max_time", self.max_time)?;
        positive("max_states", self.max_states)?;
        if self.samples == Some(0) {
            return Err(Error::value("samples: expected 1 or more, found 0"));
        }
        // A time beyond what a Duration holds is no limit.
        let max_time = self.max_time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Ok(Options {
            method,
            max_transitions: self.max_states,
            limits: Limits { samples: self.samples, target_se: self.target_se, max_time },
            seed: self.seed,
            threads: threads::resolve(self.threads)?,
        })
    }
}

/// What is known of all cards, from texts.
fn spot_of(players: &Bound<'_, PyAny>, dead: &Bound<'_, PyAny>, community: &Bound<'_, PyAny>) -> PyResult<Spot> {
    let texts = texts_of(players, "players", "a sequence of texts")?;
    let (dead, community) = (text_of(dead, "dead")?, text_of(community, "community")?);
    run::asking(players.py(), |stop| Spot::read(&texts, dead, community, stop))
}

#[pyfunction]
#[pyo3(signature = (players, dead, community, how, tick))]
fn _equity<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    dead: &Bound<'py, PyAny>,
    community: &Bound<'py, PyAny>,
    how: How<'py>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Raw> {
    let options = how.options()?;
    let spot = spot_of(players, dead, community)?;
    if let Some(equity) = run::quick(py, || equity::quick_answer(&spot, &options))? {
        return Ok(raw(equity));
    }
    let done = AtomicU64::new(0);
    let tick = |py: Python<'_>| match &tick {
        Some(tick) => tick.call1(py, (done.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    let outcome = run::run_with(py, tick, |stop| equity::answer(&spot, &options, stop, &done))?;
    match (outcome.result, outcome.stopped) {
        (Some(equity), None) => Ok(raw(equity)),
        (part, Some(error)) => {
            let part = match part {
                Some(equity) => raw(equity).into_pyobject(py)?.into_any().unbind(),
                None => py.None(),
            };
            Err(run::interrupted(py, error, part))
        }
        (None, None) => Err(nothing()),
    }
}

/// The error of a job that ended without a result though nothing stopped it, which no job does.
fn nothing() -> PyErr {
    PyRuntimeError::new_err("the count ended without a result: please report this")
}

/// (what, probability, answer) of each case.
type RawCases = Vec<(String, f64, Raw)>;

/// Runs one of the two questions about cases.
fn cases<'py, T: ToString + Send>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    dead: &Bound<'py, PyAny>,
    community: &Bound<'py, PyAny>,
    how: &How<'py>,
    ask: impl Fn(&Spot, &Options, &AtomicBool) -> razz_core::Result<Option<Vec<Case<T>>>> + Send + Sync,
) -> PyResult<RawCases> {
    let options = how.options()?;
    let spot = spot_of(players, dead, community)?;
    let cases = run::run(py, |stop| ask(&spot, &options, stop))?.unwrap_or_default();
    Ok(cases.into_iter().map(|case| (case.what.to_string(), case.probability, raw(case.equity))).collect())
}

#[pyfunction]
fn _by_next_card<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    dead: &Bound<'py, PyAny>,
    community: &Bound<'py, PyAny>,
    player: usize,
    how: How<'py>,
) -> PyResult<RawCases> {
    cases(py, players, dead, community, &how, |spot, options, stop| equity::by_next_card(spot, player, options, stop))
}

#[pyfunction]
fn _by_holding<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    dead: &Bound<'py, PyAny>,
    community: &Bound<'py, PyAny>,
    player: usize,
    how: How<'py>,
) -> PyResult<RawCases> {
    cases(py, players, dead, community, &how, |spot, options, stop| equity::by_holding(spot, player, options, stop))
}

/// (ranks of each start, probabilities)
#[pyfunction]
fn _starts() -> (Vec<(u8, u8, u8)>, Vec<f64>) {
    (equity::starts().into_iter().map(Into::into).collect(), equity::probabilities())
}

/// The matrix row after row, equities against a random hand, and against one behind each door card.
#[pyfunction]
fn _start_matrix(
    py: Python<'_>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<(Vec<f64>, Vec<f64>, Vec<f64>)> {
    let threads = threads::resolve(threads).map_err(|e| to_py(py, &e))?;
    let done = AtomicU64::new(0);
    let tick = |py: Python<'_>| match &tick {
        Some(tick) => tick.call1(py, (done.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    let outcome = run::run_with(py, tick, |stop| Ok(equity::matrix(threads, stop, &done)))?;
    match (outcome.result, outcome.stopped) {
        (_, Some(error)) => Err(run::interrupted(py, error, py.None())),
        (None, None) => Err(nothing()),
        (Some(matrix), None) => {
            let (random, doors) = equity::against_random(&matrix);
            Ok((matrix, random, doors))
        }
    }
}

/// A weighted set of holdings: what the text between the braces of a player stands for.
///
/// Made by `parse_range`.
///
/// Examples
/// --------
/// >>> import razz
/// >>> range = razz.parse_range("{[A-8][A-8]/d}4")
/// >>> range.text, range.cards, [str(card) for card in range.behind]
/// ('[A-8][A-8]/d', 2, ['4c'])
#[pyclass(frozen, module = "razz")]
pub struct Range {
    range: equity::Range,
    behind: Vec<razz_core::Card>,
    source: String,
}

impl Range {
    fn left(&self, dead: Option<&Bound<'_, PyAny>>) -> PyResult<CardSet> {
        let mut gone: CardSet = self.behind.iter().copied().collect();
        if let Some(dead) = dead {
            cards_of(dead, "dead")?.iter().for_each(|&card| {
                gone.insert(card);
            });
        }
        Ok(gone.complement())
    }
}

#[pymethods]
impl Range {
    /// The text of the alternatives.
    #[getter]
    fn text(&self) -> &str {
        self.range.text()
    }

    /// The number of cards of each holding.
    #[getter]
    fn cards(&self) -> usize {
        self.range.cards()
    }

    /// The cards that stand behind the range, ranks without a suit having been given one.
    #[getter]
    fn behind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.behind.iter().map(|&card| Card(card)))
    }

    /// Every holding that is possible, with its weight.
    ///
    /// Parameters
    /// ----------
    /// dead : str or iterable of Card, int or str, optional
    ///     Cards that cannot be part of a holding, beside those behind the range.
    ///
    /// Returns
    /// -------
    /// list of (tuple of Card, float)
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     More than 2,000,000 holdings.
    /// Interrupted
    ///     Ctrl-C.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> combos = razz.parse_range("{A2, KK@0.5}5").combos(dead="AsAhKsKh")
    /// >>> len(combos), combos[-1]
    /// (9, ((Card('Kc'), Card('Kd')), 0.5))
    #[pyo3(signature = (dead=None))]
    fn combos<'py>(&self, py: Python<'py>, dead: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        let left = self.left(dead)?;
        let count = self.range.combo_count(left);
        if count > MOST_LISTED {
            let message = format!("{count} holdings: too many to list, at most {MOST_LISTED}; combo_count counts them");
            return Err(to_py(py, &Error::value(message)));
        }
        // The same 52 objects for all holdings.
        let cards = razz_core::Card::all().map(|card| Bound::new(py, Card(card))).collect::<PyResult<Vec<_>>>()?;
        let combo = |(holding, weight): (CardSet, f64)| {
            let holding: Vec<_> = holding.iter().map(|card| &cards[usize::from(card.index())]).collect();
            Ok((PyTuple::new(py, holding)?, weight))
        };
        run::list(py, self.range.combos(left).map(combo))
    }

    /// The number of holdings that are possible.
    ///
    /// Parameters
    /// ----------
    /// dead : str or iterable of Card, int or str, optional
    ///     As for `combos`.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> range = razz.parse_range("{[A-8][A-8]/d}4")
    /// >>> range.combo_count(), range.combo_count(dead="AcAdAhAs")
    /// (336, 240)
    #[pyo3(signature = (dead=None))]
    fn combo_count(&self, dead: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        Ok(self.range.combo_count(self.left(dead)?))
    }

    fn __str__(&self) -> &str {
        &self.source
    }

    fn __repr__(&self) -> String {
        format!("parse_range('{}')", self.source)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.range == other.range && self.behind == other.behind
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.range.text(), &self.behind).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("razz._razz")?.getattr("parse_range")?, (self.source.clone(),)))
    }
}

/// Holdings listed at most.
const MOST_LISTED: u64 = 2_000_000;

/// The range of a text: the alternatives alone or, with braces, with the cards behind them.
///
/// Alternatives stand between commas. Each is made of cards (``As``), ranks of any suit (``A``) and rank classes
/// (``[A-8]``, ``[A26]``; the ace is low). ``/d`` after it: ranks distinct from each other and from the cards behind the
/// range. ``!`` before it takes its holdings out. ``@0.25`` after it is its weight. A holding named by several
/// alternatives counts once, with the weight of the last.
///
/// Parameters
/// ----------
/// text : str
///     ``"[A-8][A-8]/d, KK@0.5, !AsKs"`` or ``"{…}5h"``.
///
/// Returns
/// -------
/// Range
///
/// Raises
/// ------
/// ParseError
///     A text that does not follow this; ``position`` counts characters from 0.
/// Interrupted
///     Ctrl-C.
///
/// Examples
/// --------
/// >>> import razz
/// >>> razz.parse_range("[A-K][A-K], !KK").combo_count()
/// 1320
/// >>> razz.parse_range("[A-8")
/// Traceback (most recent call last):
/// ...
/// razz.ParseError: range: the rank class that begins here has no "]" (position 0)
#[pyfunction]
fn parse_range(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Range> {
    let text = text_of(text, "text")?;
    let (range, behind) = run::asking(py, |stop| equity::Range::read(text, stop))?;
    Ok(Range { range, behind, source: text.to_string() })
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Range>()?;
    m.add_class::<Weights>()?;
    m.add_function(wrap_pyfunction!(parse_range, m)?)?;
    m.add_function(wrap_pyfunction!(_equity, m)?)?;
    m.add_function(wrap_pyfunction!(_by_next_card, m)?)?;
    m.add_function(wrap_pyfunction!(_by_holding, m)?)?;
    m.add_function(wrap_pyfunction!(_starts, m)?)?;
    m.add_function(wrap_pyfunction!(_start_matrix, m)?)
}
