//! Observations and action codes, on which `razz.rl` builds.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use razz_core::game::{
    CODE_NAMES, LegalActions, OBSERVATION, Phase, State as CoreState, code_of as core_code_of, observation_names,
};

use crate::buffers::Output;
use crate::cards::{integer_fault, shown};
use crate::errors::to_py;
use crate::game::{Action, State, View};

/// A position and the seat through whose eyes it is seen.
struct Seen<'a> {
    state: &'a CoreState,
    viewer: Option<usize>,
}

impl<'a> Seen<'a> {
    /// A View, or a State seen by the seat to act.
    fn of(position: &'a Bound<'_, PyAny>) -> PyResult<Seen<'a>> {
        if let Ok(view) = position.cast::<View>() {
            let view = &view.get().view;
            return Ok(Seen { state: view.state(), viewer: view.viewer() });
        }
        let state = position.cast::<State>().map_err(|_| {
            PyTypeError::new_err(format!("position: expected a View or a State, found {}", shown(position)))
        })?;
        Ok(Seen { state: &state.get().0, viewer: state.get().0.to_act() })
    }

    /// What the seat to act may bet, if it is the viewer.
    fn legal(&self) -> Option<LegalActions> {
        let own_turn = self.viewer.is_some() && self.viewer == self.state.to_act() && self.state.phase() == Phase::Bet;
        own_turn.then(|| self.state.legal_actions())
    }
}

/// Name and shape of each part of the layout.
#[pyfunction]
fn observation_layout() -> Vec<(&'static str, Vec<usize>)> {
    OBSERVATION.iter().map(|block| (block.name, block.shape.to_vec())).collect()
}

/// Name of each number of an observation.
#[pyfunction]
#[pyo3(name = "observation_names")]
fn py_observation_names() -> Vec<String> {
    observation_names()
}

/// Names of the action codes, from 0.
#[pyfunction]
fn code_names() -> Vec<&'static str> {
    CODE_NAMES.to_vec()
}

/// Writes the observation of a View's viewer, or of the seat to act of a State.
#[pyfunction]
fn observe(position: &Bound<'_, PyAny>, out: &Bound<'_, PyAny>) -> PyResult<()> {
    let seen = Seen::of(position)?;
    let viewer = seen.viewer.ok_or_else(|| {
        PyValueError::new_err("position: expected the view of a seat, or a state in which a seat is to act")
    })?;
    let mut out = Output::<f32>::new(out, "out")?;
    let out = out.elements();
    if out.len() != razz_core::game::OBSERVATION_SIZE {
        return Err(PyValueError::new_err(format!("out: expected {} numbers", razz_core::game::OBSERVATION_SIZE)));
    }
    seen.state.observe(viewer, out);
    Ok(())
}

/// The legal codes as bits, 0 where it is not the viewer's turn to bet.
#[pyfunction]
fn legal_codes(position: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(Seen::of(position)?.legal().map_or(0, |legal| legal.codes()))
}

/// The legal action of a code.
#[pyfunction]
fn action_of_code(position: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> PyResult<Action> {
    let seen = Seen::of(position)?;
    let expected = || format!("code: expected 0 to {}, found {}", CODE_NAMES.len() - 1, shown(code));
    let code: i64 = code.extract().map_err(|error| integer_fault(code, &error, expected()))?;
    let code = u8::try_from(code).ok().filter(|&code| usize::from(code) < CODE_NAMES.len());
    let code = code.ok_or_else(|| PyValueError::new_err(expected()))?;
    if seen.state.to_act().is_some() && seen.viewer != seen.state.to_act() {
        let error = razz_core::Error::IllegalAction("it is not the viewer's turn".to_owned());
        return Err(to_py(position.py(), &error));
    }
    seen.state.action_of_code(code).map(Action).map_err(|e| to_py(position.py(), &e))
}

/// The code of an action.
#[pyfunction]
fn code_of(action: &Bound<'_, Action>) -> PyResult<u8> {
    let kind = action.get().0.kind;
    core_code_of(kind).ok_or_else(|| PyValueError::new_err(format!("action: {} has no code", kind.name())))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(observation_layout, m)?)?;
    m.add_function(wrap_pyfunction!(py_observation_names, m)?)?;
    m.add_function(wrap_pyfunction!(code_names, m)?)?;
    m.add_function(wrap_pyfunction!(observe, m)?)?;
    m.add_function(wrap_pyfunction!(legal_codes, m)?)?;
    m.add_function(wrap_pyfunction!(action_of_code, m)?)?;
    m.add_function(wrap_pyfunction!(code_of, m)?)
}
