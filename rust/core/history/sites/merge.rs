//! Merge XML to a told hand.

use super::lines::ranks;
use crate::error::Result;
use crate::history::Parsed;
use crate::history::money::Decimal;
use crate::history::text::{Lines, Source};
use crate::history::told::{Cards, Deed, Fact, Habits, Told};

const HABITS: Habits = Habits {
    prints_returns: false,
    tables_all_in_hands: true,
    escapes_names: true,
    prints_total: false,
    prints_rake: false,
    ..Habits::USUAL
};

/// Whether a line is the first of a hand.
pub(super) fn starts_hand(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("<game ") || line.starts_with("<description ")
}

/// One tag: its name, its attributes' text, and where its line starts.
#[derive(Clone, Copy)]
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    at: usize,
}

impl<'a> Tag<'a> {
    /// An attribute's raw text.
    fn get(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        while let Some((key, behind)) = rest.split_once("=\"") {
            let (value, next) = behind.split_once('"')?;
            if key.trim() == name {
                return Some(value);
            }
            rest = next;
        }
        None
    }
}

/// The tags of a text; closing tags and text between them are passed over.
fn tags(source: Source<'_>) -> impl Iterator<Item = Tag<'_>> {
    Lines::new(source).flat_map(|(at, line)| {
        line.split('<').filter_map(move |text| {
            let text = text.split('>').next().unwrap_or(text).trim_end_matches('/');
            let (name, attributes) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let tag = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            tag.then_some(Tag { name, attributes, at })
        })
    })
}

pub(in crate::history) fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

/// The hand of a text; `stakes` is what the description above it says, and is taken down for the hands below.
pub(super) fn parse<'a>(source: Source<'a>, description: &mut Option<String>) -> Result<Parsed<'a>> {
    let mut all = tags(source).peekable();
    while let Some(tag) = all.next_if(|tag| tag.name == "description") {
        *description = tag.get("stakes").map(str::to_owned);
    }
    let Some(game) = all.next() else { return Ok(Parsed::Nothing) };
    if game.name != "game" {
        return Err(source.fault(game.at, format!("<{}>: expected <game>", game.name)));
    }
    let id = game.get("id").ok_or_else(|| source.fault(game.at, "<game> has no id"))?;
    let mixed = game.get("multigametype");
    let kind = mixed.or(game.get("gametype")).ok_or_else(|| source.fault(game.at, "<game> has no gametype"))?;
    let razz = match mixed {
        Some(kind) => matches!(kind, "46" | "47" | "49"),
        None => kind == "47",
    };
    if !razz {
        return Ok(Parsed::Other(format!("gametype {kind}")));
    }
    let mut told = Told::new(source, id, HABITS);
    told.field("site", "Merge");
    if let Some(data) = game.get("data") {
        let table = data.split('|').nth(1).unwrap_or_default();
        told.field("table", unescape(table.rsplit_once(" (").map_or(table, |(name, _)| name)));
    }
    if let Some(time) =
        game.get("starttime").filter(|time| time.len() == 14 && time.bytes().all(|b| b.is_ascii_digit()))
    {
        let (date, clock) = time.split_at(8);
        let text =
            format!("{}/{}/{} {}:{}:{}", &date[..4], &date[4..6], &date[6..], &clock[..2], &clock[2..4], &clock[4..]);
        told.fields.extend(crate::history::when::fields(&text));
    }
    if game.get("realmoney") == Some("false") {
        told.field("money", "play");
    }
    if let Some(stakes) = description {
        bets_of(&mut told, game.at, stakes)?;
    }
    let mut first = None;
    for tag in all {
        match tag.name {
            "players" => first = tag.get("dealer").and_then(|number| number.parse::<u8>().ok()),
            "player" => player(&mut told, tag)?,
            "round" => round(&mut told, tag)?,
            "event" => event(&mut told, tag)?,
            "cards" => cards(&mut told, tag)?,
            "winner" => winner(&mut told, tag)?,
            _ => {}
        }
    }
    if told.currency.is_some() {
        told.least_scale = 2;
    }
    // The dealer's left is dealt first.
    if let Some(dealer) = first {
        told.first_dealt = told.seats.iter().position(|seat| seat.number > dealer).unwrap_or(0);
    }
    if told.small_bet == Decimal::default() {
        return Err(source.fault(game.at, "no <description> above gives the stakes"));
    }
    // Cards stand behind the events of their street: third street begins with the bring-in.
    Ok(Parsed::Told(Box::new(told)))
}

/// `Limit $0.50/$1`.
fn bets_of(told: &mut Told, at: usize, stakes: &str) -> Result<()> {
    let amounts = stakes.rsplit(' ').next().unwrap_or(stakes);
    let wrong = || told.source.fault(at, format!("stakes {stakes:?}: expected Limit SMALL BET/BIG BET"));
    let (small, big) = amounts.split_once('/').ok_or_else(wrong)?;
    let read = |text: &str| crate::history::told::amount(text);
    let (Some((currency, small)), Some((_, big))) = (read(small), read(big)) else { return Err(wrong()) };
    (told.small_bet, told.big_bet) = (small, big);
    told.currency = told.currency.or(currency);
    Ok(())
}

fn need<'a>(told: &Told, tag: Tag<'a>, name: &str) -> Result<&'a str> {
    tag.get(name).ok_or_else(|| told.source.fault(tag.at, format!("<{}> has no {name}", tag.name)))
}

fn player<'a>(told: &mut Told<'a>, tag: Tag<'a>) -> Result<()> {
    let number = need(told, tag, "seat")?;
    let number =
        number.parse().map_err(|_| told.source.fault(tag.at, format!("seat {number:?}: expected a number")))?;
    let name = need(told, tag, "nickname")?;
    let balance = need(told, tag, "balance")?;
    let stack = told.money(tag.at, balance)?;
    told.seat(tag.at, number, name, stack)?;
    if tag.get("dealtin") == Some("true")
        && let Some(seat) = told.seats.last_mut()
    {
        seat.dealt_in = true;
    }
    Ok(())
}

fn round(told: &mut Told, tag: Tag) -> Result<()> {
    let street = match need(told, tag, "id")? {
        "BRING_IN" => 3,
        "FOURTH_STREET" => 4,
        "FIFTH_STREET" => 5,
        "SIXTH_STREET" => 6,
        "SEVENTH_STREET" => 7,
        "END_OF_GAME" => 8,
        "BLINDS" | "THIRD_STREET" => return Ok(()),
        other => return Err(told.source.fault(tag.at, format!("{other:?} is no round"))),
    };
    told.fact(tag.at, Fact::Street(street));
    Ok(())
}

fn seat_of(told: &Told, tag: Tag) -> Result<usize> {
    let number = need(told, tag, "player")?;
    let found = told.seats.iter().position(|seat| number.parse() == Ok(seat.number));
    found.ok_or_else(|| told.source.fault(tag.at, format!("player {number:?} is none of the listed seats")))
}

fn event<'a>(told: &mut Told<'a>, tag: Tag<'a>) -> Result<()> {
    let kind = need(told, tag, "type")?;
    let seat = match kind {
        "ANTE" | "BRING_IN" | "COMPLETE" | "BET" | "RAISE" | "CALL" | "CHECK" | "FOLD" | "ALL_IN" | "SHOW" | "MUCK" => {
            seat_of(told, tag)?
        }
        _ => return Ok(()), // sitting out, time-outs and the like
    };
    let amount = || -> Result<Decimal> {
        let text = need(told, tag, "amount")?;
        let found = crate::history::told::amount(text).map(|(_, number)| number);
        found.ok_or_else(|| told.source.fault(tag.at, format!("{text:?} is no amount of money")))
    };
    let deed = match kind {
        "ANTE" => {
            let amount = amount()?;
            told.seats[seat].dealt_in = true;
            told.fact(tag.at, Fact::Ante { seat, amount, all_in: false });
            return Ok(());
        }
        "SHOW" => {
            told.fact(tag.at, Fact::Show(seat));
            return Ok(());
        }
        "MUCK" => {
            told.fact(tag.at, Fact::Muck(seat));
            return Ok(());
        }
        "BRING_IN" => Deed::BringIn(amount()?),
        "COMPLETE" | "BET" | "RAISE" => Deed::Lift(amount()?),
        "CALL" => Deed::Call(amount()?),
        "ALL_IN" => Deed::AllIn(amount()?),
        "CHECK" => Deed::Check,
        _ => Deed::Fold,
    };
    told.fact(tag.at, Fact::Act { seat, deed, all_in: kind == "ALL_IN" });
    Ok(())
}

/// `null,null,6c,2c`: all cards so far.
fn cards(told: &mut Told, tag: Tag) -> Result<()> {
    let seat = seat_of(told, tag)?;
    let text = need(told, tag, "cards")?;
    let cards = Cards::parse(text).ok_or_else(|| told.source.fault(tag.at, format!("{text:?}: expected cards")))?;
    if tag.get("type") == Some("COMMUNITY") {
        return Ok(());
    }
    told.seats[seat].dealt_in = true;
    if tag.get("type") == Some("HOLE") && told.hero.is_none() {
        told.hero = Some(seat);
    }
    told.shown(tag.at, seat, &cards)
}

fn winner<'a>(told: &mut Told<'a>, tag: Tag<'a>) -> Result<()> {
    let seat = seat_of(told, tag)?;
    let text = need(told, tag, "amount")?;
    let amount = told.money(tag.at, text)?;
    let number = tag.get("potnumber").and_then(|number| number.parse::<u8>().ok());
    let pot = number.and_then(|number| number.checked_sub(1)).filter(|&pot| pot < 8);
    told.low(tag.at, seat, tag.get("hand").and_then(|hand| ranks(&hand.replace('-', ","))));
    told.fact(tag.at, Fact::Collect { seat, amount, pot });
    Ok(())
}
