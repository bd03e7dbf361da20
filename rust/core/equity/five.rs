//! The main sweep: all deals in which somebody has five distinct ranks, which is nearly all of them.
//!
//! Rank by rank from the ace, every player takes some of the cards left of it. A state is the players' standing
//! ([`FiveLow`]) and how many of his unknown cards each has used. The first rank at which somebody reaches five distinct
//! ranks settles the deal: who has not reached five loses, those who reach it together compare by their places, and the
//! rest of the deck can fall in any way. So only players who hold four ranks need to be looked at to settle, and a
//! deal goes on only when none of them gets the rank.
//!
//! The states of one standing lie in a box: player i has used at least as many cards as he holds ranks that he was not
//! given, and at most what there was. Where a state leads depends on the box alone, so the moves from box to box are
//! written down once as [`Step`]s and run through for every standing that has them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::counting::{Word, binomial};
use super::deal::Deal;
use super::orders::{FiveLow, Graph, Standing, field};
use super::settling::Settling;
use super::steps::{self, MOST_STEPS, NOWHERE, Span, Spans, Step, append};

/// The states of one standing: where its box begins.
#[derive(Clone, Copy)]
struct Entry {
    standing: u32,
    offset: u32,
}

/// What is the same for all boxes at one rank.
#[derive(Clone, PartialEq, Eq)]
struct Pattern<const M: usize> {
    cards: usize,
    holders: usize,
    most: [u8; M],
    most_after: [u8; M],
}

/// Adds, for every set of players (a bit set), the ways in which exactly they share the pot; `None` if there is no room for
/// the states.
pub(super) fn sweep<W: Word, const M: usize>(
    deal: &Deal,
    graph: &mut Graph<FiveLow>,
    stop: &AtomicBool,
    counts: &mut [W],
) -> Option<()> {
    let mut sweep = Sweep::<W, M>::new(deal);
    for rank in 0..13 {
        if stop.load(Ordering::Relaxed) || sweep.entries.is_empty() {
            break;
        }
        sweep.rank(deal, rank, graph, stop, counts)?;
    }
    Some(())
}

struct Sweep<W, const M: usize> {
    entries: Vec<Entry>,
    values: Vec<W>,
    next_entries: Vec<Entry>,
    next_values: Vec<W>,
    /// By standing: where its box in `next_values` begins, [`NOWHERE`] if there is none yet.
    places: Vec<u32>,
    pattern: Option<Pattern<M>>,
    steps: Vec<Step>,
    /// By box and events.
    spans: Spans,
    /// Ways to take cards of this rank: (cards per player, ways), sorted by who gets some.
    takes: Vec<([u8; M], u32)>,
    takes_of: Vec<Span>,
    settling: Settling<W, M>,
}

/// A box: for each player the least number of used cards and how many numbers there are.
#[derive(Clone, Copy)]
struct Extent<const M: usize> {
    low: [u8; M],
    size: [u8; M],
    len: usize,
}

impl<const M: usize> Extent<M> {
    #[inline]
    fn new(low: [u8; M], most: &[u8; M]) -> Self {
        let mut size = [0; M];
        let mut len = 1;
        for i in 0..M {
            size[i] = (most[i] + 1).saturating_sub(low[i]);
            len *= usize::from(size[i]);
        }
        Extent { low, size, len }
    }
}

impl<W: Word, const M: usize> Sweep<W, M> {
    fn new(deal: &Deal) -> Self {
        Sweep {
            entries: vec![Entry { standing: 0, offset: 0 }],
            values: vec![W::of(1)],
            next_entries: Vec::with_capacity(64),
            next_values: Vec::with_capacity(1024),
            places: Vec::new(),
            pattern: None,
            steps: Vec::with_capacity(1024),
            spans: Spans::new(10, M),
            takes: Vec::new(),
            takes_of: Vec::new(),
            settling: Settling::new(deal),
        }
    }

    fn rank(
        &mut self,
        deal: &Deal,
        rank: usize,
        graph: &mut Graph<FiveLow>,
        stop: &AtomicBool,
        counts: &mut [W],
    ) -> Option<()> {
        let pattern = Pattern {
            cards: usize::from(deal.deck()[rank]),
            holders: deal.holders(rank),
            most: deal.most_used(rank),
            most_after: deal.most_used(rank + 1),
        };
        if self.pattern.as_ref() != Some(&pattern) {
            self.list_takes(&pattern);
            self.pattern = Some(pattern.clone());
            self.forget_steps();
        }
        self.settling.begin(deal, rank);
        let everybody = (1usize << M) - 1;
        let mut entries = std::mem::take(&mut self.entries);
        if M >= 4 {
            // Standings with the same box one after the other find their steps in the cache.
            entries.sort_unstable_by_key(|e| same_box(graph.standing(e.standing)));
        }
        for &entry in &entries {
            let standing = graph.standing(entry.standing);
            let mut low = [0; M];
            let (mut ready, mut highest, mut code) = (0usize, 0, 0usize);
            for i in (0..M).rev() {
                let distinct = FiveLow::distinct(field(standing, i));
                low[i] = distinct - deal.given_ranks(i, rank);
                ready |= usize::from(distinct == 4) << i;
                highest = highest.max(distinct);
                code = code * 5 + usize::from(low[i]);
            }
            let extent = Extent::new(low, &pattern.most);
            let range = entry.offset as usize..entry.offset as usize + extent.len;
            let forced = ready & pattern.holders;
            if ready != 0 {
                // All non-empty sets of ready players that contain those who are given the rank.
                let free = ready & !forced;
                let mut some = free;
                loop {
                    let reach = some | forced;
                    if reach != 0 {
                        let ways = self.settling.settle(
                            ready,
                            reach,
                            &extent.low,
                            &extent.size,
                            &self.values[range.clone()],
                        )?;
                        let best = FiveLow::best(standing, reach);
                        counts[best] = counts[best].plus(ways);
                    }
                    if some == 0 {
                        break;
                    }
                    some = (some - 1) & free;
                }
            }
            // With too few ranks left nobody can reach five any more.
            if forced != 0 || usize::from(highest) + 13 < rank + 5 {
                continue;
            }
            let free = everybody & !ready & !pattern.holders;
            let mut some = free;
            loop {
                // With many players even one move of one box takes milliseconds.
                if stop.load(Ordering::Relaxed) {
                    return Some(());
                }
                let events = some | pattern.holders;
                self.advance(entry.standing, events, &pattern, (code, extent), range.clone(), graph)?;
                if some == 0 {
                    break;
                }
                some = (some - 1) & free;
            }
        }
        for entry in &self.next_entries {
            self.places[entry.standing as usize] = NOWHERE;
        }
        entries.clear();
        self.entries = std::mem::replace(&mut self.next_entries, entries);
        std::mem::swap(&mut self.values, &mut self.next_values);
        self.next_values.clear();
        Some(())
    }

    /// Carries the states of one box on, given who gets (or was given) the rank.
    #[inline]
    fn advance(
        &mut self,
        standing: u32,
        events: usize,
        pattern: &Pattern<M>,
        (code, extent): (usize, Extent<M>),
        range: std::ops::Range<usize>,
        graph: &mut Graph<FiveLow>,
    ) -> Option<()> {
        let key = code << M | events;
        let span = match self.spans.get(key) {
            Some(span) => span,
            None => self.find_steps(key, events, pattern, &extent),
        };
        if span.start == span.end {
            return Some(());
        }
        let mut low = extent.low;
        for (i, low) in low.iter_mut().enumerate() {
            *low += (events & !pattern.holders) as u8 >> i & 1;
        }
        let next = graph.step(standing, events);
        if self.places.len() < graph.len() {
            self.places.resize(graph.len(), NOWHERE);
        }
        let len = Extent::new(low, &pattern.most_after).len;
        let place = &mut self.places[next as usize];
        if *place == NOWHERE {
            *place = append(&mut self.next_values, len)?;
            self.next_entries.push(Entry { standing: next, offset: *place });
        }
        let to = &mut self.next_values[*place as usize..*place as usize + len];
        steps::run(span.of(&self.steps), &self.values[range], to);
        Some(())
    }

    fn forget_steps(&mut self) {
        self.steps.clear();
        self.spans.clear();
    }

    /// Writes down the steps from a box under some events.
    #[inline(never)]
    fn find_steps(&mut self, key: usize, events: usize, pattern: &Pattern<M>, extent: &Extent<M>) -> Span {
        if self.steps.len() > MOST_STEPS {
            self.forget_steps();
        }
        let mut low = extent.low;
        for (i, low) in low.iter_mut().enumerate() {
            *low += (events & !pattern.holders) as u8 >> i & 1;
        }
        let after = Extent::new(low, &pattern.most_after);
        let start = self.steps.len() as u32;
        let takes = self.takes_of[events];
        for &(take, ways) in takes.of(&self.takes) {
            // Within the box so far, the states from which this take stays within the box after it: all up to a last one.
            let (mut from, mut to, mut count) = (0usize, 0usize, [0usize; M]);
            let (mut strides, mut strides_after) = ([0usize; M], [0usize; M]);
            let (mut stride, mut stride_after) = (1, 1);
            let mut total = 1;
            for i in 0..M {
                let (first, take) = (i32::from(extent.low[i]), i32::from(take[i]));
                let last = i32::from(pattern.most[i]).min(i32::from(pattern.most_after[i]) - take);
                count[i] = (last - first + 1).max(0) as usize;
                total *= count[i];
                // A player who gets the rank takes one at least, as the box after it takes for granted.
                to += (first + take - i32::from(after.low[i])) as usize * stride_after;
                (strides[i], strides_after[i]) = (stride, stride_after);
                stride *= usize::from(extent.size[i]);
                stride_after *= usize::from(after.size[i]);
            }
            if total == 0 {
                continue;
            }
            // The first player's numbers in a plain loop, the others' in an odometer.
            let mut at = [0usize; M];
            loop {
                self.steps.extend((0..count[0] as u32).map(|k| Step {
                    from: from as u32 + k,
                    to: to as u32 + k,
                    ways,
                }));
                let mut i = 1;
                while i < M {
                    at[i] += 1;
                    from += strides[i];
                    to += strides_after[i];
                    if at[i] < count[i] {
                        break;
                    }
                    from -= strides[i] * count[i];
                    to -= strides_after[i] * count[i];
                    at[i] = 0;
                    i += 1;
                }
                if i == M {
                    break;
                }
            }
        }
        let span = Span { start, end: self.steps.len() as u32 };
        self.spans.set(key, span);
        span
    }

    /// Lists the ways to take cards of a rank, by the set of those who hold it afterwards.
    fn list_takes(&mut self, pattern: &Pattern<M>) {
        let mut all: Vec<(usize, [u8; M], u32)> = Vec::new();
        let mut take = [0u8; M];
        let mut left = pattern.cards;
        'all: loop {
            let (mut deck, mut ways) = (pattern.cards, 1u64);
            for &k in &take {
                ways *= binomial(deck, usize::from(k));
                deck -= usize::from(k);
            }
            let holders = (0..M).filter(|&i| take[i] > 0).fold(pattern.holders, |set, i| set | 1 << i);
            all.push((holders, take, ways as u32));
            let mut i = 0;
            loop {
                if i == M {
                    break 'all;
                }
                if left > 0 && take[i] < pattern.most_after[i] {
                    take[i] += 1;
                    left -= 1;
                    break;
                }
                left += usize::from(take[i]);
                take[i] = 0;
                i += 1;
            }
        }
        all.sort_by_key(|&(holders, ..)| holders);
        self.takes.clear();
        self.takes_of.clear();
        self.takes_of.resize(1 << M, Span { start: 0, end: 0 });
        for (holders, take, ways) in all {
            let at = self.takes.len() as u32;
            let span = &mut self.takes_of[holders];
            if span.start == span.end {
                span.start = at;
            }
            span.end = at + 1;
            self.takes.push((take, ways));
        }
    }
}

/// What of a standing tells its box.
fn same_box(standing: Standing) -> Standing {
    standing & 0x0007_0007_0007_0007_0007_0007_0007_0007
}
