//! A stream of bytes to records, hand by hand.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::blocks::Blocks;
use super::decode::{Decoder, Encoding};
use super::format::Format;
use super::money::Decimal;
use super::rebuild::{BringIn, Stakes, rebuild};
use super::text::Source;
use super::told::Told;
use super::{Item, Options, Parsed, phh, sites};
use crate::error::{Error, Fault, Result};
use crate::game::Record;

/// How many hands are held back while the bring-in of one is looked for behind it.
const MOST_WAITING: usize = 4_096;

/// Reads hands from bytes that are fed to it piece by piece.
///
/// A hand that cannot be read is an error in its place; the next call goes on behind it.
#[derive(Debug)]
pub struct Reader {
    options: Options,
    decoder: Decoder,
    blocks: Blocks,
    format: Option<Format>,
    /// The text is of no known format.
    unknown: bool,
    finished: bool,
    queue: VecDeque<Slot>,
    /// The bring-in that hands at these stakes have posted; `None` where they differ.
    bring_ins: HashMap<(Format, Stakes), Option<Decimal>>,
    /// What the last description of a Merge file says.
    description: Option<String>,
    other_games: BTreeMap<String, u64>,
}

/// A hand's place in the order of the file.
#[derive(Debug)]
enum Slot {
    Done(Result<Box<Record>>),
    /// A hand that does not tell its bring-in; one behind it may.
    Waiting {
        format: Format,
        text: String,
        first_line: usize,
        description: Option<String>,
        stakes: Stakes,
    },
}

impl Reader {
    /// A reader of one file; format and encoding are detected where they are not given.
    pub fn new(format: Option<Format>, encoding: Option<Encoding>, options: Options) -> Reader {
        Reader {
            options,
            decoder: Decoder::new(encoding),
            blocks: Blocks::new(format.is_none()),
            format,
            unknown: false,
            finished: false,
            queue: VecDeque::new(),
            bring_ins: HashMap::new(),
            description: None,
            other_games: BTreeMap::new(),
        }
    }

    /// The format, once it is known.
    pub const fn format(&self) -> Option<Format> {
        self.format
    }

    /// The hands of other games that were passed over, by the games' names.
    pub const fn other_games(&self) -> &BTreeMap<String, u64> {
        &self.other_games
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.blocks.compact();
        if self.unknown {
            return;
        }
        self.decoder.decode(bytes, false, &mut self.blocks.buffer);
    }

    /// No more bytes follow.
    pub fn finish(&mut self) {
        if !self.finished {
            self.blocks.compact();
            self.decoder.decode(&[], true, &mut self.blocks.buffer);
            self.finished = true;
        }
    }

    /// The next hand; `None` when more bytes are needed, or, after `finish`, at the end.
    pub fn next_hand(&mut self) -> Option<Result<Record>> {
        loop {
            let given_up = self.queue.len() > MOST_WAITING;
            match self.queue.front() {
                Some(Slot::Done(_)) => {}
                Some(&Slot::Waiting { format, stakes, .. })
                    if given_up || self.bring_ins.contains_key(&(format, stakes)) => {}
                _ => {
                    if self.read_block().is_some() {
                        continue;
                    }
                    if !self.finished || self.queue.is_empty() {
                        return None;
                    }
                }
            }
            return match self.queue.pop_front()? {
                Slot::Done(hand) => Some(hand.map(|record| *record)),
                Slot::Waiting { format, text, first_line, description, stakes } => {
                    let found = self.bring_ins.get(&(format, stakes)).copied().flatten();
                    let source = Source { text: &text, first_line };
                    match parse(format, source, &mut description.clone()) {
                        Ok(Parsed::Told(told)) => Some(rebuild(&told, found)),
                        Ok(_) => None,
                        Err(error) => Some(Err(error)),
                    }
                }
            };
        }
    }

    /// Reads one block; `None` when there is no whole one.
    fn read_block(&mut self) -> Option<()> {
        let format = match self.format {
            Some(format) => format,
            None if self.unknown => return (!self.queue.is_empty()).then_some(()),
            None => match self.detect() {
                Some(format) => format,
                None => return (!self.queue.is_empty()).then_some(()),
            },
        };
        let (range, first_line) = self.blocks.next(format, self.finished)?;
        let source = Source { text: &self.blocks.buffer[range], first_line };
        if self.decoder.damaged
            && let Some(at) = source.text.find(char::REPLACEMENT_CHARACTER)
        {
            let fault = source.fault(at, "bytes that are no text in the encoding of the file");
            self.queue.push_back(Slot::Done(Err(fault)));
            return Some(());
        }
        let item = match format {
            Format::Phh | Format::Phhs => phh::read(source, &self.options),
            Format::Jsonl => json_line(source),
            _ => {
                let format = self.blocks.format_of(source.text, format);
                match parse(format, source, &mut self.description) {
                    Ok(Parsed::Told(told)) => {
                        let slot = told_hand(format, &told, &self.description, &mut self.bring_ins);
                        self.queue.push_back(slot);
                        return Some(());
                    }
                    Ok(Parsed::Other(game)) => Ok(Item::Other(game)),
                    Ok(Parsed::Nothing) => Ok(Item::Nothing),
                    Err(error) => Err(error),
                }
            }
        };
        match item {
            Ok(Item::Hand(record)) => self.queue.push_back(Slot::Done(Ok(record))),
            Ok(Item::Other(game)) if format == Format::Phh => {
                let message = format!("variant {game:?}: expected \"FR\", Razz");
                self.queue.push_back(Slot::Done(Err(source.fault(0, message))));
            }
            Ok(Item::Other(game)) => *self.other_games.entry(game).or_default() += 1,
            Ok(Item::Nothing) => {}
            Err(error) => self.queue.push_back(Slot::Done(Err(error))),
        }
        Some(())
    }

    fn detect(&mut self) -> Option<Format> {
        let text = &self.blocks.buffer;
        self.format = Format::detect(text, self.finished);
        if self.format.is_none() && !text.trim().is_empty() && (self.finished || text.len() > Format::ENOUGH) {
            let line = text.lines().position(|line| !line.trim().is_empty()).map_or(1, |line| line + 1);
            let message = "the format is not recognised: no line starts a hand of any known format".to_owned();
            let fault = Error::File(Box::new(Fault { line, column: 1, message, ..Fault::default() }));
            self.queue.push_back(Slot::Done(Err(fault)));
            self.unknown = true;
        }
        self.format
    }
}

/// A hand of a site; it waits when it does not tell its bring-in and none is known yet.
fn told_hand(
    format: Format,
    told: &Told,
    description: &Option<String>,
    known: &mut HashMap<(Format, Stakes), Option<Decimal>>,
) -> Slot {
    let stakes = told.stakes();
    let key = (format, stakes);
    match told.bring_in() {
        BringIn::Full(amount) => {
            let same = |other: Decimal| other.units(9) == amount.units(9);
            known.entry(key).and_modify(|other| *other = other.filter(|&other| same(other))).or_insert(Some(amount));
            Slot::Done(rebuild(told, None).map(Box::new))
        }
        BringIn::AllIn(_) | BringIn::Untold => match known.get(&key) {
            Some(&found) => Slot::Done(rebuild(told, found).map(Box::new)),
            None => Slot::Waiting {
                format,
                text: told.source.text.to_owned(),
                first_line: told.source.first_line,
                description: description.clone(),
                stakes,
            },
        },
    }
}

/// The text of a site's hand.
fn parse<'a>(format: Format, source: Source<'a>, description: &mut Option<String>) -> Result<Parsed<'a>> {
    let starts = source.text.lines().any(|line| format.starts_hand(line));
    if !starts && !source.text.lines().any(|line| line.starts_with("Seat ") || line.starts_with("*** ")) {
        return match source.text.lines().position(is_record) {
            Some(line) => {
                let at = source.text.split_inclusive('\n').take(line).map(str::len).sum();
                Err(source.fault(at, format!("PHH or JSON among hands of the format {}", format.name())))
            }
            None => Ok(Parsed::Nothing), // a note before or between hands
        };
    }
    sites::parse(format, source, description).map_err(|error| match error {
        Error::File(fault) => Error::File(Box::new(Fault { hand: name_of(source.text), ..*fault })),
        other => other,
    })
}

/// Whether a line is of a hand of a format that is not a site's.
fn is_record(line: &str) -> bool {
    let phh = line.strip_prefix("variant").is_some_and(|rest| rest.trim_start().starts_with('='));
    phh || line.starts_with("{\"format\":")
}

/// The number of a hand that is too broken to be parsed: behind the first `#`, or an `id`.
fn name_of(text: &str) -> Option<String> {
    let header = text.lines().find(|line| !line.trim().is_empty())?;
    let number = |c: char| c.is_ascii_digit() || c == '-';
    let rest = header.split_once('#').or_else(|| header.split_once("id=\""))?.1;
    let name = &rest[..rest.find(|c: char| !number(c)).unwrap_or(rest.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

fn json_line(source: Source) -> Result<Item> {
    let record = Record::from_json(source.text.trim()).map_err(|error| source.fault(0, error.message()))?;
    Ok(Item::Hand(Box::new(record)))
}
