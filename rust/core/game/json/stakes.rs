//! JSON of rules.

use serde::{Deserialize, Serialize};

use super::super::options::{
    AllInBringIn, BoardTie, CommunityOpener, HeadsUpCap, NoBetShow, OddChip, Reopen, ShortBringIn, ShortDeck,
};
use super::super::rules::{Chips, Rake, Rules};
use super::{check_header, read, write};
use crate::error::{Error, Result};

const FORMAT: &str = "razz.rules";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RakeJson {
    numerator: u32,
    denominator: u32,
    unit: Chips,
    #[serde(deserialize_with = "Option::deserialize")]
    cap: Option<std::num::NonZeroU64>,
    no_fourth_street_no_drop: bool,
}

/// The fields of `Rules`, options by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesJson {
    format: String,
    version: u32,
    ante: Chips,
    bring_in: Chips,
    small_bet: Chips,
    big_bet: Chips,
    #[serde(deserialize_with = "Option::deserialize")]
    rake: Option<RakeJson>,
    max_bets: u8,
    heads_up_cap: String,
    reopen: String,
    short_bring_in: String,
    all_in_bring_in: String,
    board_tie: String,
    no_bet_show: String,
    table_all_in_hands: bool,
    odd_chip: String,
    short_deck: String,
    community_opener: String,
    showdown_choice: bool,
    allow_open_fold: bool,
}

impl From<&Rules> for RulesJson {
    fn from(rules: &Rules) -> RulesJson {
        RulesJson {
            format: FORMAT.to_owned(),
            version: super::VERSION,
            ante: rules.ante,
            bring_in: rules.bring_in,
            small_bet: rules.small_bet,
            big_bet: rules.big_bet,
            rake: rules.rake.map(|rake| RakeJson {
                numerator: rake.numerator,
                denominator: rake.denominator,
                unit: rake.unit,
                cap: rake.cap,
                no_fourth_street_no_drop: rake.no_fourth_street_no_drop,
            }),
            max_bets: rules.max_bets,
            heads_up_cap: rules.heads_up_cap.name().to_owned(),
            reopen: rules.reopen.name().to_owned(),
            short_bring_in: rules.short_bring_in.name().to_owned(),
            all_in_bring_in: rules.all_in_bring_in.name().to_owned(),
            board_tie: rules.board_tie.name().to_owned(),
            no_bet_show: rules.no_bet_show.name().to_owned(),
            table_all_in_hands: rules.table_all_in_hands,
            odd_chip: rules.odd_chip.name().to_owned(),
            short_deck: rules.short_deck.name().to_owned(),
            community_opener: rules.community_opener.name().to_owned(),
            showdown_choice: rules.showdown_choice,
            allow_open_fold: rules.allow_open_fold,
        }
    }
}

impl RulesJson {
    pub(super) fn rules(&self) -> Result<Rules> {
        check_header((&self.format, self.version), FORMAT)?;
        let mut faults = Vec::new();
        macro_rules! option {
            ($field:ident, $kind:ident) => {
                $kind::from_name(&self.$field).unwrap_or_else(|| {
                    let names: Vec<&str> = $kind::ALL.iter().map(|value| value.name()).collect();
                    let field = stringify!($field);
                    faults.push(format!("{field} {:?}: expected one of {}", self.$field, names.join(", ")));
                    $kind::ALL[0]
                })
            };
        }
        let rules = Rules {
            ante: self.ante,
            bring_in: self.bring_in,
            small_bet: self.small_bet,
            big_bet: self.big_bet,
            rake: self.rake.as_ref().map(|rake| Rake {
                numerator: rake.numerator,
                denominator: rake.denominator,
                unit: rake.unit,
                cap: rake.cap,
                no_fourth_street_no_drop: rake.no_fourth_street_no_drop,
            }),
            max_bets: self.max_bets,
            heads_up_cap: option!(heads_up_cap, HeadsUpCap),
            reopen: option!(reopen, Reopen),
            short_bring_in: option!(short_bring_in, ShortBringIn),
            all_in_bring_in: option!(all_in_bring_in, AllInBringIn),
            board_tie: option!(board_tie, BoardTie),
            no_bet_show: option!(no_bet_show, NoBetShow),
            table_all_in_hands: self.table_all_in_hands,
            odd_chip: option!(odd_chip, OddChip),
            short_deck: option!(short_deck, ShortDeck),
            community_opener: option!(community_opener, CommunityOpener),
            showdown_choice: self.showdown_choice,
            allow_open_fold: self.allow_open_fold,
        };
        if let Err(Error::Value(more)) = rules.validate() {
            faults.push(more);
        }
        if faults.is_empty() { Ok(rules) } else { Err(Error::value(faults.join("; "))) }
    }
}

impl Rules {
    /// The rules as JSON.
    pub fn to_json(&self) -> String {
        write(&RulesJson::from(self))
    }

    /// Rules of their JSON; all faults in one error.
    pub fn from_json(text: &str) -> Result<Rules> {
        read::<RulesJson>(text)?.rules()
    }
}
