//! The one place that maps core errors to Python exceptions.
//!
//! Extending exceptions by `#[pyclass(extends = ...)]` does not work under abi3 for 3.11, so the
//! classes are made by calling `type(name, bases, body)`.

use std::fmt;

use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use razz_core::{Cause, Error, Failure};

/// The exception classes, made once per interpreter.
struct Classes {
    razz_error: Py<PyType>,
    parse_error: Py<PyType>,
    illegal_action: Py<PyType>,
    invalid_deal: Py<PyType>,
    interrupted: Py<PyType>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

fn classes(py: Python<'_>) -> PyResult<&Classes> {
    CLASSES.get_or_try_init(py, || {
        let make = |name: &str, doc: &str, bases: Bound<'_, PyTuple>| -> PyResult<Py<PyType>> {
            let body = PyDict::new(py);
            body.set_item("__module__", "razz")?;
            body.set_item("__doc__", doc)?;
            Ok(py.get_type::<PyType>().call1((name, bases, body))?.cast_into::<PyType>()?.unbind())
        };
        let razz_error = make(
            "RazzError",
            "The base of the errors that razz raises by itself.",
            PyTuple::new(py, [py.get_type::<PyException>()])?,
        )?;
        let both = || PyTuple::new(py, [razz_error.bind(py).clone(), py.get_type::<PyValueError>()]);
        let interrupted = make(
            "Interrupted",
            "Ctrl-C during a long run; ``partial`` holds the result so far, or None.",
            PyTuple::new(py, [py.get_type::<PyKeyboardInterrupt>()])?,
        )?;
        interrupted.bind(py).setattr("partial", py.None())?;
        Ok(Classes {
            parse_error: make(
                "ParseError",
                "Text that does not follow its grammar; ``position`` counts characters from 0.",
                both()?,
            )?,
            illegal_action: make("IllegalActionError", "An action that the rules refuse in this state.", both()?)?,
            invalid_deal: make("InvalidDealError", "Cards that cannot be dealt here.", both()?)?,
            interrupted,
            razz_error,
        })
    })
}

/// An exception that Python code raised while the core was asking it.
#[derive(Debug)]
pub struct Raised(PyErr);

impl Raised {
    /// The exception, as the core carries it.
    pub fn cause(error: PyErr) -> Cause {
        Box::new(Raised(error))
    }

    /// The exception of a cause: what Python raised, or that of a core error.
    pub fn py_err(py: Python<'_>, cause: &(dyn std::error::Error + 'static)) -> PyErr {
        match (cause.downcast_ref::<Raised>(), cause.downcast_ref::<Error>()) {
            (Some(Raised(error)), _) => error.clone_ref(py),
            (None, Some(error)) => to_py(py, error),
            (None, None) => PyValueError::new_err(cause.to_string()),
        }
    }
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Raised {}

/// The exception of a policy that gave no answer: what it raised, with a note that says where, or `IllegalActionError`.
/// It carries `index`, `hand` (None outside sessions) and `seat`.
fn policy_failure(py: Python<'_>, failure: &Failure) -> PyErr {
    let error = match failure.cause.downcast_ref::<Error>() {
        Some(Error::IllegalAction(_)) => to_py(py, &Error::IllegalAction(failure.to_string())),
        _ => Raised::py_err(py, &*failure.cause),
    };
    let value = error.value(py);
    // Exceptions that take no attributes or notes are raised as they are.
    let _ = value.setattr("index", failure.index);
    let _ = value.setattr("hand", failure.hand);
    let _ = value.setattr("seat", failure.seat);
    if failure.cause.is::<Raised>() {
        let _ = value.call_method1("add_note", (format!("razz: {}", failure.place()),));
    }
    error
}

/// A core error as the Python exception of its kind.
pub fn to_py(py: Python<'_>, error: &Error) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let classes = classes(py)?;
        let class = match error {
            Error::Parse { .. } | Error::File(_) => &classes.parse_error,
            Error::IllegalAction(_) => &classes.illegal_action,
            Error::InvalidDeal(_) => &classes.invalid_deal,
            Error::Policy(failure) => return Ok(policy_failure(py, failure)),
            Error::Value(message) => return Ok(PyValueError::new_err(message.clone())),
        };
        let value = class.bind(py).call1((error.to_string(),))?;
        match error {
            Error::Parse { position, .. } => value.setattr("position", *position)?,
            Error::File(fault) => {
                value.setattr("line", fault.line)?;
                value.setattr("column", fault.column)?;
                value.setattr("hand", fault.hand.as_deref())?;
                value.setattr("expected", fault.expected.as_deref())?;
                value.setattr("found", fault.found.as_deref())?;
            }
            _ => {}
        }
        Ok(PyErr::from_value(value))
    };
    make().unwrap_or_else(|failure| failure)
}

/// A `RazzError` that is none of the core's.
pub fn razz_error(py: Python<'_>, message: &str) -> PyErr {
    let make = || Ok(PyErr::from_value(classes(py)?.razz_error.bind(py).call1((message,))?));
    make().unwrap_or_else(|failure| failure)
}

/// An exception with the partial result of the run that it ended.
pub fn with_partial(py: Python<'_>, error: PyErr, partial: Py<PyAny>) -> PyErr {
    let _ = error.value(py).setattr("partial", partial); // one that takes no attribute is raised as it is
    error
}

/// `Interrupted` with its partial result.
pub fn interrupted(py: Python<'_>, partial: Py<PyAny>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let value = classes(py)?.interrupted.bind(py).call0()?;
        value.setattr("partial", partial)?;
        Ok(PyErr::from_value(value))
    };
    make().unwrap_or_else(|failure| failure)
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let classes = classes(m.py())?;
    m.add("RazzError", classes.razz_error.clone_ref(m.py()))?;
    m.add("ParseError", classes.parse_error.clone_ref(m.py()))?;
    m.add("IllegalActionError", classes.illegal_action.clone_ref(m.py()))?;
    m.add("InvalidDealError", classes.invalid_deal.clone_ref(m.py()))?;
    m.add("Interrupted", classes.interrupted.clone_ref(m.py()))?;
    Ok(())
}
