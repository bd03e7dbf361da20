//! The rules of a game: stakes, options and rake, and the named presets.

use std::num::NonZeroU64;

use super::options::{
    AllInBringIn, BoardTie, CommunityOpener, HeadsUpCap, NoBetShow, OddChip, Preset, Reopen, ShortBringIn, ShortDeck,
};
use crate::error::{Error, Result};

/// Chips, in the smallest unit.
pub type Chips = u64;

/// The largest stack or stake: eight of them still are exact integers in JSON readers that use doubles.
pub const MAX_CHIPS: Chips = 1_000_000_000_000_000;

/// The house's share of a cash-game pot: floor(fraction x pot / unit) x unit, pot by pot up to the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rake {
    /// Numerator of the fraction, in lowest terms.
    pub numerator: u32,
    /// Denominator of the fraction.
    pub denominator: u32,
    /// Rake is taken in multiples of this.
    pub unit: Chips,
    /// The most that is taken in a hand; `None`: no limit.
    pub cap: Option<NonZeroU64>,
    /// Nothing is taken when no fourth street was dealt.
    pub no_fourth_street_no_drop: bool,
}

impl Rake {
    /// The rake of one pot when `taken` has been taken from this hand's earlier pots.
    pub(super) fn of_pot(&self, pot: Chips, taken: Chips) -> Chips {
        let unit = u128::from(self.unit);
        let units = u128::from(self.numerator) * u128::from(pot) / (u128::from(self.denominator) * unit);
        let due = (units * unit) as Chips; // at most the pot, because the fraction is at most 1
        self.cap.map_or(due, |cap| due.min(cap.get() - taken.min(cap.get())))
    }
}

/// Stakes and options. A small copyable value; `validate` says whether a game can be played by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Posted by everybody before the deal.
    pub ante: Chips,
    /// Posted by the highest door card.
    pub bring_in: Chips,
    /// The bet on third and fourth street.
    pub small_bet: Chips,
    /// The bet from fifth street on.
    pub big_bet: Chips,
    /// The house's share, or none.
    pub rake: Option<Rake>,
    /// Bets and raises per street, the completion included.
    pub max_bets: u8,
    /// Whether the cap holds heads-up.
    pub heads_up_cap: HeadsUpCap,
    /// What counts as a full wager.
    pub reopen: Reopen,
    /// The level after a short bring-in.
    pub short_bring_in: ShortBringIn,
    /// The duty of the player to whom a bring-in passes.
    pub all_in_bring_in: AllInBringIn,
    /// Who opens among equal boards.
    pub board_tie: BoardTie,
    /// Who shows first without a bet on seventh street.
    pub no_bet_show: NoBetShow,
    /// Whether all live hands are tabled once no further betting is possible.
    pub table_all_in_hands: bool,
    /// Who gets odd chips.
    pub odd_chip: OddChip,
    /// Burns and the end of the deck.
    pub short_deck: ShortDeck,
    /// Who opens with a community card.
    pub community_opener: CommunityOpener,
    /// Whether players decide about showing; otherwise it is automatic.
    pub showdown_choice: bool,
    /// Whether a player may fold with nothing to call.
    pub allow_open_fold: bool,
}

impl Default for Rules {
    /// Stakes 1/2/4/8 with the default options.
    fn default() -> Self {
        Rules::new(1, 2, 4, 8)
    }
}

impl Rules {
    /// The default options with these stakes.
    pub const fn new(ante: Chips, bring_in: Chips, small_bet: Chips, big_bet: Chips) -> Rules {
        Rules {
            ante,
            bring_in,
            small_bet,
            big_bet,
            rake: None,
            max_bets: 4,
            heads_up_cap: HeadsUpCap::Always,
            reopen: Reopen::Half,
            short_bring_in: ShortBringIn::Full,
            all_in_bring_in: AllInBringIn::Forced,
            board_tie: BoardTie::Position,
            no_bet_show: NoBetShow::EarliestSeat,
            table_all_in_hands: true,
            odd_chip: OddChip::HighSuit,
            short_deck: ShortDeck::Online,
            community_opener: CommunityOpener::SixthStreet,
            showdown_choice: false,
            allow_open_fold: false,
        }
    }

    /// These stakes with the options of a preset.
    pub const fn with_preset(self, preset: Preset) -> Rules {
        let base = Rules::new(self.ante, self.bring_in, self.small_bet, self.big_bet);
        let base = Rules {
            rake: self.rake,
            showdown_choice: self.showdown_choice,
            allow_open_fold: self.allow_open_fold,
            ..base
        };
        match preset {
            Preset::Default => base,
            Preset::WsopLive => Rules {
                max_bets: 5,
                heads_up_cap: HeadsUpCap::UncappedIfRoundStartsHeadsUp,
                all_in_bring_in: AllInBringIn::Optional,
                table_all_in_hands: false,
                short_deck: ShortDeck::Tda,
                ..base
            },
            Preset::WsopTournament => Rules {
                max_bets: 5,
                heads_up_cap: HeadsUpCap::UncappedIfTwoLeftInEvent,
                all_in_bring_in: AllInBringIn::Optional,
                no_bet_show: NoBetShow::LowBoard,
                short_deck: ShortDeck::Tda,
                ..base
            },
            Preset::Tda => Rules {
                heads_up_cap: HeadsUpCap::UncappedIfTwoLeftInEvent,
                all_in_bring_in: AllInBringIn::Optional,
                board_tie: BoardTie::HighSuit,
                no_bet_show: NoBetShow::LowBoard,
                short_deck: ShortDeck::Tda,
                ..base
            },
            Preset::Robert => Rules {
                heads_up_cap: HeadsUpCap::UncappedIfHeadsUpBeforeCap,
                all_in_bring_in: AllInBringIn::Optional,
                no_bet_show: NoBetShow::LowBoard,
                table_all_in_hands: false,
                odd_chip: OddChip::LowSuit,
                short_deck: ShortDeck::Robert,
                community_opener: CommunityOpener::Recompute,
                ..base
            },
            Preset::Pokerkit => Rules {
                reopen: Reopen::Full,
                short_bring_in: ShortBringIn::Short,
                no_bet_show: NoBetShow::LowBoard,
                odd_chip: OddChip::FirstWinner,
                ..base
            },
        }
    }

    /// Refuses rules by which no game can be played; names every fault at once.
    pub fn validate(&self) -> Result<()> {
        let mut faults = Vec::new();
        if self.bring_in == 0 {
            faults.push("bring_in 0: expected at least 1".to_owned());
        }
        if self.bring_in >= self.small_bet {
            faults.push(format!("bring_in {}: expected less than small_bet {}", self.bring_in, self.small_bet));
        }
        if self.small_bet > self.big_bet {
            faults.push(format!("small_bet {}: expected at most big_bet {}", self.small_bet, self.big_bet));
        }
        for (name, value) in [
            ("ante", self.ante),
            ("bring_in", self.bring_in),
            ("small_bet", self.small_bet),
            ("big_bet", self.big_bet),
            ("rake.unit", self.rake.map_or(0, |rake| rake.unit)),
            ("rake.cap", self.rake.and_then(|rake| rake.cap).map_or(0, NonZeroU64::get)),
        ] {
            if value > MAX_CHIPS {
                faults.push(format!("{name} {value}: expected at most {MAX_CHIPS}"));
            }
        }
        if self.max_bets == 0 {
            faults.push("max_bets 0: expected at least 1".to_owned());
        }
        if let Some(rake) = self.rake {
            if rake.denominator == 0 || rake.numerator > rake.denominator {
                faults.push(format!(
                    "rake.fraction {}/{}: expected a fraction from 0 to 1",
                    rake.numerator, rake.denominator
                ));
            }
            if rake.unit == 0 {
                faults.push("rake.unit 0: expected at least 1".to_owned());
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Error::value(faults.join("; "))) }
    }

    /// The fixed size of a bet or raise on a street, 3 to 7.
    pub const fn bet(&self, street: u8) -> Chips {
        if street <= 4 { self.small_bet } else { self.big_bet }
    }

    /// Whether an increment is as large as a full wager must be.
    pub(super) const fn is_full(&self, increment: Chips, bet: Chips) -> bool {
        match self.reopen {
            Reopen::Half => 2 * increment >= bet,
            Reopen::Full => increment >= bet,
        }
    }
}
