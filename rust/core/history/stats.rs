//! What each player did over many hands.

use std::collections::BTreeMap;

use super::money::{decimal_text, scale_of_unit};
use crate::cards::Card;
use crate::game::{ActionKind, Event, Phase, Record};

/// Digits behind the decimal point that sums are kept with.
const SCALE: u8 = 9;

/// Counts of one player, or of one player behind one rank of door card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Hands dealt in.
    pub hands: u64,
    /// Bring-ins posted.
    pub bring_ins: u64,
    /// Bring-ins completed, his own included.
    pub completes: u64,
    /// Raises on third street.
    pub raises: u64,
    /// Hands in which he put in chips on third street of his own will: called, completed or raised.
    pub played: u64,
    /// Hands in which he was dealt a fourth card.
    pub fourth_streets: u64,
    /// Hands in which he was among two or more at the end of the betting.
    pub showdowns: u64,
    /// Of those, the ones in which he won something.
    pub showdowns_won: u64,
    /// Hands in which he won something.
    pub won: u64,
    /// The result, in 10 to the power of -9 of the currency, or of a chip.
    net: i128,
}

impl Tally {
    /// The result as a decimal number without zeros at the end.
    pub fn net(&self) -> String {
        let sign = if self.net < 0 { "-" } else { "" };
        let amount = self.net.unsigned_abs();
        let one = 10u128.pow(u32::from(SCALE));
        let fraction = decimal_text((amount % one) as u64, SCALE);
        let fraction = fraction[1..].trim_end_matches('0').trim_end_matches('.');
        format!("{sign}{}{fraction}", amount / one)
    }
}

/// One player's figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// All hands.
    pub all: Tally,
    /// By the rank of the door card, the ace first.
    pub by_door_card: [Tally; 13],
}

/// Whom figures are of: who has a name on one site is somebody else on another, and chips of two currencies do not add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Player {
    /// The name, or "Player N" by the seat.
    pub name: String,
    /// The site, "" where the hands do not tell it.
    pub site: String,
    /// The currency's code, "" for chips.
    pub currency: String,
}

/// Figures of all players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    players: BTreeMap<Player, PlayerStats>,
    hands: u64,
}

impl Stats {
    /// No hands.
    pub fn new() -> Stats {
        Stats::default()
    }

    /// The hands counted.
    pub const fn hands(&self) -> u64 {
        self.hands
    }

    /// All players with their figures, in the order of the names.
    pub fn players(&self) -> impl Iterator<Item = (&Player, &PlayerStats)> {
        self.players.iter()
    }

    /// Counts a hand; players without names are told apart by their seats.
    pub fn add(&mut self, record: &Record) {
        self.hands += 1;
        let state = record.state();
        let fields = &record.meta.fields;
        let field = |name| fields.get(name).cloned().unwrap_or_default();
        let scale = fields.get("unit").and_then(|unit| scale_of_unit(unit)).unwrap_or(0);
        let unit = 10i128.pow(u32::from(SCALE - scale.min(SCALE)));
        for (seat, tally) in tallies(record).into_iter().enumerate().take(state.seats()) {
            let name = record.meta.players.get(seat).cloned().unwrap_or_else(|| format!("Player {}", seat + 1));
            let mut tally = tally;
            tally.net = i128::from(state.payoff(seat)) * unit;
            let player = Player { name, site: field("site"), currency: field("currency") };
            let stats = self.players.entry(player).or_default();
            let door = state.up_cards(seat).first().copied().and_then(Card::known);
            let doors = door.map(|card| &mut stats.by_door_card[usize::from(card.rank().index())]);
            for total in std::iter::once(&mut stats.all).chain(doors) {
                total.hands += 1;
                total.bring_ins += tally.bring_ins;
                total.completes += tally.completes;
                total.raises += tally.raises;
                total.played += tally.played;
                total.fourth_streets += tally.fourth_streets;
                total.showdowns += tally.showdowns;
                total.showdowns_won += tally.showdowns_won;
                total.won += tally.won;
                total.net += tally.net;
            }
        }
    }
}

/// What each seat did in one hand.
fn tallies(record: &Record) -> [Tally; 8] {
    let state = record.state();
    let mut tallies = [Tally::default(); 8];
    let mut dealt = [0; 8];
    for event in record.events() {
        match *event {
            Event::Deal { to: crate::game::Holder::Seat(seat), .. } => dealt[usize::from(seat)] += 1,
            Event::Act { seat, kind, .. } if dealt.iter().all(|&cards| cards <= 3) => {
                let tally = &mut tallies[usize::from(seat)];
                match kind {
                    ActionKind::BringIn => tally.bring_ins += 1,
                    ActionKind::Complete => tally.completes += 1,
                    ActionKind::Raise => tally.raises += 1,
                    _ => {}
                }
                if matches!(kind, ActionKind::Call | ActionKind::Complete | ActionKind::Raise) {
                    tally.played = 1;
                }
            }
            Event::Award { seat, .. } => tallies[usize::from(seat)].won = 1,
            _ => {}
        }
    }
    let contested = state.phase() == Phase::End && (state.live().len() + state.mucked().len()) > 1;
    for (seat, tally) in tallies.iter_mut().enumerate().take(state.seats()) {
        tally.fourth_streets = u64::from(state.cards(seat).len() > 3);
        let stayed = state.live().contains(seat as u8) || state.mucked().contains(seat as u8);
        tally.showdowns = u64::from(contested && stayed);
        tally.showdowns_won = tally.showdowns * tally.won;
    }
    tallies
}

#[cfg(test)]
mod tests {
    use super::super::{Options, read_all};
    use super::*;

    #[test]
    fn figures_of_invented_hands() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pokerstars.txt")).unwrap();
        let mut stats = Stats::new();
        read_all(&text, None, &Options::default()).unwrap().iter().for_each(|record| stats.add(record));
        let of = |name: &str, currency: &str| {
            let found = stats.players().find(|(player, _)| (&*player.name, &*player.currency) == (name, currency));
            found.map(|(_, stats)| stats.clone()).unwrap()
        };
        assert_eq!(stats.hands(), 4);
        let ann = of("Ann", "USD");
        assert_eq!((ann.all.hands, ann.all.bring_ins, ann.all.completes, ann.all.played), (2, 1, 1, 1));
        assert_eq!(
            (ann.all.fourth_streets, ann.all.showdowns, ann.all.won, ann.all.net()),
            (1, 0, 1, "0.07".to_owned())
        );
        assert_eq!((ann.by_door_card[12].hands, ann.by_door_card[9].net()), (1, "0.12".to_owned()));
        let caller = of("a", "USD");
        assert_eq!((caller.all.raises, caller.all.showdowns, caller.all.showdowns_won), (2, 1, 1));
        let eve = of("Eve", "");
        assert_eq!((eve.all.hands, eve.all.net()), (2, "182".to_owned()));
        let total: i128 = stats.players().map(|(_, stats)| stats.all.net).sum();
        assert_eq!(total, -30_000_000); // the rake of 3 hundredths
        for (_, stats) in stats.players() {
            assert_eq!(stats.by_door_card.iter().map(|tally| tally.net).sum::<i128>(), stats.all.net);
        }
    }

    /// A name on another site is another player.
    #[test]
    fn sites_are_told_apart() {
        let [mut first, mut second] = ["pokerstars.txt", "winamax.txt"].map(|name| {
            let text = std::fs::read_to_string(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            read_all(&text, None, &Options::default()).unwrap().remove(0)
        });
        let mut stats = Stats::new();
        for record in [&mut first, &mut second] {
            record.meta.players.iter_mut().for_each(|name| *name = "Zoe".to_owned());
            record.meta.players[0] = "Ann".to_owned();
            record.meta.fields.insert("currency".to_owned(), "USD".to_owned());
            stats.add(record);
        }
        let sites: Vec<_> =
            stats.players().map(|(player, stats)| (&*player.name, &*player.site, stats.all.hands)).collect();
        let [ann, _, zoe, _] = sites[..] else { panic!("{sites:?}") };
        assert_eq!((ann, zoe.0, zoe.1), (("Ann", "PokerStars", 1), "Zoe", "PokerStars"));
    }
}
