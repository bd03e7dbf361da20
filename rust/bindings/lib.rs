//! `razz._razz`: the Python face of razz-core. Convert, call, map errors; nothing else.

mod arrays;
mod arrow;
mod buffers;
mod cards;
mod deck;
mod enums;
mod equity;
mod errors;
mod game;
mod games;
mod hands;
mod history;
mod log;
mod odds;
mod policies;
mod rl;
mod rows;
mod run;
mod simulate;
mod text;

use pyo3::prelude::*;

/// The compiled core of razz.
#[pymodule]
fn _razz(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(m)?;
    cards::register(m)?;
    deck::register(m)?;
    hands::register(m)?;
    rows::register(m)?;
    odds::register(m)?;
    game::register(m)?;
    policies::register(m)?;
    equity::register(m)?;
    history::register(m)?;
    simulate::register(m)?;
    log::register(m)?;
    arrow::register(m)?;
    rl::register(m)?;
    games::register(m)?;
    Ok(())
}
