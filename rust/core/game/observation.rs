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
use crate::cards::{Rank, UNKNOWN};

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
        // Where each part begins; some are written together with the one before.
        $(#[allow(dead_code)]
        const $constant: usize = start(Part::$constant as usize);)+
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

/// What hides the cards of rivals that lie face down: 255 there.
const FACE_DOWN: [u8; MAX_SEATS * CARDS] = {
    let mut places = [0; MAX_SEATS * CARDS];
    let mut i = CARDS;
    while i < places.len() {
        if face_down(i % CARDS) {
            places[i] = UNKNOWN;
        }
        i += 1;
    }
    places
};

/// The seats from each viewer on, by number of seats; those that the table does not have stay where they are.
const ORDERS: [[[u8; MAX_SEATS]; MAX_SEATS]; MAX_SEATS + 1] = {
    let mut orders = [[[0; MAX_SEATS]; MAX_SEATS]; MAX_SEATS + 1];
    let mut i = 0;
    while i < (MAX_SEATS + 1) * MAX_SEATS * MAX_SEATS {
        let (seats, viewer, place) = (i / (MAX_SEATS * MAX_SEATS), i / MAX_SEATS % MAX_SEATS, i % MAX_SEATS);
        orders[seats][viewer][place] = (if place < seats { (viewer + place) % seats } else { place }) as u8;
        i += 1;
    }
    orders
};

/// How a viewer counts the seats.
#[derive(Clone, Copy)]
struct Turn {
    seats: u8,
    viewer: u8,
    /// The seats from the viewer on.
    order: [u8; MAX_SEATS],
}

impl Turn {
    fn new(seats: usize, viewer: usize) -> Turn {
        Turn { seats: seats as u8, viewer: viewer as u8, order: ORDERS[seats][viewer] }
    }

    /// The viewer's number for a seat; -1: nobody.
    #[inline]
    fn relative(&self, seat: u8) -> f32 {
        match seat {
            NOBODY => -1.0,
            seat if seat < self.viewer => f32::from(seat + self.seats - self.viewer),
            seat => f32::from(seat - self.viewer),
        }
    }

    #[inline]
    fn set(&self, set: SeatSet) -> u8 {
        let bits = u16::from(set.bits());
        let turned = bits >> self.viewer | bits << (self.seats - self.viewer);
        turned as u8 & SeatSet::first(self.seats).bits()
    }

    #[inline]
    fn each<T: Copy>(&self, by_seat: &[T; MAX_SEATS]) -> [T; MAX_SEATS] {
        self.order.map(|seat| by_seat[usize::from(seat) % MAX_SEATS])
    }
}

/// Eight bits as eight bytes.
#[inline]
const fn bytes_of_bits(bits: u8) -> [u8; 8] {
    let apart = (bits as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart.wrapping_add(0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

/// Sixteen half bytes as sixteen bytes.
#[inline]
const fn bytes_of_halves(halves: u64) -> [[u8; 8]; 2] {
    const fn spread(eight: u64) -> [u8; 8] {
        let x = (eight | eight << 16) & 0x0000_FFFF_0000_FFFF;
        let x = (x | x << 8) & 0x00FF_00FF_00FF_00FF;
        ((x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F).to_le_bytes()
    }
    [spread(halves & 0xFFFF_FFFF), spread(halves >> 32)]
}

/// The counts by rank of some cards, four bits each. What is no card falls into the sixteenth, where nobody looks.
#[inline]
fn counts<const N: usize>(cards: &[u8; N]) -> u64 {
    cards.iter().fold(0u64, |sum, card| sum.wrapping_add(1 << (card & 60)))
}

/// Bytes as numbers, 255 as -1.
#[inline]
fn write<const N: usize>(out: &mut [f32], bytes: &[u8; N]) {
    for (slot, &byte) in out.iter_mut().zip(bytes) {
        *slot = f32::from(byte as i8);
    }
}

impl State {
    /// Writes what the player in a seat knows. The cards that the seat may not know do not count: a view gives the same
    /// numbers.
    ///
    /// # Panics
    /// When there is no such seat or `out` has not [`OBSERVATION_SIZE`] places.
    pub fn observe(&self, seat: usize, out: &mut [f32]) {
        // At the showdown what is legal depends on hidden cards, but there is no wager.
        self.observe_with(seat, &self.legal_actions(), out);
    }

    /// [`State::observe`] for who has the legal actions at hand.
    ///
    /// # Panics
    /// As `observe`.
    pub fn observe_with(&self, seat: usize, legal: &LegalActions, out: &mut [f32]) {
        assert!(seat < self.seats());
        let out: &mut [f32; OBSERVATION_SIZE] = out.try_into().expect("the size of an observation");
        let turn = Turn::new(self.seats(), seat);
        self.write_chips(&turn, legal, out);
        self.write_table(&turn, out);
        self.write_hands(&turn, out);
    }

    #[inline]
    fn write_table(&self, turn: &Turn, out: &mut [f32; OBSERVATION_SIZE]) {
        out[STREET] = self.street.into();
        out[SEATS] = self.seats.into();
        out[SEAT] = turn.viewer.into();
        out[TO_ACT] = turn.relative(self.to_act);
        out[OPENER] = turn.relative(self.opener);
        out[AGGRESSOR] = turn.relative(self.aggressor);
        out[BETS] = self.bets.into();
        out[CAP] = if self.uncapped { 0.0 } else { self.rules.max_bets.into() };
        out[STUB] = self.stub() as u8 as f32;
        out[COMMUNITY] = f32::from(number_of_card(self.community) as i8);
        for (part, set) in
            [(LIVE, self.live()), (ALL_IN, self.live().and(self.broke)), (ABSENT, self.absent), (ACTED, self.acted)]
        {
            write(&mut out[part..part + MAX_SEATS], &bytes_of_bits(turn.set(set)));
        }
    }

    #[inline]
    fn write_hands(&self, turn: &Turn, out: &mut [f32; OBSERVATION_SIZE]) {
        let mut cards = [EMPTY; MAX_SEATS * CARDS];
        for (hand, seat) in cards.as_chunks_mut::<CARDS>().0.iter_mut().zip(turn.order) {
            *hand = self.cards[usize::from(seat) % MAX_SEATS];
        }
        let mut hidden = FACE_DOWN;
        for seat in self.shown.iter() {
            let place = turn.relative(seat) as usize;
            hidden[CARDS * place..CARDS * (place + 1)].fill(0);
        }
        for (card, hidden) in cards.iter_mut().zip(hidden) {
            *card |= if *card == EMPTY { 0 } else { hidden };
        }
        let hands: &[[u8; CARDS]] = cards.as_chunks().0;
        let own = counts(&hands[0]).wrapping_add(counts(&[self.community]));
        let (mut rivals, mut dead) = (0u64, 0u64);
        let mut in_the_hand = turn.set(self.live());
        for hand in &hands[1..self.seats()] {
            in_the_hand >>= 1;
            // Without a showdown only the up-cards can be seen.
            let seen = if self.shown.is_empty() { counts(&[hand[2], hand[3], hand[4], hand[5]]) } else { counts(hand) };
            let kept = 0u64.wrapping_sub(u64::from(in_the_hand & 1));
            rivals = rivals.wrapping_add(seen & kept);
            dead = dead.wrapping_add(seen & !kept);
        }
        for (part, halves) in [(OWN, own), (RIVALS, rivals), (DEAD, dead)] {
            let [low, high] = bytes_of_halves(halves);
            write(&mut out[part..part + 8], &low);
            write(&mut out[part + 8..part + RANKS], &high);
        }
        cards.iter_mut().for_each(|card| *card = number_of_card(*card));
        write(&mut out[HANDS..], &cards);
    }

    #[inline]
    fn write_chips(&self, turn: &Turn, legal: &LegalActions, out: &mut [f32; OBSERVATION_SIZE]) {
        let number = |amount: Chips| amount as i64 as f32;
        let big_bet = number(self.rules.big_bet);
        let lift = |kind: ActionKind| matches!(kind, ActionKind::Complete | ActionKind::Bet | ActionKind::Raise);
        let raise = legal.as_slice().iter().find(|&&(kind, _)| lift(kind));
        let single = [
            self.rules.ante,
            self.rules.bring_in,
            self.rules.small_bet,
            self.pot(),
            self.level,
            self.to_call(),
            raise.map_or(0, |&(_, amount)| amount),
            0, // Eight, to fill whole vectors: dividing what lies beside the seven can take long. The hands come here.
        ];
        out[ANTE..ANTE + 8].copy_from_slice(&single.map(|amount| number(amount) / big_bet));
        let stacks: [Chips; MAX_SEATS] =
            std::array::from_fn(|seat| self.start[seat].wrapping_sub(self.put[seat]).wrapping_add(self.won[seat]));
        for (part, amounts) in [(STACK, &stacks), (STREET_TOTAL, &self.street_put), (CONTRIBUTION, &self.put)] {
            let numbers = turn.each(amounts).map(|amount| number(amount) / big_bet);
            out[part..part + MAX_SEATS].copy_from_slice(&numbers);
        }
    }
}

/// The number for a card: its index + 1, 0 where none lies, 255 (which is -1) for an unknown one.
#[inline]
const fn number_of_card(card: u8) -> u8 {
    // 254 gives 0 and 255 gives 255; all others are below 52.
    let sign = ((card as i8) >> 7) as u8;
    (card ^ sign).wrapping_add(1).wrapping_add(sign.wrapping_add(sign))
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
    fn numbers_of_cards() {
        assert!((0..52).all(|card| number_of_card(card) == card + 1));
        assert_eq!([number_of_card(EMPTY), number_of_card(UNKNOWN)], [0, u8::MAX]);
        assert_eq!(bytes_of_bits(0b1010_0001), [1, 0, 0, 0, 0, 1, 0, 1]);
        assert_eq!(bytes_of_halves(0xFEDC_BA98_7654_3210).as_flattened(), (0..16).collect::<Vec<u8>>());
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
