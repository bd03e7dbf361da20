//! A record as PokerStars text.

use std::fmt::Write;

use super::money::{push_decimal, scale_of_unit, sign_of};
use crate::cards::{Card, UNKNOWN};
use crate::error::{Error, Result};
use crate::game::{ActionKind, Chips, EMPTY, Event, Holder, Phase, Record, ShortBringIn, State};
use crate::hands::best_five;

/// A hand as PokerStars prints it.
///
/// The text says what the player of the field `hero` sees, every hand that was shown or mucked, and the hole cards of
/// a winner who was not called. `number` is the hand's number where the record has none. Named facts for which the
/// header has no place, or whose text it cannot hold, are left out.
pub fn write_pokerstars(record: &Record, number: u64) -> Result<String> {
    if record.state().phase() != Phase::End {
        return Err(Error::value("the hand is not over: PokerStars text tells whole hands"));
    }
    Writer::of(record)?.hand(number)
}

/// Whether the header can hold a named fact so that it reads back the same.
fn fits(name: &str, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let code = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let plain = !text.contains(['\n', '\r']) && !text.contains(" - ") && text.trim() == text && !text.is_empty();
    match name {
        "hand" => text.split('-').all(digits),
        "tournament" => digits(text),
        "buy_in" => plain && !code(text) && text.split(' ').skip(1).all(code),
        "mix" => plain && !text.contains('(') && !code(text),
        "club" => plain && !text.contains("} Tournament #"),
        "level_name" => plain && !text.contains('('),
        "year" => text.len() == 4 && digits(text),
        "month" | "day" | "seat_count" => text.len() < 3 && digits(text),
        "time" => text.len() == 8 && text.split(':').all(digits),
        "time_zone" => plain && !text.contains([' ', '[']),
        "table" => !text.contains(['\n', '\r']),
        _ => true,
    }
}

struct Writer<'a> {
    record: &'a Record,
    end: &'a State,
    names: Vec<String>,
    numbers: Vec<u8>,
    hero: Option<usize>,
    scale: u8,
    sign: &'static str,
    text: String,
}

impl Writer<'_> {
    fn of(record: &Record) -> Result<Writer<'_>> {
        let fields = &record.meta.fields;
        let end = record.state();
        let seats = end.seats();
        let names: Vec<String> = match record.meta.players.len() {
            0 => (1..=seats).map(|seat| format!("Player {seat}")).collect(),
            _ => record.meta.players.clone(),
        };
        if names.len() != seats {
            return Err(Error::value(format!("players: {} names for {seats} seats", names.len())));
        }
        for (seat, name) in names.iter().enumerate() {
            if name.is_empty() || name.contains(['\n', '\r']) || names[..seat].contains(name) {
                return Err(Error::value(format!(
                    "players[{seat}]: {name:?} is empty, has a line break or stands twice"
                )));
            }
        }
        let unit = fields.get("unit").map_or("1", String::as_str);
        let scale = scale_of_unit(unit).ok_or_else(|| {
            Error::value(format!("meta.fields[\"unit\"] is {unit:?}: expected 1, 0.1, 0.01 and so on"))
        })?;
        let tournament = fields.get("tournament").is_some_and(|text| fits("tournament", text));
        let sign = match fields.get("currency") {
            Some(code) if !tournament => sign_of(code).ok_or_else(|| {
                Error::value(format!("meta.fields[\"currency\"] is {code:?}: no sign is known for it"))
            })?,
            _ => "",
        };
        if !sign.is_empty() && scale < 2 {
            return Err(Error::value("meta.fields[\"unit\"]: money is told in hundredths or finer, expected 0.01"));
        }
        // Seats are printed in ascending order, which is the order of the deal; others are numbered anew.
        let listed = fields.get("seats").map_or("", String::as_str).trim_matches(['[', ']']);
        let numbers: Vec<u8> = listed.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        let fit = numbers.len() == seats && numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let numbers = if fit { numbers } else { (1..=seats as u8).collect() };
        let hero = fields.get("hero").and_then(|name| names.iter().position(|other| other == name));
        let hero = hero.filter(|&seat| !end.cards(seat).contains(&UNKNOWN));
        Ok(Writer { record, end, names, numbers, hero, scale, sign, text: String::with_capacity(4_096) })
    }

    fn money(&mut self, units: Chips) {
        self.text.push_str(self.sign);
        if units == 0 {
            self.text.push('0');
        } else {
            push_decimal(&mut self.text, units, self.scale);
        }
    }

    fn cards(&mut self, cards: &[u8]) {
        self.text.push('[');
        for (i, &index) in cards.iter().enumerate() {
            if i > 0 {
                self.text.push(' ');
            }
            if let Some(card) = Card::known(index) {
                let _ = write!(self.text, "{card}");
            }
        }
        self.text.push(']');
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// `NAME: ` and what he does.
    fn does(&mut self, seat: usize, words: &str) {
        let name = std::mem::take(&mut self.names[seat]);
        let _ = write!(self.text, "{name}: {words}");
        self.names[seat] = name;
    }

    fn name(&mut self, seat: usize) {
        let name = std::mem::take(&mut self.names[seat]);
        self.push(&name);
        self.names[seat] = name;
    }

    fn hand(mut self, number: u64) -> Result<String> {
        self.header(number);
        for seat in 0..self.names.len() {
            let _ = write!(self.text, "Seat {}: ", self.numbers[seat]);
            self.name(seat);
            self.push(" (");
            self.money(self.record.setup().stacks[seat]);
            self.push(" in chips) \n");
        }
        self.play()?;
        self.pots();
        self.summary();
        Ok(self.text)
    }

    fn header(&mut self, number: u64) {
        let rules = self.record.setup().rules;
        let fields = &self.record.meta.fields;
        let field = |name: &str| fields.get(name).map(String::as_str).filter(|text| fits(name, text));
        let number_text = number.to_string();
        let id = field("hand").unwrap_or(&number_text);
        let tournament = field("tournament");
        match field("club").filter(|club| tournament.is_some() || !club.contains("} ")) {
            Some(club) => {
                let _ = write!(self.text, "PokerStars Home Game Hand #{id}: {{{club}}} ");
            }
            None => {
                let _ = write!(self.text, "PokerStars Hand #{id}: ");
            }
        }
        if let Some(tournament) = tournament {
            let _ = write!(self.text, "Tournament #{tournament}, {} ", field("buy_in").unwrap_or("Freeroll"));
        }
        let code = match field("currency") {
            Some(code) if tournament.is_none() => format!(" {code}"),
            _ => String::new(),
        };
        let stakes = |writer: &mut Self| {
            writer.money(rules.small_bet);
            writer.push("/");
            writer.money(rules.big_bet);
        };
        match (field("mix"), tournament) {
            (Some(mix), Some(_)) => {
                let _ = write!(self.text, "{mix} (Razz Limit)");
            }
            (Some(mix), None) => {
                let _ = write!(self.text, "{mix} (Razz Limit, ");
                stakes(self);
                let _ = write!(self.text, "{code})");
            }
            (None, Some(_)) => self.push("Razz Limit"),
            (None, None) => {
                self.push(" Razz Limit (");
                stakes(self);
                let _ = write!(self.text, "{code})");
            }
        }
        if tournament.is_some() {
            let _ = write!(self.text, " - {} (", field("level_name").unwrap_or("Level I"));
            stakes(self);
            self.push(")");
        }
        if let (Some(year), Some(month), Some(day)) = (field("year"), field("month"), field("day")) {
            let _ = write!(self.text, " - {year}/{month:0>2}/{day:0>2}");
            if let Some(time) = field("time") {
                let _ = write!(self.text, " {}", time.strip_prefix('0').unwrap_or(time));
                if let Some(zone) = field("time_zone") {
                    let _ = write!(self.text, " {zone}");
                }
            }
        }
        let table = field("table").unwrap_or("Razz");
        let most = field("seat_count").unwrap_or("8");
        let play = if field("money") == Some("play") { "(Play Money) " } else { "" };
        let _ = write!(self.text, "\nTable '{table}' {most}-max {play}\n");
    }

    /// The events up to the pots. The state is played along for levels and all-ins.
    fn play(&mut self) -> Result<()> {
        let (record, rules) = (self.record, self.record.setup().rules);
        let seats = self.names.len();
        let (mut dealt, mut street, mut put, mut level) = ([0; 8], 2, [0; 8], 0);
        let (mut left, mut bets) = (record.setup().stacks.clone(), 0);
        for event in record.events() {
            match *event {
                Event::Ante { seat, amount } => {
                    let seat = usize::from(seat);
                    left[seat] -= amount;
                    self.does(seat, "posts the ante ");
                    self.money(amount);
                    self.push(if left[seat] == 0 { " and is all-in\n" } else { "\n" });
                }
                Event::Return { seat, amount } => {
                    left[usize::from(seat)] += amount;
                    self.push("Uncalled bet (");
                    self.money(amount);
                    self.push(") returned to ");
                    self.name(usize::from(seat));
                    self.push("\n");
                }
                Event::Deal { to, card, .. } => {
                    let next = match to {
                        Holder::Board => 7,
                        Holder::Seat(seat) => {
                            dealt[usize::from(seat)] += 1;
                            dealt[usize::from(seat)].max(3)
                        }
                    };
                    if next > street {
                        street = next;
                        (put, level, bets) = ([0; 8], 0, 0);
                        let live = (0..seats).filter(|&seat| self.deals_on(seat, street));
                        let live: Vec<usize> = live.collect();
                        self.street(street, if to == Holder::Board { Some(card) } else { None }, &live);
                    }
                }
                Event::Act { seat, kind, amount } => {
                    let seat = usize::from(seat);
                    let cap = bets >= rules.max_bets;
                    match kind {
                        ActionKind::Fold => self.does(seat, "folds "),
                        ActionKind::Check => self.does(seat, "checks "),
                        ActionKind::Call => {
                            self.does(seat, "calls ");
                            self.money(amount);
                            left[seat] -= amount;
                            put[seat] += amount;
                        }
                        _ => {
                            match kind {
                                ActionKind::BringIn => self.does(seat, "brings in for "),
                                _ if level == 0 => self.does(seat, "bets "),
                                _ => {
                                    self.does(seat, "raises ");
                                    self.money(amount - level);
                                    self.push(" to ");
                                }
                            }
                            self.money(amount);
                            left[seat] -= amount - put[seat];
                            put[seat] = amount;
                            level = amount.max(level);
                            if kind == ActionKind::BringIn && rules.short_bring_in == ShortBringIn::Full {
                                level = rules.bring_in.max(level); // whatever was posted
                            }
                            bets += u8::from(kind != ActionKind::BringIn);
                        }
                    }
                    let chips = !matches!(kind, ActionKind::Fold | ActionKind::Check);
                    self.push(if chips && left[seat] == 0 { " and is all-in\n" } else { "\n" });
                    if !cap && bets >= rules.max_bets {
                        self.push("Betting is capped\n");
                    }
                }
                _ => {}
            }
        }
        self.showdown();
        Ok(())
    }

    /// Whether a seat is dealt a card on a street, or shares the community card.
    fn deals_on(&self, seat: usize, street: usize) -> bool {
        let cards = self.end.cards(seat).len();
        cards >= street || street == 7 && cards == 6 && self.end.community().is_some() && self.contests(seat)
    }

    /// Has not folded.
    fn contests(&self, seat: usize) -> bool {
        self.end.live().contains(seat as u8) || self.end.mucked().contains(seat as u8)
    }

    fn street(&mut self, street: usize, community: Option<u8>, live: &[usize]) {
        let name = ["3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"][street - 3];
        let _ = write!(self.text, "*** {name} ***");
        if let Some(card) = community {
            self.push(" ");
            self.cards(&[card]);
        }
        self.push("\n");
        if community.is_some() {
            return;
        }
        let end = self.end;
        for &seat in live {
            let hero = self.hero == Some(seat);
            let cards = end.cards(seat);
            if street == 7 && !hero {
                continue;
            }
            self.push("Dealt to ");
            self.name(seat);
            self.push(" ");
            let known = if hero { 0 } else { 2 };
            if street == 3 {
                self.cards(&cards[known..3]);
            } else {
                self.cards(&cards[known..street - 1]);
                self.push(" ");
                self.cards(&cards[street - 1..street]);
            }
            self.push("\n");
        }
    }

    /// `(Lo: 8,6,4,3,2)`, of five cards or more.
    fn low(&self, seat: usize) -> Option<String> {
        let all = self.end.cards(seat).iter().copied().chain(self.end.community());
        let cards: Vec<Card> = all.filter_map(Card::known).collect();
        if !(5..=7).contains(&cards.len()) {
            return None;
        }
        let ranks: Vec<String> = best_five(&cards).iter().map(|card| card.rank().to_string()).collect();
        Some(format!("Lo: {}", ranks.join(",")))
    }

    fn showdown(&mut self) {
        let live = (0..self.names.len()).filter(|&seat| self.contests(seat)).count();
        let end = self.end;
        if live > 1 {
            self.push("*** SHOW DOWN ***\n");
            for event in self.record.events() {
                match *event {
                    Event::Show { seat, cards } => {
                        // A tabled hand gets its last cards later: what is shown is the hand at the end.
                        let seat = usize::from(seat);
                        debug_assert!(cards[0] != EMPTY);
                        self.does(seat, "shows ");
                        self.cards(end.cards(seat));
                        if let Some(low) = self.low(seat) {
                            let _ = write!(self.text, " ({low})");
                        }
                        self.push("\n");
                    }
                    Event::Muck { seat } => self.does(usize::from(seat), "mucks hand \n"),
                    _ => {}
                }
            }
        }
    }

    /// What the pots pay.
    fn pots(&mut self) {
        let events = self.record.events();
        let pots = self.pot_sizes().len();
        for event in events {
            let Event::Award { seat, pot, amount } = *event else { continue };
            self.name(usize::from(seat));
            self.push(" collected ");
            self.money(amount);
            let _ = match (pots, pot) {
                (..=1, _) => self.text.write_str(" from pot\n"),
                (_, 0) => self.text.write_str(" from main pot\n"),
                (2, _) => self.text.write_str(" from side pot\n"),
                _ => writeln!(self.text, " from side pot-{pot}"),
            };
        }
        let end = self.end;
        let mut winners = (0..self.names.len()).filter(|&seat| self.contests(seat));
        if let (Some(winner), None) = (winners.next(), winners.next()) {
            let shown: Vec<u8> = end.cards(winner).iter().copied().filter(|&card| card != UNKNOWN).collect();
            if self.hero != Some(winner) && shown.len() == end.cards(winner).len() {
                self.does(winner, "shows ");
                self.cards(&shown);
                self.push("\n");
            } else {
                self.does(winner, "doesn't show hand \n");
            }
        }
    }

    /// Each pot before its rake.
    fn pot_sizes(&self) -> Vec<Chips> {
        let mut sizes = Vec::new();
        for event in self.record.events() {
            if let Event::Award { pot, amount, .. } | Event::Rake { pot, amount } = *event {
                let pot = usize::from(pot);
                if sizes.len() <= pot {
                    sizes.resize(pot + 1, 0);
                }
                sizes[pot] += amount;
            }
        }
        sizes
    }

    fn summary(&mut self) {
        let sizes = self.pot_sizes();
        let rake: Chips = self
            .record
            .events()
            .iter()
            .map(|event| if let Event::Rake { amount, .. } = *event { amount } else { 0 })
            .sum();
        self.push("*** SUMMARY ***\nTotal pot ");
        self.money(sizes.iter().sum());
        if sizes.len() > 1 {
            for (pot, &size) in sizes.iter().enumerate() {
                let _ = match (sizes.len(), pot) {
                    (_, 0) => self.text.write_str(" Main pot "),
                    (2, _) => self.text.write_str(" Side pot "),
                    _ => write!(self.text, " Side pot-{pot} "),
                };
                self.money(size);
                self.push(".");
            }
        }
        self.push(" | Rake ");
        self.money(rake);
        self.push(" \n");
        if let Some(card) = self.end.community() {
            self.push("Board ");
            self.cards(&[card]);
            self.push("\n");
        }
        for seat in 0..self.names.len() {
            let _ = write!(self.text, "Seat {}: ", self.numbers[seat]);
            self.name(seat);
            self.ending(seat);
            self.push("\n");
        }
    }

    fn ending(&mut self, seat: usize) {
        let end = self.end;
        if !self.contests(seat) {
            let street = end.cards(seat).len().max(3);
            let street = self.folded_on(seat).unwrap_or(street);
            let name = ["3rd Street", "4th Street", "5th Street", "6th Street", "River"][street.min(7) - 3];
            let _ = write!(self.text, " folded on the {name}");
            if end.contribution(seat) <= self.record.setup().rules.ante {
                self.push(" (didn't bet)");
            }
            return;
        }
        let won: Chips = self
            .record
            .events()
            .iter()
            .map(|event| match *event {
                Event::Award { seat: other, amount, .. } if usize::from(other) == seat => amount,
                _ => 0,
            })
            .sum();
        let low = self.low(seat);
        if end.mucked().contains(seat as u8) {
            self.push(" mucked");
            if !end.cards(seat).contains(&UNKNOWN) {
                self.push(" ");
                self.cards(end.cards(seat));
            }
        } else if end.shown().contains(seat as u8) {
            self.push(" showed ");
            self.cards(end.cards(seat));
            if won > 0 {
                self.push(" and won (");
                self.money(won);
                self.push(")");
            } else {
                self.push(" and lost");
            }
            if let Some(low) = low {
                let _ = write!(self.text, " with {low}");
            }
        } else {
            self.push(" collected (");
            self.money(won);
            self.push(")");
        }
    }

    /// The street on which a seat folded.
    fn folded_on(&self, seat: usize) -> Option<usize> {
        let (mut street, mut dealt) = (3, [0; 8]);
        for event in self.record.events() {
            match *event {
                Event::Deal { to: Holder::Seat(other), .. } => {
                    dealt[usize::from(other)] += 1;
                    street = street.max(dealt[usize::from(other)]);
                }
                Event::Deal { to: Holder::Board, .. } => street = 7,
                Event::Act { seat: other, kind: ActionKind::Fold, .. } if usize::from(other) == seat => {
                    return Some(street);
                }
                _ => {}
            }
        }
        None
    }
}
