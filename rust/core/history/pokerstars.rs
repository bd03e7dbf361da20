//! PokerStars text to a told hand.

use super::money::Decimal;
use super::text::{Lines, Source};
use super::told::{Cards, Deed, Ending, Fact, Habits, Told, amount, brackets};
use super::{Parsed, when};
use crate::error::Result;

pub(super) const HABITS: Habits = Habits {
    calls_to: false,
    prints_returns: true,
    collects_returns: false,
    total_without_rake: false,
    tables_all_in_hands: false,
    shows_in_order: true,
    escapes_names: false,
    prints_total: true,
    prints_rake: true,
};

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
    let mut told = Told::new(source, header.id, HABITS);
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
    let mut summary = false;
    for (at, line) in lines {
        if summary {
            summary_line(&mut told, at, line)?;
        } else if line == "*** SUMMARY ***" {
            summary = true;
        } else {
            line_of_play(&mut told, at, line)?;
        }
    }
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
    if let Some(rest) = line.strip_prefix("Dealt to ") {
        let street = told.street();
        if let Some((seat, words)) = told.player(rest, |rest| rest.strip_prefix(" [")) {
            return dealt(told, at, seat, street, &rest[rest.len() - words.len() - 1..]);
        }
        return Err(told.source.fault(at, "cards for none of the listed players"));
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

/// `[Qc] [8s]`, `[Td 2s 9s]`.
pub(super) fn dealt(told: &mut Told, at: usize, seat: usize, street: u8, text: &str) -> Result<()> {
    let wrong = || told.source.fault(at, "expected cards in brackets");
    let (first, rest) = brackets(text).ok_or_else(wrong)?;
    let (before, new) = match brackets(rest) {
        Some((second, _)) => (first, second),
        None if rest.contains('[') => return Err(wrong()),
        None => (Cards::default(), first),
    };
    if street == 3
        && new.len() + before.len() == 3
        && told.hero.is_none()
        && !before.iter().chain(new.iter()).any(|card| card == 255)
    {
        told.hero = Some(seat);
    }
    told.dealt(at, seat, street, &before, &new)
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

/// `8,6,4,3,2`.
pub(super) fn ranks(text: &str) -> Option<[u8; 5]> {
    let mut ranks = [0; 5];
    let mut words = text.split(',');
    for rank in &mut ranks {
        *rank = words.next()?.trim().parse::<crate::cards::Rank>().ok()?.index();
    }
    words.next().is_none().then_some(ranks)
}

/// `$0.39 from pot`, `from main pot`, `from side pot`, `from side pot-2`.
pub(super) fn collected<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    let wrong = || told.source.fault(at, "expected collected AMOUNT from pot, main pot or side pot");
    let (text, pot) = words.split_once(" from ").ok_or_else(wrong)?;
    collect(told, at, seat, text, pot)
}

/// An amount from `pot`, `the main pot`, `side pot`, `side pot-2`, `side pot #2`.
pub(super) fn collect<'a>(told: &mut Told<'a>, at: usize, seat: usize, text: &'a str, pot: &str) -> Result<()> {
    let wrong = || told.source.fault(at, format!("{pot:?}: expected pot, main pot or side pot"));
    let pot = match pot.trim().trim_start_matches("the ") {
        "pot" => None,
        "main pot" => Some(0),
        "side pot" => Some(1),
        side => {
            let number = side.strip_prefix("side pot").map(|rest| rest.trim_start_matches(['-', ' ', '#']));
            let number = number.and_then(|number| number.parse::<u8>().ok()).filter(|number| (1..8).contains(number));
            Some(number.ok_or_else(wrong)?)
        }
    };
    let amount = told.money(at, text)?;
    told.fact(at, Fact::Collect { seat, amount, pot });
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

/// The seat of a line of the summary and what stands behind its name; `None` for other lines.
pub(super) fn summary_seat<'a>(told: &Told<'a>, at: usize, line: &'a str) -> Result<Option<(usize, &'a str)>> {
    let Some((number, rest)) = line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) else {
        return Ok(None);
    };
    let number = number.parse::<u8>().ok();
    let Some(seat) = told.seats.iter().position(|seat| Some(seat.number) == number) else {
        return Err(told.source.fault(at, "a seat that is not listed above"));
    };
    match rest.strip_prefix(told.seats[seat].name) {
        Some(words) => Ok(Some((seat, words.trim()))),
        None => Err(told.source.mismatch(at, "the player in the seat", told.seats[seat].name, rest)),
    }
}

/// `Total pot $3.70 Main pot $2.35. Side pot-1 $0.88. | Rake $0.18`.
pub(super) fn total<'a>(told: &mut Told<'a>, at: usize, line: &'a str) -> Result<()> {
    let (pots, rake) = line.split_once(" | ").unwrap_or((line, ""));
    let words = pots.strip_prefix("Total pot ").unwrap_or(pots);
    let (total, sides) = words.split_once(" Main pot ").map_or((words, None), |(total, sides)| (total, Some(sides)));
    told.total = Some((at, told.money(at, total)?));
    if let Some(sides) = sides {
        for (i, part) in sides.split(". ").enumerate() {
            let part = part.trim().trim_end_matches('.');
            if part.is_empty() {
                continue;
            }
            let text = if i == 0 { part } else { part.rsplit_once(' ').map_or(part, |(_, amount)| amount) };
            let amount = told.money(at, text)?;
            told.pots.push((at, amount));
        }
    }
    if let Some(text) = rake.strip_prefix("Rake ") {
        told.rake = Some((at, told.money(at, text.split(" | ").next().unwrap_or(text))?));
    } else if rake.trim() == "No rake" {
        told.rake = Some((at, Decimal::default()));
    }
    Ok(())
}

/// What a player's line in the summary says behind the name.
pub(super) fn ending<'a>(told: &mut Told<'a>, at: usize, seat: usize, words: &'a str) -> Result<()> {
    if let Some(street) = words.strip_prefix("folded on the ") {
        let street = street_of(street).ok_or_else(|| told.source.fault(at, format!("{street:?} is no street")))?;
        told.endings.push((at, seat, Ending::Folded(street)));
        return Ok(());
    }
    let mut rest = words;
    let shown = words.strip_prefix("showed ").or(words.strip_prefix("mucked "));
    if let Some(text) = shown.filter(|text| text.starts_with('[')) {
        let (cards, behind) = brackets(text).ok_or_else(|| told.source.fault(at, "expected cards in brackets"))?;
        // "with Lo: 6,4,3,2,A", elsewhere "with 6,4,3,2,A".
        let low = behind.rsplit_once(" with ").map(|(_, low)| low.strip_prefix("Lo: ").unwrap_or(low));
        told.low(at, seat, low.and_then(ranks));
        told.shown(at, seat, &cards)?;
        rest = behind;
        if words.starts_with("mucked") || behind.contains("and lost") {
            told.endings.push((at, seat, Ending::Lost));
        }
    }
    let won = rest.split_once("won (").or(rest.split_once("collected ("));
    if let Some((_, text)) = won {
        let text = text.split(')').next().unwrap_or(text);
        let amount = amount(text).ok_or_else(|| told.source.fault(at, format!("{text:?} is no amount of money")))?.1;
        told.endings.push((at, seat, Ending::Won(amount)));
    }
    Ok(())
}

fn street_of(text: &str) -> Option<u8> {
    match text.split(' ').next()? {
        "3rd" => Some(3),
        "4th" => Some(4),
        "5th" => Some(5),
        "6th" => Some(6),
        "River" | "7th" => Some(7),
        _ => None,
    }
}
