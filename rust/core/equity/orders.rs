//! How the players stand to each other in a sweep over the ranks from ace to king: what of their hands so far still
//! matters for who wins, and nothing else. Standings that agree in it are one.
//!
//! At each rank an [`Event`] tells what every player holds of it. A standing keeps 16 bits a player in a `u128`.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

use super::counting::MAX_PLAYERS;

/// What a player holds of a rank: 0 nothing, 1 one card (in [`FiveLow`]: some), 2 two or more.
pub(super) type Event = u8;

/// The standing of all players, 16 bits each.
pub(super) type Standing = u128;

/// The code of "not yet" among times of events.
const NEVER: u16 = 15;

/// A rule of comparison, played rank by rank.
pub(super) trait Order {
    /// Events a player can have.
    const EVENTS: usize;
    /// The standing of players without cards.
    fn start(players: usize) -> Standing;
    /// The standing after the next rank.
    fn step(standing: Standing, players: usize, events: &[Event]) -> Standing;
}

/// The field of one player.
#[inline]
pub(super) fn field(standing: Standing, player: usize) -> u16 {
    (standing >> (16 * player)) as u16
}

#[inline]
fn pack(fields: impl Iterator<Item = u16>) -> Standing {
    fields.enumerate().fold(0, |all, (i, f)| all | Standing::from(f) << (16 * i))
}

/// For each player the number of players who are better in the same group.
#[inline]
fn places(players: usize, mut better: impl FnMut(usize, usize) -> bool) -> [u16; MAX_PLAYERS] {
    let mut places = [0; MAX_PLAYERS];
    for (i, place) in places.iter_mut().enumerate().take(players) {
        *place = (0..players).filter(|&j| j != i && better(j, i)).count() as u16;
    }
    places
}

/// Hands of five distinct ranks or more. A field: distinct ranks so far (3 bits), place (3 bits) among the players with
/// as many. Players with different numbers need no order: to reach five together they must differ in a later rank.
pub(super) struct FiveLow;

impl FiveLow {
    /// Distinct ranks so far.
    #[inline]
    pub fn distinct(field: u16) -> u8 {
        (field & 7) as u8
    }

    /// Of some players with equally many distinct ranks (a bit set), those with the lowest rank set.
    #[inline]
    pub fn best(standing: Standing, of: usize) -> usize {
        let (mut best, mut lowest) = (0, u16::MAX);
        let mut left = of;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            // With as many distinct ranks the places decide.
            let field = field(standing, i);
            if field < lowest {
                (best, lowest) = (0, field);
            }
            best |= usize::from(field == lowest) << i;
        }
        best
    }
}

impl Order for FiveLow {
    const EVENTS: usize = 2;

    fn start(_: usize) -> Standing {
        0
    }

    fn step(standing: Standing, players: usize, events: &[Event]) -> Standing {
        let before = |i| field(standing, i);
        let distinct = |i| (before(i) & 7) + u16::from(events[i]);
        let places = places(players, |j, i| {
            distinct(j) == distinct(i) && if events[j] != events[i] { events[j] == 0 } else { before(j) < before(i) }
        });
        pack((0..players).map(|i| distinct(i) | places[i] << 3))
    }
}

/// Hands of exactly four distinct ranks: the lowest paired rank decides, then the three others from the top. A field:
/// distinct ranks so far (3 bits), the time of the lowest pair (4 bits), place among the players equal in both.
pub(super) struct FourRanks;

impl FourRanks {
    /// What bounds the number of cards taken so far: distinct ranks (0 to 4), and whether there is a pair.
    #[inline]
    pub fn class(field: u16) -> usize {
        usize::from(2 * (field & 7) + u16::from(field >> 3 & 15 != NEVER))
    }

    /// The class after an event; `None` where a fifth rank is reached.
    pub const fn next_class(class: usize, event: Event) -> Option<usize> {
        let (distinct, paired) = (class / 2 + (event > 0) as usize, class % 2 == 1 || event == 2);
        if distinct <= 4 { Some(2 * distinct + paired as usize) } else { None }
    }

    /// The players who win when all cards are out, of those with four ranks; none when nobody has four.
    pub fn winners(standing: Standing, players: usize) -> usize {
        winners(players, |i| {
            let f = field(standing, i);
            (f & 7 == 4).then_some((f >> 3 & 15) << 4 | f >> 7)
        })
    }
}

impl Order for FourRanks {
    const EVENTS: usize = 3;

    fn start(players: usize) -> Standing {
        pack((0..players).map(|_| NEVER << 3))
    }

    fn step(standing: Standing, players: usize, events: &[Event]) -> Standing {
        let before = |i| field(standing, i);
        let time = |i| before(i) >> 3 & 15;
        let now = next_time(players, time);
        let distinct = |i| (before(i) & 7) + u16::from(events[i] > 0);
        let pair = |i: usize| if time(i) == NEVER && events[i] == 2 { now } else { time(i) };
        let places = places(players, |j, i| {
            // Of two players who pair the same rank now, neither counts it among the other ranks: both have it.
            distinct(j) == distinct(i)
                && pair(j) == pair(i)
                && if (events[j] > 0) != (events[i] > 0) { events[j] == 0 } else { before(j) >> 7 < before(i) >> 7 }
        });
        pack((0..players).map(|i| distinct(i) | pair(i) << 3 | places[i] << 7))
    }
}

/// Hands of three ranks (two pair: the higher of the two lowest pairs, the lower, then the third rank decide) and of two
/// (full house: the lower rank is held three times, then the other). A field: the times of the first and second pair and
/// of the third rank (4 bits each).
pub(super) struct ThreeRanks;

impl ThreeRanks {
    /// What bounds the number of cards taken so far: pairs (0 to 2) and whether there is a third rank.
    #[inline]
    pub fn class(f: u16) -> usize {
        let there = |shift: u16| usize::from(f >> shift & 15 != NEVER);
        2 * (there(0) + there(4)) + there(8)
    }

    /// The class after an event; `None` where a fourth rank is reached.
    pub const fn next_class(class: usize, event: Event) -> Option<usize> {
        let (pairs, third) = (class / 2, class % 2);
        match event {
            0 => Some(class),
            2 if pairs < 2 => Some(2 * (pairs + 1) + third),
            _ if third == 0 => Some(2 * pairs + 1),
            _ => None,
        }
    }

    /// The players who win when all cards are out.
    pub fn winners(standing: Standing, players: usize) -> usize {
        let part = |i, shift: u16| field(standing, i) >> shift & 15;
        // Three ranks beat two, since two pair beat a full house.
        let three = winners(players, |i| (part(i, 8) != NEVER).then(|| part(i, 4) << 8 | part(i, 0) << 4 | part(i, 8)));
        if three != 0 { three } else { winners(players, |i| Some(part(i, 0) << 4 | part(i, 4))) }
    }
}

impl Order for ThreeRanks {
    const EVENTS: usize = 3;

    fn start(players: usize) -> Standing {
        pack((0..players).map(|_| 0xFFF))
    }

    fn step(standing: Standing, players: usize, events: &[Event]) -> Standing {
        let now = [0, 4, 8].map(|shift| next_time(players, |i| field(standing, i) >> shift & 15));
        pack((0..players).map(|i| {
            let f = field(standing, i);
            let at = match events[i] {
                0 => return f,
                2 if f & 15 == NEVER => 0,
                2 if f >> 4 & 15 == NEVER => 1,
                _ => 2,
            };
            f & !(15 << (4 * at)) | now[at] << (4 * at)
        }))
    }
}

/// The code of a time later than all so far.
fn next_time(players: usize, time: impl Fn(usize) -> u16) -> u16 {
    (0..players).map(time).filter(|&t| t != NEVER).max().map_or(0, |t| t + 1)
}

/// The players with the lowest key, as a bit set.
fn winners(players: usize, key: impl Fn(usize) -> Option<u16>) -> usize {
    let lowest = (0..players).filter_map(&key).min();
    (0..players).filter(|&i| lowest.is_some() && key(i) == lowest).fold(0, |set, i| set | 1 << i)
}

/// The standings met so far, numbered, and where events lead from them.
pub(super) struct Graph<O> {
    players: usize,
    standings: Vec<Standing>,
    numbers: HashMap<Standing, u32, BuildHasherDefault<Mix>>,
    /// By standing and event number; [`UNSEEN`] until asked for. Empty where a row would be too long to keep.
    next: Vec<u32>,
    row: usize,
    order: PhantomData<O>,
}

const UNSEEN: u32 = u32::MAX;
const LONGEST_ROW: usize = 256;

impl<O: Order> Graph<O> {
    /// A graph that knows the start only, which has number 0.
    pub fn new(players: usize) -> Self {
        let row = O::EVENTS.pow(players as u32);
        let row = if row <= LONGEST_ROW { row } else { 0 };
        let mut graph = Graph {
            players,
            standings: Vec::new(),
            numbers: HashMap::default(),
            next: Vec::new(),
            row,
            order: PhantomData,
        };
        graph.number(O::start(players));
        graph
    }

    fn number(&mut self, standing: Standing) -> u32 {
        if let Some(&number) = self.numbers.get(&standing) {
            return number;
        }
        let number = self.standings.len() as u32;
        self.standings.push(standing);
        self.numbers.insert(standing, number);
        self.next.resize(self.next.len() + self.row, UNSEEN);
        number
    }

    /// The standings known.
    pub fn len(&self) -> usize {
        self.standings.len()
    }

    /// A standing by its number.
    #[inline]
    pub fn standing(&self, number: u32) -> Standing {
        self.standings[number as usize]
    }

    /// Where events lead; `code` has the events as digits to base `EVENTS`, player 0 the lowest.
    #[inline]
    pub fn step(&mut self, number: u32, code: usize) -> u32 {
        if self.row > 0 {
            let known = self.next[number as usize * self.row + code];
            if known != UNSEEN {
                return known;
            }
        }
        self.find(number, code)
    }

    #[inline(never)]
    fn find(&mut self, number: u32, code: usize) -> u32 {
        let mut events = [0; MAX_PLAYERS];
        let mut rest = code;
        for event in &mut events[..self.players] {
            *event = (rest % O::EVENTS) as Event;
            rest /= O::EVENTS;
        }
        let next = self.number(O::step(self.standing(number), self.players, &events[..self.players]));
        if self.row > 0 {
            self.next[number as usize * self.row + code] = next;
        }
        next
    }
}

/// A hash for standings: the two halves multiplied and folded.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, value: u128) {
        let low = (value as u64 ^ self.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let high = ((value >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = low ^ high.rotate_left(32);
        self.0 = mixed ^ mixed >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_four_ranks_the_pair_comes_before_the_place() {
        let standing = |fields: &[(u16, u16, u16)]| pack(fields.iter().map(|&(n, pair, at)| n | pair << 3 | at << 7));
        let five = [(4, 2, 4), (4, 2, 0), (4, 2, 1), (4, 2, 0), (4, 2, 3)];
        assert_eq!(FourRanks::winners(standing(&five), 5), 0b01010);
        assert_eq!(FourRanks::winners(standing(&[(4, 3, 0), (4, 2, 0), (3, 1, 0)]), 3), 0b010);
        assert_eq!(FourRanks::winners(standing(&[(3, 1, 0), (2, 0, 0)]), 2), 0);
    }
}
