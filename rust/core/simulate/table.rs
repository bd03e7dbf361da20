//! Two ways to play a hand by the same decisions: fast and counted, or as a record.

use crate::game::{Action, Chips, Context, Event, Phase, Record, SeatSet, Sink, State, Step};

/// A hand that is being played.
pub(super) trait Table {
    /// Whether burned cards are wanted; finding them shuffles the deck to its end.
    const SEES_BURNS: bool;
    /// The position.
    fn state(&self) -> &State;
    /// The cards of a street are about to come.
    fn begin_street(&mut self);
    /// Deals a card that is pending, after its burn.
    fn deal(&mut self, card: u8, burn: u8);
    /// Plays a legal action.
    fn act(&mut self, action: &Action);
}

const CONTEXT: Context<'static> = Context { rake: None, import: false };

/// What a summary needs of the events.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// Seats that got chips from a pot.
    pub won: SeatSet,
    /// Seats that got chips from the main pot.
    pub main: SeatSet,
    /// What the house took.
    pub rake: Chips,
}

impl Sink for Watch {
    #[inline(always)]
    fn event(&mut self, event: Event) {
        match event {
            Event::Award { seat, pot, .. } => {
                self.won.insert(seat);
                if pot == 0 {
                    self.main.insert(seat);
                }
            }
            Event::Rake { amount, .. } => self.rake += amount,
            _ => {}
        }
    }
}

/// A position and what is to be counted, nothing else.
#[derive(Clone, Debug)]
pub(super) struct Fast {
    /// The position.
    pub state: State,
    /// What the events told.
    pub watch: Watch,
    /// Who was live when the cards of third … seventh street came.
    pub live: [SeatSet; 5],
    /// Who had to open third street.
    pub opener: Option<usize>,
}

impl Fast {
    #[inline]
    pub fn new(start: &State) -> Fast {
        Fast { state: *start, watch: Watch::default(), live: [SeatSet::EMPTY; 5], opener: None }
    }
}

impl Table for Fast {
    const SEES_BURNS: bool = false;

    #[inline]
    fn state(&self) -> &State {
        &self.state
    }

    #[inline]
    fn begin_street(&mut self) {
        self.live[usize::from(self.state.street() - 3)] = self.state.live();
    }

    #[inline]
    fn deal(&mut self, card: u8, burn: u8) {
        self.state.deal_next(card, burn, &CONTEXT, &mut self.watch);
        if self.state.street() == 3 && self.state.phase() == Phase::Bet {
            self.opener = self.state.to_act();
        }
    }

    #[inline]
    fn act(&mut self, action: &Action) {
        self.state.apply_legal(action, &CONTEXT, &mut self.watch);
    }
}

impl Table for Record {
    const SEES_BURNS: bool = true;

    fn state(&self) -> &State {
        Record::state(self)
    }

    fn begin_street(&mut self) {}

    fn deal(&mut self, card: u8, burn: u8) {
        self.push(Step::Deal { card, burn }).expect("a card of the layout has not been dealt");
    }

    fn act(&mut self, action: &Action) {
        Record::act(self, *action).expect("a policy chooses among the legal actions");
    }
}
