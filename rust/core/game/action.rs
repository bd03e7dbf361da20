//! What a player may do, and the short list of what he may do now.

use super::options::option_enum;
use super::rules::Chips;
use crate::cards::{Card, parse_cards};
use crate::error::{Error, Result};

option_enum! {
    /// The kind of an action.
    ActionKind {
        /// Gives the hand up.
        Fold = "FOLD",
        /// Passes with nothing to call.
        Check = "CHECK",
        /// Matches the level, or goes all-in for less.
        Call = "CALL",
        /// Posts the bring-in.
        BringIn = "BRING_IN",
        /// The first full bet of third street.
        Complete = "COMPLETE",
        /// The first bet of a later street.
        Bet = "BET",
        /// Every other lift of the level.
        Raise = "RAISE",
        /// Shows the hand at the showdown.
        Show = "SHOW",
        /// Gives the hand up at the showdown without showing it.
        Muck = "MUCK",
    }
}

/// The cards that a Show reveals where the state does not know them; 255 marks an unused place.
pub type Revealed = [u8; 7];

const NOTHING_REVEALED: Revealed = [u8::MAX; 7];

/// An action. The amount of a bring-in, complete, bet or raise is the own street total afterwards;
/// that of a call the chips put in; of all others 0. `None` stands for the amount the rules fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// The amount, or `None` for the one that the rules fix.
    pub amount: Option<Chips>,
    /// Cards that a Show reveals.
    pub revealed: Revealed,
}

impl Action {
    /// An action with its amount.
    pub const fn new(kind: ActionKind, amount: Chips) -> Action {
        Action { kind, amount: Some(amount), revealed: NOTHING_REVEALED }
    }

    /// An action with the amount that the rules fix, whatever it is.
    pub const fn of(kind: ActionKind) -> Action {
        use ActionKind::{BringIn, Call, Complete};
        match kind {
            Call | BringIn | Complete | ActionKind::Bet | ActionKind::Raise => {
                Action { kind, amount: None, revealed: NOTHING_REVEALED }
            }
            _ => Action::new(kind, 0),
        }
    }

    /// A Show that reveals cards, at most seven.
    pub fn show(cards: &[Card]) -> Result<Action> {
        if cards.len() > 7 {
            return Err(Error::value(format!("cards: expected at most 7 to show, found {}", cards.len())));
        }
        let mut action = Action::new(ActionKind::Show, 0);
        for (slot, card) in action.revealed.iter_mut().zip(cards) {
            *slot = card.index();
        }
        Ok(action)
    }

    /// The cards that a Show reveals.
    pub fn revealed_cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.revealed.iter().filter_map(|&index| Card::known(index))
    }

    /// An action of its text: "fold", "complete", "raise 20", "raise to 20", "bring-in", "bring in for 2",
    /// "show As2c7h"; any case.
    pub fn parse(text: &str) -> Result<Action> {
        let place = |part: &str| text[..part.as_ptr() as usize - text.as_ptr() as usize].chars().count();
        let (mut word, mut rest) = first_word(text.trim());
        if word.eq_ignore_ascii_case("bring") && first_word(rest).0.eq_ignore_ascii_case("in") {
            (word, rest) = ("bring_in", first_word(rest).1);
        }
        let name = word.to_ascii_uppercase().replace('-', "_");
        let name = if name == "BRINGIN" { "BRING_IN".to_owned() } else { name };
        let kind = ActionKind::from_name(&name).ok_or_else(|| {
            let names: Vec<&str> = ActionKind::ALL.iter().map(|kind| kind.name()).collect();
            Error::parse(format!("{} is no action: expected one of {}", shown(word), names.join(", ")), place(word))
        })?;
        let (small, amount) = first_word(rest);
        if !amount.is_empty() && ["to", "for"].iter().any(|word| word.eq_ignore_ascii_case(small)) {
            rest = amount;
        }
        let at = place(rest);
        if rest.is_empty() {
            return Ok(Action::of(kind));
        }
        if kind == ActionKind::Show {
            let cards = parse_cards(rest).map_err(|error| match error {
                Error::Parse { message, position } => Error::parse(message, position + at),
                other => other,
            })?;
            return Action::show(&cards);
        }
        if Action::of(kind).amount.is_some() {
            return Err(Error::parse(format!("{}: {} takes no amount", shown(rest), kind.name()), at));
        }
        match rest.parse() {
            Ok(amount) if !rest.starts_with('+') => Ok(Action::new(kind, amount)),
            _ => Err(Error::parse(format!("{} is no amount: expected a whole number of chips", shown(rest)), at)),
        }
    }
}

/// The first word of a text, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim_start())
}

/// A text in a message, shortened: it may come from anywhere.
fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.kind.name().to_lowercase().replace('_', "-"))?;
        let takes_amount = Action::of(self.kind).amount.is_none();
        if let Some(amount) = self.amount.filter(|&amount| takes_amount || amount > 0) {
            write!(f, " {amount}")?;
        }
        let mut cards = self.revealed_cards().peekable();
        if cards.peek().is_some() {
            f.write_str(" ")?;
            cards.try_for_each(|card| write!(f, "{card}"))?;
        }
        Ok(())
    }
}

/// The legal actions of one decision, in the fixed order fold, check or call, bring-in, complete
/// or bet or raise, show, muck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalActions {
    actions: [(ActionKind, Chips); 3],
    len: u8,
}

impl LegalActions {
    pub(super) const NONE: LegalActions = LegalActions { actions: [(ActionKind::Fold, 0); 3], len: 0 };

    #[inline]
    pub(super) fn push(&mut self, kind: ActionKind, amount: Chips) {
        self.actions[self.len as usize] = (kind, amount);
        self.len += 1;
    }

    /// Kinds and amounts.
    #[inline]
    pub fn as_slice(&self) -> &[(ActionKind, Chips)] {
        &self.actions[..self.len as usize]
    }

    /// The actions.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.as_slice().iter().map(|&(kind, amount)| Action::new(kind, amount))
    }

    /// The amount of a kind, when it is legal.
    #[inline]
    pub fn amount(&self, kind: ActionKind) -> Option<Chips> {
        self.as_slice().iter().find(|&&(k, _)| k == kind).map(|&(_, amount)| amount)
    }

    /// How many actions are legal.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether none is.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in
            ["fold", "check", "call 2", "bring-in 2", "complete 10", "raise 30", "show As2c7h", "muck", "bet", "call 0"]
        {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
        for (other, text) in [
            (" BRING_IN ", "bring-in"),
            ("Bring  in for 2", "bring-in 2"),
            ("bringin 2", "bring-in 2"),
            ("complete to 10", "complete 10"),
            ("raise  To  30 ", "raise 30"),
        ] {
            assert_eq!(Action::parse(other), Action::parse(text), "{other}");
        }
    }

    #[test]
    fn messages_stay_short() {
        for bad in ["x".repeat(100_000), format!("raise {}", "é".repeat(100_000))] {
            assert!(Action::parse(&bad).unwrap_err().to_string().chars().count() < 200);
        }
    }

    #[test]
    fn faults_say_where() {
        for (bad, at) in [
            ("jump", 0),
            (" raise x", 7),
            ("fold 3", 5),
            ("show As1h", 7),
            ("raise -4", 6),
            ("raise +4", 6),
            ("\u{17f}how", 0),
            ("bring out", 0),
            (" raise to x", 10),
            ("raise to", 6),
            ("fold to 3", 8),
        ] {
            match Action::parse(bad) {
                Err(Error::Parse { position, .. }) => assert_eq!(position, at, "{bad:?}"),
                other => panic!("{bad:?}: {other:?}"),
            }
        }
    }
}
