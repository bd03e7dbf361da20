//! The rest of the deals: those in which nobody has five distinct ranks, so that pairs decide.
//!
//! A sweep over the ranks again, once for the deals in which somebody holds four ranks ([`FourRanks`]), once for those in
//! which nobody does ([`ThreeRanks`]). All seven cards of every player must go into so few ranks, so few numbers of
//! used cards are possible at each rank: a player's *reach*, worked out beforehand for each player alone.

use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::{BINOMIAL, MAX_PLAYERS, Word};
use super::deal::Deal;
use super::orders::{Event, FourRanks, Graph, Order, Standing, ThreeRanks, field};
use super::steps::{self, MOST_STEPS, NOWHERE, Span, Spans, Step, append};

/// An order of hands with few ranks.
pub(super) trait FewRanks: Order {
    /// The class after each event; [`TOO_MANY`] ranks for some.
    const NEXT: [[usize; 3]; CLASSES];
    /// The class of a field.
    fn class_of(field: u16) -> usize;
    /// The winners (a bit set) of the deals that this order is for; 0 for other deals.
    fn decide(standing: Standing, players: usize) -> usize;
}

/// The classes after each event, from an order's own rule.
macro_rules! next_classes {
    ($order:ty, $classes:expr) => {{
        let mut next = [[TOO_MANY; 3]; CLASSES];
        let mut at = 0;
        while at < 3 * $classes {
            if let Some(after) = <$order>::next_class(at / 3, (at % 3) as Event) {
                next[at / 3][at % 3] = after;
            }
            at += 1;
        }
        next
    }};
}

impl FewRanks for FourRanks {
    const NEXT: [[usize; 3]; CLASSES] = next_classes!(FourRanks, 10);

    fn class_of(field: u16) -> usize {
        FourRanks::class(field)
    }

    fn decide(standing: Standing, players: usize) -> usize {
        FourRanks::winners(standing, players)
    }
}

impl FewRanks for ThreeRanks {
    const NEXT: [[usize; 3]; CLASSES] = next_classes!(ThreeRanks, 6);

    fn class_of(field: u16) -> usize {
        ThreeRanks::class(field)
    }

    fn decide(standing: Standing, players: usize) -> usize {
        ThreeRanks::winners(standing, players)
    }
}

/// Classes of any order at most.
const CLASSES: usize = 10;
/// Instead of a class.
const TOO_MANY: usize = usize::MAX;

/// Numbers from `low` to `high`; none when `high < low`.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// From this rank on nobody gets or is given any card.
    last: usize,
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
        let mut reach = Reach { used: [[[Between::NONE; CLASSES]; 14]; MAX_PLAYERS], last: 0 };
        let start = O::class_of(field(O::start(1), 0));
        for player in 0..deal.players() {
            let need = deal.unknown()[player];
            let all = (2u16 << need) - 1;
            let takes: [[Between; 3]; 13] = std::array::from_fn(|rank| {
                [0, 1, 2].map(|event| takes(deal.known(player, rank), event, deal.deck()[rank].min(need)))
            });
            // Numbers of used cards as bits: those that can be reached, then of them those from which the end can be.
            let mut bits = [[0u16; CLASSES]; 14];
            bits[0][start] = 1;
            for rank in 0..13 {
                let (before, after) = bits.split_at_mut(rank + 1);
                for (class, &from) in before[rank].iter().enumerate().filter(|&(_, &from)| from != 0) {
                    for (take, next) in takes[rank].iter().zip(O::NEXT[class]) {
                        for k in take.low..=take.high {
                            if let Some(after) = after[0].get_mut(next) {
                                *after |= from << k & all;
                            }
                        }
                    }
                }
            }
            bits[13].iter_mut().for_each(|bits| *bits &= 1 << need);
            for rank in (0..13).rev() {
                let (before, after) = bits.split_at_mut(rank + 1);
                for (class, bits) in before[rank].iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
                    let mut back = 0;
                    for (take, next) in takes[rank].iter().zip(O::NEXT[class]) {
                        for k in take.low..=take.high {
                            back |= after[0].get(next).map_or(0, |after| after >> k);
                        }
                    }
                    *bits &= back;
                }
            }
            if bits[0][start] == 0 {
                return None;
            }
            for (used, bits) in reach.used[player].iter_mut().zip(&bits) {
                *used = bits.map(Between::of_bits);
            }
            let done = |bits: &[u16; CLASSES]| bits.iter().all(|&bits| bits == 0 || bits == 1 << need);
            let open = (0..13).rev().find(|&rank| deal.known(player, rank) > 0 || !done(&bits[rank]));
            reach.last = reach.last.max(open.map_or(0, |rank| rank + 1));
        }
        Some(reach)
    }

    /// Whether a rank has the same moves as the one before. Nobody is given either of them then: a rank that is given moves a
    /// player on to other classes.
    fn alike(&self, deal: &Deal, rank: usize) -> bool {
        deal.deck()[rank] == deal.deck()[rank - 1]
            && self.used[..deal.players()]
                .iter()
                .all(|used| used[rank - 1] == used[rank] && used[rank] == used[rank + 1])
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
    moves: Span,
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
            let known = deal.known(player, rank);
            let takes = [0, 1, 2].map(|event| takes(known, event, deal.deck()[rank]));
            for class in 0..CLASSES {
                let used = reach.used[player][rank][class];
                if used.len() == 0 {
                    continue;
                }
                let choices = &mut self.of[player][class];
                *choices = Choices { width: used.len() as u8, ..Choices::default() };
                for (event, (take, &next)) in takes.iter().zip(&O::NEXT[class]).enumerate() {
                    let Some(&after) = reach.used[player][rank + 1].get(next) else { continue };
                    let start = self.list.len();
                    for cards in take.low..=take.high.min(after.high) {
                        let first = used.low.max(after.low.saturating_sub(cards));
                        let last = used.high.min(after.high - cards);
                        let (mut from, mut to) =
                            (first.wrapping_sub(used.low), (first + cards).wrapping_sub(after.low));
                        for _ in first..(last + 1).max(first) {
                            self.list.push(Move { cards, from, to });
                            from += 1;
                            to += 1;
                        }
                    }
                    if self.list.len() > start {
                        choices.choices[usize::from(choices.many)] = Choice {
                            event: event as Event,
                            least: self.list[start].cards,
                            width: after.len() as u8,
                            moves: Span { start: start as u32, end: self.list.len() as u32 },
                        };
                        choices.many += 1;
                    }
                }
            }
        }
    }
}

/// What all players do at once: the events as a code, the size of the box that it leads to, the steps.
#[derive(Clone, Copy)]
struct Combination {
    code: u32,
    len: u32,
    steps: Span,
}

/// Adds, for every set of players (a bit set), the ways in which exactly they share the pot; `None` if there is no room for
/// the states.
pub(super) fn sweep<O: FewRanks, W: Word, const M: usize>(
    deal: &Deal,
    graph: &mut Graph<O>,
    stop: &AtomicBool,
    counts: &mut [W],
) -> Option<()> {
    let Some(reach) = Reach::new::<O>(deal) else { return Some(()) };
    let mut sweep = Sweep::<W, M> {
        entries: vec![(0, 0)],
        values: vec![W::of(1)],
        next_entries: Vec::with_capacity(64),
        next_values: Vec::with_capacity(512),
        places: vec![NOWHERE; graph.len()],
        moves: Moves { of: [[Choices::default(); CLASSES]; MAX_PLAYERS], list: Vec::with_capacity(256) },
        spans: Spans::new(CLASSES, M),
        combinations: Vec::with_capacity(256),
        steps: Vec::with_capacity(1024),
    };
    for rank in 0..reach.last {
        if rank == 0 || !reach.alike(deal, rank) {
            sweep.moves.find::<O>(deal, &reach, rank);
            sweep.forget_steps();
        }
        let entries = std::mem::take(&mut sweep.entries);
        for &(number, offset) in &entries {
            if stop.load(Ordering::Relaxed) {
                return Some(());
            }
            sweep.entry(deal.deck()[rank], graph, number, offset as usize)?;
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
        let winners = O::decide(graph.standing(number), M);
        if winners != 0 {
            // At the end every player has used all his cards: the box is one state.
            counts[winners] = counts[winners].plus(sweep.values[offset as usize]);
        }
    }
    Some(())
}

/// The states, in a box for each standing: (standing, where its box begins).
struct Sweep<W, const M: usize> {
    entries: Vec<(u32, u32)>,
    values: Vec<W>,
    next_entries: Vec<(u32, u32)>,
    next_values: Vec<W>,
    /// By standing: where its box in `next_values` begins.
    places: Vec<u32>,
    moves: Moves,
    /// By the classes of all players: their combinations at this rank.
    spans: Spans,
    combinations: Vec<Combination>,
    steps: Vec<Step>,
}

impl<W: Word, const M: usize> Sweep<W, M> {
    /// Carries the states of one standing on by all events of a rank of which `left` cards are left.
    fn entry<O: FewRanks>(&mut self, left: u8, graph: &mut Graph<O>, number: u32, offset: usize) -> Option<()> {
        let standing = graph.standing(number);
        let mut classes = [0; M];
        let (mut len, mut key) = (1, 0);
        for (i, class) in classes.iter_mut().enumerate() {
            *class = O::class_of(field(standing, i));
            len *= usize::from(self.moves.of[i][*class].width);
            key = key * CLASSES + *class;
        }
        let span = match self.spans.get(key) {
            Some(span) => span,
            None => self.combine(key, &classes, left),
        };
        for combination in span.of(&self.combinations) {
            let next = graph.step(number, combination.code as usize);
            if self.places.len() < graph.len() {
                self.places.resize(graph.len(), NOWHERE);
            }
            let place = &mut self.places[next as usize];
            let len_after = combination.len as usize;
            if *place == NOWHERE {
                *place = append(&mut self.next_values, len_after)?;
                self.next_entries.push((next, *place));
            }
            let to = &mut self.next_values[*place as usize..*place as usize + len_after];
            steps::run(combination.steps.of(&self.steps), &self.values[offset..offset + len], to);
        }
        Some(())
    }

    fn forget_steps(&mut self) {
        self.spans.clear();
        self.combinations.clear();
        self.steps.clear();
    }

    /// Writes down what the players can do from their classes.
    #[inline(never)]
    fn combine(&mut self, key: usize, classes: &[usize; M], left: u8) -> Span {
        if self.steps.len() > MOST_STEPS {
            self.forget_steps();
        }
        let start = self.combinations.len() as u32;
        let mut at = [0; M];
        'all: loop {
            let (mut code, mut least, mut len) = (0, 0, 1);
            let mut parts = [Part { moves: Span::default(), width: 0, width_after: 0 }; M];
            for i in (0..M).rev() {
                let from = &self.moves.of[i][classes[i]];
                let choice = &from.choices[at[i]];
                code = code * 3 + u32::from(choice.event);
                least += choice.least;
                len *= u32::from(choice.width);
                parts[i] =
                    Part { moves: choice.moves, width: u32::from(from.width), width_after: u32::from(choice.width) };
            }
            if least <= left {
                let start = self.steps.len() as u32;
                list_steps(&parts, &self.moves.list, left, Step { from: 0, to: 0, ways: 1 }, &mut self.steps);
                let steps = Span { start, end: self.steps.len() as u32 };
                if steps.start != steps.end {
                    self.combinations.push(Combination { code, len, steps });
                }
            }
            let mut i = 0;
            loop {
                at[i] += 1;
                if at[i] < usize::from(self.moves.of[i][classes[i]].many) {
                    break;
                }
                at[i] = 0;
                i += 1;
                if i == M {
                    break 'all;
                }
            }
        }
        let span = Span { start, end: self.combinations.len() as u32 };
        self.spans.set(key, span);
        span
    }
}

/// `CHOOSE[n][k]`: the ways to take k of n cards of a rank.
static CHOOSE: [[u32; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut n = 0;
    while n < 8 {
        let mut k = 0;
        while k < 8 {
            table[n][k] = BINOMIAL[n][k] as u32;
            k += 1;
        }
        n += 1;
    }
    table
};

/// One player's moves, and the numbers of used cards before and after.
#[derive(Clone, Copy)]
struct Part {
    moves: Span,
    width: u32,
    width_after: u32,
}

/// Lists the steps that all players' moves make together; places are mixed radix, the first part the lowest digit.
fn list_steps(parts: &[Part], list: &[Move], left: u8, so_far: Step, steps: &mut Vec<Step>) {
    if let [first, second] = parts {
        return list_two(first, second, list, left, so_far, steps);
    }
    let (part, others) = parts.split_last().expect("two players or more");
    for &step in part.moves.of(list) {
        if step.cards > left {
            break;
        }
        list_steps(others, list, left - step.cards, part.after(so_far, step, left), steps);
    }
}

#[inline]
fn list_two(first: &Part, second: &Part, list: &[Move], left: u8, so_far: Step, steps: &mut Vec<Step>) {
    let moves = first.moves.of(list);
    for &outer in second.moves.of(list) {
        if outer.cards > left {
            break;
        }
        let so_far = second.after(so_far, outer, left);
        let left = left - outer.cards;
        for &inner in moves {
            if inner.cards > left {
                break;
            }
            steps.push(first.after(so_far, inner, left));
        }
    }
}

impl Part {
    #[inline]
    fn after(&self, so_far: Step, step: Move, left: u8) -> Step {
        Step {
            from: so_far.from.wrapping_mul(self.width).wrapping_add(u32::from(step.from)),
            to: so_far.to.wrapping_mul(self.width_after).wrapping_add(u32::from(step.to)),
            ways: so_far.ways.wrapping_mul(CHOOSE[usize::from(left & 7)][usize::from(step.cards & 7)]),
        }
    }
}
