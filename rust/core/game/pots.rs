//! Pots, rake, and who gets what (docs/rules.md sections 7.4 to 7.6).

use super::Context;
use super::event::{Event, Sink};
use super::options::OddChip;
use super::rules::Chips;
use super::seats::{MAX_SEATS, SeatSet};
use super::state::{NOBODY, Phase, State};
use crate::cards::Card;
use crate::hands::{Strength, best_five};

/// A pot: its chips and the live players who contest it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pot {
    /// How much is in it.
    pub amount: Chips,
    /// Who can win it.
    pub contestants: SeatSet,
}

/// The pots of a hand, the main pot first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pots {
    pots: [Pot; MAX_SEATS],
    len: usize,
}

impl Pots {
    /// The pots, the main pot first.
    pub fn as_slice(&self) -> &[Pot] {
        &self.pots[..self.len]
    }

    /// Layers of the contributions, cut at those of the players who have not folded; what lies above
    /// joins the last. A mucked hand still cuts, but contests nothing; a layer that nobody contests
    /// joins the one below.
    fn layers(put: &[Chips; MAX_SEATS], live: SeatSet, mucked: SeatSet) -> Pots {
        let contestants = live.without(mucked);
        let mut pots = Pots::default();
        let mut amounts = live.iter().map(|seat| put[seat as usize]);
        let first = amounts.next();
        if amounts.all(|amount| Some(amount) == first) {
            // No side pot.
            let amount = put.iter().sum();
            if amount > 0 {
                (pots.pots[0], pots.len) = (Pot { amount, contestants }, 1);
            }
            return pots;
        }
        let mut below = 0;
        loop {
            let above = live.iter().map(|seat| put[seat as usize]).filter(|&amount| amount > below);
            let Some(cut) = above.min() else { break };
            let mut pot = Pot::default();
            for (seat, &amount) in put.iter().enumerate() {
                pot.amount += amount.min(cut) - amount.min(below);
                if amount >= cut && contestants.contains(seat as u8) {
                    pot.contestants.insert(seat as u8);
                }
            }
            if pot.contestants.is_empty() && pots.len > 0 {
                pots.pots[pots.len - 1].amount += pot.amount;
            } else {
                pots.pots[pots.len] = pot;
                pots.len += 1;
            }
            below = cut;
        }
        let rest: Chips = put.iter().map(|&amount| amount - amount.min(below)).sum();
        pots.pots[pots.len - 1].amount += rest;
        pots
    }
}

impl State {
    /// The pots as they stand, the main pot first.
    pub fn pots(&self) -> Pots {
        Pots::layers(&self.put, self.live, self.mucked)
    }

    /// The pots as they stood before anybody mucked.
    pub(super) fn pots_before_mucks(&self) -> Pots {
        Pots::layers(&self.put, self.live, SeatSet::EMPTY)
    }

    /// Pays every pot and ends the hand.
    pub(super) fn award(&mut self, context: &Context, sink: &mut impl Sink) {
        let pots = self.pots();
        let mut strengths = [Strength::default(); MAX_SEATS];
        if self.live().len() != 1 {
            for seat in self.live().iter() {
                strengths[seat as usize] = self.strength(seat as usize).unwrap_or_default();
            }
        }
        let mut taken = 0;
        for (index, pot) in pots.as_slice().iter().enumerate() {
            let rake = self.rake(index, pot.amount, taken, context);
            if rake > 0 {
                taken += rake;
                sink.event(Event::Rake { pot: index as u8, amount: rake });
            }
            let best = pot.contestants.iter().map(|seat| strengths[seat as usize]).max().unwrap_or_default();
            let mut winners = pot.contestants;
            for seat in pot.contestants.iter().filter(|&seat| strengths[seat as usize] < best) {
                winners.remove(seat);
            }
            self.pay(index as u8, pot.amount - rake, winners, sink);
        }
        (self.phase, self.to_act) = (Phase::End, NOBODY);
    }

    fn rake(&self, index: usize, pot: Chips, taken: Chips, context: &Context) -> Chips {
        if let Some(rakes) = context.rake {
            return rakes.get(index).copied().unwrap_or(0).min(pot);
        }
        match self.rules.rake {
            Some(rake) if !(rake.no_fourth_street_no_drop && self.fourth_street_not_dealt()) => rake.of_pot(pot, taken),
            _ => 0,
        }
    }

    /// Fourth street has no card yet.
    fn fourth_street_not_dealt(&self) -> bool {
        self.dealt.iter().all(|&count| count < 4)
    }

    /// Splits an amount among the winners of a pot.
    fn pay(&mut self, pot: u8, amount: Chips, winners: SeatSet, sink: &mut impl Sink) {
        let count = Chips::from(winners.len());
        if count == 0 {
            return;
        }
        let (share, odd) = (amount / count, amount % count);
        let mut shares = [share; MAX_SEATS];
        if odd != 0 {
            let mut order = [0; MAX_SEATS];
            let order = self.odd_chip_order(winners, &mut order);
            if self.rules.odd_chip == OddChip::FirstWinner {
                shares[order[0] as usize] += odd;
            } else {
                order[..odd as usize].iter().for_each(|&seat| shares[seat as usize] += 1);
            }
        }
        for seat in winners.iter() {
            let amount = shares[seat as usize];
            if amount > 0 {
                self.won[seat as usize] += amount;
                self.note_chips(seat as usize);
                sink.event(Event::Award { seat, pot, amount });
            }
        }
    }

    /// The winners in the order in which they get odd chips.
    fn odd_chip_order<'a>(&self, winners: SeatSet, buffer: &'a mut [u8; MAX_SEATS]) -> &'a [u8] {
        let mut len = 0;
        for seat in winners.iter() {
            buffer[len] = seat;
            len += 1;
        }
        let order = &mut buffer[..len];
        match self.rules.odd_chip {
            OddChip::Position | OddChip::FirstWinner => {}
            // Winners hold equal ranks: the first card that differs decides, past a shared one.
            OddChip::HighSuit => order.sort_by_key(|&seat| std::cmp::Reverse(self.five_by_rank(seat))),
            OddChip::LowSuit => order.sort_by_key(|&seat| self.all_by_rank(seat)),
        }
        order
    }

    fn five_by_rank(&self, seat: u8) -> [Card; 5] {
        let mut five = best_five(&self.all_by_rank(seat));
        five.sort_by(|a, b| b.cmp(a));
        five
    }

    /// A seat's cards and the community card, lowest first.
    fn all_by_rank(&self, seat: u8) -> Vec<Card> {
        let mut cards: Vec<Card> =
            self.cards(seat as usize).iter().copied().chain(self.community()).filter_map(Card::known).collect();
        cards.sort();
        cards
    }
}
