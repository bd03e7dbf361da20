//! Many games at once, on which `razz.rl.BatchEnv` builds.

use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use razz_core::game::{CODES, OBSERVATION_SIZE};
use razz_core::simulate::{Games as CoreGames, MAX_GAMES, Rows};

use crate::buffers::{Codes, Output};
use crate::cards::{integer_fault, shown};
use crate::deck::word;
use crate::errors::to_py;
use crate::game::{Rules, State, stacks_of};
use crate::run;

/// Games of the same rules and stacks.
#[pyclass(frozen, module = "razz._razz")]
pub struct Games {
    games: Mutex<CoreGames>,
    count: usize,
    seats: usize,
}

/// The arrays to write to: observations, masks, seats to act, rewards, done.
type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The arrays while they are written to.
struct Buffers {
    observations: Output<f32>,
    masks: Output<u8>,
    to_act: Output<u8>,
    rewards: Output<i64>,
    done: Output<u8>,
}

impl Buffers {
    fn new((observations, masks, to_act, rewards, done): &Arrays<'_>) -> PyResult<Buffers> {
        Ok(Buffers {
            observations: Output::new(observations, "observations")?,
            masks: Output::new(masks, "mask")?,
            to_act: Output::new(to_act, "to_act")?,
            rewards: Output::new(rewards, "rewards")?,
            done: Output::new(done, "done")?,
        })
    }

    fn rows(&mut self, count: usize, seats: usize) -> PyResult<Rows<'_>> {
        let rows = Rows {
            observations: self.observations.elements(),
            masks: self.masks.elements(),
            to_act: self.to_act.elements(),
            rewards: self.rewards.elements(),
            done: self.done.elements(),
        };
        let sizes = [rows.observations.len(), rows.masks.len(), rows.to_act.len(), rows.rewards.len(), rows.done.len()];
        if sizes != [OBSERVATION_SIZE * count, CODES * count, count, seats * count, count] {
            return Err(PyValueError::new_err(format!(
                "arrays: expected rows for {count} games, found sizes {sizes:?}"
            )));
        }
        Ok(rows)
    }
}

impl Games {
    /// The games, if no other thread is stepping them.
    fn games(&self) -> PyResult<MutexGuard<'_, CoreGames>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("BatchEnv: it is in use by another thread")),
        }
    }

    /// A game of an argument.
    fn game(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let expected = || format!("game: expected 0 to {}, found {}", self.count - 1, shown(value));
        let game: i64 = value.extract().map_err(|error| integer_fault(value, &error, expected()))?;
        let game = usize::try_from(game).ok().filter(|&game| game < self.count);
        game.ok_or_else(|| PyValueError::new_err(expected()))
    }
}

#[pymethods]
impl Games {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        stacks: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (stacks, seed) = (stacks_of(stacks)?, word("seed", seed)?);
        let expected = || format!("n: expected 1 to {MAX_GAMES} games, found {}", shown(count));
        if count.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(expected()));
        }
        let count: i64 = count.extract().map_err(|error| integer_fault(count, &error, expected()))?;
        let count = usize::try_from(count).map_err(|_| PyValueError::new_err(expected()))?;
        let games = run::quick(py, || CoreGames::new(&rules.0, &stacks, count, seed))?;
        Ok(Games { games: Mutex::new(games), count, seats: stacks.len() })
    }

    /// Every game begins the first of its hands of a seed.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>, arrays: Arrays<'_>) -> PyResult<()> {
        let seed = word("seed", seed)?;
        let mut buffers = Buffers::new(&arrays)?;
        let mut games = self.games()?;
        let rows = buffers.rows(self.count, self.seats)?;
        let games = &mut *games;
        run::quick(py, || {
            games.reset(seed);
            games.show(rows);
            Ok(())
        })
    }

    /// Writes the decisions that the games wait for.
    fn show(&self, py: Python<'_>, arrays: Arrays<'_>) -> PyResult<()> {
        let mut buffers = Buffers::new(&arrays)?;
        let games = self.games()?;
        let rows = buffers.rows(self.count, self.seats)?;
        let games = &*games;
        run::quick(py, || {
            games.show(rows);
            Ok(())
        })
    }

    /// Plays an action of each game, given by code.
    fn step(
        &self,
        py: Python<'_>,
        codes: &Bound<'_, PyAny>,
        arrays: Arrays<'_>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let threads = run::threads(threads)?;
        let codes = Codes::of(codes, "actions")?;
        let mut buffers = Buffers::new(&arrays)?;
        let mut games = self.games()?;
        let rows = buffers.rows(self.count, self.seats)?;
        let games = &mut *games;
        run::quick(py, || match codes {
            Codes::Bytes(codes) => games.step(&codes, rows, threads),
            Codes::Wide(codes) => games.step(&codes, rows, threads),
        })
    }

    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.games()?.seed())
    }

    fn state(&self, game: &Bound<'_, PyAny>) -> PyResult<State> {
        let game = self.game(game)?;
        Ok(State(*self.games()?.state(game)))
    }

    /// Which hand of the seed each game plays.
    fn indices(&self) -> PyResult<Vec<u64>> {
        let games = self.games()?;
        Ok((0..self.count).map(|game| games.index(game)).collect())
    }

    fn index(&self, game: &Bound<'_, PyAny>) -> PyResult<u64> {
        let game = self.game(game)?;
        Ok(self.games()?.index(game))
    }

    /// A game goes on from a state as a hand of the seed; its row is written.
    fn set_state(
        &self,
        game: &Bound<'_, PyAny>,
        state: &Bound<'_, State>,
        index: &Bound<'_, PyAny>,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let (place, index) = (self.game(game)?, word("index", index)?);
        let mut buffers = Buffers::new(&arrays)?;
        let mut games = self.games()?;
        let rows = buffers.rows(self.count, self.seats)?;
        games.set_state(place, &state.get().0, index).map_err(|e| to_py(game.py(), &e))?;
        games.show_one(place, rows);
        Ok(())
    }
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Games>()
}
