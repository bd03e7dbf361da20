//! Whether a state from outside is sound: play can go on from it to the end, and no chip is lost.

use super::super::options::ShortDeck;
use super::super::rules::MAX_CHIPS;
use super::super::seats::SeatSet;
use super::super::state::{Duty, EMPTY, NOBODY, Phase, State};
use super::super::view::face_down;
use crate::cards::{Card, CardSet};

type Check = std::result::Result<(), String>;

fn require(holds: bool, fault: &str) -> Check {
    if holds { Ok(()) } else { Err(fault.to_owned()) }
}

impl State {
    /// What makes the state unfit to be played on, if anything.
    pub(super) fn check(&self) -> Check {
        require((3..=7).contains(&self.street), "street: expected 3 to 7")?;
        for seat in [self.aggressor, self.opener, self.to_act] {
            require(seat == NOBODY || seat < self.seats, "to_act, aggressor or opener: no such seat")?;
        }
        require(!self.live().is_empty(), "live: nobody is left")?;
        self.check_chips()?;
        self.check_cards()?;
        self.check_order_of_cards()?;
        self.check_turn()?;
        self.check_shown()
    }

    fn check_chips(&self) -> Check {
        require(usize::from(self.event_players) >= self.seats(), "event_players: fewer than the seats")?;
        require(self.level <= MAX_CHIPS && self.full_level <= self.level, "level: below full_level, or too large")?;
        let lift = self.level - self.full_level;
        require(lift < self.rules.bet(self.street), "level: a full wager or more above full_level")?;
        for i in 0..self.seats() {
            let sound = (1..=MAX_CHIPS).contains(&self.start[i])
                && self.put[i] <= self.start[i]
                && self.street_put[i] <= self.put[i].min(self.level)
                && self.acted_level[i] <= self.level
                && self.won[i] <= 8 * MAX_CHIPS;
            require(sound, &format!("seats[{i}]: amounts that cannot be"))?;
        }
        let won: u128 = self.won.iter().map(|&amount| u128::from(amount)).sum();
        require(won == 0 || self.phase == Phase::End, "won: before the end")?;
        require(won <= u128::from(self.pot()), "won: more than was put in")?;
        let pots = self.pots();
        let contested = pots.as_slice().iter().all(|pot| !pot.contestants.is_empty());
        require(contested, "mucked: a pot is left without a hand to win it")
    }

    fn check_cards(&self) -> Check {
        let mut seen = CardSet::EMPTY;
        let own = (0..self.seats()).flat_map(|seat| self.cards(seat).iter().copied().enumerate());
        let all = own.chain(self.community().map(|card| (3, card)));
        let mut total = usize::from(self.burns);
        for (place, index) in all {
            total += 1;
            match Card::from_index(index) {
                Ok(card) => require(seen.insert(card), &format!("cards: {card} stands twice"))?,
                Err(_) => require(face_down(place), "cards: an up-card is unknown")?,
            }
        }
        require(total <= 52, "cards: more than a deck holds")?;
        let shared = self.community != EMPTY;
        let dealt = self.street == 7 && self.phase != Phase::Deal;
        require(!shared || dealt, "community: before the end of seventh street's deal")?;
        let full = if shared { 6 } else { self.street };
        for seat in 0..self.seats {
            let least = match (self.live().contains(seat), self.phase) {
                (true, Phase::Deal) if self.street == 3 => 0,
                (true, Phase::Deal) => self.street - 1,
                (true, _) => full,
                (false, _) => 3,
            };
            let count = self.dealt[seat as usize];
            let fault = format!("seats[{seat}].cards: {count} cards on street {}", self.street);
            require((least..=full).contains(&count), &fault)?;
        }
        Ok(())
    }

    /// Nothing of the street has been dealt, after third street.
    pub(super) fn street_is_undealt(&self) -> bool {
        let undealt = |seat: u8| self.dealt[seat as usize] == self.street - 1;
        self.phase == Phase::Deal && self.street > 3 && self.live().iter().all(undealt)
    }

    fn check_order_of_cards(&self) -> Check {
        let burns = match (self.rules.short_deck, self.street) {
            (ShortDeck::Online, _) | (_, 3) => self.burns == 0,
            (_, street) if self.street_is_undealt() => self.burns == street - 4,
            // Scrambled burns have gone back into the stub, and the TDA burns one after that.
            (ShortDeck::Tda, 7) => matches!(self.burns, 4 | 1),
            (ShortDeck::Robert, 7) => matches!(self.burns, 4 | 0),
            (_, street) => self.burns == street - 3,
        };
        require(burns, "burns: not the number of this street")?;
        if self.phase != Phase::Deal {
            return Ok(());
        }
        require(self.street > 3 || self.live == SeatSet::first(self.seats), "live: a fold before the deal")?;
        // Cards go round in seat order: nobody is ahead of a lower seat, or more than one card ahead.
        let counts: Vec<u8> = self.live().iter().map(|seat| self.dealt[seat as usize]).collect();
        let last = counts[counts.len() - 1];
        let in_order = counts.windows(2).all(|pair| pair[0] >= pair[1]) && counts[0] <= last + 1;
        require(in_order && last < self.street, "cards: not in dealing order")?;
        let due: usize = counts.iter().map(|&count| usize::from(self.street - count)).sum();
        require(self.street_is_undealt() || due <= self.stub(), "cards: too few are left for this street")
    }

    fn check_turn(&self) -> Check {
        let seat = self.to_act;
        let fits = match self.phase {
            Phase::Deal | Phase::End => seat == NOBODY && self.duty == Duty::None,
            Phase::Showdown => self.live().contains(seat) && self.live().len() > 1 && self.duty == Duty::None,
            Phase::Bet if self.live.len() < 2 || self.absent.contains(seat) => false,
            Phase::Bet if self.duty != Duty::None => {
                self.street == 3
                    && self.level == 0
                    && self.acted.is_empty()
                    && (seat, self.duty) == self.bring_in_duty(self.able())
            }
            Phase::Bet => (self.street > 3 || self.level > 0) && self.able().contains(seat) && self.is_due(seat),
        };
        require(fits, "to_act: not this seat's turn")
    }

    fn check_shown(&self) -> Check {
        let over = self.phase == Phase::End || self.phase == Phase::Showdown;
        let river = self.street == 7 && over;
        let one = self.live().len() == 1;
        require(self.phase != Phase::End || river || one, "phase: hands are left and streets to come")?;
        let faceup = |seat: u8| {
            let hand = self.cards(seat as usize);
            hand.iter().enumerate().all(|(place, &card)| card < 52 || place == 6 && self.tabled)
        };
        require(self.shown.iter().all(faceup), "shown: a hand with unknown cards")?;
        let shown = self.shown.with(self.mucked);
        require(shown.without(self.live).is_empty(), "shown, mucked: a folded hand")?;
        if !self.tabled {
            require(shown.is_empty() || river, "shown, mucked: before the showdown")?;
            let due = self.phase != Phase::Showdown || river && self.opener != NOBODY && !shown.contains(self.to_act);
            return require(due, "phase: no showdown here");
        }
        let closed = self.phase != Phase::Bet && (self.street == 7 || self.able().len() < 2);
        require(closed && self.rules.table_all_in_hands, "tabled: there is betting to come")?;
        let open = self.live().without(self.shown).is_empty();
        let tabling = self.phase == Phase::Showdown && !self.shown.contains(self.to_act);
        let waits = self.phase != Phase::Showdown || tabling || river && !self.all_known(self.to_act);
        require(waits && (open || tabling || self.phase == Phase::End), "tabled: not all hands are shown")
    }
}
