//! KingsClub text to a told hand: its street labels are one low, and calls are printed as street totals.

use super::lines::{collect, dealt_line};
use crate::error::Result;
use crate::history::text::{Lines, Source};
use crate::history::told::{Deed, Ending, Fact, Habits, Told, brackets};
use crate::history::{Parsed, when};

const HABITS: Habits = Habits { calls_to: true, prints_returns: false, prints_total: false, ..Habits::USUAL };

/// Whether a line is the first of a hand: `#39969356: Limit Razz - 40/80`.
pub(super) fn starts_hand(line: &str) -> bool {
    let Some(rest) = line.trim_start_matches('\u{feff}').strip_prefix('#') else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && rest[digits..].starts_with(": ")
}

/// The hand of a text.
pub(super) fn parse(source: Source<'_>) -> Result<Parsed<'_>> {
    let mut lines = Lines::new(source).peekable();
    let Some((at, first)) = lines.next() else { return Ok(Parsed::Nothing) };
    if !starts_hand(first) {
        return Err(source.fault(at, "no header of a hand: expected #NUMBER: GAME - SMALL BET/BIG BET"));
    }
    let wrong = |what: &str| source.fault(at, format!("the header of the hand: {what}"));
    let header = first.trim_start_matches('\u{feff}').trim_start_matches('#');
    let (id, rest) = header.split_once(": ").ok_or_else(|| wrong("no game"))?;
    let (game, stakes) = rest.rsplit_once(" - ").ok_or_else(|| wrong("no stakes"))?;
    if game != "Limit Razz" {
        return Ok(Parsed::Other(game.to_owned()));
    }
    let mut told = Told::new(source, id, HABITS);
    told.field("site", "KingsClub");
    let (small, big) = stakes.split_once('/').ok_or_else(|| wrong("no two bets"))?;
    told.small_bet = told.money(at, small)?;
    told.big_bet = told.money(at, big)?;
    if let Some(&(_, date)) = lines.peek()
        && when::starts_with_date(date)
    {
        told.fields.extend(when::fields(date));
        lines.next();
    }
    for (at, line) in lines {
        line_of_play(&mut told, at, line)?;
    }
    Ok(Parsed::Told(Box::new(told)))
}

fn line_of_play<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if told.facts.is_empty()
        && let Some(table) = line.strip_prefix("Table '").and_then(|rest| rest.strip_suffix('\''))
    {
        told.field("table", table);
        return Ok(());
    }
    if let Some((number, rest)) = line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": "))
        && let Ok(number) = number.parse::<u8>()
    {
        return seat(told, at, number, rest);
    }
    if let Some((seat, text)) = told.player(line, |rest| rest.strip_prefix(": posts ante ")) {
        let amount = told.money(at, text)?;
        told.seats[seat].dealt_in = true;
        told.fact(at, Fact::Ante { seat, amount, all_in: false });
        return Ok(());
    }
    if let Some((seat, words)) = told.player(line, |rest| rest.strip_prefix(' ').filter(|words| is_deed(words))) {
        return deed(told, at, seat, words);
    }
    // Third street has no label.
    if line.starts_with("Dealt to ") && !told.has_street() {
        told.fact(at, Fact::Street(3));
    }
    if dealt_line(told, at, line, ": [")? {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix("*** ") {
        let name = rest.split(" ***").next().unwrap_or(rest);
        let street = match name {
            "SUMMARY" => return Ok(()),
            "3RD STREET" => 4,
            "4TH STREET" => 5,
            "5TH STREET" => 6,
            "6TH STREET" | "RIVER" => 7,
            "SHOW DOWN" | "SHOWDOWN" => 8,
            _ => return Err(told.source.fault(at, format!("{name:?} is no street"))),
        };
        told.fact(at, Fact::Street(street));
    }
    if let Some(text) = line.strip_prefix("Rake ") {
        told.rake = Some((at, told.money(at, text)?));
    }
    Ok(())
}

/// `Player1 (1,060.38)` above, `Player1 (1,010.38) -50` below.
fn seat<'a>(told: &mut Told<'a>, at: usize, number: u8, rest: &'a str) -> Result<()> {
    let wrong = || told.source.fault(at, "expected Seat N: NAME (AMOUNT)");
    let (name, stack) = rest.rsplit_once(" (").ok_or_else(wrong)?;
    let (stack, gain) = stack.split_once(')').ok_or_else(wrong)?;
    let stack = told.money(at, stack)?;
    if told.facts.is_empty() {
        return told.seat(at, number, name, stack);
    }
    let seat = told.named(at, name)?;
    if told.seats[seat].number != number {
        return Err(told.source.mismatch(at, &format!("the seat of {name}"), told.seats[seat].number, number));
    }
    if told.seats[seat].dealt_in {
        told.endings.push((at, seat, Ending::Stack(stack)));
        let (lost, won) = (gain.trim().strip_prefix('-'), gain.trim().strip_prefix('+'));
        if let Some(text) = lost.or(won) {
            let amount = told.money(at, text)?;
            told.endings.push((at, seat, Ending::Gain { lost: lost.is_some(), amount }));
        }
    }
    Ok(())
}

/// Whether words behind a name tell of the play; all else is noise.
fn is_deed(words: &str) -> bool {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    match verb {
        "calls" | "bets" => rest.starts_with(|c: char| c.is_ascii_digit()),
        "raises" => true,
        "brings" => rest.starts_with("in for "),
        "folds" | "checks" | "mucks" => rest.is_empty(),
        "shows" => rest.contains('['),
        "wins" | "ties" => rest.contains('('),
        _ => false,
    }
}

fn deed<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let last = rest.rsplit(' ').next().unwrap_or(rest);
    let deed = match verb {
        "brings" => Deed::BringIn(told.money(at, last)?),
        "calls" => Deed::Call(told.money(at, rest)?),
        "bets" | "raises" => Deed::Lift(told.money(at, last)?),
        "folds" => Deed::Fold,
        "checks" => Deed::Check,
        "mucks" => {
            told.fact(at, Fact::Muck(seat));
            return Ok(());
        }
        "shows" => {
            let wrong = || told.source.fault(at, "expected the cards shown in brackets");
            let (cards, _) = brackets(rest).ok_or_else(wrong)?;
            told.shown(at, seat, &cards)?;
            told.fact(at, Fact::Show(seat));
            return Ok(());
        }
        _ => {
            let wrong = || told.source.fault(at, "expected wins pot (AMOUNT)");
            let (pot, text) = rest.split_once('(').ok_or_else(wrong)?;
            let (text, _) = text.split_once(')').ok_or_else(wrong)?;
            return collect(told, at, seat, text, pot);
        }
    };
    told.fact(at, Fact::Act { seat, deed, all_in: false });
    Ok(())
}
