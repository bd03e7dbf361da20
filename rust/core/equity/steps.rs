//! Moves between boxes of states, written down once and run through many times.

use std::collections::HashMap;

use super::counting::Word;

/// From a place in one box to a place in another, in so many ways.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub from: u32,
    pub to: u32,
    pub ways: u32,
}

/// A stretch of a list.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The stretch of a list.
    #[inline]
    pub fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// Adds the states of one box to another.
#[inline]
pub(super) fn run<W: Word>(steps: &[Step], from: &[W], to: &mut [W]) {
    for step in steps {
        let value = from[step.from as usize].times(W::of(u64::from(step.ways)));
        let sum = &mut to[step.to as usize];
        *sum = sum.plus(value);
    }
}

/// No place.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Where more values begin behind those that are there, all zero; `None` if there is no room for them, in memory or in the
/// numbers of places.
pub(super) fn append<W: Word>(values: &mut Vec<W>, more: usize) -> Option<u32> {
    let place = u32::try_from(values.len()).ok().filter(|&place| place != NOWHERE)?;
    values.try_reserve(more).ok()?;
    values.resize(values.len() + more, W::default());
    Some(place)
}

/// Steps kept at most before the lists are begun anew.
pub(super) const MOST_STEPS: usize = 1 << 22;

/// Spans by key: a table where there are few keys, else a map.
pub(super) enum Spans {
    Table(Vec<Span>),
    Map(HashMap<usize, Span>),
}

const UNKNOWN_SPAN: Span = Span { start: NOWHERE, end: NOWHERE };

impl Spans {
    /// For keys below `base` to the power of the number of players.
    pub fn new(base: usize, players: usize) -> Self {
        if players <= 4 {
            Spans::Table(vec![UNKNOWN_SPAN; base.pow(players as u32)])
        } else {
            Spans::Map(HashMap::new())
        }
    }

    pub fn clear(&mut self) {
        match self {
            Spans::Table(table) => table.fill(UNKNOWN_SPAN),
            Spans::Map(map) => map.clear(),
        }
    }

    #[inline]
    pub fn get(&self, key: usize) -> Option<Span> {
        match self {
            Spans::Table(table) => Some(table[key]).filter(|span| span.start != NOWHERE),
            Spans::Map(map) => map.get(&key).copied(),
        }
    }

    pub fn set(&mut self, key: usize, span: Span) {
        match self {
            Spans::Table(table) => table[key] = span,
            Spans::Map(map) => drop(map.insert(key, span)),
        }
    }
}
