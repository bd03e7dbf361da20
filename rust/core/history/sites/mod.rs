//! What the text of each site says, told in one form; what several print alike is in `lines`.

mod fulltilt;
mod kingsclub;
mod lines;
mod merge;
mod pokerstars;
mod winamax;

pub(super) use merge::unescape;

use super::text::Source;
use super::{Format, Parsed};
use crate::error::Result;

/// Whether a line is the first of a hand of a site.
pub(super) fn starts_hand(site: Format, line: &str) -> bool {
    match site {
        Format::PokerStars => pokerstars::starts_hand(line),
        Format::FullTilt => fulltilt::starts_hand(line),
        Format::Winamax => winamax::starts_hand(line),
        Format::Merge => merge::starts_hand(line),
        Format::KingsClub => kingsclub::starts_hand(line),
        Format::Phh | Format::Phhs | Format::Jsonl => false,
    }
}

/// The hand of a site's text; `description` is what stands above several hands of Merge.
pub(super) fn parse<'a>(site: Format, source: Source<'a>, description: &mut Option<String>) -> Result<Parsed<'a>> {
    match site {
        Format::FullTilt => fulltilt::parse(source),
        Format::Winamax => winamax::parse(source),
        Format::Merge => merge::parse(source, description),
        Format::KingsClub => kingsclub::parse(source),
        Format::PokerStars | Format::Phh | Format::Phhs | Format::Jsonl => pokerstars::parse(source),
    }
}
