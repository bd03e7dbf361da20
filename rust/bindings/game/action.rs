//! Action, and how actions come in as arguments.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use razz_core::game::{Action as CoreAction, ActionKind};

use super::values::{action_kind, chips_of};
use crate::cards::{Card, cards_of, shown};
use crate::errors::to_py;
use crate::text::{text_of, utf8};

/// What a player does.
///
/// Parameters
/// ----------
/// kind : ActionKind or str
///     FOLD, CHECK, CALL, BRING_IN, COMPLETE (third street while nobody has bet), BET (a later street while nobody has),
///     RAISE (every other lift of the level), SHOW or MUCK.
/// amount : int or None
///     Of BRING_IN, COMPLETE, BET and RAISE: the own street total afterwards, in chips, the ante not counted; of CALL: the
///     chips put in; 0 for all others. None stands for the amount that the rules fix: played, it is filled in.
/// cards : text or cards
///     What a SHOW reveals where the state has unknown cards.
///
/// Raises
/// ------
/// ValueError
///     No such kind, an amount where none belongs, more than seven cards.
///
/// Examples
/// --------
/// >>> import razz
/// >>> razz.Action("RAISE", 30)
/// Action('RAISE', 30)
/// >>> razz.Action.parse("complete"), str(razz.Action("CALL", 8))
/// (Action('COMPLETE'), 'call 8')
#[pyclass(frozen, eq, hash, module = "razz")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub CoreAction);

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (kind, amount=None, cards=None))]
    fn new(
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        amount: Option<&Bound<'_, PyAny>>,
        cards: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let name = kind.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("kind: expected an ActionKind or its name, found {}", shown(kind)))
        })?;
        let kind = ActionKind::from_name(utf8(name, "kind")?).ok_or_else(|| {
            let names: Vec<&str> = ActionKind::ALL.iter().map(|kind| kind.name()).collect();
            PyValueError::new_err(format!("kind {}: expected one of {}", shown(kind), names.join(", ")))
        })?;
        let bare = CoreAction::of(kind);
        if let Some(cards) = cards {
            let cards = cards_of(cards, "cards")?;
            if kind != ActionKind::Show && !cards.is_empty() {
                return Err(PyValueError::new_err(format!("cards: {} reveals none", kind.name())));
            }
            if kind == ActionKind::Show {
                return CoreAction::show(&cards).map(Action).map_err(|e| to_py(py, &e));
            }
        }
        let Some(amount) = amount.filter(|amount| !amount.is_none()) else { return Ok(Action(bare)) };
        let amount = chips_of(amount, "amount")?;
        if bare.amount.is_some() && amount != 0 {
            return Err(PyValueError::new_err(format!("amount {amount}: {} has none", kind.name())));
        }
        Ok(Action(CoreAction::new(kind, amount)))
    }

    /// The action of a text: ``"fold"``, ``"complete"``, ``"raise 20"``, ``"bring-in"``, ``"show As2c7h"``, in any case.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     What is no action; ``position`` says where.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> razz.Action.parse("bring-in 2")
    /// Action('BRING_IN', 2)
    #[staticmethod]
    fn parse(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        CoreAction::parse(text_of(text, "text")?).map(Action).map_err(|e| to_py(py, &e))
    }

    /// The kind, a string.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        action_kind(py, self.0.kind)
    }

    /// Chips as described above; None for the amount that the rules fix.
    #[getter]
    fn amount(&self) -> Option<u64> {
        self.0.amount
    }

    /// The cards that a SHOW reveals.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.revealed_cards().map(Card).collect::<Vec<_>>())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let cards: String = self.0.revealed_cards().map(|card| card.to_string()).collect();
        match (self.0.amount, cards.as_str()) {
            (Some(0) | None, "") => format!("Action('{}')", self.0.kind.name()),
            (Some(amount), "") => format!("Action('{}', {amount})", self.0.kind.name()),
            (_, cards) => format!("Action('{}', cards='{cards}')", self.0.kind.name()),
        }
    }

    fn __getnewargs__(&self) -> (&'static str, Option<u64>, String) {
        (self.0.kind.name(), self.0.amount, self.0.revealed_cards().map(|card| card.to_string()).collect())
    }
}

/// An action argument: an Action, or its text.
pub fn action_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<CoreAction> {
    if let Ok(action) = value.cast::<Action>() {
        return Ok(action.get().0);
    }
    let text = value
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("{name}: expected an Action or its text, found {}", shown(value))))?;
    CoreAction::parse(utf8(text, name)?).map_err(|e| to_py(value.py(), &e))
}
