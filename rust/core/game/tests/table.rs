//! A table with its cards laid out beforehand, played by short scripts. Seats count from 1 here, as
//! in rules.md.

use super::super::*;
use crate::cards::{Card, CardSet, parse_cards};

/// Ante 1, bring-in 2, bets 10 and 20: the stakes of the examples in rules.md.
pub const EXAMPLE: Rules = Rules::new(1, 2, 10, 20);

pub struct Table {
    pub record: Record,
    /// Each seat's cards in dealing order; `None`: any other card.
    hands: Vec<Vec<Option<Card>>>,
    board: Option<Card>,
    /// Cards that no hand names.
    spare: Vec<Card>,
}

/// The cards of a text, "--" for any card.
fn hand(text: &str) -> Vec<Option<Card>> {
    text.split_whitespace().map(|word| parse_cards(word).ok().map(|cards| cards[0])).collect()
}

impl Table {
    pub fn new(rules: Rules, stacks: &[Chips], hands: &[&str]) -> Table {
        Table::with(Setup::new(&rules, stacks), hands, None)
    }

    /// With door cards only.
    pub fn doors(rules: Rules, stacks: &[Chips], doors: &str) -> Table {
        let hands: Vec<String> = doors.split_whitespace().map(|door| format!("-- -- {door}")).collect();
        Table::new(rules, stacks, &hands.iter().map(String::as_str).collect::<Vec<_>>())
    }

    pub fn with(setup: Setup, hands: &[&str], board: Option<&str>) -> Table {
        let hands: Vec<Vec<Option<Card>>> = hands.iter().map(|text| hand(text)).collect();
        let board = board.map(|text| text.parse().unwrap());
        let named: CardSet = hands.iter().flatten().flatten().copied().chain(board).collect();
        let spare = named.complement().iter().collect();
        let mut table = Table { record: Record::start(setup).unwrap(), hands, board, spare };
        table.deal();
        table
    }

    /// Deals what is pending.
    fn deal(&mut self) {
        while let Some(&(to, up)) = self.state().pending().first() {
            let named = match to {
                Holder::Board => self.board,
                Holder::Seat(seat) => {
                    let place = self.state().cards(seat.into()).len();
                    self.hands.get(usize::from(seat)).and_then(|hand| hand.get(place)).copied().flatten()
                }
            };
            // Any card: low ones for the first down cards, high ones face up.
            let card = named.unwrap_or_else(|| {
                let place = if up { self.spare.len() - 1 } else { 0 };
                self.spare.remove(place)
            });
            self.record.deal(&[card.index()]).unwrap();
        }
    }

    pub fn state(&self) -> &State {
        self.record.state()
    }

    /// Plays "1 bring-in 2, 2 complete 10, 3 fold": the seat must be to act, the amount, where one
    /// stands, the legal one.
    pub fn play(&mut self, script: &str) -> &mut Table {
        for step in script.split(',') {
            let (seat, action) = step.trim().split_once(' ').unwrap();
            assert_eq!(self.to_act(), seat, "{step}: somebody else is to act");
            self.record.act(Action::parse(action).unwrap()).unwrap_or_else(|error| panic!("{step}: {error}"));
            self.deal();
        }
        self
    }

    /// Brings in, checks and calls up to the start of a street; 8: to the end.
    pub fn check_to(&mut self, street: u8) -> &mut Table {
        while self.state().phase() == Phase::Bet && self.state().street() < street {
            let legal = self.state().legal_actions();
            let passive =
                |action: &Action| matches!(action.kind, ActionKind::Check | ActionKind::Call | ActionKind::BringIn);
            self.record.act(legal.iter().find(passive).unwrap()).unwrap();
            self.deal();
        }
        self
    }

    pub fn to_act(&self) -> String {
        self.state().to_act().map_or("-".to_owned(), |seat| (seat + 1).to_string())
    }

    /// "2: fold, call 8, raise 20".
    pub fn legal(&self) -> String {
        let actions: Vec<String> = self.state().legal_actions().iter().map(|action| action.to_string()).collect();
        format!("{}: {}", self.to_act(), actions.join(", "))
    }

    pub fn payoffs(&self) -> Vec<i64> {
        (0..self.state().seats()).map(|seat| self.state().payoff(seat)).collect()
    }

    pub fn stacks(&self) -> Vec<Chips> {
        (0..self.state().seats()).map(|seat| self.state().stack(seat)).collect()
    }

    /// Amounts and contestants: "55:1234 60:234".
    pub fn pots(&self) -> String {
        let seats = |pot: &Pot| pot.contestants.iter().map(|seat| (seat + 1).to_string()).collect::<String>();
        let pots = self.state().pots();
        pots.as_slice().iter().map(|pot| format!("{}:{}", pot.amount, seats(pot))).collect::<Vec<_>>().join(" ")
    }

    fn told(&self, text: impl Fn(&Event) -> Option<String>) -> String {
        self.record.events().iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }

    /// Seats in the order of showing, a muck as "-3".
    pub fn shown(&self) -> String {
        self.told(|event| match event {
            Event::Show { seat, .. } => Some((seat + 1).to_string()),
            Event::Muck { seat } => Some(format!("-{}", seat + 1)),
            _ => None,
        })
    }

    /// Awards as "pot:seat:chips", rakes as "pot:rake:chips"; pots from 0.
    pub fn awards(&self) -> String {
        self.told(|event| match event {
            Event::Award { seat, pot, amount } => Some(format!("{pot}:{}:{amount}", seat + 1)),
            Event::Rake { pot, amount } => Some(format!("{pot}:rake:{amount}")),
            _ => None,
        })
    }

    /// Uncalled chips as "seat:chips".
    pub fn returns(&self) -> String {
        self.told(|event| match event {
            Event::Return { seat, amount } => Some(format!("{}:{amount}", seat + 1)),
            _ => None,
        })
    }

    /// Everything from fourth street on but cards: "burn", "scramble", and "deal" for each card.
    pub fn dealing(&self) -> String {
        self.told(|event| match event {
            Event::Burn { .. } => Some("burn".to_owned()),
            Event::Scramble => Some("scramble".to_owned()),
            Event::Deal { to: Holder::Board, .. } => Some("community".to_owned()),
            _ => None,
        })
    }
}
