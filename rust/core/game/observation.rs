//! What a seat may know as a row of numbers, in one fixed layout for policies, environments and adapters.
//!
//! Seats are counted clockwise from the viewer, who is 0; rows of seats that the table does not have are 0. Chips are in
//! big bets, so that games that differ in the unit of their chips look the same. A card is its index + 1, 0 where no card
//! lies and -1 where one lies that the viewer does not know. Counts by rank go from ace to king.

use super::action::{ActionKind, LegalActions};
use super::rules::Chips;
use super::seats::{MAX_SEATS, SeatSet};
use super::state::{EMPTY, NOBODY, State};
use super::view::face_down;
use crate::cards::Rank;

const RANKS: usize = 13;
const CARDS: usize = 7;

/// A part of the layout: its name, and how many numbers it has along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub name: &'static str,
    /// Its length along each axis; empty: one number.
    pub shape: &'static [usize],
}

impl Block {
    /// How many numbers it has.
    pub const fn len(&self) -> usize {
        let (mut len, mut axis) = (1, 0);
        while axis < self.shape.len() {
            len *= self.shape[axis];
            axis += 1;
        }
        len
    }

    /// Never: every part has numbers.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

macro_rules! layout {
    ($($constant:ident $name:literal $shape:expr,)+) => {
        /// The layout, part by part.
        pub const OBSERVATION: &[Block] = &[$(Block { name: $name, shape: &$shape }),+];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Part { $($constant),+ }
        $(const $constant: usize = start(Part::$constant as usize);)+
    };
}

/// Where a part begins.
const fn start(part: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < part {
        sum += OBSERVATION[i].len();
        i += 1;
    }
    sum
}

layout! {
    STREET "street" [],
    SEATS "seats" [],
    SEAT "seat" [],
    TO_ACT "to_act" [],
    OPENER "opener" [],
    AGGRESSOR "aggressor" [],
    BETS "bets" [],
    CAP "cap" [],
    STUB "stub" [],
    COMMUNITY "community" [],
    ANTE "ante" [],
    BRING_IN "bring_in" [],
    SMALL_BET "small_bet" [],
    POT "pot" [],
    LEVEL "level" [],
    TO_CALL "to_call" [],
    RAISE_TO "raise_to" [],
    OWN "own" [RANKS],
    RIVALS "rivals" [RANKS],
    DEAD "dead" [RANKS],
    LIVE "live" [MAX_SEATS],
    ALL_IN "all_in" [MAX_SEATS],
    ABSENT "absent" [MAX_SEATS],
    ACTED "acted" [MAX_SEATS],
    STACK "stack" [MAX_SEATS],
    STREET_TOTAL "street_total" [MAX_SEATS],
    CONTRIBUTION "contribution" [MAX_SEATS],
    HANDS "cards" [MAX_SEATS, CARDS],
}

/// How many numbers an observation has.
pub const OBSERVATION_SIZE: usize = start(OBSERVATION.len());

/// The name of every number: "pot", "own[A]", "stack[3]", "cards[2,0]".
pub fn observation_names() -> Vec<String> {
    let name = |block: &Block, i: usize| match *block.shape {
        [] => block.name.to_owned(),
        [RANKS] => format!("{}[{}]", block.name, Rank::new(i as u8).map_or_else(|_| i.to_string(), |r| r.to_string())),
        [_, inner] => format!("{}[{},{}]", block.name, i / inner, i % inner),
        _ => format!("{}[{i}]", block.name),
    };
    OBSERVATION.iter().flat_map(|block| (0..block.len()).map(move |i| name(block, i))).collect()
}

/// Counts by rank, four bits each.
#[derive(Clone, Copy, Default)]
struct Counts(u64);

impl Counts {
    #[inline]
    fn add(&mut self, card: u8) {
        if card < 52 {
            self.0 += 1 << (card & !3);
        }
    }

    #[inline]
    fn write(self, out: &mut [f32]) {
        for (rank, slot) in out.iter_mut().enumerate() {
            *slot = (self.0 >> (4 * rank) & 15) as u8 as f32;
        }
    }
}

impl State {
    /// Writes what the player in a seat knows. The cards that the seat may not know do not count: a view gives the same
    /// numbers.
    ///
    /// # Panics
    /// When there is no such seat or `out` has not [`OBSERVATION_SIZE`] places.
    #[inline]
    pub fn observe(&self, seat: usize, out: &mut [f32]) {
        // At the showdown what is legal depends on hidden cards, but there is no wager.
        self.observe_with(seat, &self.legal_actions(), out);
    }

    /// [`State::observe`] for who has the legal actions at hand.
    pub fn observe_with(&self, seat: usize, legal: &LegalActions, out: &mut [f32]) {
        let (seats, viewer) = (self.seats(), seat as u8);
        assert!(seat < seats && out.len() == OBSERVATION_SIZE);
        let big_bet = self.rules.big_bet as f32;
        let chips = |amount: Chips| amount as i64 as f32 / big_bet;
        let relative = |other: u8| match other {
            NOBODY => -1.0,
            _ => ((usize::from(other) + seats - seat) % seats) as f32,
        };
        out[STREET] = self.street.into();
        out[SEATS] = self.seats.into();
        out[SEAT] = viewer.into();
        out[TO_ACT] = relative(self.to_act);
        out[OPENER] = relative(self.opener);
        out[AGGRESSOR] = relative(self.aggressor);
        out[BETS] = self.bets.into();
        out[CAP] = if self.uncapped { 0.0 } else { self.rules.max_bets.into() };
        out[STUB] = self.stub() as u8 as f32;
        out[COMMUNITY] = shown_card(self.community);
        out[ANTE] = chips(self.rules.ante);
        out[BRING_IN] = chips(self.rules.bring_in);
        out[SMALL_BET] = chips(self.rules.small_bet);
        out[POT] = chips(self.pot());
        out[LEVEL] = chips(self.level);
        out[TO_CALL] = chips(self.to_call());
        let lift = |kind: ActionKind| matches!(kind, ActionKind::Complete | ActionKind::Bet | ActionKind::Raise);
        let raise = legal.as_slice().iter().find(|&&(kind, _)| lift(kind));
        out[RAISE_TO] = chips(raise.map_or(0, |&(_, amount)| amount));

        let live = self.live();
        let open = SeatSet::from_bits(self.shown.bits() | 1 << viewer);
        let (mut own, mut rivals, mut dead) = (Counts::default(), Counts::default(), Counts::default());
        own.add(self.community);
        out[LIVE..].fill(0.0);
        for place in 0..seats {
            let other = (seat + place) % seats;
            let bit = |set: SeatSet| f32::from(set.bits() >> other & 1);
            out[LIVE + place] = bit(live);
            out[ALL_IN + place] = bit(live.and(self.broke));
            out[ABSENT + place] = bit(self.absent);
            out[ACTED + place] = bit(self.acted);
            out[STACK + place] = chips(self.stack(other));
            out[STREET_TOTAL + place] = chips(self.street_put[other]);
            out[CONTRIBUTION + place] = chips(self.put[other]);
            let counts = match (place, live.contains(other as u8)) {
                (0, _) => &mut own,
                (_, true) => &mut rivals,
                (_, false) => &mut dead,
            };
            let hidden = !open.contains(other as u8);
            let hand = &mut out[HANDS + CARDS * place..HANDS + CARDS * (place + 1)];
            for (held, (slot, &card)) in hand.iter_mut().zip(&self.cards[other]).enumerate() {
                if hidden && face_down(held) {
                    *slot = if card == EMPTY { 0.0 } else { -1.0 };
                } else {
                    *slot = shown_card(card);
                    counts.add(card);
                }
            }
        }
        own.write(&mut out[OWN..RIVALS]);
        rivals.write(&mut out[RIVALS..DEAD]);
        dead.write(&mut out[DEAD..LIVE]);
    }
}

/// A card that the viewer may know.
#[inline]
fn shown_card(card: u8) -> f32 {
    match card {
        0..52 => f32::from(card + 1),
        EMPTY => 0.0,
        _ => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;
    use crate::game::{Action, Context, Ignore, Rules};

    fn part<'a>(row: &'a [f32], name: &str) -> &'a [f32] {
        let i = OBSERVATION.iter().position(|block| block.name == name).unwrap();
        &row[start(i)..start(i + 1)]
    }

    #[test]
    fn names_and_sizes() {
        let names = observation_names();
        assert_eq!((names.len(), OBSERVATION_SIZE), (168, 168));
        assert_eq!(names[POT], "pot");
        assert_eq!((names[OWN].as_str(), names[RIVALS - 1].as_str()), ("own[A]", "own[K]"));
        assert_eq!((names[STACK + 3].as_str(), names[HANDS + 14].as_str()), ("stack[3]", "cards[2,0]"));
    }

    /// Three players on fourth street, seat 0 has folded: what seat 2, who is to act, knows.
    #[test]
    fn a_position() {
        let mut state = State::start(&Rules::new(1, 2, 4, 8), &[80, 40, 24], &mut Ignore).unwrap();
        let deal = |state: &mut State, text: &str| {
            let cards: Vec<u8> = parse_cards(text).unwrap().iter().map(|card| card.index()).collect();
            state.deal(&cards, &Context::default(), &mut Ignore).unwrap();
        };
        deal(&mut state, "Ac 2c 3c 4c 5c 6c Kd 8h 9h");
        for kind in [ActionKind::BringIn, ActionKind::Call, ActionKind::Complete, ActionKind::Fold, ActionKind::Call] {
            state.apply(&Action::of(kind), &Context::default(), &mut Ignore).unwrap();
        }
        deal(&mut state, "Th 7s");
        state.apply(&Action::of(ActionKind::Bet), &Context::default(), &mut Ignore).unwrap();
        assert_eq!(state.to_act(), Some(1));
        let mut row = vec![f32::NAN; OBSERVATION_SIZE];
        state.observe(1, &mut row);
        let one = |name| part(&row, name)[0];
        assert_eq!([one("street"), one("seats"), one("seat"), one("to_act")], [4.0, 3.0, 1.0, 0.0]);
        assert_eq!([one("opener"), one("aggressor"), one("bets"), one("cap")], [1.0, 1.0, 1.0, 4.0]);
        assert_eq!([one("stub"), one("community")], [41.0, 0.0]);
        assert_eq!([one("ante"), one("bring_in"), one("small_bet")], [0.125, 0.25, 0.5]);
        // Antes 3, bring-in 2, two completions of 4, a bet of 4.
        assert_eq!([one("pot"), one("level"), one("to_call"), one("raise_to")], [17.0 / 8.0, 0.5, 0.5, 1.0]);
        let counts = |ranks: &[usize]| (0..13).map(|r| ranks.iter().filter(|&&x| x == r).count() as f32).collect();
        let expected: [Vec<f32>; 3] = [counts(&[1, 4, 7, 9]), counts(&[6, 8]), counts(&[12])];
        assert_eq!([part(&row, "own"), part(&row, "rivals"), part(&row, "dead")], expected.each_ref().map(|x| &x[..]));
        assert_eq!(part(&row, "live"), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(part(&row, "acted"), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(part(&row, "stack")[..4], [35.0 / 8.0, 15.0 / 8.0, 77.0 / 8.0, 0.0]);
        assert_eq!(part(&row, "street_total")[..3], [0.0, 0.5, 0.0]);
        assert_eq!(part(&row, "contribution")[..3], [5.0 / 8.0, 9.0 / 8.0, 3.0 / 8.0]);
        let cards = part(&row, "cards");
        let index = |text: &str| f32::from(parse_cards(text).unwrap()[0].index() + 1);
        assert_eq!(cards[..7], [index("2c"), index("5c"), index("8h"), index("Th"), 0.0, 0.0, 0.0]);
        assert_eq!(cards[7..14], [-1.0, -1.0, index("9h"), index("7s"), 0.0, 0.0, 0.0]);
        assert_eq!(cards[14..21], [-1.0, -1.0, index("Kd"), 0.0, 0.0, 0.0, 0.0]);
        assert!(cards[21..].iter().all(|&card| card == 0.0));
    }
}
