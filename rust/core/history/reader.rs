//! A stream of bytes to records, hand by hand.

use std::collections::{BTreeMap, VecDeque};

use super::blocks::Blocks;
use super::decode::{Decoder, Encoding};
use super::format::Format;
use super::phh;
use super::text::Source;
use super::{Item, Options};
use crate::error::{Error, Fault, Result};
use crate::game::Record;

/// Reads hands from bytes that are fed to it piece by piece.
///
/// A hand that cannot be read is an error in its place; the next call goes on behind it.
#[derive(Debug)]
pub struct Reader {
    options: Options,
    decoder: Decoder,
    blocks: Blocks,
    format: Option<Format>,
    finished: bool,
    ready: VecDeque<Result<Record>>,
    other_games: BTreeMap<String, u64>,
}

impl Reader {
    /// A reader of one file; format and encoding are detected where they are not given.
    pub fn new(format: Option<Format>, encoding: Option<Encoding>, options: Options) -> Reader {
        Reader {
            options,
            decoder: Decoder::new(encoding),
            blocks: Blocks::new(),
            format,
            finished: false,
            ready: VecDeque::new(),
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
        while self.ready.is_empty() {
            self.read_block()?;
        }
        self.ready.pop_front()
    }

    /// Reads one block; `None` when there is no whole one.
    fn read_block(&mut self) -> Option<()> {
        let format = match self.format {
            Some(format) => format,
            None => match self.detect() {
                Some(format) => format,
                None => return (!self.ready.is_empty()).then_some(()),
            },
        };
        let (range, first_line) = self.blocks.next(format, self.finished)?;
        let source = Source { text: &self.blocks.buffer[range], first_line };
        if self.decoder.damaged
            && let Some(at) = source.text.find(char::REPLACEMENT_CHARACTER)
        {
            let fault = source.fault(at, "bytes that are no text in the encoding of the file");
            self.ready.push_back(Err(fault));
            return Some(());
        }
        let item = match format {
            Format::Phh | Format::Phhs => phh::read(source, &self.options),
            Format::Jsonl => json_line(source),
        };
        match item {
            Ok(Item::Hand(record)) => self.ready.push_back(Ok(*record)),
            Ok(Item::Other(game)) if format == Format::Phh => {
                let message = format!("variant {game:?}: expected \"FR\", Razz");
                self.ready.push_back(Err(source.fault(0, message)));
            }
            Ok(Item::Other(game)) => *self.other_games.entry(game).or_default() += 1,
            Ok(Item::Nothing) => {}
            Err(error) => self.ready.push_back(Err(error)),
        }
        Some(())
    }

    fn detect(&mut self) -> Option<Format> {
        const ENOUGH: usize = 1 << 20;
        let text = &self.blocks.buffer;
        self.format = Format::detect(text, self.finished);
        if self.format.is_none() && !text.trim().is_empty() && (self.finished || text.len() > ENOUGH) {
            let line = text.lines().position(|line| !line.trim().is_empty()).map_or(1, |line| line + 1);
            let message = "the format is not recognised: no line starts a hand of any known format".to_owned();
            self.ready.push_back(Err(Error::File(Box::new(Fault { line, column: 1, message, ..Fault::default() }))));
            self.blocks.buffer.clear();
            self.format = Some(Format::Jsonl); // said once
            return None;
        }
        self.format
    }
}

fn json_line(source: Source) -> Result<Item> {
    let record = Record::from_json(source.text.trim()).map_err(|error| source.fault(0, error.message()))?;
    Ok(Item::Hand(Box::new(record)))
}
