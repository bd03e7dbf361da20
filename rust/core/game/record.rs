//! A whole hand: its start, the cards and actions that followed, and the events that they made.

use super::Context;
use super::action::{Action, ActionKind};
use super::event::Event;
use super::rules::{Chips, Rules};
use super::seats::SeatSet;
use super::state::State;
use crate::cards::{Card, CardSet, Deck, UNKNOWN};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// How a hand starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Stacks before the antes.
    pub stacks: Vec<Chips>,
    /// Seats that are dealt in and folded when their turn comes.
    pub absent: SeatSet,
    /// Players left in the event; `None`: those dealt in.
    pub event_players: Option<u16>,
    /// The rake of each pot as a file states it, instead of the rules' rake.
    pub rake: Option<Vec<Chips>>,
    /// Whether what only imported files have is accepted (`Context::import`).
    pub import: bool,
}

impl Setup {
    /// A start without absent players or a file's rake.
    pub fn new(rules: &Rules, stacks: &[Chips]) -> Setup {
        Setup {
            rules: *rules,
            stacks: stacks.to_vec(),
            absent: SeatSet::EMPTY,
            event_players: None,
            rake: None,
            import: false,
        }
    }

    fn context(&self) -> Context<'_> {
        Context { rake: self.rake.as_deref(), import: self.import }
    }
}

/// One thing that moved the hand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A card, 255 unknown, and the card burned before it (255 where none was, or it is not known).
    Deal {
        /// The card.
        card: u8,
        /// The burn.
        burn: u8,
    },
    /// An action of the seat that was to act.
    Act(Action),
}

/// What is known about a hand besides its play. Free text; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Meta {
    /// Players' names by seat; empty when there are none.
    pub players: Vec<String>,
    /// What an importer concluded because the file does not say it.
    pub inferred: Vec<String>,
    /// Named facts: `hand`, `table`, `currency`, `unit`, `site`, `date` and others, sorted by name.
    pub fields: std::collections::BTreeMap<String, String>,
}

/// A hand with its history.
#[derive(Clone, Debug)]
pub struct Record {
    setup: Setup,
    steps: Vec<Step>,
    /// The number of events before each step.
    marks: Vec<usize>,
    events: Vec<Event>,
    state: State,
    /// Names, dates and the like.
    pub meta: Meta,
}

impl PartialEq for Record {
    /// Everything else follows from these.
    fn eq(&self, other: &Record) -> bool {
        self.setup == other.setup && self.steps == other.steps && self.meta == other.meta
    }
}

impl Eq for Record {}

impl Record {
    /// A hand at its start.
    pub fn start(setup: Setup) -> Result<Record> {
        let mut events = Vec::new();
        let state = State::start_with(&setup.rules, &setup.stacks, setup.absent, setup.event_players, &mut events)?;
        if let Some(rake) = &setup.rake
            && let Some(amount) = rake.iter().find(|&&amount| amount > super::rules::MAX_CHIPS)
        {
            return Err(Error::value(format!("rake {amount}: expected at most {}", super::rules::MAX_CHIPS)));
        }
        Ok(Record { setup, steps: Vec::new(), marks: Vec::new(), events, state, meta: Meta::default() })
    }

    /// How the hand started.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The cards and actions so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events that the last step made.
    pub fn last_events(&self) -> &[Event] {
        &self.events[self.marks.last().copied().unwrap_or(0)..]
    }

    /// The position now.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Adds a step; when it is refused, nothing changes.
    pub fn push(&mut self, step: Step) -> Result<()> {
        let mark = self.events.len();
        let context = self.setup.context();
        let step = match step {
            Step::Act(action) => {
                let action = self.state.resolve(&action, &context).map_err(Error::IllegalAction)?;
                self.check_revealed(&action)?;
                let action = self.without_known(action);
                self.state.apply_legal(&action, &context, &mut self.events);
                Step::Act(action)
            }
            Step::Deal { card, burn } => {
                self.state.check_deal(&[card])?;
                self.check_burn(card, burn)?;
                self.state.deal_next(card, burn, &context, &mut self.events);
                step
            }
        };
        self.marks.push(mark);
        self.steps.push(step);
        Ok(())
    }

    /// A Show reveals only what was not known: the same hand shown is the same step.
    fn without_known(&self, mut action: Action) -> Action {
        if action.kind == ActionKind::Show
            && let Some(seat) = self.state.to_act()
        {
            let known = self.state.cards(seat);
            let new: Vec<u8> = action.revealed.into_iter().filter(|card| !known.contains(card)).collect();
            action.revealed = [UNKNOWN; 7];
            action.revealed[..new.len()].copy_from_slice(&new);
        }
        action
    }

    /// Adds steps, all or none.
    fn push_all(&mut self, steps: impl IntoIterator<Item = Step>) -> Result<()> {
        let (steps_before, events_before, state) = (self.steps.len(), self.events.len(), self.state);
        let pushed = steps.into_iter().try_for_each(|step| self.push(step));
        if pushed.is_err() {
            self.steps.truncate(steps_before);
            self.marks.truncate(steps_before);
            self.events.truncate(events_before);
            self.state = state;
        }
        pushed
    }

    /// Plays an action.
    pub fn act(&mut self, action: Action) -> Result<()> {
        self.push(Step::Act(action))
    }

    /// Deals any prefix of the pending cards, 255 unknown; burns stay unknown.
    pub fn deal(&mut self, cards: &[u8]) -> Result<()> {
        self.state.check_deal(cards)?;
        self.push_all(cards.iter().map(|&card| Step::Deal { card, burn: UNKNOWN }))
    }

    /// Deals all pending cards, and burns, from a deck that has served this hand from its first card.
    pub fn deal_from(&mut self, deck: &Deck) -> Result<()> {
        let cards = self.state.cards_from(deck)?;
        self.push_all(cards.into_iter().map(|(card, burn)| Step::Deal { card, burn }))
    }

    /// Deals all pending cards, and burns, at random from those neither dealt nor burned.
    pub fn deal_random(&mut self, rng: &mut impl Rng) -> Result<()> {
        let cards = self.state.random_cards(rng, self.burned())?;
        self.push_all(cards.into_iter().map(|(card, burn)| Step::Deal { card, burn }))
    }

    /// Everybody shows in order and mucks what cannot win, until the hand is over or an unknown
    /// card is needed.
    pub fn auto_showdown(&mut self) -> Result<()> {
        while let Some(action) = self.state.automatic_show()? {
            self.act(action)?;
        }
        Ok(())
    }

    /// Takes the last step back.
    pub fn pop(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        if let Ok(shorter) = self.replay(self.steps.len()) {
            *self = shorter;
        }
        Some(step)
    }

    /// The hand after its first `steps` steps.
    pub fn replay(&self, steps: usize) -> Result<Record> {
        if steps > self.steps.len() {
            return Err(Error::value(format!("steps {steps}: the record has {}", self.steps.len())));
        }
        let mut record = Record::start(self.setup.clone())?;
        record.meta = self.meta.clone();
        self.steps[..steps].iter().try_for_each(|&step| record.push(step))?;
        Ok(record)
    }

    /// The known cards that lie burned.
    fn burned(&self) -> CardSet {
        let mut burned = CardSet::EMPTY;
        if self.state.burns() == 0 {
            return burned;
        }
        for event in &self.events {
            match *event {
                Event::Scramble => burned = CardSet::EMPTY,
                Event::Burn { card } => burned = burned.iter().chain(Card::known(card)).collect(),
                _ => {}
            }
        }
        burned
    }

    fn check_revealed(&self, action: &Action) -> Result<()> {
        if action.kind != ActionKind::Show {
            return Ok(());
        }
        let burned = self.burned();
        match action.revealed_cards().find(|&card| burned.contains(card)) {
            Some(card) => Err(Error::IllegalAction(format!("{card} has been burned"))),
            None => Ok(()),
        }
    }

    fn check_burn(&self, card: u8, burn: u8) -> Result<()> {
        let burned = if self.state.scramble_due() { CardSet::EMPTY } else { self.burned() };
        if let Some(card) = Card::known(card)
            && burned.contains(card)
        {
            return Err(Error::InvalidDeal(format!("{card} has been burned")));
        }
        if burn == UNKNOWN {
            return Ok(());
        }
        let burn = Card::from_index(burn).map_err(|_| Error::InvalidDeal(format!("burn: card index {burn}")))?;
        if !self.state.burn_due() {
            return Err(Error::InvalidDeal(format!("burn {burn}: no burn is due")));
        }
        if burn.index() == card || self.state.known().contains(burn) || burned.contains(burn) {
            return Err(Error::InvalidDeal(format!("burn {burn}: it has been dealt or burned already")));
        }
        Ok(())
    }
}
