//! Policies that are not names: made in Python, asked by the simulation; and one decision of any policy.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use razz_core::game::{Action as CoreAction, CODES, LegalActions, OBSERVATION_SIZE};
use razz_core::rng::{Philox, Rng};
use razz_core::simulate::{
    Answer, Batched, Policy as CorePolicy, Questions, SITUATION_SHAPE, Seen, Tabled, answer_one, policy, policy_list,
    situation,
};
use razz_core::{Cause, Error};

use crate::arrays;
use crate::buffers::{Codes, Input};
use crate::cards::{integer_fault, shown};
use crate::errors::{Raised, to_py};
use crate::game::{Action, View, action_of, seed_of};
use crate::text::text_of;

/// A policy that is no name: what `razz.policies` makes its own from.
#[pyclass(frozen, module = "razz._razz")]
pub struct Policy(Arc<dyn CorePolicy>);

#[pymethods]
impl Policy {
    /// A policy that calls a function of a view and of random draws.
    #[staticmethod]
    fn from_views(choose: Py<PyAny>, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = free_name(name)?;
        Ok(Policy(Arc::new(FromViews { choose, name })))
    }

    /// A policy that calls a function of arrays: observations, masks and draws of many hands, one row each. The function
    /// gives a contiguous array of uint8 or int64.
    #[staticmethod]
    fn batched(choose: Py<PyAny>, name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = free_name(name)?;
        Ok(Policy(Arc::new(FromArrays { choose, name })))
    }

    /// A policy that looks probabilities up: an array of float64, contiguous, of a situation's shape and four codes.
    #[staticmethod]
    fn table(py: Python<'_>, probabilities: &Bound<'_, PyAny>) -> PyResult<Self> {
        let input = Input::<f64>::new(probabilities, "probabilities")?;
        Tabled::new(input.elements()).map(|table| Policy(Arc::new(table))).map_err(|e| to_py(py, &e))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }
}

/// A name that no built-in policy has and that a list of names can hold.
fn free_name(name: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = text_of(name, "name")?;
    if name.trim().is_empty() || name.contains(',') {
        return Err(PyValueError::new_err(format!("name {name:?}: expected some text without a comma")));
    }
    if policy(name).is_ok() {
        return Err(PyValueError::new_err(format!("name {name:?}: a built-in policy has it")));
    }
    Ok(name.to_owned())
}

/// A policy argument: a name, or one that is none.
#[derive(FromPyObject)]
pub enum PolicyLike {
    Name(String),
    Made(Py<Policy>),
}

impl PolicyLike {
    pub fn get(&self) -> razz_core::Result<Arc<dyn CorePolicy>> {
        match self {
            PolicyLike::Name(name) => policy(name),
            PolicyLike::Made(made) => Ok(made.get().0.clone()),
        }
    }
}

/// Asks a Python function, which is given a copy of what the seat knows.
struct FromViews {
    choose: Py<PyAny>,
    name: String,
}

impl fmt::Debug for FromViews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl CorePolicy for FromViews {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn draws(&self) -> bool {
        false // only where it asks for numbers
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        let view = View::of(seen.view()?);
        Python::attach(|py| {
            let draws = Bound::new(py, Draws(Mutex::new(rng.clone()))).map_err(Raised::cause)?;
            let answer = self.choose.bind(py).call1((view, &draws)).map_err(Raised::cause)?;
            *rng = draws.get().0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            place_of(&answer, legal)
        })
    }
}

/// Asks a Python function of arrays.
struct FromArrays {
    choose: Py<PyAny>,
    name: String,
}

impl fmt::Debug for FromArrays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl CorePolicy for FromArrays {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn draws(&self) -> bool {
        true
    }

    fn choose(&self, seen: &Seen<'_>, legal: &LegalActions, rng: &mut Philox) -> Answer {
        answer_one(self, seen, legal, rng)
    }

    fn batched(&self) -> Option<&dyn Batched> {
        Some(self)
    }
}

impl Batched for FromArrays {
    fn answer(&self, questions: Questions) -> Result<Vec<i64>, Cause> {
        let rows = questions.len();
        let ask = |py: Python<'_>| {
            arrays::ready(py)?;
            let observations = PyArray1::from_vec(py, questions.observations).reshape([rows, OBSERVATION_SIZE])?;
            let masks = PyArray1::from_vec(py, questions.masks).reshape([rows, CODES])?;
            let draws = PyArray1::from_vec(py, questions.draws);
            let codes = self.choose.bind(py).call1((observations, masks, draws))?;
            Codes::of(&codes, "codes").map(Codes::wide)
        };
        Python::attach(ask).map_err(Raised::cause)
    }
}

/// The place of an answer among the legal actions.
fn place_of(answer: &Bound<'_, PyAny>, legal: &LegalActions) -> Answer {
    let action = action_of(answer, "action").map_err(Raised::cause)?;
    let fits = |&(kind, amount): &_| action.kind == kind && action.amount.is_none_or(|asked| asked == amount);
    legal.as_slice().iter().position(fits).ok_or_else(|| {
        let texts: Vec<String> = legal.iter().map(|legal| legal.to_string()).collect();
        Error::IllegalAction(format!("it answered {action}; legal are {}", texts.join(", "))).into()
    })
}

/// The random numbers of a seat in one hand: a stream of its own (the page on the random stream has its bits), which goes
/// on from decision to decision. It has the names of a NumPy Generator for what a policy mostly needs.
///
/// Examples
/// --------
/// >>> import razz
/// >>> from razz.policies import from_views
/// >>> def careless(view, rng):
/// ...     return rng.choice(view.legal_actions)
/// >>> razz.simulate(10, seats=2, policies=from_views(careless), rng=1).hands
/// 10
#[pyclass(frozen, module = "razz.policies")]
pub struct Draws(Mutex<Philox>);

impl Draws {
    fn with<T>(&self, draw: impl FnOnce(&mut Philox) -> T) -> T {
        draw(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Draws {
    /// A number from 0 to 1, 1 excluded: 53 bits of a word, as NumPy makes it.
    fn random(&self) -> f64 {
        (self.with(Philox::next_u64) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number from `low` to `high - 1`, each with the same probability; of one argument, from 0 on.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     No number or more than 2^32 - 1 to choose from.
    #[pyo3(signature = (low, high=None))]
    fn integers(&self, low: &Bound<'_, PyAny>, high: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
        let number = |value: &Bound<'_, PyAny>, name: &str| -> PyResult<i64> {
            let expected = || format!("{name}: expected an integer of 64 bits, found {}", shown(value));
            value.extract().map_err(|error| integer_fault(value, &error, expected()))
        };
        let low = number(low, "low")?;
        let (low, high) = high.map_or(Ok((0, low)), |high| Ok::<_, PyErr>((low, number(high, "high")?)))?;
        let count = high.checked_sub(low).and_then(|count| u32::try_from(count).ok()).filter(|&count| count > 0);
        let count = count.ok_or_else(|| {
            PyValueError::new_err(format!(
                "integers: expected 1 to 2^32 - 1 numbers to choose from, found {low} to {high}"
            ))
        })?;
        Ok(low + i64::from(self.with(|rng| rng.below(count))))
    }

    /// One of the elements of a sequence, or of the numbers below `a`; with probabilities `p` where they are given: the
    /// first element at which their sum exceeds `random()` times the whole sum.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     Nothing to choose from, not a probability for each, negative ones, or a sum of 0.
    #[pyo3(signature = (a, p=None))]
    fn choice<'py>(&self, a: &Bound<'py, PyAny>, p: Option<Vec<f64>>) -> PyResult<Bound<'py, PyAny>> {
        let number = a.extract::<usize>().ok();
        let count = number.map_or_else(|| a.len(), Ok).map_err(|_| {
            PyTypeError::new_err(format!("a: expected a sequence or a number of elements, found {}", shown(a)))
        })?;
        let place = match p {
            None => {
                let count = u32::try_from(count).ok().filter(|&count| count > 0);
                let count = count.ok_or_else(|| PyValueError::new_err("a: expected 1 to 2^32 - 1 elements"))?;
                self.with(|rng| rng.below(count)) as usize
            }
            Some(p) => {
                let sum: f64 = p.iter().sum();
                if p.len() != count || p.iter().any(|&p| p.is_nan() || p < 0.0) || !(sum > 0.0 && sum.is_finite()) {
                    return Err(PyValueError::new_err(format!(
                        "p: expected {count} probabilities with a sum above 0, found {p:?}"
                    )));
                }
                let point = self.random() * sum;
                let mut reached = 0.0;
                let place = p.iter().position(|&p| {
                    reached += p;
                    reached > point
                });
                place.unwrap_or_else(|| p.iter().rposition(|&p| p > 0.0).unwrap_or_default())
            }
        };
        if number.is_some() { Ok(place.into_pyobject(a.py())?.into_any()) } else { a.get_item(place) }
    }

    /// A NumPy Generator with everything else, seeded by one word of this stream:
    /// ``numpy.random.Generator(numpy.random.Philox(key=word))``.
    fn generator<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let random = py.import("numpy.random")?;
        let key = [("key", self.with(Philox::next_u64))];
        let bits = random.getattr("Philox")?.call((), Some(&pyo3::types::IntoPyDict::into_py_dict(key, py)?))?;
        random.getattr("Generator")?.call1((bits,))
    }
}

/// What a policy does in its viewer's place.
#[pyfunction]
#[pyo3(signature = (view, policy, rng=None))]
fn choose_action(
    py: Python<'_>,
    view: &Bound<'_, View>,
    policy: PolicyLike,
    rng: Option<&Bound<'_, PyAny>>,
) -> PyResult<Action> {
    let view = &view.get().view;
    let legal = view.legal_actions();
    let seat = view.viewer().filter(|_| !legal.is_empty());
    let decide = |seed| {
        let policy = policy.get()?;
        let seat = seat.ok_or_else(|| Error::IllegalAction("it is not the viewer's turn".to_owned()))?;
        let mut draws = Philox::new(seed, 0, 1 + seat as u64);
        policy.choose(&Seen::new(view.state(), seat), &legal, &mut draws)
    };
    let chosen = decide(seed_of(py, rng)?).map_err(|cause| Raised::py_err(py, &*cause))?;
    let (kind, amount) = legal.as_slice()[chosen];
    Ok(Action(CoreAction::new(kind, amount)))
}

/// How many values each part of a situation has.
#[pyfunction]
fn situation_shape() -> (usize, usize, usize, usize, usize) {
    SITUATION_SHAPE.into()
}

/// The parts of a view's situation.
#[pyfunction]
fn situation_of(view: &Bound<'_, View>) -> PyResult<(usize, usize, usize, usize, usize)> {
    let view = &view.get().view;
    let seat =
        view.viewer().ok_or_else(|| PyValueError::new_err("view: expected the view of a seat, found everybody's"))?;
    Ok(situation(&Seen::new(view.state(), seat)).into())
}

/// The names in a text with commas between them; commas in brackets belong to a name.
#[pyfunction]
fn policy_names<'a>(text: &'a Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<&'a str>> {
    Ok(policy_list(text_of(text, argument)?))
}

/// Refuses a name that no built-in policy has.
#[pyfunction]
fn check_policy(py: Python<'_>, name: &Bound<'_, PyAny>, argument: &str) -> PyResult<()> {
    let known = policy(text_of(name, argument)?);
    known.map(drop).map_err(|fault| to_py(py, &fault.within(argument)))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Policy>()?;
    m.add_class::<Draws>()?;
    m.add_function(wrap_pyfunction!(choose_action, m)?)?;
    m.add_function(wrap_pyfunction!(situation_shape, m)?)?;
    m.add_function(wrap_pyfunction!(situation_of, m)?)?;
    m.add_function(wrap_pyfunction!(policy_names, m)?)?;
    m.add_function(wrap_pyfunction!(check_policy, m)?)
}
