//! PHH text to a record, replayed with every check.

use toml_edit::Value;

use super::super::money::{Decimal, decimal_text, unit_text};
use super::super::replay::Replay;
use super::super::text::Source;
use super::super::{Item, Options};
use super::actions::{Line, Player};
use super::document::Fields;
use super::{INTEGERS, LISTS, NAMES, OWN, PLAY, STRINGS, options};
use crate::cards::{Card, UNKNOWN, parse_cards_with_unknown};
use crate::error::{Error, Fault, Result};
use crate::game::{Chips, Meta, Rules, SeatSet, Setup};

/// The hand of a text: the fields of one hand, plain or below one table header.
pub(in crate::history) fn read(source: Source, options: &Options) -> Result<Item> {
    let fields = Fields::parse(source)?;
    if fields.table.is_empty() && fields.start == 0 {
        return Ok(Item::Nothing);
    }
    let hand = fields.get("hand").map(|(_, value)| fields.text(value));
    read_fields(&fields, options).map_err(|error| match error {
        Error::File(fault) => Error::File(Box::new(Fault { hand, ..*fault })),
        other => other,
    })
}

fn read_fields(fields: &Fields, options: &Options) -> Result<Item> {
    let (at, value) = fields.require("variant")?;
    match value.as_str() {
        Some("FR") => {}
        Some(other) => return Ok(Item::Other(other.to_owned())),
        None => return Err(fields.wrong(at, "variant", value, "\"FR\"")),
    }
    check_names(fields)?;
    let money = Money::of(fields)?;
    let rules = rules(fields, &money, options)?;
    let setup = setup(fields, &money, rules)?;
    let source = fields.source;
    let replay = Replay::start(setup).map_err(|error| match error {
        Error::Value(message) => source.fault(fields.start, message),
        other => other,
    })?;
    let (actions_at, actions) = fields.require("actions")?;
    let burns = own_cards(fields, "burns")?;
    let mut player = Player::new(replay, source, money.scale, burns.unwrap_or_default());
    let mut last = actions_at;
    for (at, plain, text) in fields.strings("actions", actions)? {
        player.play(Line { text, at, plain })?;
        last = at;
    }
    if player.burns_left() > 0 {
        let at = fields.get("_razz_burns").map_or(fields.start, |(at, _)| at);
        return Err(source.fault(at, "_razz_burns: more burns than were due"));
    }
    let mut replay = player.finish()?;
    reconcile(fields, &money, &replay, last)?;
    let mut meta = meta(fields, &money, replay.record.state().seats())?;
    meta.inferred.append(&mut replay.record.meta.inferred);
    replay.record.meta = meta;
    Ok(Item::Hand(Box::new(replay.record)))
}

fn check_names(fields: &Fields) -> Result<()> {
    for (at, key, value) in fields.iter() {
        let known = key.starts_with('_')
            || [&STRINGS[..], &INTEGERS, &NAMES, &LISTS, &PLAY].iter().any(|names| names.contains(&key))
            || key == "time";
        if !known {
            return Err(fields
                .source
                .fault(at, format!("{key:?} is no field of the format: fields of one's own start with _")));
        }
        if value.is_none() {
            return Err(fields.source.fault(at, format!("{key}: expected a value, found a table")));
        }
    }
    Ok(())
}

/// Amounts with their places, and the unit that makes all of them whole.
struct Money {
    antes: Vec<(usize, Decimal)>,
    bring_in: (usize, Decimal),
    small_bet: (usize, Decimal),
    big_bet: (usize, Decimal),
    stacks: Vec<(usize, Decimal)>,
    finishing: Option<Vec<(usize, Decimal)>>,
    winnings: Option<Vec<(usize, Decimal)>>,
    scale: u8,
}

impl Money {
    fn of(fields: &Fields) -> Result<Money> {
        let one = |key: &str| {
            let (_, value) = fields.require(key)?;
            fields.decimal(key, value)
        };
        let list = |key: &str| {
            fields.require(key)?;
            fields.decimals(key).map(Option::unwrap_or_default)
        };
        let mut money = Money {
            antes: list("antes")?,
            bring_in: one("bring_in")?,
            small_bet: one("small_bet")?,
            big_bet: one("big_bet")?,
            stacks: list("starting_stacks")?,
            finishing: fields.decimals("finishing_stacks")?,
            winnings: fields.decimals("winnings")?,
            scale: 0,
        };
        let lists = [&money.antes, &money.stacks].into_iter().chain(&money.finishing).chain(&money.winnings);
        let all = lists.flatten().chain([&money.bring_in, &money.small_bet, &money.big_bet]);
        money.scale = all.map(|(_, number)| number.scale).max().unwrap_or(0);
        if let Some((at, unit)) = fields.get("_razz_unit") {
            if money.scale > 0 {
                return Err(fields.source.fault(at, "_razz_unit: amounts with decimals state the unit themselves"));
            }
            if !unit.is_str() {
                return Err(fields.wrong(at, "_razz_unit", unit, "a string"));
            }
        } else if let Some((_, actions)) = fields.get("actions") {
            // A raise may be finer than all other amounts.
            for (_, _, text) in fields.strings("actions", actions)? {
                let raise = text.split_whitespace().skip_while(|&word| word != "cbr").nth(1);
                money.scale = money.scale.max(raise.and_then(Decimal::parse_plain).map_or(0, |number| number.scale));
            }
        }
        Ok(money)
    }

    fn units(&self, fields: &Fields, (at, number): (usize, Decimal)) -> Result<Chips> {
        number.units(self.scale).ok_or_else(|| fields.source.fault(at, "the amount is too large"))
    }
}

fn rules(fields: &Fields, money: &Money, options: &Options) -> Result<Rules> {
    let source = fields.source;
    let Some(&first) = money.antes.first() else {
        return Err(source.fault(fields.require("antes")?.0, "antes: expected one for each player, found none"));
    };
    let ante = money.units(fields, first)?;
    for (i, &(at, other)) in money.antes.iter().enumerate() {
        if money.units(fields, (at, other))? != ante {
            let found = decimal_text(money.units(fields, (at, other))?, money.scale);
            let what = format!("antes[{i}]: all antes have to be equal");
            return Err(source.mismatch(at, &what, decimal_text(ante, money.scale), found));
        }
    }
    let stakes = Rules::new(
        ante,
        money.units(fields, money.bring_in)?,
        money.units(fields, money.small_bet)?,
        money.units(fields, money.big_bet)?,
    );
    let rules = match (fields.get("_razz_rules"), options.preset) {
        (Some((at, value)), _) => options::read(fields, at, value, &stakes)?,
        (None, Some(preset)) => options::base(stakes.with_preset(preset)),
        (None, None) => options::base(stakes),
    };
    rules.validate().map_err(|error| source.fault(money.bring_in.0, error.message()))?;
    Ok(rules)
}

fn setup(fields: &Fields, money: &Money, rules: Rules) -> Result<Setup> {
    let source = fields.source;
    let stacks: Vec<Chips> = money.stacks.iter().map(|&stack| money.units(fields, stack)).collect::<Result<_>>()?;
    let at = fields.require("starting_stacks")?.0;
    if stacks.len() != money.antes.len() {
        let what = format!("starting_stacks: {} stacks, but {} antes", stacks.len(), money.antes.len());
        return Err(source.fault(at, what));
    }
    let trimmed = match fields.get("ante_trimming_status") {
        None => false,
        Some((at, value)) => {
            value.as_bool().ok_or_else(|| fields.wrong(at, "ante_trimming_status", value, "true or false"))?
        }
    };
    if !trimmed && let Some(seat) = stacks.iter().position(|&stack| stack < rules.ante) {
        let at = money.stacks[seat].0;
        let what = format!("starting_stacks[{seat}] is below the ante, which needs ante_trimming_status = true");
        return Err(source.fault(at, what));
    }
    let mut setup = Setup::new(&rules, &stacks);
    setup.absent = absent(fields, stacks.len())?;
    if let Some((at, value)) = fields.get("_razz_event_players") {
        let players = value.as_integer().and_then(|number| u16::try_from(number).ok());
        setup.event_players =
            Some(players.ok_or_else(|| fields.wrong(at, "_razz_event_players", value, "a number of players"))?);
    }
    if let Some(rake) = fields.decimals("_razz_rake")? {
        let amounts = rake.iter().map(|&amount| money.units(fields, amount)).collect::<Result<Vec<Chips>>>()?;
        setup.rake = Some(amounts);
    }
    if let Some((at, value)) = fields.get("_razz_import") {
        setup.import = value.as_bool().ok_or_else(|| fields.wrong(at, "_razz_import", value, "true or false"))?;
    }
    Ok(setup)
}

fn absent(fields: &Fields, seats: usize) -> Result<SeatSet> {
    let mut absent = SeatSet::EMPTY;
    for (at, number) in fields.decimals("_razz_absent")?.unwrap_or_default() {
        match number.units(0) {
            Some(player) if (1..=seats as u64).contains(&player) => absent.insert(player as u8 - 1),
            _ => return Err(fields.source.fault(at, format!("_razz_absent: expected players, 1 to {seats}"))),
        }
    }
    Ok(absent)
}

/// The cards of one of our own fields, 255 unknown.
fn own_cards(fields: &Fields, name: &str) -> Result<Option<Vec<u8>>> {
    let key = format!("{OWN}{name}");
    let Some((at, value)) = fields.get(&key) else { return Ok(None) };
    let text = fields.string(&key)?.unwrap_or_default();
    // A card may be burned twice when burns are scrambled back: cards are read one by one.
    let letters: Vec<char> = text.chars().collect();
    let card = |pair: &[char]| {
        let text: String = pair.iter().collect();
        parse_cards_with_unknown(&text).map_err(|error| fields.source.fault(at, format!("{key}: {}", error.message())))
    };
    let cards = letters.chunks(2).map(card).collect::<Result<Vec<_>>>()?;
    debug_assert!(value.is_str());
    Ok(Some(cards.into_iter().flatten().map(|card| card.map_or(UNKNOWN, Card::index)).collect()))
}

/// The file's finishing stacks and winnings against those of the rules.
fn reconcile(fields: &Fields, money: &Money, replay: &Replay, last: usize) -> Result<()> {
    let state = replay.record.state();
    let seats = state.seats();
    for (key, list) in [("finishing_stacks", &money.finishing), ("winnings", &money.winnings)] {
        let Some(list) = list else { continue };
        let at = fields.require(key)?.0;
        if list.len() != seats {
            return Err(fields.source.mismatch(at, &format!("{key}: one for each player"), seats, list.len()));
        }
        if let Some(why) = replay.unfinished() {
            return Err(fields.source.fault(last, format!("the actions end before the hand does: {why}")));
        }
        for (seat, &(at, number)) in list.iter().enumerate() {
            let found = money.units(fields, (at, number))?;
            let expected = match key {
                "winnings" => replay.won(seat),
                _ => state.stack(seat),
            };
            if found != expected {
                let text = |units| decimal_text(units, money.scale);
                return Err(fields.source.mismatch(at, &format!("{key}[{seat}]"), text(expected), text(found)));
            }
        }
    }
    Ok(())
}

fn meta(fields: &Fields, money: &Money, seats: usize) -> Result<Meta> {
    let mut meta = Meta::default();
    if let Some((at, value)) = fields.get("players") {
        meta.players = fields.strings("players", value)?.into_iter().map(|(_, _, name)| name.to_owned()).collect();
        if meta.players.len() != seats {
            let found = meta.players.len();
            return Err(fields.source.mismatch(at, "players: one for each stack", seats, found));
        }
    }
    for (at, key, value) in fields.iter() {
        let Some(value) = value else { continue };
        let (name, fits, expected) = match key.strip_prefix(OWN) {
            Some("rules" | "absent" | "event_players" | "rake" | "import" | "burns") => continue,
            Some("inferred") => {
                let texts = fields.strings(key, value)?;
                meta.inferred = texts.into_iter().map(|(_, _, text)| text.to_owned()).collect();
                continue;
            }
            Some(own) => (own, value.is_str(), "a string"),
            None if PLAY.contains(&key) => continue,
            None if STRINGS.contains(&key) => (key, value.is_str(), "a string"),
            None if INTEGERS.contains(&key) => (key, value.is_integer(), "a whole number"),
            None if NAMES.contains(&key) => (key, value.is_str() || value.is_integer(), "a string or a whole number"),
            None if LISTS.contains(&key) => (key, value.is_array(), "a list"),
            None if key == "time" => (key, matches!(value, Value::Datetime(_)), "a time"),
            None => (key, true, ""),
        };
        if !fits {
            return Err(fields.wrong(at, key, value, expected));
        }
        meta.fields.insert(name.to_owned(), fields.text(value));
    }
    if money.scale > 0 {
        meta.fields.insert("unit".to_owned(), unit_text(money.scale));
    }
    Ok(meta)
}
