//! Ranges: weighted sets of holdings, written as alternatives.
//!
//! ```text
//! range        = [alternative {"," alternative}]
//! alternative  = ["!"] part {part} ["/d"] ["@" weight]
//! part         = card | rank | "[" (rank | rank "-" rank) {…} "]"
//! ```
//! All alternatives have as many cards. `/d`: ranks distinct from each other and from the cards behind the range. `!` takes
//! out what it names, wherever it stands; a range of exclusions only begins with all holdings. A holding named by
//! several alternatives counts once, with the weight of the last.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::counting::binomial;
use super::text::{Text, Token};
use crate::cards::{Card, CardSet, Rank};
use crate::error::{Error, Result};

/// Holdings with suits at most, over all rank classes that need them.
const MOST_HOLDINGS: usize = 1_000_000;

/// The decimals of a weight at most.
const DECIMALS: usize = 6;
const UNIT: u64 = 10u64.pow(DECIMALS as u32);

/// A weighted set of holdings of equally many cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    text: String,
    cards: usize,
    /// What weights are counted in, in millionths.
    step: u64,
    classes: Arc<Classes>,
}

/// Holdings by rank counts (a nibble for each rank, the ace lowest).
type Classes = BTreeMap<u64, Class>;

/// Whether to stop: asked every few milliseconds at least by what may take long.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// The holdings with the same ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Class {
    /// All suits, with one weight.
    All(u64),
    /// Some, by their bits in a [`CardSet`].
    Some(BTreeMap<u64, u64>),
}

impl Class {
    fn weights(&self) -> Vec<u64> {
        match self {
            Class::All(weight) => vec![*weight],
            Class::Some(some) => some.values().copied().collect(),
        }
    }

    /// Its holdings with suits.
    fn named(&self) -> usize {
        if let Class::Some(some) = self { some.len() } else { 0 }
    }
}

/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One alternative when dead cards are gone: all suits of some ranks, or one holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    /// Rank counts in nibbles.
    pub ranks: u64,
    /// The cards; `None` for all suits that are left.
    pub cards: Option<CardSet>,
    /// In the range's own unit.
    pub weight: u64,
}

impl Alternative {
    pub fn part(&self) -> RangePart {
        RangePart { ranks: self.ranks, cards: self.cards }
    }
}

/// All holdings of a range that have the same ranks, or one holding: as text "A7" or "As7d".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangePart {
    ranks: u64,
    cards: Option<CardSet>,
}

impl fmt::Display for RangePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cards {
            Some(cards) => cards.iter().try_for_each(|card| write!(f, "{card}")),
            None => Rank::all().try_for_each(|rank| {
                let mut times = 0..count(self.ranks, usize::from(rank.index()));
                times.try_for_each(|_| write!(f, "{rank}"))
            }),
        }
    }
}

/// The cards of a rank among rank counts.
pub(super) fn count(ranks: u64, rank: usize) -> usize {
    (ranks >> (4 * rank) & 15) as usize
}

/// A part of an alternative.
#[derive(Clone, Copy)]
enum Part {
    Card(Card),
    /// Ranks as 13 bits.
    Ranks(u16),
}

/// An alternative as written.
struct Written {
    parts: Vec<Part>,
    excludes: bool,
    distinct: bool,
    weight: u64,
    position: usize,
}

impl Range {
    /// A range by itself, braces left out or not, with the cards that stand behind it.
    pub fn parse(text: &str) -> Result<(Range, Vec<Card>)> {
        Range::read(text, &|| false)
    }

    /// The same, which may take seconds where there are very many alternatives; an error once it is to stop.
    pub fn read(text: &str, stop: Stop) -> Result<(Range, Vec<Card>)> {
        let whole = Text::new("range", text);
        let start = whole.skip(0, whole.chars.len(), false);
        if whole.chars.get(start) != Some(&'{') {
            return Ok((Range::read_part(&whole, start, whole.chars.len(), 0, stop)?, Vec::new()));
        }
        // A player's text, but the argument has another name here.
        let spot = super::Spot::read(&[text, ""], "", "", stop).map_err(|error| match error {
            Error::Parse { message, position } => {
                Error::Parse { message: message.replacen("players[0]", "range", 1), position }
            }
            Error::Value(message) => Error::Value(message.replacen("players[0]", "range", 1)),
            other => other,
        })?;
        let hand = spot.hands()[0].clone();
        Ok((hand.range.expect("braces were there"), hand.cards))
    }

    /// The range between two places of a text; `behind` has the ranks of the cards it stands before.
    pub(super) fn read_part(text: &Text<'_>, start: usize, end: usize, behind: u16, stop: Stop) -> Result<Range> {
        let mut alternatives = Vec::new();
        let mut at = text.skip(start, end, false);
        if at == end {
            return Err(text.error(start, "an empty range: expected at least one alternative, such as [A-8][A-8]"));
        }
        loop {
            if stop() {
                return Err(stopped());
            }
            let (written, next) = alternative(text, at, end)?;
            at = text.skip(next, end, false);
            alternatives.push(written);
            if at == end {
                break;
            }
            if text.chars[at] != ',' {
                return Err(text.error(at, format!("{:?}: expected a comma or the end of the range", text.chars[at])));
            }
            at = text.skip(at + 1, end, false);
        }
        let cards = alternatives[0].parts.len();
        if let Some(other) = alternatives.iter().find(|a| a.parts.len() != cards) {
            let found = other.parts.len();
            return Err(text.error(
                other.position,
                format!("alternatives of {cards} and of {found} cards: expected the same number in all"),
            ));
        }
        let text_part = text.chars[start..end].iter().collect::<String>().trim().to_string();
        let mut holdings = Holdings::default();
        if alternatives.iter().all(|a| a.excludes) {
            let all = Written {
                parts: vec![Part::Ranks(0x1FFF); cards],
                excludes: false,
                distinct: false,
                weight: UNIT,
                position: start,
            };
            holdings.add(text, &all, behind, stop)?;
        }
        for excludes in [false, true] {
            for written in alternatives.iter().filter(|a| a.excludes == excludes) {
                holdings.add(text, written, behind, stop)?;
            }
        }
        let mut classes = holdings.classes;
        classes.retain(|_, class| match class {
            Class::All(weight) => *weight > 0,
            Class::Some(holdings) => {
                holdings.retain(|_, weight| *weight > 0);
                !holdings.is_empty()
            }
        });
        if classes.is_empty() {
            return Err(text.error(start, "the range has no holding"));
        }
        // Weights are divided by their greatest common divisor.
        let step = classes.values().flat_map(Class::weights).fold(0, gcd);
        for class in classes.values_mut() {
            match class {
                Class::All(weight) => *weight /= step,
                Class::Some(some) => some.values_mut().for_each(|weight| *weight /= step),
            }
        }
        Ok(Range { text: text_part, cards, step, classes: Arc::new(classes) })
    }

    /// The part of the range that one alternative is, its weight kept.
    pub(super) fn only(&self, alternative: &Alternative) -> Range {
        let class = match alternative.cards {
            None => Class::All(alternative.weight),
            Some(cards) => Class::Some(BTreeMap::from([(cards.bits(), alternative.weight)])),
        };
        let classes = Arc::new(BTreeMap::from([(alternative.ranks, class)]));
        Range { text: alternative.part().to_string(), classes, ..self.clone() }
    }

    /// The cards of each holding.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Rank classes, those in which suits matter counted by holding; never 0.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.classes.values().map(|c| if let Class::Some(some) = c { some.len() } else { 1 }).sum()
    }

    /// The text between the braces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cards that some holding names with their suits.
    pub fn named_cards(&self) -> CardSet {
        let some = self.classes.values().filter_map(|c| if let Class::Some(some) = c { Some(some) } else { None });
        let bits = some.flat_map(|some| some.keys()).fold(0, |all, bits| all | bits);
        CardSet::of_bits(bits)
    }

    /// What is left of the range when only some cards can be had: alternatives by rank class or, where suits
    /// matter, by holding.
    pub(super) fn alternatives(&self, left: CardSet) -> Vec<Alternative> {
        let mut found = Vec::new();
        for (&ranks, class) in self.classes.iter() {
            match class {
                Class::All(weight) => {
                    if ways(ranks, left) > 0 {
                        found.push(Alternative { ranks, cards: None, weight: *weight });
                    }
                }
                Class::Some(some) => {
                    for (&bits, &weight) in possible(some, left) {
                        found.push(Alternative { ranks, cards: Some(CardSet::of_bits(bits)), weight });
                    }
                }
            }
        }
        found
    }

    /// Every holding that can be had from the cards left, with its weight.
    pub fn combos(&self, left: CardSet) -> impl Iterator<Item = (CardSet, f64)> {
        let of_class = move |(&ranks, class): (&u64, &'_ Class)| -> Vec<(CardSet, u64)> {
            match class {
                Class::All(weight) => holdings(ranks, left, CardSet::EMPTY).map(|cards| (cards, *weight)).collect(),
                Class::Some(some) => {
                    possible(some, left).map(|(&bits, &weight)| (CardSet::of_bits(bits), weight)).collect()
                }
            }
        };
        let weight = |weight: u64| (weight * self.step) as f64 / UNIT as f64;
        self.classes.iter().flat_map(of_class).map(move |(cards, n)| (cards, weight(n)))
    }

    /// The number of holdings that can be had from the cards left.
    pub fn combo_count(&self, left: CardSet) -> u64 {
        let of_class = |(&ranks, class): (&u64, &Class)| match class {
            Class::All(_) => ways(ranks, left),
            Class::Some(some) => possible(some, left).count() as u64,
        };
        self.classes.iter().map(of_class).sum()
    }

    /// The cards not left that block holdings of the range.
    pub(super) fn blockers(&self, left: CardSet) -> CardSet {
        let gone = left.complement();
        let by_class = |(&ranks, class): (&u64, &Class)| match class {
            Class::All(_) => {
                gone.iter().filter(|c| count(ranks, usize::from(c.rank().index())) > 0).collect::<CardSet>().bits()
            }
            Class::Some(some) => some.keys().fold(0, |all, bits| all | bits & gone.bits()),
        };
        CardSet::of_bits(self.classes.iter().map(by_class).fold(0, |all, bits| all | bits))
    }
}

/// The holdings of a range that is being read.
#[derive(Default)]
struct Holdings {
    classes: Classes,
    /// Those with suits, over all classes.
    named: usize,
}

impl Holdings {
    /// Sets the weight of all holdings of an alternative.
    fn add(&mut self, text: &Text<'_>, written: &Written, behind: u16, stop: Stop) -> Result<()> {
        let weight = if written.excludes { 0 } else { written.weight };
        let cards: CardSet =
            written.parts.iter().filter_map(|p| if let Part::Card(c) = p { Some(*c) } else { None }).collect();
        let sets: Vec<u16> =
            written.parts.iter().filter_map(|p| if let Part::Ranks(r) = p { Some(*r) } else { None }).collect();
        if cards.len() + sets.len() < written.parts.len() {
            return Err(text.error(written.position, "a card twice in one alternative"));
        }
        let fixed = cards.iter().fold(0u64, |ranks, c| ranks + (1 << (4 * c.rank().index())));
        let mut classes = vec![fixed];
        for set in sets {
            let longer = classes
                .iter()
                .flat_map(|&ranks| (0..13).filter(move |r| set >> r & 1 == 1).map(move |r| ranks + (1 << (4 * r))));
            classes = longer.filter(|&ranks| (0..13).all(|r| count(ranks, r) <= 4)).collect();
            classes.sort_unstable();
            classes.dedup();
        }
        if written.distinct {
            classes.retain(|&ranks| (0..13).all(|r| count(ranks, r) <= usize::from(behind >> r & 1 == 0)));
        }
        for ranks in classes {
            if stop() {
                return Err(stopped());
            }
            if cards.is_empty() {
                self.named -= self.classes.insert(ranks, Class::All(weight)).map_or(0, |class| class.named());
                continue;
            }
            let class = self.classes.entry(ranks).or_insert_with(|| Class::Some(BTreeMap::new()));
            self.named -= class.named();
            if let Class::All(weight) = *class {
                *class =
                    Class::Some(holdings(ranks, CardSet::FULL, CardSet::EMPTY).map(|h| (h.bits(), weight)).collect());
            }
            if let Class::Some(some) = class {
                some.extend(holdings(ranks, CardSet::FULL, cards).map(|h| (h.bits(), weight)));
            }
            self.named += class.named();
            if self.named > MOST_HOLDINGS {
                return Err(text.error(written.position, format!("more than {MOST_HOLDINGS} holdings with suits")));
            }
        }
        Ok(())
    }
}

/// The error of what was stopped, which nobody gets to see.
pub(super) fn stopped() -> Error {
    Error::value("stopped")
}

/// Holdings with suits that can be had from the cards left, with their weights.
fn possible(some: &BTreeMap<u64, u64>, left: CardSet) -> impl Iterator<Item = (&u64, &u64)> {
    some.iter().filter(move |&(bits, _)| bits & !left.bits() == 0)
}

/// The ways to choose suits for ranks from the cards left.
pub(super) fn ways(ranks: u64, left: CardSet) -> u64 {
    (0..13).map(|r| binomial((left.bits() >> (4 * r) & 15).count_ones() as usize, count(ranks, r))).product()
}

/// The holdings of some ranks from the cards left that contain some cards, in index order.
fn holdings(ranks: u64, left: CardSet, with: CardSet) -> impl Iterator<Item = CardSet> {
    let mut found = vec![0u64];
    for rank in 0..13 {
        let need = count(ranks, rank);
        if need > 0 {
            let (have, must) = (left.bits() >> (4 * rank) & 15, with.bits() >> (4 * rank) & 15);
            let suits = (0..16u64).filter(|s| s.count_ones() as usize == need && s & !have == 0 && must & !s == 0);
            let suits: Vec<u64> = suits.map(|s| s << (4 * rank)).collect();
            found = found.iter().flat_map(|&bits| suits.iter().map(move |s| bits | s)).collect();
        }
    }
    found.into_iter().map(CardSet::of_bits)
}

/// One alternative that begins at a place, and the place after it.
fn alternative(text: &Text<'_>, start: usize, end: usize) -> Result<(Written, usize)> {
    let mut written = Written { parts: Vec::new(), excludes: false, distinct: false, weight: UNIT, position: start };
    let mut at = start;
    if at < end && text.chars[at] == '!' {
        written.excludes = true;
        at = text.skip(at + 1, end, false);
    }
    while at < end && !matches!(text.chars[at], ',' | '/' | '@') {
        let part;
        (part, at) = match text.chars[at] {
            '[' => rank_class(text, at, end)?,
            _ => match text.card(at)? {
                (Token::Card(card), next) => (Part::Card(card), next),
                (Token::Rank(rank), next) => (Part::Ranks(1 << rank.index()), next),
                (Token::Unknown, _) => unreachable!("a card or a rank"),
            },
        };
        written.parts.push(part);
        at = text.skip(at, end, false);
    }
    if written.parts.is_empty() {
        return Err(
            text.error(at.min(end), "an empty alternative: expected cards, ranks or rank classes such as [A-8]")
        );
    }
    if written.parts.len() > 7 {
        return Err(text.error(start, format!("expected at most 7 cards, found {}", written.parts.len())));
    }
    if at < end && text.chars[at] == '/' {
        if at + 1 >= end || !matches!(text.chars[at + 1], 'd' | 'D') {
            return Err(text.error(at, "expected \"/d\" (distinct ranks)"));
        }
        written.distinct = true;
        at = text.skip(at + 2, end, false);
    }
    if at < end && text.chars[at] == '@' {
        if written.excludes {
            return Err(text.error(at, "a weight on an exclusion: leave one of them out"));
        }
        (written.weight, at) = weight(text, at + 1, end)?;
    }
    Ok((written, at))
}

/// `[A-8]`, `[A26]`, `[A-5 8]`.
fn rank_class(text: &Text<'_>, open: usize, end: usize) -> Result<(Part, usize)> {
    let mut ranks = 0u16;
    let mut at = text.skip(open + 1, end, true);
    loop {
        if at >= end {
            return Err(text.error(open, "the rank class that begins here has no \"]\""));
        }
        if text.chars[at] == ']' {
            break;
        }
        let (first, next) = text.rank(at)?;
        let (mut last, start) = (first, at);
        at = text.skip(next, end, false);
        if at < end && text.chars[at] == '-' {
            (last, at) = text.rank(text.skip(at + 1, end, false))?;
            if last < first {
                return Err(text.error(start, format!("{first}-{last}: the ace is low, expected the lower rank first")));
            }
        }
        for rank in first.index()..=last.index() {
            ranks |= 1 << rank;
        }
        at = text.skip(at, end, true);
    }
    if ranks == 0 {
        return Err(text.error(open, "an empty rank class: expected ranks, such as [A-8]"));
    }
    Ok((Part::Ranks(ranks), at + 1))
}

/// A decimal above 0 with up to six decimals, in millionths.
fn weight(text: &Text<'_>, start: usize, end: usize) -> Result<(u64, usize)> {
    let start = text.skip(start, end, false);
    let stop = (start..end).find(|&i| !matches!(text.chars[i], '0'..='9' | '.')).unwrap_or(end);
    let digits: String = text.chars[start..stop].iter().collect();
    let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
    let value = (whole.len() <= 6 && part.len() <= DECIMALS && !(whole.is_empty() && part.is_empty()))
        .then(|| format!("{whole}{part:0<DECIMALS$}").parse::<u64>().ok())
        .flatten();
    match value {
        Some(value) if value > 0 => Ok((value, stop)),
        _ => Err(text.error(
            start,
            format!("weight {digits:?}: expected a decimal above 0 of at most six digits and {DECIMALS} decimals"),
        )),
    }
}
