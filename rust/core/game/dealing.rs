//! Dealing: which card comes next, burns, and the end of the deck (docs/rules.md sections 1 and 6).

use super::Context;
use super::event::{Event, Holder, Sink};
use super::options::ShortDeck;
use super::seats::{MAX_SEATS, SeatSet};
use super::state::{DealPlan, EMPTY, Phase, State};
use crate::cards::{Card, CardSet, Deck, UNKNOWN};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// Whether the online procedure deals one community card instead of seventh street: the stub does not go round.
pub(crate) const fn runs_out_online(stub: usize, players: usize) -> bool {
    stub < players
}

/// Where the cards of a hand come from, a round at a time.
pub trait Stub {
    /// The next card of each of these seats, which have `held` cards each, by seat.
    fn round(&mut self, seats: SeatSet, held: u8) -> [u8; MAX_SEATS];
    /// The community card.
    fn shared(&mut self) -> u8;
}

impl State {
    /// Cards dealt so far, the community card included.
    fn dealt_cards(&self) -> usize {
        let own: usize = self.dealt.iter().map(|&count| usize::from(count)).sum();
        own + usize::from(self.community != EMPTY)
    }

    /// Cards neither dealt nor burned.
    pub(super) fn stub(&self) -> usize {
        52 - self.dealt_cards() - usize::from(self.burns)
    }

    /// How the street about to begin is dealt. The TDA procedure keeps a burn and the last card back,
    /// so it needs two cards more than players; Robert's burns only while one card more is left.
    pub(super) fn deal_plan(&self) -> DealPlan {
        let n = self.live().len() as usize;
        let (stub, burns) = (self.stub(), usize::from(self.burns));
        let plan = |community, scramble, burn| DealPlan { community, scramble, burn };
        match self.rules.short_deck {
            ShortDeck::Online => plan(runs_out_online(stub, n), false, false),
            ShortDeck::Tda if stub >= n + 2 => plan(false, false, true),
            ShortDeck::Tda if stub + burns >= n + 2 => plan(false, true, true),
            ShortDeck::Tda => plan(true, stub < 3, true),
            ShortDeck::Robert if stub > n => plan(false, false, true),
            ShortDeck::Robert => plan(stub + burns < n, true, false),
        }
    }

    /// The holder of the next card and whether it comes face up; `None` when no card is pending.
    #[inline]
    pub fn next_card(&self) -> Option<(Holder, bool)> {
        if self.phase != Phase::Deal {
            return None;
        }
        if self.plan.community {
            return if self.community == EMPTY { Some((Holder::Board, true)) } else { None };
        }
        // Third street goes in rounds; a later street is a single round.
        let seat = self.live().iter().min_by_key(|&seat| self.dealt[seat as usize])?;
        let count = self.dealt[seat as usize];
        if count < self.street { Some((Holder::Seat(seat), (2..6).contains(&count))) } else { None }
    }

    /// The holder of the next card.
    pub(crate) fn next_holder(&self) -> Option<Holder> {
        self.next_card().map(|(to, _)| to)
    }

    /// Whether the next card is preceded by a burn.
    pub fn burn_due(&self) -> bool {
        self.phase == Phase::Deal && self.plan.burn
    }

    /// Whether the burns go back into the stub before the next card.
    pub fn scramble_due(&self) -> bool {
        self.phase == Phase::Deal && self.plan.scramble
    }

    /// Deals the next card without checking it; `burn` is the card burned before it, if one is due.
    #[inline]
    pub(super) fn put_card(&mut self, card: u8, burn: u8, sink: &mut impl Sink) {
        self.prepare_stub(burn, sink);
        if let Some((to, _)) = self.next_card() {
            let held = if let Holder::Seat(seat) = to { self.dealt[seat as usize] } else { 0 };
            self.give(to, held, card, sink);
        }
    }

    /// Scrambles and burns before the first card of a street, as its plan says.
    #[inline]
    fn prepare_stub(&mut self, burn: u8, sink: &mut impl Sink) {
        if self.plan.scramble {
            self.plan.scramble = false;
            self.burns = 0;
            sink.event(Event::Scramble);
        }
        if self.plan.burn {
            self.plan.burn = false;
            self.burns += 1;
            sink.event(Event::Burn { card: burn });
        }
    }

    /// Gives a card to a holder who has so many.
    #[inline]
    fn give(&mut self, to: Holder, held: u8, card: u8, sink: &mut impl Sink) {
        match to {
            Holder::Seat(seat) => {
                self.cards[seat as usize][held as usize] = card;
                self.dealt[seat as usize] = held + 1;
            }
            Holder::Board => self.community = card,
        }
        if let Some(card) = Card::known(card) {
            self.known.insert(card);
        }
        sink.event(Event::Deal { to, up: to == Holder::Board || (2..6).contains(&held), card });
    }

    /// Deals any prefix of the pending cards; 255 stands for a card that is dealt but not known.
    /// Nothing changes when a card is refused.
    pub fn deal(&mut self, cards: &[u8], context: &Context, sink: &mut impl Sink) -> Result<()> {
        self.check_deal(cards)?;
        cards.iter().for_each(|&card| self.deal_next(card, UNKNOWN, context, sink));
        Ok(())
    }

    /// Refuses cards that are not pending, not undealt, or unknown where they lie face up.
    pub(super) fn check_deal(&self, cards: &[u8]) -> Result<()> {
        if let &[card] = cards
            && self.is_next(card)
        {
            return Ok(());
        }
        let pending = self.pending();
        if pending.is_empty() {
            return Err(Error::InvalidDeal("no card is pending".to_owned()));
        }
        if cards.len() > pending.len() {
            return Err(Error::InvalidDeal(format!(
                "cards: expected at most the {} pending, found {}",
                pending.len(),
                cards.len()
            )));
        }
        let mut known = self.known;
        for (position, (&index, &(to, up))) in cards.iter().zip(&pending).enumerate() {
            let fault = match Card::known(index) {
                Some(card) if known.insert(card) => continue,
                Some(card) => format!("{card} has been dealt already"),
                None if index == UNKNOWN && !up => continue,
                None if index == UNKNOWN => match to {
                    Holder::Seat(seat) => format!("the up-card of seat {seat} must be known, found \"??\""),
                    Holder::Board => "the community card must be known, found \"??\"".to_owned(),
                },
                None => format!("card index {index}: expected 0 to 51"),
            };
            return Err(Error::InvalidDeal(format!("cards[{position}]: {fault}")));
        }
        Ok(())
    }

    /// Whether a card may come next.
    fn is_next(&self, index: u8) -> bool {
        let Some((_, up)) = self.next_card() else { return false };
        Card::known(index).map_or(index == UNKNOWN && !up, |card| !self.known.contains(card))
    }

    /// Deals the next card, which the caller knows to be undealt, with the card burned before it.
    #[inline]
    pub fn deal_next(&mut self, card: u8, burn: u8, context: &Context, sink: &mut impl Sink) {
        self.put_card(card, burn, sink);
        if self.next_card().is_none() && self.phase == Phase::Deal {
            self.open_street(context, sink);
            self.act_for_absent(context, sink);
        }
    }

    /// Deals all cards that are left of this street, known to be undealt, after the burn if one is due.
    #[inline]
    pub fn deal_street(&mut self, burn: u8, stub: &mut impl Stub, context: &Context, sink: &mut impl Sink) {
        if self.phase != Phase::Deal {
            return;
        }
        self.prepare_stub(burn, sink);
        if self.plan.community {
            self.give(Holder::Board, 0, stub.shared(), sink);
        } else {
            let live = self.live();
            let (Some(first), Some(last)) = (live.lowest(), live.highest()) else { return };
            // Third street goes in rounds; a later street is a single round.
            for held in self.dealt[last as usize]..self.street {
                let mut due = live;
                if self.dealt[first as usize] > held {
                    // The round has begun, in seat order.
                    live.iter().filter(|&seat| self.dealt[seat as usize] > held).for_each(|seat| due.remove(seat));
                }
                let cards = stub.round(due, held);
                for seat in due.iter() {
                    self.give(Holder::Seat(seat), held, cards[seat as usize], sink);
                }
            }
        }
        self.open_street(context, sink);
        self.act_for_absent(context, sink);
    }

    /// Deals all pending cards, and burns, from a deck that has served this hand from its first card:
    /// the next card's position is the number of cards dealt and burned so far. A scramble puts the
    /// burns, in the order they were burned, behind the stub.
    pub fn deal_from(&mut self, deck: &Deck, context: &Context, sink: &mut impl Sink) -> Result<()> {
        let cards = self.cards_from(deck)?;
        cards.into_iter().for_each(|(card, burn)| self.deal_next(card, burn, context, sink));
        Ok(())
    }

    /// The pending cards, each with the card burned before it, as a deck has them.
    pub(super) fn cards_from(&self, deck: &Deck) -> Result<Vec<(u8, u8)>> {
        let rest = self.rest_of(deck)?;
        let mut rest = rest.into_iter();
        let cards = self.draw(|| rest.next().ok_or_else(|| Error::InvalidDeal("deck: it has run out".to_owned())))?;
        let known = |index: u8| Card::known(index).is_some_and(|card| self.known.contains(card));
        match cards.iter().find(|&&(card, burn)| known(card) || known(burn)) {
            Some(_) => Err(Error::InvalidDeal("deck: it has cards again that this hand has dealt".to_owned())),
            None => Ok(cards),
        }
    }

    /// Draws the pending cards, each with the card burned before it.
    fn draw(&self, mut next: impl FnMut() -> Result<Card>) -> Result<Vec<(u8, u8)>> {
        let pending = self.pending().len();
        if pending == 0 {
            return Err(Error::InvalidDeal("no card is pending".to_owned()));
        }
        let mut cards = Vec::with_capacity(pending);
        for i in 0..pending {
            let burn = if i == 0 && self.burn_due() { next()?.index() } else { UNKNOWN };
            cards.push((next()?.index(), burn));
        }
        Ok(cards)
    }

    /// The cards of a deck from which this street's burn and cards are still to be taken.
    fn rest_of(&self, deck: &Deck) -> Result<Vec<Card>> {
        let cards = deck.cards();
        let scrambled = self.street == 7 && self.rules.short_deck != ShortDeck::Online && {
            // The flag is cleared by the first card; a burn count below that of sixth street tells.
            self.plan.scramble || self.burns < 3
        };
        if !scrambled {
            let position = self.dealt_cards() + usize::from(self.burns);
            return Ok(cards[position.min(52)..].to_vec());
        }
        let sevenths = self.dealt.iter().filter(|&&count| count == 7).count() + usize::from(self.community != EMPTY);
        let before = self.dealt_cards() - sevenths + 3;
        let mut first_six = CardSet::EMPTY;
        for seat in 0..self.seats() {
            for &index in self.cards(seat).iter().take(6) {
                first_six.insert(Card::from_index(index).map_err(|_| {
                    Error::InvalidDeal("deck: unknown cards were dealt, so the burns cannot be told".to_owned())
                })?);
            }
        }
        let burned = cards[..before].iter().copied().filter(|&card| !first_six.contains(card));
        let order: Vec<Card> = cards[before..].iter().copied().chain(burned).collect();
        let taken = sevenths + usize::from(if self.plan.scramble { 0 } else { self.burns });
        Ok(order[taken.min(order.len())..].to_vec())
    }

    /// Deals all pending cards, and burns, at random from those that the state does not know.
    pub fn deal_random(&mut self, rng: &mut impl Rng, context: &Context, sink: &mut impl Sink) -> Result<()> {
        let cards = self.random_cards(rng, CardSet::EMPTY)?;
        cards.into_iter().for_each(|(card, burn)| self.deal_next(card, burn, context, sink));
        Ok(())
    }

    /// Random pending cards, each with the card burned before it; `burned` cards are left out until
    /// they go back into the stub.
    pub(super) fn random_cards(&self, rng: &mut impl Rng, burned: CardSet) -> Result<Vec<(u8, u8)>> {
        let gone: CardSet = self.known.iter().chain(burned.iter()).collect();
        let mut stub: Vec<Card> = gone.complement().iter().collect();
        let mut left = self.before_scramble();
        self.draw(|| {
            if left == Some(0) {
                stub.extend(burned.iter());
            }
            left = left.and_then(|left| left.checked_sub(1));
            if stub.is_empty() {
                return Err(Error::InvalidDeal("no card is left in the deck".to_owned()));
            }
            Ok(stub.swap_remove(rng.below(stub.len() as u32) as usize))
        })
    }

    /// How many cards are drawn before the burns go back into the stub; `None`: they do not.
    fn before_scramble(&self) -> Option<usize> {
        if !self.scramble_due() {
            None
        } else if self.plan.burn || self.plan.community {
            Some(0)
        } else {
            Some(self.stub().saturating_sub(1)) // Robert's Rules: the stub goes out but for its last card
        }
    }

    /// The cards of which one is dealt next, all equally likely: those that the state does not know.
    pub fn chance_outcomes(&self) -> Vec<Card> {
        if self.next_card().is_none() { Vec::new() } else { self.known.complement().iter().collect() }
    }
}
