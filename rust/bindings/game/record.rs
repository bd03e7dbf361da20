//! Record: a whole hand with its events.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};
use razz_core::game::{Record as CoreRecord, Setup, Step};
use razz_core::rng::Philox;

use super::action::{Action, action_of};
use super::event::Event;
use super::rules::Rules;
use super::state::{State, check_turn, event_players_of, seat_set, stacks_of};
use super::values::{card, cards_or_unknown, chips_of, items_of, number_of, seat_of, seed_of, table_svg};
use super::view::View;
use crate::cards::shown;
use crate::deck::Deck;
use crate::errors::to_py;
use crate::text::{text_of, texts_of};

/// A whole hand: its start, the cards and actions that followed, and the events that they made.
///
/// Unlike a State a Record changes: `play`, `deal` and `push` add to it, `pop` takes the last step back. A step is one
/// card or one action; a refused one changes nothing.
///
/// Parameters
/// ----------
/// rules : Rules
///     Stakes and options.
/// stacks : iterable of int
///     Chips of each seat before the ante.
/// absent, event_players
///     As for `State.start`.
/// rake : iterable of int or None
///     The rake of each pot, the main pot first, as a file states it, instead of the rules' rake.
///
/// Examples
/// --------
/// >>> import razz
/// >>> record = razz.Record(razz.Rules(), [100, 100])
/// >>> record.deal("2c 3c 4c 5c 6c Kc")
/// >>> record.play("bring-in")
/// >>> record.play("fold")
/// >>> record.state.payoffs
/// (-1, 1)
/// >>> record.events[-3:]
/// (Event(ACTION, seat=0, FOLD, amount=0), Event(RETURN, seat=1, amount=2), Event(AWARD, seat=1, amount=2, pot=0))
/// >>> record.pop()
/// Action('FOLD')
/// >>> razz.Record.from_json(record.to_json()) == record
/// True
#[pyclass(frozen, module = "razz")]
pub struct Record(Mutex<CoreRecord>);

impl Record {
    pub fn of(record: CoreRecord) -> Record {
        Record(Mutex::new(record))
    }

    /// The record; a poisoned lock holds a record that was not changed by the step that failed.
    pub fn lock(&self) -> MutexGuard<'_, CoreRecord> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many seats there are. Nobody else's code, such as that of an index, may run while the record is locked: it
    /// could ask for the record, and wait for ever.
    fn seats(&self) -> usize {
        self.lock().state().seats()
    }

    fn change(&self, py: Python<'_>, run: impl FnOnce(&mut CoreRecord) -> razz_core::Result<()>) -> PyResult<()> {
        run(&mut self.lock()).map_err(|e| to_py(py, &e))
    }
}

/// An action, or a card (None where unknown).
fn step_object<'py>(py: Python<'py>, step: Step) -> PyResult<Bound<'py, PyAny>> {
    Ok(match step {
        Step::Act(action) => Action(action).into_pyobject(py)?.into_any(),
        Step::Deal { card: index, .. } => card(index).into_pyobject(py)?.into_any(),
    })
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (rules, stacks, *, absent=None, event_players=None, rake=None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, Rules>,
        stacks: &Bound<'_, PyAny>,
        absent: Option<&Bound<'_, PyAny>>,
        event_players: Option<&Bound<'_, PyAny>>,
        rake: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let stacks = stacks_of(stacks)?;
        let mut setup = Setup::new(&rules.get().0, &stacks);
        setup.absent = seat_set(absent, stacks.len())?;
        setup.event_players = event_players_of(event_players)?;
        if let Some(rake) = rake {
            let mut amounts = Vec::new();
            for (pot, amount) in items_of(rake, "rake", "the chips taken from each pot")?.enumerate() {
                amounts.push(chips_of(&amount?, &format!("rake[{pot}]"))?);
            }
            setup.rake = Some(amounts);
        }
        CoreRecord::start(setup).map(Record::of).map_err(|e| to_py(py, &e))
    }

    /// Adds a step: an Action (or its text) where an action is due, cards where cards are pending.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> record = razz.Record(razz.Rules(), [100, 100])
    /// >>> for step in ["2c3c", "4c5c", "6cKc", "bring-in"]:
    /// ...     record.push(step)
    /// >>> len(record), record.peek()
    /// (7, Action('BRING_IN', 2))
    fn push(&self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        let pending = self.lock().state().phase() == razz_core::game::Phase::Deal;
        if pending && step.cast::<Action>().is_err() {
            let indices = cards_or_unknown(step, "step")?;
            self.change(step.py(), |record| record.deal(&indices))
        } else {
            let action = action_of(step, "step")?;
            self.change(step.py(), |record| record.act(action))
        }
    }

    /// Plays an action of the seat to act, as `State.play` does.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     The reason in words; the record stays as it was.
    #[pyo3(signature = (action, *, seat=None))]
    fn play(&self, action: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = action.py();
        let action = action_of(action, "action")?;
        let state = *self.lock().state();
        check_turn(py, &state, seat)?;
        self.change(py, |record| record.act(action))
    }

    /// Deals any prefix of the pending cards, as `State.deal` does; burns stay unknown.
    ///
    /// Raises
    /// ------
    /// InvalidDealError
    ///     The record stays as it was.
    fn deal(&self, cards: &Bound<'_, PyAny>) -> PyResult<()> {
        let indices = cards_or_unknown(cards, "cards")?;
        self.change(cards.py(), |record| record.deal(&indices))
    }

    /// Deals all that is pending, and burns, from a deck that has served this hand from its first card on.
    fn deal_from(&self, py: Python<'_>, deck: &Bound<'_, Deck>) -> PyResult<()> {
        self.change(py, |record| record.deal_from(&deck.get().0))
    }

    /// Deals all that is pending, and burns, at random from the cards neither dealt nor burned.
    #[pyo3(signature = (rng=None))]
    fn deal_random(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = seed_of(py, rng)?;
        self.change(py, |record| record.deal_random(&mut Philox::new(seed, record.steps().len() as u64, 0)))
    }

    /// Everybody shows in order and mucks what cannot win, until the hand is over.
    fn auto_showdown(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, CoreRecord::auto_showdown)
    }

    /// Takes the last step back and returns it: an Action, or a Card (None for an unknown one).
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     A record without steps.
    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let step = self.lock().pop();
        step.map_or_else(|| Err(no_steps()), |step| step_object(py, step))
    }

    /// The last step: an Action, or a Card (None for an unknown one).
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     A record without steps.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let step = self.lock().steps().last().copied();
        step.map_or_else(|| Err(no_steps()), |step| step_object(py, step))
    }

    /// The hand after its first steps, as a new Record.
    ///
    /// Parameters
    /// ----------
    /// steps : int
    ///     0 to ``len(record)``.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> record = razz.Record(razz.Rules(), [100, 100])
    /// >>> record.deal("2c3c4c")
    /// >>> record.replay(1).state.cards
    /// ((Card('2c'),), ())
    fn replay(&self, steps: &Bound<'_, PyAny>) -> PyResult<Record> {
        let steps_wanted = number_of(steps, "steps", "a whole number")?;
        let record = self.lock().replay(usize::try_from(steps_wanted).unwrap_or(usize::MAX));
        record.map(Record::of).map_err(|e| to_py(steps.py(), &e))
    }

    /// An independent copy.
    fn copy(&self) -> Record {
        Record::of(self.lock().clone())
    }

    fn __len__(&self) -> usize {
        self.lock().steps().len()
    }

    /// The steps so far: Actions, and Cards (None for unknown ones).
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.lock().steps().to_vec();
        let steps: PyResult<Vec<_>> = steps.into_iter().map(|step| step_object(py, step)).collect();
        PyTuple::new(py, steps?)
    }

    /// The events so far.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let events = self.lock().events().to_vec();
        PyTuple::new(py, events.into_iter().map(Event))
    }

    /// The position now.
    #[getter]
    fn state(&self) -> State {
        State(*self.lock().state())
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.lock().setup().rules)
    }

    /// The chips of each seat before the ante.
    #[getter]
    fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let stacks = self.lock().setup().stacks.clone();
        PyTuple::new(py, stacks)
    }

    /// Players' names by seat; empty when there are none.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.lock().meta.players.clone();
        PyTuple::new(py, players)
    }

    /// What an importer concluded because the file does not say it.
    #[getter]
    fn inferred<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let inferred = self.lock().meta.inferred.clone();
        PyTuple::new(py, inferred)
    }

    /// Named facts about the hand, a copy: text by name.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        let named = self.lock().meta.fields.clone();
        for (name, value) in named {
            fields.set_item(name, value)?;
        }
        Ok(fields)
    }

    /// A copy with other names or with named facts added, for writing it down as a history.
    ///
    /// Parameters
    /// ----------
    /// players : iterable of str or None
    ///     A name for each seat; None keeps those there are.
    /// fields : mapping of str to str or None
    ///     Facts such as ``hand``, ``table``, ``currency``, ``unit``, ``hero``; added to those there are, in place of
    ///     any with the same name.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     The wrong number of names.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> record = razz.Record(razz.Rules(), [100, 100])
    /// >>> record.annotated(players=["Ann", "Bob"], fields={"hand": "7"}).fields
    /// {'hand': '7'}
    #[pyo3(signature = (*, players=None, fields=None))]
    fn annotated(&self, players: Option<&Bound<'_, PyAny>>, fields: Option<&Bound<'_, PyAny>>) -> PyResult<Record> {
        let mut copy = self.lock().clone();
        if let Some(players) = players {
            let (seats, players) = (copy.state().seats(), texts_of(players, "players", "a sequence of names")?);
            if players.len() != seats {
                let what = format!("players: expected {seats} names, one for each seat, found {}", players.len());
                return Err(PyValueError::new_err(what));
            }
            copy.meta.players = players;
        }
        if let Some(fields) = fields {
            let expected = || PyTypeError::new_err(format!("fields: expected texts by name, found {}", shown(fields)));
            for item in fields.cast::<PyMapping>().map_err(|_| expected())?.items()? {
                let (name, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                let name = text_of(&name, "fields")?.to_owned();
                let value = text_of(&value, &format!("fields[{name:?}]"))?.to_owned();
                copy.meta.fields.insert(name, value);
            }
        }
        Ok(Record::of(copy))
    }

    /// What the player in a seat knows now, with the events as he saw them.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<View> {
        let seat_index = seat_of(seat, "seat", self.seats())?;
        let record = self.lock();
        let view = record.view(seat_index).map_err(|e| to_py(seat.py(), &e))?;
        Ok(View::with_events(view, record.events_seen_by(Some(seat_index))))
    }

    /// What everybody knows now, with the public events.
    fn public_view(&self) -> View {
        let record = self.lock();
        View::with_events(record.state().public_view(), record.events_seen_by(None))
    }

    /// A text that is equal for two histories exactly when they are the same to the seat, or differ only in suits that
    /// decide neither bring-in, board tie nor odd chip: the key of an information set with perfect recall.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> rules = razz.Rules(odd_chip="POSITION")
    /// >>> keys = set()
    /// >>> for cards in ["2c 3c 4c 5c 6c Kc", "2d 9s 4h Ts 6h Kc"]:
    /// ...     record = razz.Record(rules, [100, 100])
    /// ...     record.deal(cards)
    /// ...     keys.add(record.information_key(0))
    /// >>> len(keys)
    /// 1
    fn information_key(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let seat_index = seat_of(seat, "seat", self.seats())?;
        let key = self.lock().information_key(seat_index);
        key.map_err(|e| to_py(seat.py(), &e))
    }

    /// The record as JSON text, versioned and byte-stable: the start and the steps.
    fn to_json(&self) -> String {
        self.lock().to_json()
    }

    /// The record of its JSON text; every step is played again with all checks.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     Text that is not such JSON.
    /// IllegalActionError, InvalidDealError, ValueError
    ///     A step or a start that the rules refuse; the message says which.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        CoreRecord::from_json(text_of(text, "text")?).map(Record::of).map_err(|e| to_py(py, &e))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Record>() else { return false };
        let other = other.get();
        if std::ptr::eq(self, other) {
            return true;
        }
        let theirs = other.lock().clone(); // one lock at a time
        *self.lock() == theirs
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Record>().getattr("from_json")?, (self.to_json(),)))
    }

    fn __copy__(&self) -> Record {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Record {
        self.copy()
    }

    /// The table as an SVG picture, for notebooks: `razz.render.table_svg`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table_svg(slf.as_any())
    }

    fn __repr__(&self) -> String {
        let record = self.lock();
        let steps = record.steps().len();
        format!("<Record of {steps} step{}: {}>", if steps == 1 { "" } else { "s" }, record.state())
    }
}

fn no_steps() -> PyErr {
    pyo3::exceptions::PyIndexError::new_err("the record has no steps")
}
