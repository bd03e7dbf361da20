//! Full Tilt text to a told hand.

use super::lines::{collect, dealt_line, ending, follow, ranks, summary_seat, total};
use crate::error::Result;
use crate::history::text::{Lines, Source};
use crate::history::told::{Deed, Ending, Fact, Habits, Told, brackets};
use crate::history::{Parsed, when};

const HABITS: Habits = Habits { tables_all_in_hands: true, ..Habits::USUAL };

/// Whether a line is the first of a hand.
pub(super) fn starts_hand(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}');
    line.starts_with("Full Tilt Poker Game #") || line.starts_with("FullTiltPoker Game #")
}

/// The hand of a text.
pub(super) fn parse(source: Source<'_>) -> Result<Parsed<'_>> {
    let mut lines = Lines::new(source);
    let Some((at, first)) = lines.next() else { return Ok(Parsed::Nothing) };
    if !starts_hand(first) {
        return Err(source.fault(at, "no header of a hand: expected Full Tilt Poker Game #"));
    }
    let wrong = |what: &str| source.fault(at, format!("the header of the hand: {what}"));
    let (_, rest) = first.split_once('#').ok_or_else(|| wrong("no number"))?;
    let (id, rest) = rest.split_once(": ").ok_or_else(|| wrong("no colon behind the number"))?;
    // Title - stakes - game - time zone - date [the same in another zone]
    let rest = rest.split(" [").next().unwrap_or(rest);
    let mut parts = rest.rsplitn(5, " - ");
    let (date, time) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let game = parts.next().ok_or_else(|| wrong("no game"))?;
    let stakes = parts.next().ok_or_else(|| wrong("no stakes"))?;
    let title = parts.next().ok_or_else(|| wrong("no table"))?;
    if game != "Limit Razz" {
        return Ok(Parsed::Other(game.to_owned()));
    }
    let mut told = Told::new(source, id, HABITS);
    told.field("site", "Full Tilt Poker");
    told.fields.extend(when::fields(&format!("{date} {time}")));
    let (stakes, ante) = match stakes.split_once(" Ante ") {
        Some((stakes, ante)) => (stakes, Some(ante)),
        None => (stakes, None),
    };
    let (small, big) = stakes.split_once('/').ok_or_else(|| wrong("no two bets"))?;
    told.small_bet = told.money(at, small)?;
    told.big_bet = told.money(at, big)?;
    told.ante = match ante {
        Some(ante) => Some(told.money(at, ante)?),
        None => None,
    };
    place(&mut told, title);
    if told.currency.is_some() {
        told.least_scale = 2;
    }
    follow(&mut told, lines, line_of_play, summary_line)?;
    Ok(Parsed::Told(Box::new(told)))
}

/// `Table Dukes (6 max)`, `$2 + $0.10 Heads Up Sit & Go (220338000), Table 1`.
fn place(told: &mut Told, title: &str) {
    let table = match title.rsplit_once(", Table ") {
        Some((tournament, table)) => {
            let (name, number) = tournament.rsplit_once(" (").unwrap_or((tournament, ""));
            let number = number.trim_end_matches(')');
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                told.field("tournament", number);
            }
            told.field("event", name);
            table
        }
        None => title.strip_prefix("Table ").unwrap_or(title),
    };
    let (name, seats) = match table.strip_suffix(" max)").and_then(|table| table.rsplit_once(" (")) {
        Some((name, seats)) => (name, seats.trim_start_matches("deep ").trim()),
        None => (table, ""),
    };
    told.field("table", name);
    if seats.parse::<u8>().is_ok() {
        told.field("seat_count", seats);
    }
}

fn line_of_play<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if told.facts.is_empty()
        && let Some((number, rest)) = line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": "))
        && let Ok(number) = number.parse()
    {
        // The amount closes the line, or ", is sitting out" follows it.
        let rest = rest.strip_suffix(", is sitting out").unwrap_or(rest);
        let listed = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let (name, stack) = listed.ok_or_else(|| told.source.fault(at, "expected Seat N: NAME (AMOUNT)"))?;
        let stack = told.money(at, stack)?;
        return told.seat(at, number, name, stack);
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
            "3RD STREET" => 3,
            "4TH STREET" => 4,
            "5TH STREET" => 5,
            "6TH STREET" => 6,
            "7TH STREET" | "RIVER" => 7,
            "SHOW DOWN" => 8,
            _ => return Err(told.source.fault(at, format!("{name:?} is no street"))),
        };
        if let Some((text, _)) = rest.split_once("(Total Pot: ").and_then(|(_, text)| text.split_once(", ")) {
            let amount = told.money(at, text)?;
            told.fact(at, Fact::Pot(amount));
        }
        told.fact(at, Fact::Street(street));
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix("Uncalled bet of ") {
        let wrong = || told.source.fault(at, "expected Uncalled bet of AMOUNT returned to PLAYER");
        let (text, name) = rest.split_once(" returned to ").ok_or_else(wrong)?;
        let (seat, amount) = (told.named(at, name)?, told.money(at, text)?);
        told.fact(at, Fact::Return { seat, amount });
    }
    Ok(())
}

/// Whether words behind a name tell of the play; all else is noise.
fn is_deed(words: &str) -> bool {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let number = rest.trim_start_matches(['$', '€', '£']).starts_with(|c: char| c.is_ascii_digit());
    match verb {
        "antes" | "calls" | "bets" => number,
        "folds" | "checks" | "mucks" => rest.is_empty(),
        "brings" => rest.starts_with("in for "),
        "completes" => rest.starts_with("it to "),
        "raises" => rest.starts_with("to "),
        "shows" => rest.starts_with('['),
        "is" => rest.starts_with("high with ["),
        "wins" => rest.starts_with("the ") || rest.starts_with("side pot"),
        "ties" => rest.starts_with("for "),
        _ => false,
    }
}

fn deed<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let (words, all_in) = match words.strip_suffix(", and is all in") {
        Some(words) => (words, true),
        None => (words, false),
    };
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let last = rest.rsplit(' ').next().unwrap_or(rest);
    let deed = match verb {
        "antes" => {
            let amount = told.money(at, rest)?;
            told.seats[seat].dealt_in = true;
            told.fact(at, Fact::Ante { seat, amount, all_in });
            return Ok(());
        }
        "calls" => Deed::Call(told.money(at, rest)?),
        "bets" | "completes" | "raises" => Deed::Lift(told.money(at, last)?),
        "brings" => Deed::BringIn(told.money(at, last)?),
        "folds" => Deed::Fold,
        "checks" => Deed::Check,
        "mucks" => {
            told.fact(at, Fact::Muck(seat));
            return Ok(());
        }
        "is" => {
            let (cards, _) = brackets(rest).ok_or_else(|| told.source.fault(at, "expected a card in brackets"))?;
            cards.iter().try_for_each(|card| told.learn(at, seat, 2, card))?;
            told.fact(at, Fact::High(seat));
            return Ok(());
        }
        "shows" => {
            let wrong = || told.source.fault(at, "expected the cards shown in brackets");
            let (cards, low) = brackets(rest).ok_or_else(wrong)?;
            told.shown(at, seat, &cards)?;
            told.low(at, seat, ranks(low.trim()));
            told.fact(at, Fact::Show(seat));
            return Ok(());
        }
        _ => return wins(told, at, seat, rest),
    };
    told.fact(at, Fact::Act { seat, deed, all_in });
    Ok(())
}

/// `the pot (48) with J,T,6,5,2`, `for the main pot ($3)`, `side pot #2 ($1)`.
fn wins<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let wrong = || told.source.fault(at, "expected wins or ties for the pot, the main pot or the side pot, (AMOUNT)");
    let (pot, rest) = words.split_once('(').ok_or_else(wrong)?;
    let (text, low) = rest.split_once(')').ok_or_else(wrong)?;
    told.low(at, seat, low.strip_prefix(" with ").and_then(ranks));
    let pot = pot.trim().trim_start_matches("for ");
    collect(told, at, seat, text, pot)
}

fn summary_line<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if line.starts_with("Total pot ") {
        return total(told, at, line);
    }
    let Some((seat, words)) = summary_seat(told, at, line)? else { return Ok(()) };
    let Some(rest) = words.strip_prefix("folded on ") else {
        return ending(told, at, seat, words);
    };
    let street = match rest.split(' ').next() {
        Some("3rd") => 3,
        Some("4th") => 4,
        Some("5th") => 5,
        Some("6th") => 6,
        Some("7th") => 7,
        _ => return Err(told.source.fault(at, format!("{rest:?} is no street"))),
    };
    told.endings.push((at, seat, Ending::Folded(street)));
    Ok(())
}
