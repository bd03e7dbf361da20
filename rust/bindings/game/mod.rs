//! The game: rules, actions, events, states, views and records.

mod action;
mod event;
mod record;
mod rules;
mod state;
mod values;
mod view;

use pyo3::prelude::*;

pub use action::{Action, action_of};
pub use record::Record;
pub use rules::Rules;
pub use state::{State, stacks_of};
pub use values::seed_of;
pub use view::View;

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    values::register(m)?;
    m.add_class::<rules::Rake>()?;
    m.add_class::<rules::Rules>()?;
    m.add_class::<action::Action>()?;
    m.add_class::<event::Event>()?;
    m.add_class::<values::Pot>()?;
    m.add_class::<values::Result>()?;
    m.add_class::<state::State>()?;
    m.add_class::<view::View>()?;
    view::share_attributes(m.py())?;
    m.add_class::<record::Record>()
}
