//! Jobs and sums of the simulation, on which `razz.simulate` builds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use razz_core::Error;
use razz_core::simulate::{Course, HAND_CLASS_NAMES, Job as CoreJob, Simulation, Summary, Tally, compare};

use crate::arrays;
use crate::deck::word;
use crate::errors::{razz_error, to_py, with_partial};
use crate::game::{Record, Rules, stacks_of};
use crate::log::columns_dict;
use crate::policies::PolicyLike;
use crate::run;

/// Every hand of a seed between the same stacks, played by a policy for each seat.
#[pyclass(frozen, module = "razz._razz")]
pub struct Job(Simulation);

#[pymethods]
impl Job {
    #[new]
    #[pyo3(signature = (rules, stacks, policies, seed, rotate=false, session=None))]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        stacks: &Bound<'_, PyAny>,
        policies: Vec<PolicyLike>,
        seed: &Bound<'_, PyAny>,
        rotate: bool,
        session: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let session = session.map(|hands| word("session", hands)).transpose()?;
        let course = Course { rotate, session: session.map(|hands| u32::try_from(hands).unwrap_or(u32::MAX)) };
        let (stacks, seed) = (stacks_of(stacks)?, word("seed", seed)?);
        let make = || {
            let policies = policies.iter().map(PolicyLike::get).collect::<razz_core::Result<Vec<_>>>()?;
            Simulation::new(CoreJob::new(&rules.0, &stacks, &policies, seed, course)?)
        };
        make().map(Job).map_err(|e| to_py(py, &e))
    }

    /// Plays hands `first` to `first + count - 1`; `tick` is called with the number played about every 50 ms.
    #[pyo3(signature = (first, count, threads, tick=None))]
    fn run(
        &self,
        py: Python<'_>,
        first: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        tick: Option<Py<PyAny>>,
    ) -> PyResult<Sums> {
        let part = Part::new(first, count, threads)?;
        let outcome = part.run(py, tick.as_ref(), |Part { first, count, threads }, stop, done| {
            self.0.run_part(first, count, threads, stop, done)
        })?;
        whole_or_partial(py, Sums(outcome.result.summary), outcome.stopped, outcome.result.failure)
    }

    /// As `run`: the sums, and the hands that are in them as columns, are appended to a list, also where an exception is raised. So
    /// no Ctrl-C comes between the last hand and the caller's hold on it.
    #[pyo3(signature = (first, count, threads, into, tick=None))]
    fn run_logged(
        &self,
        py: Python<'_>,
        first: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        into: &Bound<'_, PyList>,
        tick: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        arrays::ready(py)?;
        let part = Part::new(first, count, threads)?;
        let outcome = part.run(py, tick.as_ref(), |Part { first, count, threads }, stop, done| {
            self.0.run_logged(first, count, threads, stop, done)
        })?;
        let (played, columns) = outcome.result;
        into.append((Sums(played.summary), columns_dict(py, columns)?))?;
        whole_or_partial(py, (), outcome.stopped, played.failure)
    }

    /// Plays the same hands with this job and another; the sums of both, and those over pairs of scores.
    #[pyo3(signature = (other, signs, first, count, threads, tick=None))]
    #[expect(clippy::too_many_arguments, reason = "those of a run, the other job and the signs")]
    fn compare(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Job>,
        signs: Vec<i8>,
        first: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        tick: Option<Py<PyAny>>,
    ) -> PyResult<Compared> {
        let part = Part::new(first, count, threads)?;
        let jobs = [&self.0, &other.get().0];
        let outcome = part.run(py, tick.as_ref(), |Part { first, count, threads }, stop, done| {
            compare(jobs, &signs, first, count, threads, stop, done)
        })?;
        let [a, b] = outcome.result.summaries;
        let pairs = outcome.result.pairs;
        let sums = (pairs.first, pairs.second, pairs.first_squares, pairs.second_squares, pairs.products);
        whole_or_partial(py, (Sums(a), Sums(b), sums), outcome.stopped, outcome.result.failure)
    }

    /// Hand `index` as a record; of a session, its hand `hand`.
    fn replay(&self, py: Python<'_>, index: &Bound<'_, PyAny>, hand: &Bound<'_, PyAny>) -> PyResult<Record> {
        let (index, hand) = (word("index", index)?, word("hand", hand)?);
        let hand = u32::try_from(hand).unwrap_or(u32::MAX);
        // Its policies may be slow, and the hands of a session before it are played too.
        let record = run::run(py, |stop| self.0.replay_until(index, hand, stop))?;
        record.map(Record::of).ok_or_else(|| razz_error(py, "the hand was stopped"))
    }

    /// No hand yet of this job.
    fn nothing(&self) -> Sums {
        Sums(self.0.nothing())
    }

    /// The name of each player's policy.
    #[getter]
    fn policies(&self) -> Vec<String> {
        self.0.job().policies.iter().map(|policy| policy.name()).collect()
    }
}

/// The sums of two jobs, and of their scores: the scores of each, their squares, their products.
type Compared = (Sums, Sums, (i128, i128, u128, u128, i128));

/// What is to be played: hands `first` to `first + count - 1`.
#[derive(Clone, Copy)]
struct Part {
    first: u64,
    count: u64,
    threads: usize,
}

impl Part {
    fn new(first: &Bound<'_, PyAny>, count: &Bound<'_, PyAny>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Part> {
        let (first, count) = (word("first", first)?, word("count", count)?);
        Ok(Part { first, count, threads: run::threads(threads)? })
    }

    /// Plays it; `play` is given the flag to stop at and the count of hands done, of which `tick` is told.
    fn run<T: Send>(
        self,
        py: Python<'_>,
        tick: Option<&Py<PyAny>>,
        play: impl FnOnce(Part, &AtomicBool, &AtomicU64) -> razz_core::Result<T> + Send,
    ) -> PyResult<run::Outcome<T>> {
        let done = AtomicU64::new(0);
        let report =
            |py: Python<'_>| tick.map_or(Ok(()), |tick| tick.call1(py, (done.load(Ordering::Relaxed),)).map(drop));
        run::run_with(py, report, |stop| play(self, stop, &done))
    }
}

/// A result; or the exception that ended its run early, with the result as its `partial`.
fn whole_or_partial<'py, T: IntoPyObjectExt<'py>>(
    py: Python<'py>,
    result: T,
    stopped: Option<PyErr>,
    failure: Option<Error>,
) -> PyResult<T> {
    let partial = |result: T| result.into_py_any(py);
    match (stopped, failure) {
        (None, None) => Ok(result),
        (Some(error), _) => Err(run::interrupted(py, error, partial(result)?)),
        (None, Some(error)) => Err(with_partial(py, to_py(py, &error), partial(result)?)),
    }
}

/// A summary: integers that add up.
#[pyclass(frozen, eq, module = "razz._razz")]
#[derive(PartialEq, Eq)]
pub struct Sums(Summary);

#[pymethods]
impl Sums {
    /// No hand of any job.
    #[staticmethod]
    fn empty() -> Self {
        Sums(Summary::empty())
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Summary::from_bytes(data).map(Sums).map_err(|e| to_py(py, &e))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __add__(&self, py: Python<'_>, other: &Sums) -> PyResult<Sums> {
        let mut sum = self.0.clone();
        sum.absorb(&other.0).map_err(|e| to_py(py, &e))?;
        Ok(Sums(sum))
    }

    /// The job as JSON, or None.
    #[getter]
    fn job(&self) -> Option<&str> {
        self.0.job()
    }

    /// A short name of the job.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    /// First and last index of each interval of hands.
    #[getter]
    fn covered(&self) -> Vec<(u64, u64)> {
        self.0.covered().intervals().to_vec()
    }

    /// The parts of hands `first` to `first + count - 1` that are not in it, as first index and count.
    fn gaps(&self, first: &Bound<'_, PyAny>, count: &Bound<'_, PyAny>) -> PyResult<Vec<(u64, u64)>> {
        Ok(self.0.covered().gaps(word("first", first)?, word("count", count)?))
    }

    /// The sums by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let totals = self.0.totals();
        let dict = PyDict::new(py);
        dict.set_item("units", totals.units)?;
        dict.set_item("hands", totals.hands)?;
        dict.set_item("showdowns", totals.showdowns)?;
        dict.set_item("streets", totals.streets)?;
        dict.set_item("pots", totals.pots)?;
        dict.set_item("pot_squares", totals.pot_squares)?;
        dict.set_item("pot", (totals.pot().mean, totals.pot().std_error))?;
        dict.set_item("sessions", totals.sessions())?;
        dict.set_item("rake", totals.rake)?;
        dict.set_item("community_cards", totals.community_cards)?;
        dict.set_item("winners", by_class(py, &totals.winners)?)?;
        let openers = PyDict::new(py);
        for (card, &count) in razz_core::Card::all().zip(totals.openers.as_flattened()) {
            openers.set_item(card.to_string(), count)?;
        }
        dict.set_item("openers", openers)?;
        for (name, tallies) in [("seats", &totals.seats), ("players", &totals.players)] {
            let tallies = tallies.iter().map(|tally| tally_dict(py, tally)).collect::<PyResult<Vec<_>>>()?;
            dict.set_item(name, PyList::new(py, tallies)?)?;
        }
        let policies = PyDict::new(py);
        for (name, tally) in self.0.policies() {
            policies.set_item(name, tally_dict(py, &tally)?)?;
        }
        dict.set_item("policies", policies)?;
        Ok(dict)
    }
}

fn by_class<'py>(py: Python<'py>, counts: &[u64]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, count) in HAND_CLASS_NAMES.iter().zip(counts) {
        dict.set_item(name, count)?;
    }
    Ok(dict)
}

fn tally_dict<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("hands", tally.hands)?;
    dict.set_item("rounds", tally.rounds)?;
    dict.set_item("net", tally.net)?;
    dict.set_item("net_squares", tally.net_squares)?;
    dict.set_item("paid", tally.paid)?;
    dict.set_item("won", tally.won)?;
    dict.set_item("main_pots", tally.main_pots)?;
    dict.set_item("showdowns", tally.showdowns)?;
    dict.set_item("showdowns_won", tally.showdowns_won)?;
    dict.set_item("streets", tally.streets)?;
    dict.set_item("bring_ins", tally.bring_ins)?;
    dict.set_item("held", by_class(py, &tally.held)?)?;
    dict.set_item("held_won", by_class(py, &tally.held_won)?)?;
    dict.set_item("sessions", tally.sessions)?;
    dict.set_item("session_squares", tally.session_squares)?;
    dict.set_item("busts", tally.busts)?;
    for (name, estimate) in [("result", tally.result()), ("session_result", tally.session_result())] {
        dict.set_item(name, (estimate.mean, estimate.std_error))?;
    }
    Ok(dict)
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Job>()?;
    m.add_class::<Sums>()
}
