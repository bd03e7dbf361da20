//! The rest of the deals: those in which nobody has five distinct ranks, so that pairs decide.
//!
//! A sweep over the ranks again, once for the deals in which somebody holds four ranks ([`FourRanks`]), once for those in
//! which nobody does ([`ThreeRanks`]). All seven cards of every player must go into so few ranks, so few numbers of
//! used cards are possible at each rank: a player's *reach*, worked out beforehand for each player alone.

use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::{MAX_PLAYERS, Word};
use super::deal::Deal;
use super::orders::{Event, FourRanks, Graph, Order, Standing, ThreeRanks, field};

/// An order of hands with few ranks.
pub(super) trait FewRanks: Order {
    /// Classes of players' hands.
    const CLASSES: usize;
    /// The class of a field.
    fn class_of(field: u16) -> usize;
    /// The class after an event; `None` when that is one rank too many.
    fn after(class: usize, event: Event) -> Option<usize>;
    /// The winners (a bit set) of the deals that this order is for; 0 for other deals.
    fn decide(standing: Standing, players: usize) -> usize;
}

impl FewRanks for FourRanks {
    const CLASSES: usize = 10;

    fn class_of(field: u16) -> usize {
        FourRanks::class(field)
    }

    fn after(class: usize, event: Event) -> Option<usize> {
        FourRanks::next_class(class, event)
    }

    fn decide(standing: Standing, players: usize) -> usize {
        FourRanks::winners(standing, players)
    }
}

impl FewRanks for ThreeRanks {
    const CLASSES: usize = 6;

    fn class_of(field: u16) -> usize {
        ThreeRanks::class(field)
    }

    fn after(class: usize, event: Event) -> Option<usize> {
        ThreeRanks::next_class(class, event)
    }

    fn decide(standing: Standing, players: usize) -> usize {
        ThreeRanks::winners(standing, players)
    }
}

/// Classes of any order at most.
const CLASSES: usize = 10;

/// Numbers from `low` to `high`; none when `high < low`.
#[derive(Clone, Copy)]
struct Between {
    low: u8,
    high: u8,
}

impl Between {
    const NONE: Between = Between { low: 1, high: 0 };

    #[inline]
    fn len(self) -> usize {
        usize::from((self.high + 1).saturating_sub(self.low))
    }

    /// The span of a bit set of numbers.
    fn of_bits(bits: u16) -> Between {
        if bits == 0 {
            return Between::NONE;
        }
        Between { low: bits.trailing_zeros() as u8, high: 15 - bits.leading_zeros() as u8 }
    }
}

/// For each player, rank and class: the numbers of used cards from which the end can be reached.
struct Reach {
    used: [[[Between; CLASSES]; 14]; MAX_PLAYERS],
}

/// The cards of a rank that make an event for a player who was given `known` of it.
#[inline]
fn takes(known: u8, event: Event, left: u8) -> Between {
    match event {
        0 | 1 if known > event => Between::NONE,
        0 | 1 => between(event - known, event - known, left),
        _ => between(2u8.saturating_sub(known), 7, left),
    }
}

fn between(low: u8, high: u8, left: u8) -> Between {
    let high = high.min(left);
    if low > high { Between::NONE } else { Between { low, high } }
}

impl Reach {
    /// `None` when some player cannot end with so few ranks.
    fn new<O: FewRanks>(deal: &Deal) -> Option<Reach> {
        let mut reach = Reach { used: [[[Between::NONE; CLASSES]; 14]; MAX_PLAYERS] };
        let start = O::class_of(field(O::start(1), 0));
        for player in 0..deal.players() {
            let need = deal.unknown()[player];
            let all = (2u16 << need) - 1;
            let mut forward = [[0u16; CLASSES]; 14];
            forward[0][start] = 1;
            let moves = |rank: usize, class: usize| {
                (0..3u8).filter_map(move |event| {
                    let next = O::after(class, event)?;
                    let take = takes(deal.known(player, rank), event, deal.deck()[rank]);
                    (take.len() > 0).then_some((next, take))
                })
            };
            for rank in 0..13 {
                for class in 0..O::CLASSES {
                    let from = forward[rank][class];
                    if from != 0 {
                        for (next, take) in moves(rank, class) {
                            for k in take.low..=take.high.min(need) {
                                forward[rank + 1][next] |= from << k & all;
                            }
                        }
                    }
                }
            }
            let mut backward = [1u16 << need; CLASSES];
            for rank in (0..=13).rev() {
                if rank < 13 {
                    let after = backward;
                    for class in 0..O::CLASSES {
                        backward[class] = 0;
                        if forward[rank][class] != 0 {
                            for (next, take) in moves(rank, class) {
                                for k in take.low..=take.high.min(need) {
                                    backward[class] |= after[next] >> k;
                                }
                            }
                        }
                    }
                }
                let mut any = false;
                for class in 0..O::CLASSES {
                    let bits = forward[rank][class] & backward[class];
                    reach.used[player][rank][class] = Between::of_bits(bits);
                    any |= bits != 0;
                }
                if !any {
                    return None;
                }
            }
        }
        Some(reach)
    }
}

/// A move of one player from a number of used cards to another, both counted from the low end of their range.
#[derive(Clone, Copy)]
struct Move {
    cards: u8,
    from: u8,
    to: u8,
}

/// The moves of one player from one class by one event.
#[derive(Clone, Copy, Default)]
struct Choice {
    event: Event,
    /// Cards taken at least.
    least: u8,
    /// Numbers of used cards in the class that it leads to.
    width: u8,
    start: u32,
    end: u32,
}

/// What one player can do from one class.
#[derive(Clone, Copy, Default)]
struct Choices {
    /// Numbers of used cards in this class.
    width: u8,
    many: u8,
    choices: [Choice; 3],
}

/// All moves at one rank. Those of a choice are sorted by cards taken.
struct Moves {
    of: [[Choices; CLASSES]; MAX_PLAYERS],
    list: Vec<Move>,
}

impl Moves {
    fn find<O: FewRanks>(&mut self, deal: &Deal, reach: &Reach, rank: usize) {
        self.list.clear();
        for player in 0..deal.players() {
            for class in 0..O::CLASSES {
                let used = reach.used[player][rank][class];
                if used.len() == 0 {
                    continue;
                }
                let choices = &mut self.of[player][class];
                *choices = Choices { width: used.len() as u8, ..Choices::default() };
                for event in 0..3 {
                    let Some(next) = O::after(class, event) else { continue };
                    let after = reach.used[player][rank + 1][next];
                    let start = self.list.len();
                    let take = takes(deal.known(player, rank), event, deal.deck()[rank]);
                    for cards in take.low..=take.high {
                        for u in used.low.max(after.low.saturating_sub(cards))..=used.high {
                            if u + cards <= after.high {
                                self.list.push(Move { cards, from: u - used.low, to: u + cards - after.low });
                            }
                        }
                    }
                    if self.list.len() > start {
                        choices.choices[usize::from(choices.many)] = Choice {
                            event,
                            least: self.list[start].cards,
                            width: after.len() as u8,
                            start: start as u32,
                            end: self.list.len() as u32,
                        };
                        choices.many += 1;
                    }
                }
            }
        }
    }
}

/// Adds, for every set of players (a bit set), the ways in which exactly they share the pot.
pub(super) fn sweep<O: FewRanks, W: Word>(deal: &Deal, graph: &mut Graph<O>, stop: &AtomicBool, counts: &mut [W]) {
    let Some(reach) = Reach::new::<O>(deal) else { return };
    let mut sweep = Sweep::<W> {
        players: deal.players(),
        entries: vec![(0, 0)],
        values: vec![W::of(1)],
        next_entries: Vec::new(),
        next_values: Vec::new(),
        places: Vec::new(),
    };
    let mut moves = Moves { of: [[Choices::default(); CLASSES]; MAX_PLAYERS], list: Vec::new() };
    for rank in 0..13 {
        moves.find::<O>(deal, &reach, rank);
        let entries = std::mem::take(&mut sweep.entries);
        for (at, &(number, offset)) in entries.iter().enumerate() {
            if at % 64 == 63 && stop.load(Ordering::Relaxed) {
                return;
            }
            sweep.entry(deal.deck()[rank], &moves, graph, number, offset as usize);
        }
        for &(number, _) in &sweep.next_entries {
            sweep.places[number as usize] = NOWHERE;
        }
        sweep.entries = std::mem::replace(&mut sweep.next_entries, entries);
        sweep.next_entries.clear();
        std::mem::swap(&mut sweep.values, &mut sweep.next_values);
        sweep.next_values.clear();
    }
    for &(number, offset) in &sweep.entries {
        let winners = O::decide(graph.standing(number), sweep.players);
        if winners != 0 {
            // At the end every player has used all his cards: the box is one state.
            counts[winners] = counts[winners].plus(sweep.values[offset as usize]);
        }
    }
}

const NOWHERE: u32 = u32::MAX;

/// The states, in a box for each standing: (standing, where its box begins).
struct Sweep<W> {
    players: usize,
    entries: Vec<(u32, u32)>,
    values: Vec<W>,
    next_entries: Vec<(u32, u32)>,
    next_values: Vec<W>,
    /// By standing: where its box in `next_values` begins.
    places: Vec<u32>,
}

impl<W: Word> Sweep<W> {
    /// Carries the states of one standing on by all events of a rank of which `left` cards are left.
    fn entry<O: FewRanks>(&mut self, left: u8, moves: &Moves, graph: &mut Graph<O>, number: u32, offset: usize) {
        let players = self.players;
        let standing = graph.standing(number);
        let mut of = [&moves.of[0][0]; MAX_PLAYERS];
        let mut len = 1;
        for (i, of) in of.iter_mut().enumerate().take(players) {
            *of = &moves.of[i][O::class_of(field(standing, i))];
            len *= usize::from(of.width);
        }
        let mut at = [0; MAX_PLAYERS];
        loop {
            let (mut code, mut least, mut len_after) = (0, 0, 1);
            for i in (0..players).rev() {
                let choice = &of[i].choices[at[i]];
                code = code * 3 + usize::from(choice.event);
                least += choice.least;
                len_after *= usize::from(choice.width);
            }
            if least <= left {
                let next = graph.step(number, code);
                if self.places.len() < graph.len() {
                    self.places.resize(graph.len(), NOWHERE);
                }
                let place = &mut self.places[next as usize];
                if *place == NOWHERE {
                    *place = self.next_values.len() as u32;
                    self.next_entries.push((next, *place));
                    self.next_values.resize(self.next_values.len() + len_after, W::default());
                }
                let start = *place as usize;
                Spread {
                    list: &moves.list,
                    of: &of,
                    at: &at,
                    from: &self.values[offset..offset + len],
                    to: &mut self.next_values[start..start + len_after],
                }
                .players(players, left, 0, 0, 1);
            }
            let mut i = 0;
            loop {
                at[i] += 1;
                if at[i] < usize::from(of[i].many) {
                    break;
                }
                at[i] = 0;
                i += 1;
                if i == players {
                    return;
                }
            }
        }
    }
}

/// `CHOOSE[n][k]`: the ways to take k of n cards of a rank.
const CHOOSE: [[u32; 5]; 5] = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// One box added to another under one choice of every player.
struct Spread<'a, W> {
    list: &'a [Move],
    of: &'a [&'a Choices; MAX_PLAYERS],
    at: &'a [usize; MAX_PLAYERS],
    from: &'a [W],
    to: &'a mut [W],
}

impl<'a, W: Word> Spread<'a, W> {
    #[inline]
    fn moves(&self, player: usize) -> (&'a [Move], usize, usize) {
        let choice = &self.of[player].choices[self.at[player]];
        let moves = &self.list[choice.start as usize..choice.end as usize];
        (moves, usize::from(self.of[player].width), usize::from(choice.width))
    }

    /// Goes through the moves of the players below `end`, the last of them outermost, the first two in plain loops.
    /// Places are mixed radix, player 0 the fastest.
    fn players(&mut self, end: usize, left: u8, from: usize, to: usize, ways: u32) {
        let i = end - 1;
        if i == 1 {
            return self.two(left, from, to, ways);
        }
        let choice = self.of[i].choices[self.at[i]];
        for at in choice.start..choice.end {
            let Move { cards, from: f, to: t } = self.list[at as usize];
            if cards > left {
                break;
            }
            let ways = ways * CHOOSE[usize::from(left)][usize::from(cards)];
            let from = from * usize::from(self.of[i].width) + usize::from(f);
            let to = to * usize::from(choice.width) + usize::from(t);
            self.players(i, left - cards, from, to, ways);
        }
    }

    #[inline]
    fn two(&mut self, left: u8, from: usize, to: usize, ways: u32) {
        let (second, width, width_after) = self.moves(1);
        let (first, first_width, first_width_after) = self.moves(0);
        let (from, to) = (from * width, to * width_after);
        for b in second {
            if b.cards > left {
                break;
            }
            let left_over = left - b.cards;
            let ways = ways * CHOOSE[usize::from(left)][usize::from(b.cards)];
            let from = (from + usize::from(b.from)) * first_width;
            let to = (to + usize::from(b.to)) * first_width_after;
            for a in first {
                if a.cards > left_over {
                    break;
                }
                let ways = ways * CHOOSE[usize::from(left_over)][usize::from(a.cards)];
                let value = self.from[from + usize::from(a.from)].times(W::of(u64::from(ways)));
                let sum = &mut self.to[to + usize::from(a.to)];
                *sum = sum.plus(value);
            }
        }
    }
}
