//! Event: one thing that happened in a hand.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use razz_core::game::{Action as CoreAction, ActionKind, EMPTY, Event as CoreEvent, Holder};

use super::action::Action;
use super::values::{card_tuple, event_kind};

/// One event of a hand. Fields that a kind does not have are None.
///
/// - ANTE: seat, amount
/// - SCRAMBLE: nothing more (the burns went back into the stub)
/// - BURN: cards (the burned card, None where unknown)
/// - DEAL: seat (None: the community card), up, cards (one card)
/// - ACTION: seat, action, amount (as in `Action`)
/// - RETURN: seat, amount (an uncalled bet)
/// - SHOW: seat, cards (the hand in dealing order)
/// - MUCK: seat
/// - RAKE: pot, amount
/// - AWARD: seat, pot, amount
///
/// Examples
/// --------
/// >>> import razz
/// >>> record = razz.Record(razz.Rules(), [100, 100])
/// >>> record.deal("2c")
/// >>> record.events[0]
/// Event(ANTE, seat=0, amount=1)
/// >>> record.events[-1].kind, record.events[-1].cards, record.events[-1].up
/// (<EventKind.DEAL: 'DEAL'>, (Card('2c'),), False)
#[pyclass(frozen, eq, hash, module = "razz")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Event(pub CoreEvent);

impl Event {
    fn name(&self) -> &'static str {
        match self.0 {
            CoreEvent::Ante { .. } => "ANTE",
            CoreEvent::Scramble => "SCRAMBLE",
            CoreEvent::Burn { .. } => "BURN",
            CoreEvent::Deal { .. } => "DEAL",
            CoreEvent::Act { .. } => "ACTION",
            CoreEvent::Return { .. } => "RETURN",
            CoreEvent::Show { .. } => "SHOW",
            CoreEvent::Muck { .. } => "MUCK",
            CoreEvent::Rake { .. } => "RAKE",
            CoreEvent::Award { .. } => "AWARD",
        }
    }
}

impl Event {
    /// The event as numbers: its kind, then its fields.
    fn code(&self) -> Vec<u64> {
        const BOARD: u64 = u8::MAX as u64;
        match self.0 {
            CoreEvent::Ante { seat, amount } => vec![0, seat.into(), amount],
            CoreEvent::Scramble => vec![1],
            CoreEvent::Burn { card } => vec![2, card.into()],
            CoreEvent::Deal { to: Holder::Seat(seat), up, card } => vec![3, seat.into(), up.into(), card.into()],
            CoreEvent::Deal { to: Holder::Board, up, card } => vec![3, BOARD, up.into(), card.into()],
            CoreEvent::Act { seat, kind, amount } => vec![4, seat.into(), kind as u64, amount],
            CoreEvent::Return { seat, amount } => vec![5, seat.into(), amount],
            CoreEvent::Show { seat, cards } => {
                [6, seat.into()].into_iter().chain(cards.iter().map(|&card| card.into())).collect()
            }
            CoreEvent::Muck { seat } => vec![7, seat.into()],
            CoreEvent::Rake { pot, amount } => vec![8, pot.into(), amount],
            CoreEvent::Award { seat, pot, amount } => vec![9, seat.into(), pot.into(), amount],
        }
    }
}

/// The event of a code.
fn restored(code: &[u64]) -> Option<CoreEvent> {
    let byte = |value: u64| u8::try_from(value).ok();
    Some(match *code {
        [0, seat, amount] => CoreEvent::Ante { seat: byte(seat)?, amount },
        [1] => CoreEvent::Scramble,
        [2, card] => CoreEvent::Burn { card: byte(card)? },
        [3, to, up, card] => CoreEvent::Deal {
            to: if to == u64::from(u8::MAX) { Holder::Board } else { Holder::Seat(byte(to)?) },
            up: up == 1,
            card: byte(card)?,
        },
        [4, seat, kind, amount] => {
            CoreEvent::Act { seat: byte(seat)?, kind: *ActionKind::ALL.get(usize::try_from(kind).ok()?)?, amount }
        }
        [5, seat, amount] => CoreEvent::Return { seat: byte(seat)?, amount },
        [6, seat, ref cards @ ..] => {
            let cards: Option<Vec<u8>> = cards.iter().map(|&card| byte(card)).collect();
            CoreEvent::Show { seat: byte(seat)?, cards: cards?.try_into().ok()? }
        }
        [7, seat] => CoreEvent::Muck { seat: byte(seat)? },
        [8, pot, amount] => CoreEvent::Rake { pot: byte(pot)?, amount },
        [9, seat, pot, amount] => CoreEvent::Award { seat: byte(seat)?, pot: byte(pot)?, amount },
        _ => return None,
    })
}

#[pymethods]
impl Event {
    /// Pickle's way in: what `__reduce__` gave out.
    #[staticmethod]
    fn _restore(code: Vec<u64>) -> PyResult<Self> {
        restored(&code).map(Event).ok_or_else(|| PyValueError::new_err("code: no event's"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<u64>,))> {
        Ok((py.get_type::<Event>().getattr("_restore")?, (self.code(),)))
    }

    /// The kind, a string.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        event_kind(py, self.name())
    }

    /// The seat, from 0.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.0 {
            CoreEvent::Ante { seat, .. }
            | CoreEvent::Act { seat, .. }
            | CoreEvent::Return { seat, .. }
            | CoreEvent::Show { seat, .. }
            | CoreEvent::Muck { seat }
            | CoreEvent::Award { seat, .. }
            | CoreEvent::Deal { to: Holder::Seat(seat), .. } => Some(seat),
            _ => None,
        }
    }

    /// The amount, in chips.
    #[getter]
    fn amount(&self) -> Option<u64> {
        match self.0 {
            CoreEvent::Ante { amount, .. }
            | CoreEvent::Act { amount, .. }
            | CoreEvent::Return { amount, .. }
            | CoreEvent::Rake { amount, .. }
            | CoreEvent::Award { amount, .. } => Some(amount),
            _ => None,
        }
    }

    /// The cards, None where one is unknown.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.0 {
            CoreEvent::Burn { card } | CoreEvent::Deal { card, .. } => card_tuple(py, &[card]).map(Some),
            CoreEvent::Show { cards, .. } => {
                let dealt = cards.iter().position(|&card| card == EMPTY).unwrap_or(7);
                card_tuple(py, &cards[..dealt]).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether a dealt card lies face up.
    #[getter]
    fn up(&self) -> Option<bool> {
        if let CoreEvent::Deal { up, .. } = self.0 { Some(up) } else { None }
    }

    /// The action.
    #[getter]
    fn action(&self) -> Option<Action> {
        match self.0 {
            CoreEvent::Act { kind, amount, .. } => Some(Action(CoreAction::new(kind, amount))),
            _ => None,
        }
    }

    /// The pot, 0 the main pot.
    #[getter]
    fn pot(&self) -> Option<u8> {
        match self.0 {
            CoreEvent::Rake { pot, .. } | CoreEvent::Award { pot, .. } => Some(pot),
            _ => None,
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = vec![self.name().to_owned()];
        if let Some(seat) = self.seat() {
            parts.push(format!("seat={seat}"));
        }
        if let CoreEvent::Act { kind, .. } = self.0 {
            parts.push(kind.name().to_owned());
        }
        if let Some(amount) = self.amount() {
            parts.push(format!("amount={amount}"));
        }
        if let Some(up) = self.up() {
            parts.push(if up { "up" } else { "down" }.to_owned());
        }
        if let Some(cards) = self.cards(py)? {
            let text: PyResult<String> = cards
                .iter()
                .map(|card| if card.is_none() { Ok("??".to_owned()) } else { card.str().map(|text| text.to_string()) })
                .collect();
            parts.push(text?);
        }
        if let Some(pot) = self.pot() {
            parts.push(format!("pot={pot}"));
        }
        Ok(format!("Event({})", parts.join(", ")))
    }
}
