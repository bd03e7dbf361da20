//! What a file tells of a hand, in one form for all sites: the parsers fill it, `rebuild` plays it.

use super::money::{Decimal, split_sign};
use super::text::Source;
use crate::cards::{Card, Rank, Suit, UNKNOWN};
use crate::error::Result;

/// An amount and the byte at which its line starts.
pub(super) type Amount = (usize, Decimal);

/// The most seats that a file may list; more than are dealt in where some sit out.
pub(super) const MAX_LISTED: usize = 10;

/// A listed seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat<'a> {
    pub at: usize,
    /// As the file counts seats.
    pub number: u8,
    pub name: &'a str,
    pub stack: Decimal,
    /// Posted an ante or was dealt a card.
    pub dealt_in: bool,
    /// All seven cards as far as the file tells them, in dealing order, 255 unknown.
    pub cards: [u8; 7],
    /// The line that told each card.
    pub told_at: [usize; 7],
}

/// What a player did in the betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Fold,
    Check,
    /// The chips put in, or the street total, as the site prints it.
    Call(Decimal),
    BringIn(Decimal),
    /// A completion, bet or raise: the street total.
    Lift(Decimal),
    /// The same, with what it is more than what there was to match.
    Raise {
        by: Decimal,
        to: Decimal,
    },
    /// An all-in whose kind the site does not say: the street total.
    AllIn(Decimal),
}

/// A line that moves the hand on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    Ante {
        seat: usize,
        amount: Decimal,
        all_in: bool,
    },
    /// A street begins; 8 the showdown.
    Street(u8),
    /// The site says who has the highest door card.
    High(usize),
    Act {
        seat: usize,
        deed: Deed,
        all_in: bool,
    },
    Return {
        seat: usize,
        amount: Decimal,
    },
    /// What the pot holds when the next street begins.
    Pot(Decimal),
    Show(usize),
    Muck(usize),
    /// A share of a pot, 0 the main pot, `None` the only one.
    Collect {
        seat: usize,
        amount: Decimal,
        pot: Option<u8>,
    },
}

/// What a site names of a low.
#[derive(Clone, Copy, Debug)]
pub(super) enum Low {
    /// All five cards.
    Ranks([u8; 5]),
    /// The highest card of five distinct ranks.
    HighCard(u8),
}

/// Where a player stands in the summary at a hand's end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending {
    /// Folded on this street.
    Folded(u8),
    /// Won this much in all.
    Won(Decimal),
    /// Showed or mucked and won nothing.
    Lost,
    /// The stack after the hand.
    Stack(Decimal),
    /// What he won in all, or lost.
    Gain { lost: bool, amount: Decimal },
}

/// How a site prints what the rules leave open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// The number of a call is the street total, not what is put in.
    pub calls_to: bool,
    /// Uncalled bets are printed.
    pub prints_returns: bool,
    /// A return is part of what the player collects, and of the total pot.
    pub collects_returns: bool,
    /// The total pot is printed without the rake.
    pub total_without_rake: bool,
    /// All live hands are laid open once nobody can bet any more.
    pub tables_all_in_hands: bool,
    /// Hands are printed in the order in which players show or muck them.
    pub shows_in_order: bool,
    /// Names are written as in XML.
    pub escapes_names: bool,
    /// The total pot is printed.
    pub prints_total: bool,
    /// The rake is printed; elsewhere it is what was not paid.
    pub prints_rake: bool,
}

impl Habits {
    /// What most sites do.
    pub const USUAL: Habits = Habits {
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
}

/// A hand as told.
#[derive(Clone, Debug)]
pub(super) struct Told<'a> {
    pub source: Source<'a>,
    pub id: &'a str,
    pub habits: Habits,
    pub currency: Option<&'static str>,
    /// A cash game counts in hundredths of its currency, chips of a tournament are whole.
    pub least_scale: u8,
    pub ante: Option<Decimal>,
    pub small_bet: Decimal,
    pub big_bet: Decimal,
    pub seats: Vec<Seat<'a>>,
    /// Where in `seats` the deal starts: the first clockwise from the dealer.
    pub first_dealt: usize,
    pub facts: Vec<(usize, Fact)>,
    /// The street that the facts have come to, if they told one.
    street: Option<u8>,
    /// The lows that the site names beside hands, with their lines and seats.
    pub lows: Vec<(usize, usize, Low)>,
    pub endings: Vec<(usize, usize, Ending)>,
    pub total: Option<Amount>,
    pub rake: Option<Amount>,
    /// The main pot and the side pots, where the file gives each.
    pub pots: Vec<Amount>,
    pub community: Option<(usize, u8)>,
    /// The seat whose hole cards the file shows from the deal on.
    pub hero: Option<usize>,
    /// Named facts for the record.
    pub fields: Vec<(&'static str, String)>,
}

impl<'a> Told<'a> {
    pub fn new(source: Source<'a>, id: &'a str, habits: Habits) -> Told<'a> {
        Told {
            source,
            id,
            habits,
            currency: None,
            least_scale: 0,
            ante: None,
            small_bet: Decimal::default(),
            big_bet: Decimal::default(),
            seats: Vec::with_capacity(8),
            first_dealt: 0,
            facts: Vec::with_capacity(64),
            street: None,
            lows: Vec::new(),
            endings: Vec::new(),
            total: None,
            rake: None,
            pots: Vec::new(),
            community: None,
            hero: None,
            fields: Vec::with_capacity(16),
        }
    }

    /// Adds a listed seat.
    pub fn seat(&mut self, at: usize, number: u8, name: &'a str, stack: Decimal) -> Result<()> {
        if self.seats.len() == MAX_LISTED {
            return Err(self.source.fault(at, format!("more than {MAX_LISTED} seats")));
        }
        if let Some(other) = self.seats.iter().find(|other| other.number == number || other.name == name) {
            let what =
                format!("seat {number}, {name}, is listed twice: {}, {}, stands above", other.number, other.name);
            return Err(self.source.fault(at, what));
        }
        if self.seats.last().is_some_and(|last| last.number > number) {
            return Err(self.source.fault(at, format!("seat {number} stands behind a higher one")));
        }
        self.seats.push(Seat { at, number, name, stack, dealt_in: false, cards: [UNKNOWN; 7], told_at: [0; 7] });
        Ok(())
    }

    /// The seat whose name a text starts with, the longest such name, and what follows it; only names that `follows`
    /// accepts what follows of.
    pub fn player<T>(&self, text: &'a str, follows: impl Fn(&'a str) -> Option<T>) -> Option<(usize, T)> {
        let mut best: Option<(usize, usize, T)> = None;
        for (index, seat) in self.seats.iter().enumerate() {
            if best.as_ref().is_some_and(|&(_, len, _)| len >= seat.name.len()) {
                continue;
            }
            if let Some(rest) = text.strip_prefix(seat.name)
                && let Some(found) = follows(rest)
            {
                best = Some((index, seat.name.len(), found));
            }
        }
        best.map(|(index, _, found)| (index, found))
    }

    /// The seat of a name at the end of a line, where spaces behind it cannot be told.
    pub fn named(&self, at: usize, name: &str) -> Result<usize> {
        let found = self.seats.iter().position(|seat| seat.name.trim_ascii_end() == name.trim_ascii_end());
        found.ok_or_else(|| self.source.fault(at, format!("{name:?} is none of the listed players")))
    }

    pub fn fact(&mut self, at: usize, fact: Fact) {
        if let Fact::Street(street) = fact {
            self.street = Some(street);
        }
        self.facts.push((at, fact));
    }

    pub fn field(&mut self, name: &'static str, value: impl Into<String>) {
        self.fields.push((name, value.into()));
    }

    /// A card of a seat at a place of its hand.
    pub fn learn(&mut self, at: usize, seat: usize, place: usize, card: u8) -> Result<()> {
        if card == UNKNOWN {
            return Ok(());
        }
        let player = &mut self.seats[seat];
        let known = player.cards[place];
        if known != UNKNOWN && known != card {
            let text = |index| Card::from_index(index).map(|card| card.to_string()).unwrap_or_default();
            let what = format!("card {} of {}", place + 1, player.name);
            return Err(self.source.mismatch(at, &what, text(known), text(card)));
        }
        if known == UNKNOWN {
            (player.cards[place], player.told_at[place]) = (card, at);
        }
        Ok(())
    }

    /// Cards dealt to a seat on a street: those before it, as far as the site repeats them, and the new ones.
    pub fn dealt(&mut self, at: usize, seat: usize, street: u8, before: &Cards, new: &Cards) -> Result<()> {
        let street = usize::from(street);
        self.seats[seat].dealt_in = true;
        if street == 3 {
            let cards: Vec<u8> = before.iter().chain(new.iter()).collect();
            return match cards[..] {
                [_, _, _] => (0..3).try_for_each(|place| self.learn(at, seat, place, cards[place])),
                [up] => self.learn(at, seat, 2, up),
                _ => Err(self
                    .source
                    .fault(at, format!("third street: expected one card or three, found {}", cards.len()))),
            };
        }
        if new.len() != 1 {
            return Err(self.source.fault(at, format!("expected one new card, found {}", new.len())));
        }
        self.learn(at, seat, street - 1, new.iter().next().unwrap_or(UNKNOWN))?;
        let first = match before.len() {
            0 => return Ok(()),
            len if len == street - 1 => 0,
            len if len == street - 3 => 2,
            len => {
                let what = format!("expected {} or {} cards before the new one, found {len}", street - 1, street - 3);
                return Err(self.source.fault(at, what));
            }
        };
        before.iter().enumerate().try_for_each(|(i, card)| self.learn(at, seat, first + i, card))
    }

    /// A hand laid open: all its cards in dealing order, or a part of them.
    pub fn shown(&mut self, at: usize, seat: usize, cards: &Cards) -> Result<()> {
        let told: Vec<u8> = cards.iter().collect();
        let dealt = usize::from(self.street()).min(7) - usize::from(self.community.is_some());
        if told.len() == dealt {
            return told.iter().enumerate().try_for_each(|(place, &card)| self.learn(at, seat, place, card));
        }
        if told.len() > dealt {
            return Err(self.source.fault(at, format!("{} cards are shown, {dealt} were dealt", told.len())));
        }
        // A part of a hand: what is not among the up-cards was face down. Before the up-cards stand hole cards,
        // behind them the river.
        let player = &self.seats[seat];
        let up: Vec<u8> = player.cards[2..dealt.min(6)].to_vec();
        let first_up = told.iter().position(|card| up.contains(card));
        let hidden = |card: &&u8| !up.contains(card) && !player.cards.contains(card);
        let (before, behind) = told.split_at(first_up.unwrap_or(told.len()));
        let before: Vec<u8> = before.iter().filter(hidden).copied().collect();
        let behind: Vec<u8> = behind.iter().filter(hidden).copied().collect();
        // With no up-card shown and a river dealt nobody can tell a hole card from the river: then none is learned.
        if first_up.is_none() && dealt == 7 && before.len() < 3 {
            let text: Vec<String> =
                before.iter().filter_map(|&card| Card::known(card)).map(|card| card.to_string()).collect();
            let name = player.name.to_owned();
            self.field("shown_part", format!("{name}: {}", text.join(" ")));
            return Ok(());
        }
        let mut places = (0..2).filter(|&place| player.cards[place] == UNKNOWN).collect::<Vec<_>>().into_iter();
        for card in before {
            let place =
                places.next().ok_or_else(|| self.source.fault(at, "more down cards are shown than there are"))?;
            self.learn(at, seat, place, card)?;
        }
        match (behind[..].len(), dealt) {
            (0, _) => Ok(()),
            (1, 7) => self.learn(at, seat, 6, behind[0]),
            _ => Err(self.source.fault(at, "more cards are shown than there are")),
        }
    }

    /// The street that the facts have come to; the showdown is the seventh.
    pub fn street(&self) -> u8 {
        self.street.map_or(3, |street| street.min(7))
    }

    /// Whether a street has been told.
    pub const fn has_street(&self) -> bool {
        self.street.is_some()
    }

    /// Takes down the low that the site names for a seat's hand, where it does so by ranks.
    pub fn low(&mut self, at: usize, seat: usize, low: Option<[u8; 5]>) {
        self.lows.extend(low.map(|low| (at, seat, Low::Ranks(low))));
    }

    /// Takes down the highest card of a low without a pair, where the site names no more.
    pub fn high_card(&mut self, at: usize, seat: usize, rank: Option<u8>) {
        self.lows.extend(rank.map(|rank| (at, seat, Low::HighCard(rank))));
    }

    /// An amount of money with its sign, and the currency that the sign stands for is taken down.
    pub fn money(&mut self, at: usize, text: &str) -> Result<Decimal> {
        match amount(text) {
            Some((currency, number)) => {
                if self.currency.is_none() {
                    self.currency = currency;
                }
                Ok(number)
            }
            None => Err(self.source.fault(at, format!("{:?} is no amount of money", text.trim()))),
        }
    }
}

/// An amount of money and the currency of its sign.
pub(super) fn amount(text: &str) -> Option<(Option<&'static str>, Decimal)> {
    let (currency, digits) = split_sign(text.trim());
    Some((currency, Decimal::parse_money(digits)?))
}

/// Cards between brackets, 255 for unknown ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cards {
    cards: [u8; 8],
    len: usize,
}

impl Cards {
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        self.cards[..self.len].iter().copied()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Cards with spaces or commas between them; `X`, `null` and `??` are unknown.
    pub fn parse(text: &str) -> Option<Cards> {
        let mut cards = Cards::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let card = match word.as_bytes() {
                &[rank, suit] if rank != b'?' => {
                    Card::new(Rank::from_letter(rank.into())?, Suit::from_letter(suit.into())?).index()
                }
                b"X" | b"x" | b"null" | b"??" | b"-" => UNKNOWN,
                _ => word.parse::<Card>().ok()?.index(),
            };
            *cards.cards.get_mut(cards.len)? = card;
            cards.len += 1;
        }
        Some(cards)
    }
}

/// The cards of the next brackets of a text, and what stands behind them.
pub(super) fn brackets(text: &str) -> Option<(Cards, &str)> {
    let open = text.find('[')?;
    let close = open + text[open..].find(']')?;
    Some((Cards::parse(&text[open + 1..close])?, &text[close + 1..]))
}
