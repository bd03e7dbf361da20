//! Winamax text to a told hand.

use super::lines::{collected, dealt_line, follow, summary_seat, total};
use crate::cards::Rank;
use crate::error::Result;
use crate::history::text::{Lines, Source};
use crate::history::told::{Deed, Ending, Fact, Habits, Told, brackets};
use crate::history::{Parsed, when};

/// An uncalled bet is not printed: it is a part of what the winner collects. Losers' hands are printed first.
const HABITS: Habits = Habits {
    prints_returns: false,
    collects_returns: true,
    total_without_rake: true,
    shows_in_order: false,
    ..Habits::USUAL
};

/// Whether a line is the first of a hand.
pub(super) fn starts_hand(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').starts_with("Winamax Poker - ")
}

/// The hand of a text.
pub(super) fn parse(source: Source<'_>) -> Result<Parsed<'_>> {
    let mut lines = Lines::new(source);
    let Some((at, first)) = lines.next() else { return Ok(Parsed::Nothing) };
    if !starts_hand(first) {
        return Err(source.fault(at, "no header of a hand: expected Winamax Poker -"));
    }
    let wrong = |what: &str| source.fault(at, format!("the header of the hand: {what}"));
    let (kind, rest) = first.split_once(" - HandId: #").ok_or_else(|| wrong("no HandId"))?;
    let (id, rest) = rest.split_once(" - ").ok_or_else(|| wrong("no game"))?;
    let (game, date) = rest.rsplit_once(" - ").ok_or_else(|| wrong("no date"))?;
    let (name, stakes) = game.split_once(" (").ok_or_else(|| wrong("no stakes"))?;
    if name != "Razz fixed limit" {
        return Ok(Parsed::Other(name.to_owned()));
    }
    let mut told = Told::new(source, id, HABITS);
    told.field("site", "Winamax");
    told.fields.extend(when::fields(date));
    if let Some(tournament) = kind.split_once(" - Tournament ").map(|(_, rest)| rest) {
        told.field("event", tournament);
    }
    let mut amounts = stakes.trim_end_matches(')').split('/');
    let (Some(ante), Some(small), Some(big), None) = (amounts.next(), amounts.next(), amounts.next(), amounts.next())
    else {
        return Err(wrong("expected the stakes as (ante/small bet/big bet)"));
    };
    told.ante = Some(told.money(at, ante)?);
    told.small_bet = told.money(at, small)?;
    told.big_bet = told.money(at, big)?;
    if told.currency.is_some() {
        told.least_scale = 2;
    }
    follow(&mut told, lines, line_of_play, summary_line)?;
    Ok(Parsed::Told(Box::new(told)))
}

fn line_of_play<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if told.facts.is_empty() {
        if let Some((table, rest)) = line.strip_prefix("Table: '").and_then(|rest| rest.rsplit_once("' ")) {
            told.field("table", table);
            if let Some((seats, _)) = rest.split_once("-max")
                && seats.parse::<u8>().is_ok()
            {
                told.field("seat_count", seats);
            }
            return Ok(());
        }
        if let Some((number, rest)) = line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": "))
            && let Ok(number) = number.parse()
        {
            let listed = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
            let (name, stack) = listed.ok_or_else(|| told.source.fault(at, "expected Seat N: NAME (AMOUNT)"))?;
            // A bounty stands behind the stack.
            let stack = told.money(at, stack.split(", ").next().unwrap_or(stack))?;
            return told.seat(at, number, name, stack);
        }
    }
    if let Some((seat, words)) = told.player(line, |rest| rest.strip_prefix(' ').filter(|words| is_deed(words))) {
        return deed(told, at, seat, words);
    }
    if dealt_line(told, at, line, " [")? {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix("*** ") {
        let name = rest.split(" ***").next().unwrap_or(rest);
        let street = match name {
            "ANTE/BLINDS" => return Ok(()),
            "3rd STREET" => 3,
            "4th STREET" => 4,
            "5th STREET" => 5,
            "6th STREET" => 6,
            "7th STREET" => 7,
            "SHOW DOWN" => 8,
            _ => return Err(told.source.fault(at, format!("{name:?} is no street"))),
        };
        told.fact(at, Fact::Street(street));
    }
    Ok(())
}

/// Whether words behind a name tell of the play; all else is noise.
fn is_deed(words: &str) -> bool {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let number = rest.trim_start_matches(['$', '€', '£']).starts_with(|c: char| c.is_ascii_digit());
    match verb {
        "calls" | "bets" | "raises" | "collected" => number,
        "posts" => rest.starts_with("ante "),
        "brings" => rest.starts_with("in "),
        "folds" | "checks" | "mucks" => rest.is_empty(),
        "shows" => rest.starts_with('['),
        _ => false,
    }
}

fn deed<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let (words, all_in) = match words.strip_suffix(" and is all-in") {
        Some(words) => (words, true),
        None => (words, false),
    };
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let last = rest.rsplit(' ').next().unwrap_or(rest);
    let deed = match verb {
        "posts" => {
            let amount = told.money(at, last)?;
            told.seats[seat].dealt_in = true;
            told.fact(at, Fact::Ante { seat, amount, all_in });
            return Ok(());
        }
        "brings" => Deed::BringIn(told.money(at, last)?),
        "calls" => Deed::Call(told.money(at, rest)?),
        "bets" => Deed::Lift(told.money(at, rest)?),
        "raises" => match rest.split_once(" to ") {
            Some((by, to)) => Deed::Raise { by: told.money(at, by)?, to: told.money(at, to)? },
            None => return Err(told.source.fault(at, format!("{words:?}: expected raises AMOUNT to AMOUNT"))),
        },
        "folds" => Deed::Fold,
        "checks" => Deed::Check,
        "mucks" => {
            told.fact(at, Fact::Muck(seat));
            return Ok(());
        }
        "shows" => {
            let wrong = || told.source.fault(at, "expected the cards shown in brackets");
            let (cards, behind) = brackets(rest).ok_or_else(wrong)?;
            told.shown(at, seat, &cards)?;
            let high = high_card(told.source, at, behind)?;
            told.high_card(at, seat, high);
            told.fact(at, Fact::Show(seat));
            return Ok(());
        }
        _ => return collected(told, at, seat, rest),
    };
    told.fact(at, Fact::Act { seat, deed, all_in });
    Ok(())
}

/// `(High card : King)`, `and lost with High card : 8`; other words name no rank.
fn high_card(source: Source<'_>, at: usize, text: &str) -> Result<Option<u8>> {
    let Some((_, word)) = text.split_once("High card : ") else { return Ok(None) };
    let word = word.trim_end_matches(')').trim();
    let letter = match word {
        "Ace" | "Ten" | "Jack" | "Queen" | "King" => &word[..1],
        _ => word,
    };
    match letter.parse::<Rank>() {
        Ok(rank) => Ok(Some(rank.index())),
        Err(_) => Err(source.fault(at, format!("{word:?} is no rank"))),
    }
}

fn summary_line<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if line.starts_with("Total pot ") {
        return total(told, at, line);
    }
    let Some((seat, words)) = summary_seat(told, at, line)? else { return Ok(()) };
    let mut rest = words;
    if let Some(text) = words.strip_prefix("showed ") {
        let (cards, behind) = brackets(text).ok_or_else(|| told.source.fault(at, "expected cards in brackets"))?;
        told.shown(at, seat, &cards)?;
        let high = high_card(told.source, at, behind)?;
        told.high_card(at, seat, high);
        rest = behind;
        if behind.contains("and lost") {
            told.endings.push((at, seat, Ending::Lost));
        }
    }
    if let Some(text) = rest.strip_prefix("won ").or_else(|| rest.split_once("and won ").map(|(_, text)| text)) {
        let text = text.split(" with ").next().unwrap_or(text);
        let amount = told.money(at, text)?;
        told.endings.push((at, seat, Ending::Won(amount)));
    }
    Ok(())
}
