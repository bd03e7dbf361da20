//! Small values that a state gives out, and how they come in: names, cards, seats, pots, results.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyString, PyTuple, PyType};
use razz_core::cards::UNKNOWN;
use razz_core::game::{ActionKind, Holder, Phase};

use crate::cards::{Card, cards_of, integer_fault, shown};
use crate::enums::str_enum;
use crate::errors::to_py;
use crate::hands::LowHand;
use crate::text::utf8;

/// The enumerations of this module, made once.
struct Names {
    action_kind: Py<PyType>,
    event_kind: Py<PyType>,
    phase: Py<PyType>,
    /// Members of `action_kind` in the order of `ActionKind::ALL`.
    actions: Vec<Py<PyAny>>,
    phases: Vec<Py<PyAny>>,
}

static NAMES: PyOnceLock<Names> = PyOnceLock::new();

/// The kinds of events, those of actions apart.
const EVENT_KINDS: [&str; 9] = ["ANTE", "SCRAMBLE", "BURN", "DEAL", "ACTION", "RETURN", "SHOW", "MUCK", "RAKE"];
const AWARD: &str = "AWARD";
const PHASES: [Phase; 4] = [Phase::Deal, Phase::Bet, Phase::Showdown, Phase::End];

fn names(py: Python<'_>) -> PyResult<&Names> {
    NAMES.get_or_try_init(py, || {
        let kinds: Vec<&str> = ActionKind::ALL.iter().map(|kind| kind.name()).collect();
        let action_kind = str_enum(
            py,
            "ActionKind",
            "The kind of an action, a string.\n\nExamples\n--------\n>>> import razz\n\
             >>> razz.ActionKind.FOLD == \"FOLD\", len(razz.ActionKind)\n(True, 9)\n",
            &kinds,
        )?;
        let events: Vec<&str> = EVENT_KINDS.into_iter().chain([AWARD]).collect();
        let event_kind = str_enum(
            py,
            "EventKind",
            "The kind of an event, a string.\n\nExamples\n--------\n>>> import razz\n\
             >>> razz.EventKind.DEAL == \"DEAL\"\nTrue\n",
            &events,
        )?;
        let phase = str_enum(
            py,
            "Phase",
            "What a hand waits for, a string: DEAL (cards), BET (a betting action), SHOWDOWN (a show or a muck), \
             END.\n\nExamples\n--------\n>>> import razz\n>>> razz.Phase(\"BET\")\n<Phase.BET: 'BET'>\n",
            &PHASES.map(Phase::name),
        )?;
        let members = |class: &Py<PyType>, names: &[&str]| -> PyResult<Vec<Py<PyAny>>> {
            names.iter().map(|name| class.bind(py).getattr(*name).map(Bound::unbind)).collect()
        };
        Ok(Names {
            actions: members(&action_kind, &kinds)?,
            phases: members(&phase, &PHASES.map(Phase::name))?,
            action_kind,
            event_kind,
            phase,
        })
    })
}

pub fn action_kind(py: Python<'_>, kind: ActionKind) -> PyResult<Py<PyAny>> {
    Ok(names(py)?.actions[kind as usize].clone_ref(py))
}

pub fn phase(py: Python<'_>, phase: Phase) -> PyResult<Py<PyAny>> {
    Ok(names(py)?.phases[phase as usize].clone_ref(py))
}

pub fn event_kind(py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
    Ok(names(py)?.event_kind.bind(py).getattr(name)?.unbind())
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let names = names(m.py())?;
    m.add("ActionKind", names.action_kind.clone_ref(m.py()))?;
    m.add("EventKind", names.event_kind.clone_ref(m.py()))?;
    m.add("Phase", names.phase.clone_ref(m.py()))?;
    m.add("BOARD", BOARD)
}

/// The holder of the community card where a seat stands otherwise.
const BOARD: &str = "BOARD";

/// A seat from 0, or `BOARD`.
pub fn holder<'py>(py: Python<'py>, to: Holder) -> PyResult<Bound<'py, PyAny>> {
    Ok(match to {
        Holder::Seat(seat) => seat.into_pyobject(py)?.into_any(),
        Holder::Board => PyString::new(py, BOARD).into_any(),
    })
}

/// A card, or None where it is unknown.
pub fn card(index: u8) -> Option<Card> {
    razz_core::Card::from_index(index).ok().map(Card)
}

/// Cards as a tuple, None where unknown.
pub fn card_tuple<'py>(py: Python<'py>, cards: &[u8]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, cards.iter().map(|&index| card(index)))
}

/// Card indices of an argument, 255 for "??" and None: text, or an iterable of cards, indices, texts and None.
pub fn cards_or_unknown(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<u8>> {
    let unknown_too = |text: &str| {
        let cards = razz_core::cards::parse_cards_with_unknown(text).map_err(|e| to_py(value.py(), &e))?;
        Ok(cards.into_iter().map(|card| card.map_or(UNKNOWN, razz_core::Card::index)).collect())
    };
    if let Ok(text) = value.cast::<PyString>() {
        return unknown_too(utf8(text, name)?);
    }
    let items = value.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected text, Cards or card numbers, found {}", shown(value)))
    })?;
    let mut cards = Vec::new();
    for (position, item) in items.enumerate() {
        let item = item?;
        let unknown = item.is_none() || item.cast::<PyString>().is_ok_and(|text| text == "??");
        if unknown {
            cards.push(UNKNOWN);
        } else {
            let one = PyTuple::new(value.py(), [item])?;
            let one = cards_of(one.as_any(), &format!("{name}[{position}]"))?;
            cards.push(one[0].index());
        }
    }
    Ok(cards)
}

/// What an argument holds, one by one.
pub fn items_of<'py>(value: &Bound<'py, PyAny>, name: &str, what: &str) -> PyResult<Bound<'py, PyIterator>> {
    value.try_iter().map_err(|_| PyTypeError::new_err(format!("{name}: expected {what}, found {}", shown(value))))
}

/// A seat argument.
pub fn seat_of(value: &Bound<'_, PyAny>, name: &str, seats: usize) -> PyResult<usize> {
    let expected = || format!("{name}: expected 0 to {}, found {}", seats - 1, shown(value));
    let seat: i64 = value.extract().map_err(|error| integer_fault(value, &error, expected()))?;
    match usize::try_from(seat) {
        Ok(seat) if seat < seats => Ok(seat),
        _ => Err(PyValueError::new_err(expected())),
    }
}

/// An amount of chips.
pub fn chips_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    number_of(value, name, "a whole number of chips")
}

/// A number of something, which `what` describes for the message.
pub fn number_of(value: &Bound<'_, PyAny>, name: &str, what: &str) -> PyResult<u64> {
    let expected = || format!("{name}: expected {what}, at least 0, found {}", shown(value));
    if value.is_instance_of::<pyo3::types::PyBool>() {
        return Err(PyTypeError::new_err(expected()));
    }
    let amount: i128 = value.extract().map_err(|error| integer_fault(value, &error, expected()))?;
    u64::try_from(amount).map_err(|_| PyValueError::new_err(expected()))
}

/// The seed of an `rng=` argument (SPEC 7), resolved by `razz._rng`.
pub fn seed_of(py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    py.import("razz._rng")?.getattr("resolve_seed")?.call1((rng,))?.extract()
}

/// The picture of a table that notebooks ask for, drawn by `razz.render`.
pub fn table_svg<'py>(position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    position.py().import("razz.render")?.call_method1("table_svg", (position,))
}

/// A pot: its chips and the seats that contest it.
///
/// Examples
/// --------
/// >>> import razz
/// >>> rules = razz.Rules(ante=5, bring_in=1, small_bet=2, big_bet=4)
/// >>> state = razz.State.start(rules, [2, 100, 100])
/// >>> [(pot.amount, pot.seats) for pot in state.pots]
/// [(6, (0, 1, 2)), (6, (1, 2))]
#[pyclass(frozen, eq, hash, get_all, module = "razz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pot {
    /// Chips in the pot.
    pub amount: u64,
    /// Live seats that can win it, ascending.
    pub seats: SeatTuple,
}

/// Seats as a Python tuple.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SeatTuple(pub Vec<u8>);

impl<'py> IntoPyObject<'py> for SeatTuple {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0)
    }
}

#[pymethods]
impl Pot {
    #[new]
    fn new(amount: u64, seats: Vec<u8>) -> Self {
        Pot { amount, seats: SeatTuple(seats) }
    }

    fn __getnewargs__(&self) -> (u64, SeatTuple) {
        (self.amount, self.seats.clone())
    }

    fn __repr__(&self) -> String {
        let seats: Vec<String> = self.seats.0.iter().map(ToString::to_string).collect();
        format!("Pot(amount={}, seats=({}))", self.amount, seats.join(", "))
    }
}

/// How a hand ended.
///
/// Examples
/// --------
/// >>> import razz
/// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc")
/// >>> state = state.play("bring-in").play("fold")
/// >>> result = state.result
/// >>> result.payoffs, result.winners, result.rake, result.lows
/// ((-1, 1), (1,), 0, (None, None))
#[pyclass(frozen, module = "razz")]
pub struct Result(pub razz_core::game::State);

#[pymethods]
impl Result {
    /// Final minus starting stack of each seat, in chips.
    #[getter]
    pub fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.0.seats()).map(|seat| self.0.payoff(seat)).collect::<Vec<_>>())
    }

    /// What each seat was paid from the pots, in chips.
    #[getter]
    fn awards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.0.seats()).map(|seat| self.0.won(seat)).collect::<Vec<_>>())
    }

    /// The seats that were paid, ascending.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.0.seats()).filter(|&seat| self.0.won(seat) > 0).collect::<Vec<_>>())
    }

    /// What the house took, in chips.
    #[getter]
    fn rake(&self) -> u64 {
        self.0.pot() - (0..self.0.seats()).map(|seat| self.0.won(seat)).sum::<u64>()
    }

    /// The low of each seat that showed, None for the others.
    #[getter]
    fn lows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let low = |seat: usize| if self.0.shown().contains(seat as u8) { low_hand(&self.0, seat) } else { None };
        PyTuple::new(py, (0..self.0.seats()).map(low).collect::<Vec<_>>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (super::state::State, &'static str))> {
        Ok((py.import("builtins")?.getattr("getattr")?, (super::state::State(self.0), "result")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Result>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Result(payoffs={}, rake={})", self.payoffs(py)?.repr()?, self.rake()))
    }
}

/// The low of a seat when its cards are known and are five or more.
pub fn low_hand(state: &razz_core::game::State, seat: usize) -> Option<LowHand> {
    let strength = state.strength(seat)?;
    let cards = state.cards(seat).iter().copied().chain(state.community());
    Some(LowHand::of(strength, cards.filter_map(|index| razz_core::Card::from_index(index).ok()).collect()))
}
