//! Files without names: players become Player1, Player2 and so on, chat goes, all else stays as it is.

use std::collections::HashMap;

use super::blocks::Blocks;
use super::decode::{Decoder, Encoding};
use super::format::Format;
use super::told::MAX_LISTED;
use super::{sites, when};
use crate::error::{Error, Result};
use crate::game::Record;

/// What people do at a table besides playing, behind their names. A line of somebody who is not listed is kept only
/// when it says one of these.
const COMINGS_AND_GOINGS: [&str; 18] = [
    " joins the table at seat #",
    " leaves the table",
    " is disconnected",
    " is connected",
    " has timed out",
    " will be allowed to play",
    " was removed from the table",
    " has returned",
    " is sitting out",
    " sits out",
    " stands up",
    " sits down",
    " adds ",
    " has been disconnected",
    " has reconnected",
    " has requested TIME",
    " re-buys and receives",
    " finished the tournament",
];

/// Lines that name nobody.
const NAMELESS: [&str; 11] = [
    "*** ",
    "Table",
    "Total pot",
    "Board",
    "Betting is capped",
    "The button is in",
    "Rake ",
    "PokerStars ",
    "Full Tilt Poker Game",
    "FullTiltPoker Game",
    "Winamax Poker",
];

/// Gives names away piece by piece; the same player is the same number throughout.
#[derive(Debug)]
pub struct Anonymiser {
    decoder: Decoder,
    blocks: Blocks,
    format: Option<Format>,
    finished: bool,
    numbers: HashMap<String, usize>,
}

impl Anonymiser {
    /// For one file; format and encoding are detected where they are not given.
    pub fn new(format: Option<Format>, encoding: Option<Encoding>) -> Anonymiser {
        Anonymiser {
            decoder: Decoder::new(encoding),
            blocks: Blocks::new(format.is_none()),
            format,
            finished: false,
            numbers: HashMap::new(),
        }
    }

    /// The format, once it is known.
    pub const fn format(&self) -> Option<Format> {
        self.format
    }

    /// Takes the next bytes of a file of text; `last` when none follow. The text of the hands that are whole.
    pub fn feed(&mut self, bytes: &[u8], last: bool) -> Result<String> {
        self.blocks.compact();
        if !self.finished {
            self.decoder.decode(bytes, last, &mut self.blocks.buffer);
        }
        self.finished |= last;
        if self.format.is_none() {
            self.format = Format::detect(&self.blocks.buffer, self.finished);
        }
        let Some(format) = self.format else {
            let enough = self.finished || self.blocks.buffer.len() > Format::ENOUGH;
            return match enough && !self.blocks.buffer.trim().is_empty() {
                true => Err(Error::value("the format is not recognised: no line starts a hand of any known format")),
                false => Ok(String::new()),
            };
        };
        if matches!(format, Format::Phh | Format::Phhs | Format::Jsonl) {
            let name = format.name();
            return Err(Error::value(format!("format {name}: its names are those of the records, not of a text")));
        }
        let mut out = String::new();
        while let Some((range, _)) = self.blocks.next(format, self.finished) {
            let block = self.blocks.buffer[range].to_owned();
            let format = self.blocks.format_of(&block, format);
            if format == Format::Merge { self.xml(&block, &mut out) } else { self.text(format, &block, &mut out) }
        }
        Ok(out)
    }

    /// Takes the names out of a record.
    pub fn record(&mut self, record: &mut Record) {
        let hero = record.meta.fields.get("hero").cloned();
        let names: Vec<String> = record.meta.players.iter().map(|name| self.alias(name)).collect();
        if let Some(hero) = hero {
            record.meta.fields.insert("hero".to_owned(), self.alias(&hero));
        }
        record.meta.fields.remove("shown_part");
        record.meta.players = names;
    }

    fn alias(&mut self, name: &str) -> String {
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        format!("Player{number}")
    }

    /// The longest of some names that a text starts with, when `fits` likes what follows.
    fn leading<'n>(names: &'n [String], text: &str, fits: impl Fn(&str) -> bool) -> Option<&'n str> {
        let fitting = names.iter().filter(|name| text.strip_prefix(name.as_str()).is_some_and(&fits));
        fitting.max_by_key(|name| name.len()).map(String::as_str)
    }

    fn text(&mut self, format: Format, block: &str, out: &mut String) {
        let mut names: Vec<String> = Vec::new();
        for line in block.lines().map(str::trim_ascii_end).take_while(|line| !is_street(line)) {
            if let Some(name) = listed_name(format, line) {
                names.push(name.to_owned());
            }
        }
        if names.len() > MAX_LISTED {
            names.clear(); // no table has so many: nothing in this text can be trusted to be a name
        }
        let mut seats = true;
        for whole in block.split_inclusive('\n') {
            let line = whole.trim_ascii_end();
            let ending = &whole[line.len()..];
            seats &= !is_street(line);
            if let Some(line) = self.line(format, &names, line, seats) {
                out.push_str(&line);
                out.push_str(ending);
            }
        }
    }

    /// A line without names; `None` for one that goes.
    fn line(&mut self, format: Format, names: &[String], line: &str, seats: bool) -> Option<String> {
        if line.is_empty() || format.starts_hand(line) {
            return Some(line.to_owned());
        }
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([':', ' ', ',']);
        // Names first: a player may be called like any other line.
        let listed = if seats { listed_name(format, line) } else { None };
        if listed.is_none()
            && let Some(name) = Self::leading(names, line, ends)
        {
            let rest = &line[name.len()..];
            if is_chat(format, rest) {
                return None;
            }
            let (alias, rest) = (self.alias(name), self.rest(names, rest));
            return Some(alias + &rest);
        }
        for before in ["Dealt to ", "Seat "] {
            let Some(rest) = line.strip_prefix(before) else { continue };
            let start = if before == "Seat " { rest.find(": ").map(|at| at + 2) } else { Some(0) };
            let Some(start) = start else { continue };
            if before == "Seat " && !rest[..start - 2].bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let name = listed.or_else(|| Self::leading(names, &rest[start..], ends))?;
            return Some(format!("{before}{}{}{}", &rest[..start], self.alias(name), &rest[start + name.len()..]));
        }
        if line.starts_with("Uncalled bet ")
            && let Some((before, name)) = line.rsplit_once(" returned to ")
        {
            let name = names.iter().find(|other| other.trim_ascii_end() == name)?;
            return Some(format!("{before} returned to {}", self.alias(name)));
        }
        if NAMELESS.iter().any(|start| line.starts_with(start)) || when::starts_with_date(line) {
            return Some(line.to_owned());
        }
        let at = COMINGS_AND_GOINGS.iter().find_map(|words| line.find(words))?;
        Some(self.alias(&line[..at]) + &line[at..])
    }

    /// Names behind words that are followed by one.
    fn rest(&mut self, names: &[String], rest: &str) -> String {
        for words in [" for eliminating ", " wins the tournament from ", " and is followed by "] {
            if let Some((before, name)) = rest.split_once(words)
                && let Some(known) = Self::leading(names, name, |_| true)
            {
                return format!("{before}{words}{}{}", self.alias(known), &name[known.len()..]);
            }
        }
        rest.to_owned()
    }

    /// Nicknames stand in attributes of that name; everywhere else players are numbers.
    fn xml(&mut self, block: &str, out: &mut String) {
        const NICKNAME: &str = "nickname=\"";
        for line in block.split_inclusive('\n') {
            if line.trim_start().starts_with("<chat") {
                continue;
            }
            let mut rest = line;
            while let Some(at) = rest.find(NICKNAME) {
                let (before, behind) = rest.split_at(at + NICKNAME.len());
                let end = behind.find('"').unwrap_or(behind.len());
                out.push_str(before);
                out.push_str(&self.alias(&sites::unescape(&behind[..end])));
                rest = &behind[end..];
            }
            out.push_str(rest);
        }
    }
}

fn is_street(line: &str) -> bool {
    line.starts_with("*** ")
}

/// The name in a line of the list of seats.
fn listed_name(format: Format, line: &str) -> Option<&str> {
    let (number, rest) = line.strip_prefix("Seat ")?.split_once(": ")?;
    number.parse::<u8>().ok()?;
    let before = match format {
        Format::PokerStars => rest.rsplit_once(" in chips")?.0,
        _ => rest.strip_suffix(", is sitting out").unwrap_or(rest).strip_suffix(')')?,
    };
    Some(before.rsplit_once(" (")?.0)
}

/// Whether what stands behind a name is something said.
fn is_chat(format: Format, rest: &str) -> bool {
    match format {
        Format::FullTilt => rest.starts_with(": "),
        Format::Winamax => rest.starts_with(" said") || rest.starts_with(": "),
        _ => rest.starts_with(" said, \""),
    }
}
