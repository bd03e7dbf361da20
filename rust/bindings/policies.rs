//! Built-in policies outside a simulation: one decision at a time.

use pyo3::prelude::*;
use razz_core::Error;
use razz_core::game::Action as CoreAction;
use razz_core::rng::Philox;
use razz_core::simulate::{Seen, policy};

use crate::errors::to_py;
use crate::game::{Action, View, seed_of};

/// What a policy does in its viewer's place.
#[pyfunction]
#[pyo3(signature = (view, policy_name, rng=None))]
fn choose_action(
    py: Python<'_>,
    view: &Bound<'_, View>,
    policy_name: &str,
    rng: Option<&Bound<'_, PyAny>>,
) -> PyResult<Action> {
    let view = &view.get().view;
    let decide = || {
        let policy = policy(policy_name)?;
        let legal = view.legal_actions();
        let seat = view.viewer().filter(|_| !legal.is_empty());
        let seat = seat.ok_or_else(|| Error::IllegalAction("it is not the viewer's turn".to_owned()))?;
        Ok((policy, legal, seat))
    };
    let (policy, legal, seat) = decide().map_err(|e| to_py(py, &e))?;
    let mut draws = Philox::new(seed_of(py, rng)?, 0, 1 + seat as u64);
    let chosen = policy.choose(&Seen::new(view.state(), seat), &legal, &mut draws);
    let (kind, amount) = legal.as_slice()[chosen];
    Ok(Action(CoreAction::new(kind, amount)))
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(choose_action, m)?)
}
