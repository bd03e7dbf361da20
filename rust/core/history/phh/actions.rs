//! The action strings of a PHH file, played one by one.

use super::super::money::Decimal;
use super::super::replay::{Replay, reason};
use super::super::text::Source;
use crate::cards::{Card, UNKNOWN, parse_cards_with_unknown};
use crate::error::{Error, Result};
use crate::game::{Action, ActionKind, Event, Holder, Phase};

/// An action string and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    /// The byte of its first character, or of the string as a whole.
    pub at: usize,
    /// Whether it stands in the file letter by letter, so that places inside it can be told.
    pub plain: bool,
}

impl Line<'_> {
    fn place(&self, word: &str) -> usize {
        if self.plain { self.at + (word.as_ptr() as usize - self.text.as_ptr() as usize) } else { self.at }
    }
}

/// Plays the actions of a hand.
pub(super) struct Player<'a> {
    pub replay: Replay,
    pub source: Source<'a>,
    /// Digits behind the decimal point of the record's unit.
    pub scale: u8,
    /// Cards of seats that the file has given and that are not due yet, with their places.
    hands: Vec<Vec<(u8, usize)>>,
    /// Cards burned, in their order, as far as they are known.
    burns: std::vec::IntoIter<u8>,
}

impl<'a> Player<'a> {
    pub fn new(replay: Replay, source: Source<'a>, scale: u8, burns: Vec<u8>) -> Player<'a> {
        let seats = replay.record.state().seats();
        Player { replay, source, scale, hands: vec![Vec::new(); seats], burns: burns.into_iter() }
    }

    fn seat(&self, line: Line, word: &str) -> Result<usize> {
        let seats = self.hands.len();
        let number = word.strip_prefix('p').and_then(|digits| digits.parse::<usize>().ok());
        match number {
            Some(number) if (1..=seats).contains(&number) => Ok(number - 1),
            _ => Err(self.source.fault(line.place(word), format!("{word:?} is no player: expected p1 to p{seats}"))),
        }
    }

    /// Plays one action string.
    pub fn play(&mut self, line: Line) -> Result<()> {
        let text = line.text.split('#').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [] => Ok(()),
            ["d", "dh", player, cards] => {
                let seat = self.seat(line, player)?;
                self.deal_hand(line, seat, cards)
            }
            ["d", "db", cards] => self.deal_board(line, cards),
            [player, "pb"] => self.act(line, player, Action::of(ActionKind::BringIn)),
            [player, "f"] => self.act(line, player, Action::of(ActionKind::Fold)),
            [player, "cc"] => {
                let calls = self.replay.record.state().legal_actions().amount(ActionKind::Call).is_some();
                let facing = calls || self.replay.record.state().to_call() > 0;
                self.act(line, player, Action::of(if facing { ActionKind::Call } else { ActionKind::Check }))
            }
            [player, "cbr", amount] => {
                let units = Decimal::parse_plain(amount).and_then(|number| number.units(self.scale));
                let Some(units) = units else {
                    let what = format!("{amount:?} is no amount: expected a number of chips");
                    return Err(self.source.fault(line.place(amount), what));
                };
                let kind = self.replay.record.state().lift_kind();
                self.act(line, player, Action::new(kind, units))
            }
            [player, "sm"] => self.act(line, player, Action::of(ActionKind::Muck)),
            [player, "sm", cards] => self.show(line, player, cards),
            _ => {
                let what = format!(
                    "{:?} is no action: expected d dh pN CARDS, d db CARD, pN pb, pN cbr AMOUNT, pN cc, pN f, pN sm CARDS, pN sm - or pN sm",
                    text.trim()
                );
                Err(self.source.fault(line.at, what))
            }
        }
    }

    /// Cards of a word, 255 unknown, each with its place.
    fn cards(&self, line: Line, word: &str) -> Result<Vec<u8>> {
        let cards = parse_cards_with_unknown(word).map_err(|error| match error {
            Error::Parse { message, position } => {
                let at = line.place(word);
                let within = word.char_indices().nth(position).map_or(word.len(), |(byte, _)| byte);
                self.source.fault(if line.plain { at + within } else { at }, message)
            }
            other => self.source.fault(line.place(word), other.message()),
        })?;
        Ok(cards.into_iter().map(|card| card.map_or(UNKNOWN, Card::index)).collect())
    }

    fn deal_hand(&mut self, line: Line, seat: usize, word: &str) -> Result<()> {
        let cards = self.cards(line, word)?;
        let at = line.place(word);
        let pending = self.replay.record.state().pending();
        let waiting = |other: usize| {
            let due = pending.iter().filter(|(to, _)| *to == Holder::Seat(other as u8)).count();
            due - self.hands[other].len().min(due)
        };
        let due = waiting(seat);
        if cards.len() > due {
            let state = self.replay.record.state();
            let what = match (state.phase(), due) {
                (Phase::Deal, 1..) => format!("{} cards for p{}: {due} are due", cards.len(), seat + 1),
                (Phase::Deal, 0) => format!("no card is due to p{}", seat + 1),
                _ => "no card is due".to_owned(),
            };
            return Err(self.source.fault(at, what));
        }
        // Third street is written hand by hand, though dealt in rounds: the next is who has the most to come.
        let next = (0..self.hands.len()).max_by_key(|&other| (waiting(other), usize::MAX - other)).unwrap_or(seat);
        if next != seat {
            let what = format!("cards for p{}: expected those of p{} first", seat + 1, next + 1);
            return Err(self.source.fault(line.at, what));
        }
        self.hands[seat].extend(cards.into_iter().map(|card| (card, at)));
        self.flush()
    }

    /// Deals what is due and given.
    fn flush(&mut self) -> Result<()> {
        loop {
            let Some(Holder::Seat(seat)) = self.replay.record.state().next_holder() else { return Ok(()) };
            let hand = &mut self.hands[usize::from(seat)];
            if hand.is_empty() {
                return Ok(());
            }
            let (card, at) = hand.remove(0);
            self.deal(card, at)?;
        }
    }

    fn deal(&mut self, card: u8, at: usize) -> Result<()> {
        let burn = if self.replay.record.state().burn_due() { self.burns.next() } else { None };
        let dealt = self.replay.deal(card, burn.unwrap_or(UNKNOWN));
        dealt.map_err(|error| self.source.fault(at, reason(&error)))
    }

    fn deal_board(&mut self, line: Line, word: &str) -> Result<()> {
        let cards = self.cards(line, word)?;
        let at = line.place(word);
        let [card] = cards[..] else {
            return Err(self.source.fault(at, format!("expected one community card, found {}", cards.len())));
        };
        if self.replay.record.state().next_holder() != Some(Holder::Board) {
            return Err(self.source.fault(line.at, "no community card is due"));
        }
        self.deal(card, at)
    }

    /// A Show with the cards that the state does not know; `-` shows what is known.
    fn show(&mut self, line: Line, player: &str, word: &str) -> Result<()> {
        let cards = if word == "-" { Vec::new() } else { self.cards(line, word)? };
        let known: Vec<Card> = cards.iter().filter_map(|&card| Card::known(card)).collect();
        if known.len() != cards.len() {
            return Err(self.source.fault(line.place(word), "unknown cards cannot be shown"));
        }
        let seat = self.seat(line, player)?;
        let dealt = self.replay.record.state().cards(seat);
        if word != "-" && known.len() != dealt.len() {
            let what = format!("p{player_number} shows {} cards", known.len(), player_number = seat + 1);
            return Err(self.source.mismatch(line.place(word), &what, dealt.len(), known.len()));
        }
        let action = Action::show(&known).map_err(|error| self.source.fault(line.place(word), reason(&error)))?;
        self.act(line, player, action)
    }

    fn act(&mut self, line: Line, player: &str, action: Action) -> Result<()> {
        let seat = self.seat(line, player)?;
        self.replay.act(seat, &action).map_err(|why| self.source.fault(line.at, why))
    }

    /// The end of the actions: no card may be left over.
    pub fn finish(self) -> Result<Replay> {
        let left = self.hands.iter().flatten().next();
        match left {
            Some(&(_, at)) => Err(self.source.fault(at, "a card that is not dealt in turn")),
            None => Ok(self.replay),
        }
    }

    /// How many burns the record has.
    pub fn burns_left(&self) -> usize {
        self.burns.len()
    }
}

/// The action strings of a record, in PHH's order.
pub(super) fn lines(events: &[Event], amount: impl Fn(u64) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    let mut hands: [Vec<u8>; 8] = Default::default();
    let (mut dealt, mut street, mut shared) = ([0; 8], 3, false);
    // Hands tabled before the last card are shown once more behind it: PokerKit's reader waits for that.
    let mut tabled: Vec<(u8, Vec<u8>)> = Vec::new();
    let put = |lines: &mut Vec<String>, hands: &mut [Vec<u8>; 8]| {
        for (seat, hand) in hands.iter_mut().enumerate() {
            if !hand.is_empty() {
                lines.push(format!("d dh p{} {}", seat + 1, text(hand)));
                hand.clear();
            }
        }
    };
    for event in events {
        match *event {
            Event::Deal { to: Holder::Seat(seat), card, .. } => {
                let count = &mut dealt[usize::from(seat)];
                *count += 1;
                if *count > street {
                    street = *count; // without a bet the next street follows at once
                    put(&mut lines, &mut hands);
                }
                hands[usize::from(seat)].push(card);
                if let Some((_, cards)) = tabled.iter_mut().find(|(other, _)| *other == seat) {
                    cards.push(card);
                }
                continue;
            }
            Event::Ante { .. } | Event::Scramble | Event::Burn { .. } | Event::Return { .. } => continue,
            Event::Rake { .. } | Event::Award { .. } => {
                put(&mut lines, &mut hands);
                let again = std::mem::take(&mut tabled)
                    .into_iter()
                    .filter(|(_, cards)| (cards.len() > 6 || shared) && !cards.contains(&UNKNOWN));
                lines.extend(again.map(|(seat, cards)| format!("p{} sm {}", seat + 1, text(&cards))));
                continue;
            }
            _ => put(&mut lines, &mut hands),
        }
        lines.push(match *event {
            Event::Deal { card, .. } => {
                (street, shared) = (7, true);
                format!("d db {}", text(&[card]))
            }
            Event::Act { seat, kind, amount: chips } => {
                let player = seat + 1;
                match kind {
                    ActionKind::Fold => format!("p{player} f"),
                    ActionKind::Check | ActionKind::Call => format!("p{player} cc"),
                    ActionKind::BringIn => format!("p{player} pb"),
                    _ => format!("p{player} cbr {}", amount(chips)),
                }
            }
            Event::Show { seat, cards } => {
                let dealt: Vec<u8> = cards.into_iter().filter(|&card| card != crate::game::EMPTY).collect();
                if street < 7 {
                    tabled.push((seat, dealt.clone()));
                }
                format!("p{} sm {}", seat + 1, text(&dealt))
            }
            Event::Muck { seat } => format!("p{} sm", seat + 1),
            _ => continue,
        });
    }
    put(&mut lines, &mut hands);
    lines
}

fn text(cards: &[u8]) -> String {
    let card = |&index: &u8| Card::known(index).map_or_else(|| "??".to_owned(), |card| card.to_string());
    cards.iter().map(card).collect()
}
