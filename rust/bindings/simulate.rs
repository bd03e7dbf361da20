//! Jobs and sums of the simulation, on which `razz.simulate` builds.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use razz_core::simulate::{Estimate, HAND_CLASS_NAMES, Simulation, Summary, Tally, policy};

use crate::deck::word;
use crate::errors::to_py;
use crate::game::{Record, Rules, stacks_of};
use crate::run;

/// Every hand of a seed between the same stacks, played by a policy for each seat.
#[pyclass(frozen, module = "razz._razz")]
pub struct Job(Simulation);

#[pymethods]
impl Job {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        stacks: &Bound<'_, PyAny>,
        policies: Vec<String>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let make = || {
            let policies = policies.iter().map(|name| policy(name)).collect::<razz_core::Result<Vec<_>>>()?;
            Ok((rules.0, policies))
        };
        let (rules, policies) = make().map_err(|e| to_py(py, &e))?;
        let simulation = Simulation::new(&rules, &stacks_of(stacks)?, &policies, word("seed", seed)?);
        simulation.map(Job).map_err(|e| to_py(py, &e))
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
        let (first, count) = (word("first", first)?, word("count", count)?);
        let threads = run::threads_of(threads)?;
        let done = AtomicU64::new(0);
        let report = |py: Python<'_>| match &tick {
            Some(tick) => tick.call1(py, (done.load(Ordering::Relaxed),)).map(drop),
            None => Ok(()),
        };
        let outcome = run::run_with(py, report, |stop| self.0.run(first, count, threads, stop, &done))?;
        match outcome.stopped {
            None => Ok(Sums(outcome.result)),
            Some(error) => {
                let partial = Py::new(py, Sums(outcome.result))?.into_any();
                Err(run::interrupted(py, error, partial))
            }
        }
    }

    /// Hand `index` as a record.
    fn replay(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Record> {
        let index = word("index", index)?;
        run::quick(py, || self.0.replay(index)).map(Record::of)
    }

    /// No hand yet of this job.
    fn nothing(&self) -> Sums {
        Sums(self.0.nothing())
    }

    /// The name of each seat's policy.
    #[getter]
    fn policies(&self) -> Vec<String> {
        self.0.policies().iter().map(|policy| policy.name()).collect()
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
        dict.set_item("hands", totals.hands)?;
        dict.set_item("showdowns", totals.showdowns)?;
        dict.set_item("streets", totals.streets)?;
        dict.set_item("pots", totals.pots)?;
        dict.set_item("pot_squares", totals.pot_squares)?;
        dict.set_item("rake", totals.rake)?;
        dict.set_item("community_cards", totals.community_cards)?;
        dict.set_item("winners", by_class(py, &totals.winners)?)?;
        let openers = PyDict::new(py);
        for (card, &count) in razz_core::Card::all().zip(totals.openers.as_flattened()) {
            openers.set_item(card.to_string(), count)?;
        }
        dict.set_item("openers", openers)?;
        let seats = totals.seats.iter().map(|tally| tally_dict(py, tally)).collect::<PyResult<Vec<_>>>()?;
        dict.set_item("seats", PyList::new(py, seats)?)?;
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
    Ok(dict)
}

/// Mean and standard error from a count, a sum and a sum of squares.
#[pyfunction]
fn estimate(count: u64, total: f64, squares: f64) -> (f64, f64) {
    let estimate = Estimate::of(count, total, squares);
    (estimate.mean, estimate.std_error)
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Job>()?;
    m.add_class::<Sums>()?;
    m.add_function(wrap_pyfunction!(estimate, m)?)
}
