//! A spot: what is known about every player's cards, the dead cards, and how the last card comes.

use super::counting::MAX_PLAYERS;
use super::ranges::{Range, Stop};
use super::text::{Text, Token};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::error::{Error, Result};
use crate::game::runs_out_online;

/// How the players come to seven cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Everybody gets seven cards of his own.
    Own,
    /// The deck runs out on seventh street: six own cards and one card for all (docs/rules.md section 6, ONLINE).
    Shared,
    /// The same, the shared card being known.
    SharedKnown,
}

impl Ending {
    /// In words, for results.
    pub const fn words(self) -> &'static str {
        match self {
            Ending::Own => "seven own cards each",
            Ending::Shared => "the deck runs out: six own cards each and one community card",
            Ending::SharedKnown => "six own cards each and the known community card",
        }
    }

    /// The own cards of each player.
    pub const fn own_cards(self) -> usize {
        match self {
            Ending::Own => 7,
            Ending::Shared | Ending::SharedKnown => 6,
        }
    }
}

/// One player: cards that are known, and perhaps a range for further ones.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Known cards. Ranks given without a suit have got one that nothing else has.
    pub cards: Vec<Card>,
    /// The range of some of the other cards.
    pub range: Option<Range>,
}

impl Hand {
    /// Cards that are known or come from the range.
    pub fn len(&self) -> usize {
        self.cards.len() + self.range.as_ref().map_or(0, Range::cards)
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A validated question.
#[derive(Clone, Debug)]
pub struct Spot {
    hands: Vec<Hand>,
    dead: Vec<Card>,
    unseen: usize,
    shared: Option<Card>,
    ending: Ending,
}

/// The cards of a text with where they stand.
type Tokens = Vec<(usize, Token)>;

/// A text that names cards, before ranks have got their suits.
struct Named {
    name: String,
    tokens: Tokens,
}

impl Spot {
    /// From text: one for each player (`[ "{" range "}" ] cards`), the dead cards, and the community card if there is one
    /// already. Ranks may stand without a suit; "?" is an unknown card, among dead cards one that nobody saw.
    pub fn parse(players: &[impl AsRef<str>], dead: &str, community: &str) -> Result<Spot> {
        Spot::read(players, dead, community, &|| false)
    }

    /// The same, which may take seconds where ranges have very many alternatives; an error once it is to stop.
    pub fn read(players: &[impl AsRef<str>], dead: &str, community: &str, stop: Stop) -> Result<Spot> {
        if !(2..=MAX_PLAYERS).contains(&players.len()) {
            return Err(Error::value(format!("players: expected 2 to {MAX_PLAYERS} players, found {}", players.len())));
        }
        let mut named = Vec::new();
        let mut ranges = Vec::new();
        for (i, text) in players.iter().enumerate() {
            let name = format!("players[{i}]");
            let text = Text::new(&name, text.as_ref());
            let (range, tokens) = player(&text, stop)?;
            let cards = tokens.len() + range.as_ref().map_or(0, Range::cards);
            if cards > 7 {
                return Err(text.error(0, format!("expected at most 7 cards, found {cards}")));
            }
            ranges.push(range);
            named.push(Named { name, tokens });
        }
        for (name, text) in [("dead", dead), ("community", community)] {
            let text = Text::new(name, text);
            named.push(Named { name: name.into(), tokens: text.cards(0, text.chars.len())? });
        }
        let community = &named[players.len() + 1].tokens;
        if community.len() > 1 {
            return Err(Error::value(format!("community: expected one card at most, found {}", community.len())));
        }
        if let Some((at, Token::Unknown)) = community.first() {
            return Err(Error::parse(
                "community: an unknown card: leave it out, it is dealt when the deck runs out",
                *at,
            ));
        }
        let unseen = named[players.len()].tokens.iter().filter(|(_, t)| *t == Token::Unknown).count();
        let mut cards = suits(&named, &ranges)?;
        let shared = cards.pop().and_then(|c| c.first().copied());
        let dead = cards.pop().unwrap_or_default();
        let hands = cards.into_iter().zip(ranges).map(|(cards, range)| Hand { cards, range }).collect();
        Spot::new(hands, dead, unseen, shared)
    }

    fn new(hands: Vec<Hand>, dead: Vec<Card>, unseen: usize, shared: Option<Card>) -> Result<Spot> {
        let players = hands.len();
        let gone = dead.len() + unseen;
        let full = hands.iter().position(|h| h.len() == 7);
        let left = (52 - players * 6).checked_sub(gone + usize::from(shared.is_some()));
        let ending = match (shared, full, left) {
            (Some(_), Some(i), _) => {
                return Err(Error::value(format!(
                    "players[{i}]: seven own cards beside a community card: expected at most six"
                )));
            }
            (Some(_), None, Some(_)) => Ending::SharedKnown,
            (None, None, Some(left)) if left > 0 && runs_out_online(left, players) => Ending::Shared,
            _ => Ending::Own,
        };
        let spot = Spot { hands, dead, unseen, shared, ending };
        let (need, left) = (spot.unknown().iter().map(|&n| usize::from(n)).sum::<usize>(), spot.deck_size());
        let need = need + usize::from(ending == Ending::Shared);
        if need + unseen > left {
            return Err(Error::value(format!(
                "players, dead: {need} cards are still to be dealt, but only {} are left in the deck",
                left.saturating_sub(unseen)
            )));
        }
        Ok(spot)
    }

    /// The same spot with further known cards of one player.
    pub fn with_card(&self, player: usize, card: Card) -> Result<Spot> {
        let mut spot = self.clone();
        spot.hands[player].cards.push(card);
        Spot::new(spot.hands, spot.dead, spot.unseen, spot.shared)
    }

    /// The same spot with another range, or other known cards, of one player.
    pub fn with_hand(&self, player: usize, hand: Hand) -> Result<Spot> {
        let mut spot = self.clone();
        spot.hands[player] = hand;
        Spot::new(spot.hands, spot.dead, spot.unseen, spot.shared)
    }

    /// The players.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Cards known to be dead.
    pub fn dead(&self) -> &[Card] {
        &self.dead
    }

    /// Dead cards that nobody saw.
    pub fn unseen(&self) -> usize {
        self.unseen
    }

    /// The community card, if it is known.
    pub fn shared(&self) -> Option<Card> {
        self.shared
    }

    /// How the players come to seven cards.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Own cards to come for each player, those of his range not counted.
    pub fn unknown(&self) -> Vec<u8> {
        self.hands.iter().map(|h| (self.ending.own_cards() - h.len()) as u8).collect()
    }

    /// The combinations of rank classes and holdings of all ranges, possible or not.
    pub fn combinations(&self) -> f64 {
        self.hands.iter().filter_map(|h| h.range.as_ref()).map(|r| r.len() as f64).product()
    }

    /// The cards whose place is not known: neither a player's, nor dead, nor the community card. Cards of ranges are
    /// among them.
    pub fn cards_left(&self) -> CardSet {
        let known = self.hands.iter().flat_map(|h| &h.cards).chain(&self.dead).chain(&self.shared);
        known.copied().collect::<CardSet>().complement()
    }

    /// The number of cards left once every player has a hand of his range.
    pub(super) fn deck_size(&self) -> usize {
        self.cards_left().len().saturating_sub(self.hands.iter().map(|h| h.len() - h.cards.len()).sum())
    }
}

/// A player's text: his range and his cards.
fn player(text: &Text<'_>, stop: Stop) -> Result<(Option<Range>, Tokens)> {
    let end = text.chars.len();
    let start = text.skip(0, end, false);
    if text.chars.get(start) != Some(&'{') {
        if let Some(at) = text.chars.iter().position(|&c| c == '[') {
            return Err(text.error(at, "a rank class belongs to a range, which stands in braces: \"{[A-8][A-8]}5\""));
        }
        return Ok((None, text.cards(start, end)?));
    }
    let close = text.chars.iter().position(|&c| c == '}');
    let close = close.ok_or_else(|| text.error(start, "the range that begins here has no \"}\""))?;
    let cards = text.cards(close + 1, end)?;
    let behind = cards.iter().fold(0u16, |set, (_, token)| match token {
        Token::Card(card) => set | 1 << card.rank().index(),
        Token::Rank(rank) => set | 1 << rank.index(),
        Token::Unknown => set,
    });
    let range = Range::read_part(text, start + 1, close, behind, stop)?;
    Ok((Some(range), cards))
}

/// Gives every rank a suit of its own, if possible one that no range names, and refuses duplicates.
fn suits(named: &[Named], ranges: &[Option<Range>]) -> Result<Vec<Vec<Card>>> {
    let mut owner: [Option<usize>; 52] = [None; 52];
    for (i, text) in named.iter().enumerate() {
        for &(at, token) in &text.tokens {
            if let Token::Card(card) = token {
                let place = &mut owner[usize::from(card.index())];
                if let Some(other) = *place {
                    let other = if other == i { "twice".into() } else { format!("in {} too", named[other].name) };
                    return Err(Error::parse(format!("{}: {card} is {other}", text.name), at));
                }
                *place = Some(i);
            }
        }
    }
    let in_ranges: CardSet = ranges.iter().flatten().flat_map(|r| r.named_cards().iter()).collect();
    let mut result = Vec::new();
    for (i, text) in named.iter().enumerate() {
        let mut cards = Vec::new();
        for &(at, token) in &text.tokens {
            let card = match token {
                Token::Card(card) => card,
                Token::Unknown => continue,
                Token::Rank(rank) => free(rank, &owner, in_ranges).ok_or_else(|| {
                    Error::parse(format!("{}: a fifth {rank}: the other four are taken", text.name), at)
                })?,
            };
            owner[usize::from(card.index())] = Some(i);
            cards.push(card);
        }
        result.push(cards);
    }
    Ok(result)
}

fn free(rank: Rank, owner: &[Option<usize>; 52], in_ranges: CardSet) -> Option<Card> {
    let cards = || Suit::all().map(|suit| Card::new(rank, suit)).filter(|c| owner[usize::from(c.index())].is_none());
    cards().find(|&c| !in_ranges.contains(c)).or_else(|| cards().next())
}
