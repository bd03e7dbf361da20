//! Two ways to play a hand by the same decisions: fast and counted, or as a record.

use crate::cards::UNKNOWN;
use crate::game::{
    Action, ActionKind, Chips, Context, Event, Holder, Ignore, Phase, Record, SeatSet, Sink, State, Step, Stub,
};

/// A hand that is being played.
pub(super) trait Table {
    /// Whether burned cards are wanted; finding them shuffles the deck to its end.
    const SEES_BURNS: bool;
    /// The position.
    fn state(&self) -> &State;
    /// Deals a street after its burn.
    fn deal_street(&mut self, burn: u8, stub: &mut impl Stub);
    /// Plays a legal betting action.
    fn bet(&mut self, kind: ActionKind, amount: Chips);
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
    fn deal_street(&mut self, burn: u8, stub: &mut impl Stub) {
        self.live[usize::from(self.state.street() - 3)] = self.state.live();
        let third = self.state.street() == 3;
        self.state.deal_street(burn, stub, &CONTEXT, &mut self.watch);
        if third && self.state.phase() == Phase::Bet {
            self.opener = self.state.to_act();
        }
    }

    #[inline]
    fn bet(&mut self, kind: ActionKind, amount: Chips) {
        self.state.bet_legal(kind, amount, &CONTEXT, &mut self.watch);
    }

    #[inline]
    fn act(&mut self, action: &Action) {
        self.state.apply_legal(action, &CONTEXT, &mut self.watch);
    }
}

/// A position by itself: nothing is counted.
impl Table for State {
    const SEES_BURNS: bool = false;

    #[inline]
    fn state(&self) -> &State {
        self
    }

    #[inline]
    fn deal_street(&mut self, burn: u8, stub: &mut impl Stub) {
        State::deal_street(self, burn, stub, &CONTEXT, &mut Ignore);
    }

    #[inline]
    fn bet(&mut self, kind: ActionKind, amount: Chips) {
        self.bet_legal(kind, amount, &CONTEXT, &mut Ignore);
    }

    #[inline]
    fn act(&mut self, action: &Action) {
        self.apply_legal(action, &CONTEXT, &mut Ignore);
    }
}

impl Table for Record {
    const SEES_BURNS: bool = true;

    fn state(&self) -> &State {
        Record::state(self)
    }

    fn deal_street(&mut self, burn: u8, stub: &mut impl Stub) {
        let street = Table::state(self).street();
        let mut burn = burn;
        // Without betting the last card of a street leads to the next street's cards at once.
        while let Some((to, _)) = Table::state(self).next_card().filter(|_| Table::state(self).street() == street) {
            let card = match to {
                Holder::Seat(seat) => {
                    let held = Table::state(self).cards(usize::from(seat)).len();
                    stub.round(SeatSet::only(seat), held as u8)[usize::from(seat)]
                }
                Holder::Board => stub.shared(),
            };
            self.push(Step::Deal { card, burn }).expect("a card of the layout has not been dealt");
            burn = UNKNOWN;
        }
    }

    fn bet(&mut self, kind: ActionKind, amount: Chips) {
        Table::act(self, &Action::new(kind, amount));
    }

    fn act(&mut self, action: &Action) {
        Record::act(self, *action).expect("a policy chooses among the legal actions");
    }
}
