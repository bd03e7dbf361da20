//! Lines that several sites print alike.

use crate::error::Result;
use crate::history::money::Decimal;
use crate::history::text::Lines;
use crate::history::told::{Cards, Ending, Fact, Told, amount, brackets};

/// What takes a line of the play, or of the summary.
type Take = for<'a> fn(&mut Told<'a>, usize, &'a str) -> Result<()>;

/// The lines of the play, and those of the summary below them.
pub(super) fn follow<'a>(told: &mut Told<'a>, lines: Lines<'a>, play: Take, summary: Take) -> Result<()> {
    let mut take = play;
    for (at, line) in lines {
        if line == "*** SUMMARY ***" {
            take = summary;
        } else {
            take(told, at, line)?;
        }
    }
    Ok(())
}

/// `Dealt to NAME [Qc] [8s]`, with what stands between the name and the cards; whether it is such a line.
pub(super) fn dealt_line<'a>(told: &mut Told<'a>, at: usize, line: &'a str, mark: &str) -> Result<bool> {
    let Some(rest) = line.strip_prefix("Dealt to ") else { return Ok(false) };
    let street = told.street();
    let Some((seat, words)) = told.player(rest, |rest| rest.strip_prefix(mark)) else {
        return Err(told.source.fault(at, "cards for none of the listed players"));
    };
    // With the bracket that closes the mark.
    dealt(told, at, seat, street, &rest[rest.len() - words.len() - 1..])?;
    Ok(true)
}

/// `[Qc] [8s]`, `[Td 2s 9s]`.
fn dealt(told: &mut Told, at: usize, seat: usize, street: u8, text: &str) -> Result<()> {
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
