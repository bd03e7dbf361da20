//! Looking ahead and around: what the next card does, and how a hand stands against each part of a range.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::answer::{Options, prepared};
use super::exact::Exact;
use super::joint;
use super::ranges::RangePart;
use super::result::Equity;
use super::spot::{Hand, Spot};
use crate::cards::{Card, Rank};
use crate::error::{Error, Result};
use crate::threads;

/// One of several cases: how likely it is, and the equities in it.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// What is the case.
    pub what: T,
    /// Its probability among all cases.
    pub probability: f64,
    /// The answer in this case.
    pub equity: Equity,
}

/// A case to be looked into.
struct Question<T> {
    what: T,
    /// Cases just like this one.
    times: f64,
    /// Its weight where its deals cannot be counted.
    weight: f64,
    spot: Result<Spot>,
}

/// The equities after each rank that a player's next own card can be. `None` when stopped.
///
/// Probabilities are exact. Only where the combinations of ranges are too many to be counted they leave out
/// how ranges take cards from each other.
pub fn by_next_card(
    spot: &Spot,
    player: usize,
    options: &Options,
    stop: &AtomicBool,
) -> Result<Option<Vec<Case<Rank>>>> {
    check_player(spot, player)?;
    if spot.unknown()[player] == 0 {
        return Err(Error::value(format!("players[{player}]: gets no further card")));
    }
    let left = spot.cards_left();
    // Suits of a rank are alike unless a range names some of its cards.
    let named = spot.hands().iter().filter_map(|h| h.range.as_ref()).fold(0, |all, r| all | r.named_cards().bits());
    let mut questions = Vec::new();
    for rank in Rank::all() {
        let cards: Vec<Card> = left.iter().filter(|c| c.rank() == rank).collect();
        let alike = named >> (4 * rank.index()) & 15 == 0;
        let asked = if alike { cards.len().min(1) } else { cards.len() };
        for &card in &cards[..asked] {
            let times = (cards.len() / asked) as f64;
            questions.push(Question { what: rank, times, weight: times, spot: spot.with_card(player, card) });
        }
    }
    cases(questions.into_iter(), |equity| equity, options, stop)
}

/// The equities against each alternative of one player's range: a rank class, or a holding where suits matter. `None` when
/// stopped. Probabilities are as in [`by_next_card`]; the weights of ranges are left out, for there can be very many of both.
pub fn by_holding(
    spot: &Spot,
    player: usize,
    options: &Options,
    stop: &AtomicBool,
) -> Result<Option<Vec<Case<RangePart>>>> {
    check_player(spot, player)?;
    let hand = &spot.hands()[player];
    let Some(range) = &hand.range else {
        return Err(Error::value(format!("players[{player}]: has no range")));
    };
    let questions = joint::alternatives(spot, stop)?.swap_remove(player).into_iter().map(|alternative| {
        let part = Hand { cards: hand.cards.clone(), range: Some(range.only(&alternative)) };
        let ways = part.range.as_ref().map_or(0, |r| r.combo_count(spot.cards_left()));
        let weight = (alternative.weight * ways) as f64;
        let what = alternative.part();
        Question { what, times: 1.0, weight, spot: spot.with_hand(player, part) }
    });
    let players = spot.hands().len();
    cases(questions, |equity| Equity { range_weights: vec![None; players], ..equity }, options, stop)
}

fn check_player(spot: &Spot, player: usize) -> Result<()> {
    let players = spot.hands().len();
    if player < players {
        return Ok(());
    }
    Err(Error::value(format!("player: expected 0 to {}, found {player}", players - 1)))
}

/// Answers the questions that are possible, on several threads, and joins neighbours that ask the same; `kept` is what to keep of an
/// answer.
fn cases<T: PartialEq + Send>(
    questions: impl ExactSizeIterator<Item = Question<T>> + Send,
    kept: impl Fn(Equity) -> Equity + Sync,
    options: &Options,
    stop: &AtomicBool,
) -> Result<Option<Vec<Case<T>>>> {
    let each = Options { threads: 1, ..*options };
    let work = |found: &mut Vec<_>, (at, question): (usize, Question<T>)| {
        let answer = question.spot.and_then(|spot| {
            let exact = Exact::within(&spot, each.limit(), stop)?;
            let deals = exact.as_ref().map(|e| e.deals() as f64 * question.times);
            let answer = prepared(&spot, exact.as_ref(), &each, stop, &AtomicU64::new(0));
            Ok((deals, answer.map(|equity| equity.map(&kept))))
        });
        found.push((at, question.what, question.weight, answer));
    };
    let threads = options.threads.min(questions.len());
    let strands = threads::strands(threads, questions.enumerate(), stop, Vec::new, work);
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut answers: Vec<_> = strands.into_iter().flatten().collect();
    answers.sort_by_key(|&(at, ..)| at);
    let mut impossible = None;
    let mut countable = true;
    let mut found = Vec::new();
    for (_, what, weight, answer) in answers {
        match answer {
            // Only ranges that leave nothing are an error at this point.
            Err(error) => impossible = Some(error),
            Ok((deals, answer)) => {
                let Some(equity) = answer? else { return Ok(None) };
                countable &= deals.is_some();
                found.push((what, weight, deals, equity));
            }
        }
    }
    if let (true, Some(error)) = (found.is_empty(), impossible) {
        return Err(error);
    }
    let mut groups: Vec<(T, Vec<(f64, Equity)>)> = Vec::new();
    for (what, weight, deals, equity) in found {
        let weight = deals.filter(|_| countable).unwrap_or(weight);
        match groups.last_mut() {
            Some((last, group)) if *last == what => group.push((weight, equity)),
            _ => groups.push((what, vec![(weight, equity)])),
        }
    }
    let case = |(what, group): (T, Vec<(f64, Equity)>)| {
        let probability = group.iter().map(|(weight, _)| weight).sum();
        Case { what, probability, equity: Equity::mixed(&group) }
    };
    let mut cases: Vec<Case<T>> = groups.into_iter().map(case).collect();
    let total: f64 = cases.iter().map(|case| case.probability).sum();
    cases.iter_mut().for_each(|case| case.probability /= total);
    Ok(Some(cases))
}
