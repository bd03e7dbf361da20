//! View: what a seat may know.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use razz_core::game::{Event as CoreEvent, View as CoreView};
use razz_core::rng::Philox;

use super::action::Action;
use super::event::Event;
use super::state::State;
use super::values::{seed_of, table_svg};
use crate::errors::to_py;
use crate::run;
use crate::text::text_of;

/// What a seat (or, with viewer None, everybody) knows of a hand: the state with every other card unknown.
///
/// Every attribute of `State` is here too and gives what this viewer knows. Equality, hash and JSON follow: two hands
/// that differ only in what is hidden from the viewer have equal views.
///
/// Examples
/// --------
/// >>> import razz
/// >>> state = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc")
/// >>> view = state.view(1)
/// >>> view.viewer, view.cards[0], view.legal_actions
/// (1, (None, None, Card('6c')), (Action('BRING_IN', 2), Action('COMPLETE', 4)))
/// >>> state.view(0).legal_actions
/// ()
#[pyclass(frozen, module = "razz")]
#[derive(Clone)]
pub struct View {
    pub view: CoreView,
    events: Option<Vec<CoreEvent>>,
}

/// What pickle needs to make a view again.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Option<Bound<'py, PyTuple>>));

impl View {
    pub fn of(view: CoreView) -> View {
        View { view, events: None }
    }

    pub fn with_events(view: CoreView, events: Vec<CoreEvent>) -> View {
        View { view, events: Some(events) }
    }
}

/// Gives View every attribute of State that it does not define itself: what its viewer knows of it.
pub fn share_attributes(py: Python<'_>) -> PyResult<()> {
    let (state, view) = (py.get_type::<State>(), py.get_type::<View>());
    let getter = py.import("types")?.getattr("GetSetDescriptorType")?;
    let (property, attrgetter) =
        (py.import("builtins")?.getattr("property")?, py.import("operator")?.getattr("attrgetter")?);
    for item in state.getattr("__dict__")?.call_method0("items")?.try_iter()? {
        let (name, attribute): (String, Bound<'_, PyAny>) = item?.extract()?;
        if attribute.is_instance(&getter)? && !view.hasattr(&name)? {
            let read = attrgetter.call1((format!("state.{name}"),))?;
            let doc = attribute.getattr("__doc__")?;
            view.setattr(&name, property.call1((read, py.None(), py.None(), doc))?)?;
        }
    }
    Ok(())
}

#[pymethods]
impl View {
    /// Whose view it is; None: everybody's.
    #[getter]
    fn viewer(&self) -> Option<usize> {
        self.view.viewer()
    }

    /// The state with the cards that the viewer does not know set to unknown.
    #[getter]
    fn state(&self) -> State {
        State(*self.view.state())
    }

    /// What the viewer saw happen, for a view that comes from a Record; else None.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> record = razz.Record(razz.Rules(), [100, 100])
    /// >>> record.deal("2c3c")
    /// >>> [event.cards for event in record.view(0).events[-2:]]
    /// [(Card('2c'),), (None,)]
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.events.as_ref().map(|events| PyTuple::new(py, events.iter().copied().map(Event))).transpose()
    }

    /// The viewer's legal actions when it is his turn; else empty.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = self.view.legal_actions();
        PyTuple::new(py, legal.iter().map(Action).collect::<Vec<_>>())
    }

    /// What is done for the viewer when his time is up; None when it is not his turn.
    #[getter]
    fn default_action(&self) -> Option<Action> {
        let own = self.view.viewer().is_some() && self.view.viewer() == self.view.state().to_act();
        if own { self.view.state().default_action().map(Action) } else { None }
    }

    /// A uniformly random state among those that this viewer cannot tell from the real one.
    ///
    /// Parameters
    /// ----------
    /// rng : None, int, SeedSequence, BitGenerator or Generator
    ///     SPEC 7.
    ///
    /// Examples
    /// --------
    /// >>> import razz
    /// >>> view = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc").view(0)
    /// >>> view.determinize(1).view(0) == view
    /// True
    #[pyo3(signature = (rng=None))]
    fn determinize(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let mut philox = Philox::new(seed_of(py, rng)?, 0, 0);
        let state = if self.view.state().mucked().is_empty() {
            run::quick(py, || self.view.determinize(&mut philox)) // the first draw fits
        } else {
            run::run(py, |stop| self.view.determinize_until(&mut philox, stop))
        };
        state.map(State)
    }

    /// The view as JSON text, versioned and byte-stable, without its events.
    fn to_json(&self) -> String {
        self.view.to_json()
    }

    /// The view of its JSON text; refused when it holds cards that the viewer may not know.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        CoreView::from_json(text_of(text, "text")?).map(View::of).map_err(|e| to_py(py, &e))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| other.get().view == self.view && other.get().events == self.events)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.view.hash(&mut hasher);
        hasher.finish()
    }

    /// Pickle's way in: the JSON text and the events.
    #[staticmethod]
    fn _restore(py: Python<'_>, text: &Bound<'_, PyAny>, events: Option<Vec<Bound<'_, Event>>>) -> PyResult<Self> {
        let events = events.map(|events| events.iter().map(|event| event.get().0).collect());
        Ok(View { events, ..View::from_json(py, text)? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.get_type::<View>().getattr("_restore")?, (self.view.to_json(), self.events(py)?)))
    }

    /// The table as an SVG picture, for notebooks: `razz.render.table_svg`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table_svg(slf.as_any())
    }

    fn __repr__(&self) -> String {
        let whose = self.view.viewer().map_or("the public".to_owned(), |seat| format!("seat {seat}"));
        format!("<View of {whose}: {}>", self.view.state())
    }
}
