//! A growing text cut into hands, so that a file of any length needs the memory of one hand.

use super::Format;

/// The most text that is taken for one hand, in bytes: a hand with all that is said at the table has some thousands.
const LONGEST: usize = 1 << 20;

/// Text that has been decoded and not yet been handed on.
#[derive(Debug)]
pub(super) struct Blocks {
    pub buffer: String,
    /// Where the next block starts.
    start: usize,
    /// Up to where lines have been looked at.
    seen: usize,
    /// The line, from 1, on which the next block starts.
    line: usize,
    /// Lines between `start` and `seen`.
    lines: usize,
    /// Lines with nothing on them just before `seen`.
    blank: usize,
    /// The block has a line that is not empty.
    filled: bool,
    /// Hands of other sites may stand among those of the format.
    mixed: bool,
    toml: Toml,
}

impl Blocks {
    /// No text yet; `mixed` where hands of other sites may stand among those of the format.
    pub fn new(mixed: bool) -> Blocks {
        Blocks {
            buffer: String::new(),
            start: 0,
            seen: 0,
            line: 1,
            lines: 0,
            blank: 0,
            filled: false,
            mixed,
            toml: Toml::default(),
        }
    }

    /// Room for more text: what has been handed on is dropped.
    pub fn compact(&mut self) {
        self.buffer.drain(..self.start);
        self.seen -= self.start;
        self.start = 0;
    }

    /// The next whole block as a range of the buffer, and its first line; `last` when no more text follows.
    pub fn next(&mut self, format: Format, last: bool) -> Option<(std::ops::Range<usize>, usize)> {
        while self.seen < self.buffer.len() {
            let rest = &self.buffer[self.seen..];
            let len = match rest.find('\n') {
                Some(newline) => newline + 1,
                None if last || self.buffer.len() - self.start > LONGEST => rest.len(),
                None => return None,
            };
            let line = &rest[..len];
            let empty = line.trim_ascii().is_empty();
            let begins = match format {
                Format::Phh => false,
                Format::Phhs => self.toml.table_starts(line),
                _ => !empty && (self.blank >= 2 || format.starts_hand(line) || self.other_site_starts(line)),
            };
            let too_long = self.seen - self.start > LONGEST;
            if (begins || too_long) && self.filled {
                return Some(self.cut());
            }
            self.seen += len;
            self.lines += usize::from(line.ends_with('\n'));
            self.filled |= !empty;
            self.blank = if empty { self.blank + 1 } else { 0 };
        }
        if last && self.filled {
            return Some(self.cut());
        }
        None
    }

    /// The format of a block of a file of this format.
    pub fn format_of(&self, block: &str, format: Format) -> Format {
        let header = block.lines().find(|line| !line.trim_ascii().is_empty());
        header.filter(|_| self.mixed).and_then(Format::of_header).unwrap_or(format)
    }

    /// A header of another site counts behind an empty line only: players may be called like one.
    fn other_site_starts(&self, line: &str) -> bool {
        self.mixed && self.blank > 0 && Format::of_header(line).is_some()
    }

    fn cut(&mut self) -> (std::ops::Range<usize>, usize) {
        let block = (self.start..self.seen, self.line);
        self.start = self.seen;
        self.line += self.lines;
        (self.lines, self.blank, self.filled) = (0, 0, false);
        block
    }
}

/// How deep a line of TOML starts inside lists and long strings.
#[derive(Debug, Default)]
struct Toml {
    depth: usize,
    /// The quote of a string over several lines.
    long: Option<u8>,
}

impl Toml {
    /// Whether the line is the header of a table; goes on behind it.
    fn table_starts(&mut self, line: &str) -> bool {
        let header = self.depth == 0 && self.long.is_none() && line.trim_start().starts_with('[');
        if header {
            return true; // it closes what it opens
        }
        let bytes = line.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            let byte = bytes[i];
            if let Some(quote) = self.long {
                if bytes[i..].starts_with(&[quote; 3]) {
                    self.long = None;
                    i += 3;
                } else {
                    i += if byte == b'\\' && quote == b'"' { 2 } else { 1 };
                }
                continue;
            }
            match byte {
                b'#' => break,
                b'"' | b'\'' if bytes[i..].starts_with(&[byte; 3]) => {
                    self.long = Some(byte);
                    i += 3;
                    continue;
                }
                b'"' | b'\'' => {
                    i += 1;
                    while i < bytes.len() && bytes[i] != byte && bytes[i] != b'\n' {
                        i += if bytes[i] == b'\\' && byte == b'"' { 2 } else { 1 };
                    }
                }
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            i += 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(format: Format, text: &str) -> Vec<(usize, String)> {
        let mut blocks = Blocks::new(true);
        let mut found = Vec::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            blocks.buffer.push(letter);
            let last = letters.peek().is_none();
            while let Some((range, line)) = blocks.next(format, last) {
                found.push((line, blocks.buffer[range].to_owned()));
            }
            blocks.compact();
        }
        found
    }

    #[test]
    fn tables_of_toml() {
        let text = "# note\n[1]\na = [\n [1, 2],\n]\nb = '''\n[2]\n'''\nc = \"[\" # [3\n\n[2]\nd = '\\'\n[3]\n";
        let found = cut(Format::Phhs, text);
        let starts: Vec<usize> = found.iter().map(|&(line, _)| line).collect();
        assert_eq!(starts, [1, 2, 11, 13]);
        assert_eq!(found.iter().map(|(_, block)| block.as_str()).collect::<String>(), text);
    }

    #[test]
    fn hands_of_a_site() {
        let text = "\n\nPokerStars Game #1: x\na\n\nb\n\n\n\nPokerStars Hand #2: y\nc\nPokerStars Hand #3: z";
        let found = cut(Format::PokerStars, text);
        assert_eq!(found.iter().map(|&(line, _)| line).collect::<Vec<_>>(), [1, 10, 12]);
        assert_eq!(found.iter().map(|(_, block)| block.as_str()).collect::<String>(), text);
    }

    #[test]
    fn hands_of_another_site() {
        let text = "PokerStars Game #1: x\n#2: folds\n\n#3: Limit Razz\nWinamax Poker - y\n\nWinamax Poker - z\n";
        let found = cut(Format::PokerStars, text);
        assert_eq!(found.iter().map(|&(line, _)| line).collect::<Vec<_>>(), [1, 4, 7]);
    }
}
