//! PokerStars text to a told hand.

use super::lines::{collected, dealt_line, ending, follow, ranks, summary_seat, total};
use crate::error::Result;
use crate::history::text::{Lines, Source};
use crate::history::told::{Cards, Deed, Fact, Habits, Told, brackets};
use crate::history::{Parsed, when};

/// Whether a line is the first of a hand.
pub(super) fn starts_hand(line: &str) -> bool {
    let Some(rest) = line.trim_start_matches('\u{feff}').strip_prefix("PokerStars ") else { return false };
    let rest = rest.trim_start_matches("Home Game ").trim_start_matches("Zoom ");
    ["Game #", "Hand #"]
        .iter()
        .any(|word| rest.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// What the first line says.
struct Header<'a> {
    id: &'a str,
    /// "Razz Limit" or another game.
    game: &'a str,
    small: &'a str,
    big: &'a str,
    fields: Vec<(&'static str, String)>,
}

fn header<'a>(source: Source<'a>, at: usize, line: &'a str) -> Result<Header<'a>> {
    let wrong = |what: &str| source.fault(at, format!("the header of the hand: {what}"));
    let line = line.trim_start_matches('\u{feff}');
    let (_, rest) = line.split_once('#').ok_or_else(|| wrong("no number"))?;
    let (id, rest) = rest.split_once(':').ok_or_else(|| wrong("no colon behind the number"))?;
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Err(wrong("no number"));
    }
    let mut fields = Vec::new();
    let mut rest = rest.trim_start();
    if line.starts_with("PokerStars Home Game") && rest.starts_with('{') {
        // The name may have braces of its own.
        let end = rest.find("} Tournament #").or(rest.find("} ")).ok_or_else(|| wrong("no end of the club's name"))?;
        let (club, behind) = (&rest[1..end], &rest[end + 2..]);
        fields.push(("club", club.to_owned()));
        rest = behind.trim_start();
    }
    let tournament = rest.strip_prefix("Tournament #").and_then(|rest| rest.split_once(", "));
    if let Some((number, behind)) = tournament {
        fields.push(("tournament", number.to_owned()));
        rest = behind;
    }
    // The date is what follows the last " - " that stands before a year.
    let cut = rest.match_indices(" - ").find(|&(i, _)| when::starts_with_date(&rest[i + 3..]));
    let (game, date) = cut.map_or((rest, ""), |(i, _)| (&rest[..i], &rest[i + 3..]));
    fields.extend(when::fields(date));
    let (game, level) = match tournament {
        Some(_) => {
            let (game, level) = game.split_once(" - ").ok_or_else(|| wrong("no level of the tournament"))?;
            (game, Some(level))
        }
        None => (game, None),
    };
    let mut game = game.trim();
    if tournament.is_some() {
        // The buy-in ends where the name of the game starts, after its currency.
        let mut words = game.split_inclusive(' ');
        let mut len = words.next().map_or(0, str::len);
        for word in words {
            let code = word.trim_end();
            let currency = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
            if !code.is_empty() && !currency {
                break;
            }
            len += word.len();
        }
        fields.push(("buy_in", game[..len].trim().to_owned()));
        game = game[len..].trim();
    }
    let (name, inside) = match game.strip_suffix(')').and_then(|game| game.rsplit_once(" (")) {
        Some((name, inside)) => (name.trim(), inside),
        None => (game, ""),
    };
    let mixed = inside.contains("Limit");
    let (played, stakes) = if mixed {
        fields.push(("mix", name.to_owned()));
        let (played, stakes) = inside.split_once(',').unwrap_or((inside, ""));
        (played.trim(), stakes.trim())
    } else {
        (name, inside)
    };
    let stakes = match level {
        Some(level) => {
            let (name, stakes) = level.rsplit_once('(').ok_or_else(|| wrong("no stakes of the level"))?;
            fields.push(("level_name", name.trim().to_owned()));
            stakes.split(')').next().unwrap_or(stakes)
        }
        None => stakes,
    };
    let (small, big) = stakes.split_once('/').unwrap_or((stakes, ""));
    Ok(Header { id, game: played, small, big: big.split(' ').next().unwrap_or(big), fields })
}

/// The hand of a text.
pub(super) fn parse(source: Source<'_>) -> Result<Parsed<'_>> {
    let mut lines = Lines::new(source);
    let Some((at, first)) = lines.next() else { return Ok(Parsed::Nothing) };
    if !starts_hand(first) {
        return Err(source.fault(at, "no header of a hand: expected PokerStars Game # or PokerStars Hand #"));
    }
    let header = header(source, at, first)?;
    if header.game != "Razz Limit" && header.game != "Limit Razz" {
        return Ok(Parsed::Other(header.game.to_owned()));
    }
    let mut told = Told::new(source, header.id, Habits::USUAL);
    told.field("site", "PokerStars");
    told.fields.extend(header.fields);
    let tournament = told.fields.iter().any(|(name, _)| *name == "tournament");
    told.small_bet = told.money(at, header.small)?;
    told.big_bet = told.money(at, header.big)?;
    if told.currency.is_some() && !tournament {
        told.least_scale = 2;
    }
    if tournament {
        told.currency = None;
    }
    follow(&mut told, lines, line_of_play, summary_line)?;
    Ok(Parsed::Told(Box::new(told)))
}

/// `Seat 3: NAME ($1.33 in chips)`.
fn seat(line: &str) -> Option<(u8, &str, &str)> {
    let (number, rest) = line.strip_prefix("Seat ")?.split_once(": ")?;
    let (before, _) = rest.rsplit_once(" in chips")?;
    let (name, stack) = before.rsplit_once(" (")?;
    Some((number.parse().ok()?, name, stack))
}

fn line_of_play<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if told.facts.is_empty() {
        if let Some(rest) = line.strip_prefix("Table '") {
            if let Some((table, rest)) = rest.rsplit_once("' ") {
                told.field("table", table);
                let seats = rest.split("-max").next().unwrap_or_default();
                if rest.contains("-max") && seats.parse::<u8>().is_ok() {
                    told.field("seat_count", seats);
                }
                if rest.contains("(Play Money)") {
                    told.field("money", "play");
                }
            }
            return Ok(());
        }
        if let Some((number, name, stack)) = seat(line) {
            let stack = told.money(at, stack)?;
            return told.seat(at, number, name, stack);
        }
    }
    // Names first: a player may be called like any other line.
    let tells = |rest: &'a str| {
        let deed = rest.strip_prefix(": ").filter(|words| is_deed(words)).map(|words| (true, words));
        deed.or_else(|| rest.strip_prefix(" collected ").map(|words| (false, words)))
    };
    match told.player(line, tells) {
        Some((seat, (true, words))) => return deed(told, at, seat, words),
        Some((seat, (false, words))) => return collected(told, at, seat, words),
        None => {}
    }
    if dealt_line(told, at, line, " [")? {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix("*** ") {
        return street(told, at, rest);
    }
    if let Some(rest) = line.strip_prefix("Uncalled bet (") {
        let wrong = || told.source.fault(at, "expected Uncalled bet (AMOUNT) returned to PLAYER");
        let (text, name) = rest.split_once(") returned to ").ok_or_else(wrong)?;
        let (seat, amount) = (told.named(at, name)?, told.money(at, text)?);
        told.fact(at, Fact::Return { seat, amount });
    } else if let Some((seat, rest)) = told.player(line, Some)
        && let Some(words) = rest.strip_prefix(": ").filter(|&words| words != "sits out" && words != "is sitting out")
    {
        // Chat and comings and goings have no colon right behind the name.
        let name = told.seats[seat].name;
        return Err(told.source.fault(at, format!("{words:?} is nothing that {name} can do")));
    }
    Ok(())
}

/// Whether words behind a name and a colon start like a deed.
fn is_deed(words: &str) -> bool {
    const VERBS: [&str; 10] =
        ["posts", "brings", "calls", "bets", "raises", "checks", "folds", "shows", "mucks", "doesn't"];
    VERBS.contains(&words.split(' ').next().unwrap_or(words))
}

fn street(told: &mut Told, at: usize, rest: &str) -> Result<()> {
    let (name, behind) = rest.split_once(" ***").unwrap_or((rest, ""));
    let street = match name {
        "3rd STREET" => 3,
        "4th STREET" => 4,
        "5th STREET" => 5,
        "6th STREET" => 6,
        "RIVER" | "7th STREET" => 7,
        "SHOW DOWN" => 8,
        _ => return Err(told.source.fault(at, format!("{name:?} is no street"))),
    };
    told.fact(at, Fact::Street(street));
    if let Some((cards, _)) = brackets(behind).filter(|_| street == 7) {
        community(told, at, &cards)?;
    }
    Ok(())
}

/// The community card; told twice, it has to be the same.
fn community(told: &mut Told, at: usize, cards: &Cards) -> Result<()> {
    let mut cards = cards.iter();
    let (Some(card), None) = (cards.next(), cards.next()) else {
        return Err(told.source.fault(at, "expected one community card"));
    };
    match told.community {
        Some((_, other)) if other != card => Err(told.source.fault(at, "another community card than before")),
        _ => {
            told.community = Some((at, card));
            Ok(())
        }
    }
}

fn deed<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let (words, all_in) = match words.strip_suffix(" and is all-in") {
        Some(words) => (words, true),
        None => (words, false),
    };
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let deed = match (verb, rest) {
        ("posts", rest) => {
            let text = rest.strip_prefix("the ante ");
            let text =
                text.ok_or_else(|| told.source.fault(at, format!("{words:?}: expected posts the ante AMOUNT")))?;
            let amount = told.money(at, text)?;
            told.seats[seat].dealt_in = true;
            told.fact(at, Fact::Ante { seat, amount, all_in });
            return Ok(());
        }
        ("brings", rest) => match rest.strip_prefix("in for ") {
            Some(text) => Deed::BringIn(told.money(at, text)?),
            None => return Err(told.source.fault(at, format!("{words:?}: expected brings in for AMOUNT"))),
        },
        ("calls", text) => Deed::Call(told.money(at, text)?),
        ("bets", text) => Deed::Lift(told.money(at, text)?),
        ("raises", text) => match text.split_once(" to ") {
            Some((by, to)) => Deed::Raise { by: told.money(at, by)?, to: told.money(at, to)? },
            None => return Err(told.source.fault(at, format!("{words:?}: expected raises AMOUNT to AMOUNT"))),
        },
        ("checks", "") => Deed::Check,
        ("folds", "") => Deed::Fold,
        ("folds", text) if text.starts_with('[') => Deed::Fold,
        ("shows", text) => return shows(told, at, seat, text),
        ("mucks", "hand") => {
            told.fact(at, Fact::Muck(seat));
            return Ok(());
        }
        ("doesn't", "show hand") => return Ok(()),
        _ => {
            let name = told.seats[seat].name;
            return Err(told.source.fault(at, format!("{words:?} is nothing that {name} can do")));
        }
    };
    told.fact(at, Fact::Act { seat, deed, all_in });
    Ok(())
}

/// `[2h 8d Kh 6h 3d 6d 4h] (Lo: 8,6,4,3,2)`.
fn shows(told: &mut Told, at: usize, seat: usize, text: &str) -> Result<()> {
    let (cards, rest) = brackets(text).ok_or_else(|| told.source.fault(at, "expected the cards shown in brackets"))?;
    told.shown(at, seat, &cards)?;
    let low = rest.trim().strip_prefix("(Lo: ").and_then(|low| low.strip_suffix(')')).and_then(ranks);
    told.low(at, seat, low);
    told.fact(at, Fact::Show(seat));
    Ok(())
}

fn summary_line<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    if line.starts_with("Total pot ") {
        return total(told, at, line);
    }
    if let Some(rest) = line.strip_prefix("Board ") {
        let (cards, _) =
            brackets(rest).ok_or_else(|| told.source.fault(at, "expected the community card in brackets"))?;
        return community(told, at, &cards);
    }
    match summary_seat(told, at, line)? {
        Some((seat, words)) => ending(told, at, seat, words),
        None => Ok(()),
    }
}
