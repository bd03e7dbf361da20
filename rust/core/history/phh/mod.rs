//! PHH, the Poker Hand History format (docs/rules.md section 11): TOML, one hand in a `.phh`, many in a `.phhs`.
//!
//! Fields of our own start with `_razz_`: the options of the rules, absent players, burns, stated rake, and
//! what the record knows beyond the format's fields.

mod actions;
mod document;
mod options;
mod read;
mod write;

pub(super) use read::read;
pub use write::write;

/// What our own fields start with.
const OWN: &str = "_razz_";

/// Optional fields whose value is a string.
const STRINGS: [&str; 12] = [
    "author",
    "event",
    "url",
    "venue",
    "address",
    "city",
    "region",
    "postal_code",
    "country",
    "time_zone",
    "currency",
    "currency_symbol",
];

/// Optional fields whose value is a whole number.
const INTEGERS: [&str; 6] = ["day", "month", "year", "level", "seat_count", "time_limit"];

/// Optional fields whose value is a string or a whole number.
const NAMES: [&str; 2] = ["hand", "table"];

/// Optional fields whose value is a list.
const LISTS: [&str; 2] = ["seats", "time_banks"];

/// Fields that a record holds outside its named facts.
const PLAY: [&str; 11] = [
    "variant",
    "ante_trimming_status",
    "antes",
    "bring_in",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "actions",
    "players",
    "finishing_stacks",
    "winnings",
];
