//! Many games stepped at once by action codes, each on a random stream of its own: what learners train on.
//!
//! Game g of n plays hands g, g + n, g + 2n, … of the seed, with the cards that a [`Simulation`](super::Simulation) of
//! the same seed deals. Between two decisions streets are dealt and hands shown, and after its end a hand makes way for
//! the next one.

use std::sync::atomic::AtomicBool;

use super::layout::Layout;
use super::simulation::deal;
use super::table::Table;
use crate::cards::UNKNOWN;
use crate::error::{Error, Result};
use crate::game::{CODES, Chips, Ignore, LegalActions, OBSERVATION_SIZE, Phase, Rules, State};
use crate::threads;

/// The most games: a step of so many, and a new beginning, take well under 0.1 s on a thread.
pub const MAX_GAMES: usize = 1 << 16;

/// Where a step writes, each a flat array of one row for each game.
#[derive(Debug)]
pub struct Rows<'a> {
    /// What the seat to act knows, [`OBSERVATION_SIZE`] numbers.
    pub observations: &'a mut [f32],
    /// Which of the [`CODES`] codes are legal, 0 or 1.
    pub masks: &'a mut [u8],
    /// The seat to act.
    pub to_act: &'a mut [u8],
    /// What each seat won or lost, 0 unless the hand is over.
    pub rewards: &'a mut [i64],
    /// Whether the hand that was played is over, 0 or 1: the rest of the row is of the next one.
    pub done: &'a mut [u8],
}

impl<'a> Rows<'a> {
    /// Cuts off the rows of the first games.
    fn split(&mut self, games: usize, seats: usize) -> Rows<'a> {
        fn cut<'a, T>(rows: &mut &'a mut [T], at: usize) -> &'a mut [T] {
            let (head, tail) = std::mem::take(rows).split_at_mut(at);
            *rows = tail;
            head
        }
        Rows {
            observations: cut(&mut self.observations, OBSERVATION_SIZE * games),
            masks: cut(&mut self.masks, CODES * games),
            to_act: cut(&mut self.to_act, games),
            rewards: cut(&mut self.rewards, seats * games),
            done: cut(&mut self.done, games),
        }
    }

    /// Whether there is a row for each of so many games.
    fn fit(&self, games: usize, seats: usize) -> bool {
        self.observations.len() == OBSERVATION_SIZE * games
            && self.masks.len() == CODES * games
            && self.to_act.len() == games
            && self.rewards.len() == seats * games
            && self.done.len() == games
    }
}

/// A game: the hand that it plays, at a betting decision.
#[derive(Clone, Debug)]
struct Game {
    state: State,
    legal: LegalActions,
    layout: Layout,
    /// Which hand of the seed.
    index: u64,
}

impl Game {
    fn start(start: &State, seed: u64, index: u64) -> Game {
        let layout = Layout::new(seed, index, 0, start.seats());
        let mut game = Game { state: *start, legal: start.legal_actions(), layout, index };
        game.advance();
        game
    }

    /// Goes on to the next betting decision; false: the hand ended before one.
    #[inline]
    fn advance(&mut self) -> bool {
        loop {
            match self.state.phase() {
                Phase::Deal => deal(&mut self.layout, &mut self.state),
                Phase::Bet => {
                    self.legal = self.state.legal_actions();
                    return true;
                }
                Phase::Showdown => match self.state.default_action() {
                    Some(action) => self.state.act(&action),
                    None => return false,
                },
                Phase::End => return false,
            }
        }
    }

    /// Writes row `row` but for rewards and done.
    #[inline]
    fn show(&self, row: usize, rows: &mut Rows<'_>) {
        let Some(seat) = self.state.to_act() else { return };
        let place = OBSERVATION_SIZE * row;
        self.state.observe_with(seat, &self.legal, &mut rows.observations[place..place + OBSERVATION_SIZE]);
        let codes = self.legal.codes();
        for (code, slot) in rows.masks[CODES * row..CODES * (row + 1)].iter_mut().enumerate() {
            *slot = codes >> code & 1;
        }
        rows.to_act[row] = seat as u8;
    }
}

/// Games of the same rules and stacks.
#[derive(Clone, Debug)]
pub struct Games {
    /// The position after the antes.
    start: State,
    seed: u64,
    games: Vec<Game>,
    /// The legal codes of each game as bits, apart so that a step can check them all at little cost.
    legal: Vec<u8>,
}

impl Games {
    /// `count` games at the first decision of their first hands.
    pub fn new(rules: &Rules, stacks: &[Chips], count: usize, seed: u64) -> Result<Games> {
        let start = State::start(rules, stacks, &mut Ignore)?;
        if !(1..=MAX_GAMES).contains(&count) {
            return Err(Error::value(format!("n: expected 1 to {MAX_GAMES} games, found {count}")));
        }
        if (0..start.seats()).filter(|&seat| start.stack(seat) > 0).count() < 2 {
            return Err(Error::value(format!(
                "stacks: nobody ever has a choice, fewer than two players have chips left after an ante of {}",
                rules.ante
            )));
        }
        let games: Vec<Game> = (0..count as u64).map(|index| Game::start(&start, seed, index)).collect();
        let legal = games.iter().map(|game| game.legal.codes()).collect();
        Ok(Games { start, seed, games, legal })
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// How many seats a table has.
    pub fn seats(&self) -> usize {
        self.start.seats()
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The position of a game, at a betting decision.
    pub fn state(&self, game: usize) -> &State {
        &self.games[game].state
    }

    /// Which hand of the seed a game plays; its next one has the index that is greater by the number of games.
    pub fn index(&self, game: usize) -> u64 {
        self.games[game].index
    }

    /// Every game begins the first of its hands of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        for (index, (game, legal)) in self.games.iter_mut().zip(&mut self.legal).enumerate() {
            *game = Game::start(&self.start, seed, index as u64);
            *legal = game.legal.codes();
        }
    }

    /// A game goes on from a state as hand `index` of the seed; dealt on until a betting decision is due. The cards
    /// to come are in the order of that hand's deck, those of the state taken out.
    ///
    /// A state of this very hand is followed by the cards that would have followed it.
    pub fn set_state(&mut self, game: usize, state: &State, index: u64) -> Result<()> {
        let seats = self.seats();
        if state.seats() != seats {
            return Err(Error::value(format!("state: expected {seats} seats, found {}", state.seats())));
        }
        if let Some(seat) = (0..seats).find(|&seat| state.cards(seat).contains(&UNKNOWN)) {
            return Err(Error::value(format!(
                "state: seat {seat} has unknown cards; View.determinize gives them at random"
            )));
        }
        let layout = Layout::of_state(self.seed, index, 0, state);
        let mut next = Game { state: *state, legal: state.legal_actions(), layout, index };
        if !next.advance() {
            return Err(Error::value("state: the hand ends without a further betting decision"));
        }
        self.legal[game] = next.legal.codes();
        self.games[game] = next;
        Ok(())
    }

    /// Writes where the games stand; no rewards.
    ///
    /// # Panics
    /// When the rows have other sizes.
    pub fn show(&self, mut rows: Rows<'_>) {
        assert!(rows.fit(self.count(), self.seats()));
        rows.rewards.fill(0);
        rows.done.fill(0);
        for (row, game) in self.games.iter().enumerate() {
            game.show(row, &mut rows);
        }
    }

    /// Writes where one game stands; no rewards.
    ///
    /// # Panics
    /// When the rows have other sizes, or there is no such game.
    pub fn show_one(&self, game: usize, mut rows: Rows<'_>) {
        let seats = self.seats();
        assert!(rows.fit(self.count(), seats));
        rows.rewards[seats * game..seats * (game + 1)].fill(0);
        rows.done[game] = 0;
        self.games[game].show(game, &mut rows);
    }

    /// Plays an action of each game, given by code, and writes where they then stand. When a code is not legal, nothing
    /// changes.
    ///
    /// # Panics
    /// When the rows have other sizes.
    pub fn step<C: Copy + Into<i64> + Sync>(&mut self, codes: &[C], mut rows: Rows<'_>, threads: usize) -> Result<()> {
        let (count, seats) = (self.count(), self.seats());
        assert!(rows.fit(count, seats));
        if codes.len() != count {
            return Err(Error::value(format!("actions: expected {count}, one for each game, found {}", codes.len())));
        }
        let wrong = |(&code, legal): (&C, &u8)| {
            let code = code.into();
            !(0..CODES as i64).contains(&code) || legal >> code & 1 == 0
        };
        if let Some(game) = codes.iter().zip(&self.legal).position(wrong) {
            let (code, expected) = (codes[game].into(), self.games[game].state.expected_codes());
            return Err(Error::IllegalAction(format!("actions[{game}]: code {code} in game {game}: {expected}")));
        }
        let (start, seed) = (&self.start, self.seed);
        let part = count.div_ceil(threads.max(1));
        let parts: Vec<_> = self
            .games
            .chunks_mut(part)
            .zip(self.legal.chunks_mut(part))
            .zip(codes.chunks(part))
            .map(|((games, legal), codes)| {
                let rows = rows.split(games.len(), seats);
                (games, legal, codes, rows)
            })
            .collect();
        threads::strands(
            threads.min(parts.len()),
            parts.into_iter(),
            &AtomicBool::new(false),
            || (),
            |(), (games, legal, codes, mut rows)| {
                for (row, ((game, legal), &code)) in games.iter_mut().zip(legal).zip(codes).enumerate() {
                    step_one(game, code.into() as u8, row, &mut rows, start, seed, count as u64);
                    *legal = game.legal.codes();
                }
            },
        );
        Ok(())
    }
}

/// Plays a legal action of a game and writes its row.
#[inline]
fn step_one(game: &mut Game, code: u8, row: usize, rows: &mut Rows<'_>, start: &State, seed: u64, stride: u64) {
    let seats = start.seats();
    let rewards = &mut rows.rewards[seats * row..seats * (row + 1)];
    rewards.fill(0);
    // The codes have been checked; they are bytes of our own, which nobody changes meanwhile.
    let Some(place) = game.legal.place_of_code(code) else { return };
    let (kind, amount) = game.legal.as_slice()[place];
    game.state.bet(kind, amount);
    let over = !game.advance();
    rows.done[row] = u8::from(over);
    if over {
        for (seat, reward) in rewards.iter_mut().enumerate() {
            *reward = game.state.payoff(seat);
        }
        *game = Game::start(start, seed, game.index.wrapping_add(stride));
    }
    game.show(row, rows);
}
