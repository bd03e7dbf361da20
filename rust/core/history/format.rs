//! The formats, and how a text shows which one it is.

use super::sites;
use crate::error::{Error, Result};

/// A format of hand histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// PHH, one hand.
    Phh,
    /// PHH, hands in tables.
    Phhs,
    /// Records as JSON, one a line.
    Jsonl,
    /// PokerStars text.
    PokerStars,
    /// Full Tilt text.
    FullTilt,
    /// Winamax text.
    Winamax,
    /// Merge XML.
    Merge,
    /// KingsClub text.
    KingsClub,
}

impl Format {
    /// How much text without a hand of any known format is looked at before it is refused, in bytes.
    pub(super) const ENOUGH: usize = 1 << 20;

    /// Every format.
    pub const ALL: &[Format] = &[
        Format::Phh,
        Format::Phhs,
        Format::Jsonl,
        Format::PokerStars,
        Format::FullTilt,
        Format::Winamax,
        Format::Merge,
        Format::KingsClub,
    ];

    /// The name used in Python and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Phh => "phh",
            Format::Phhs => "phhs",
            Format::Jsonl => "jsonl",
            Format::PokerStars => "pokerstars",
            Format::FullTilt => "fulltilt",
            Format::Winamax => "winamax",
            Format::Merge => "merge",
            Format::KingsClub => "kingsclub",
        }
    }

    /// The format of a name.
    pub fn from_name(name: &str) -> Result<Format> {
        Format::ALL.iter().copied().find(|format| format.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            Error::value(format!("format {name:?}: expected one of {}", names.join(", ")))
        })
    }

    /// Whether a line is the first of a hand.
    pub(super) fn starts_hand(self, line: &str) -> bool {
        self == Format::Jsonl || sites::starts_hand(self, line)
    }

    /// The site whose hand a line starts.
    pub(super) fn of_header(line: &str) -> Option<Format> {
        const SITES: [Format; 5] =
            [Format::PokerStars, Format::FullTilt, Format::Winamax, Format::Merge, Format::KingsClub];
        SITES.into_iter().find(|site| site.starts_hand(line))
    }

    /// The format of a text, told by the first line that shows one; `last` when the text is whole.
    pub(super) fn detect(text: &str, last: bool) -> Option<Format> {
        let lines = text.split_inclusive('\n').filter(|line| last || line.ends_with('\n'));
        lines.map(str::trim_ascii_end).find_map(Format::of_line)
    }

    fn of_line(line: &str) -> Option<Format> {
        if let Some(site) = Format::of_header(line) {
            return Some(site);
        }
        let line = line.trim_start();
        if line.starts_with('{') {
            return Some(Format::Jsonl);
        }
        if line.starts_with('[') && line.contains(']') {
            return Some(Format::Phhs);
        }
        let (key, _) = line.split_once('=')?;
        let key = key.trim_ascii_end();
        let bare = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        (!key.is_empty() && key.bytes().all(bare)).then_some(Format::Phh)
    }
}
