//! Bytes of a file to text: UTF-8, UTF-16 or Windows-1252.

use crate::error::{Error, Result};

/// How a file's bytes stand for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Windows-1252, as old Western European files have it.
    Windows1252,
}

impl Encoding {
    /// The encoding of a name, as Python spells it.
    pub fn from_name(name: &str) -> Result<Encoding> {
        match name.to_ascii_lowercase().replace('_', "-").as_str() {
            "utf-8" | "utf8" | "utf-8-sig" | "ascii" => Ok(Encoding::Utf8),
            "utf-16" | "utf16" | "utf-16-le" | "utf-16le" => Ok(Encoding::Utf16Le),
            "utf-16-be" | "utf-16be" => Ok(Encoding::Utf16Be),
            "cp1252" | "windows-1252" | "latin-1" | "latin1" | "iso-8859-1" => Ok(Encoding::Windows1252),
            _ => Err(Error::value(format!("encoding {name:?}: expected utf-8, utf-16-le, utf-16-be or cp1252"))),
        }
    }

    fn of_first_bytes(bytes: &[u8]) -> Option<Encoding> {
        match bytes {
            [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
            [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
            [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Some(Encoding::Utf16Le),
            [0, a, 0, b, ..] if *a != 0 && *b != 0 => Some(Encoding::Utf16Be),
            _ => None,
        }
    }
}

/// Decodes a stream piece by piece. What cannot be decoded becomes U+FFFD, and `damaged` says so.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    encoding: Option<Encoding>,
    started: bool,
    /// The start of a character whose end has not come yet.
    rest: Vec<u8>,
    /// Whether a carriage return ends a line by itself, as the first end of a line tells.
    returns: Option<bool>,
    /// A carriage return whose next character has not come yet.
    held: bool,
    pub damaged: bool,
}

impl Decoder {
    pub fn new(encoding: Option<Encoding>) -> Decoder {
        Decoder { encoding, ..Decoder::default() }
    }

    /// Appends the text of the next bytes; `last` when none follow. Where lines end with a carriage return alone, each
    /// becomes a line feed.
    pub fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let start = text.len();
        if std::mem::take(&mut self.held) {
            text.push('\r');
        }
        self.characters(bytes, last, text);
        if self.returns.is_none()
            && let Some(at) = text[start..].find(['\r', '\n'])
        {
            let mut end = text[start + at..].chars();
            self.returns = match (end.next(), end.next()) {
                (Some('\r'), None) if !last => None,
                (Some('\r'), next) => Some(!matches!(next, Some('\r' | '\n'))),
                _ => Some(false),
            };
            if self.returns.is_none() {
                text.pop();
                self.held = true;
            }
        }
        if self.returns == Some(true) {
            let lines = text.split_off(start).replace('\r', "\n");
            text.push_str(&lines);
        }
    }

    fn characters(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let joined;
        let mut bytes = if self.rest.is_empty() {
            bytes
        } else {
            let mut all = std::mem::take(&mut self.rest);
            all.extend_from_slice(bytes);
            joined = all;
            &joined
        };
        if !self.started {
            if bytes.len() < 4 && !last {
                self.rest = bytes.to_vec();
                return;
            }
            self.started = true;
            self.encoding = self.encoding.or_else(|| Encoding::of_first_bytes(bytes));
            let mark: &[u8] = match self.encoding {
                Some(Encoding::Utf16Le) => &[0xFF, 0xFE],
                Some(Encoding::Utf16Be) => &[0xFE, 0xFF],
                Some(Encoding::Windows1252) => &[],
                Some(Encoding::Utf8) | None => &[0xEF, 0xBB, 0xBF],
            };
            bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
        }
        match self.encoding {
            Some(Encoding::Utf16Le) => self.utf16(bytes, last, u16::from_le_bytes, text),
            Some(Encoding::Utf16Be) => self.utf16(bytes, last, u16::from_be_bytes, text),
            Some(Encoding::Windows1252) => text.extend(bytes.iter().map(|&byte| windows_1252(byte))),
            Some(Encoding::Utf8) => self.utf8(bytes, last, text),
            None => self.undecided(bytes, last, text),
        }
    }

    /// ASCII so far. The first bytes beyond it decide: UTF-8 unless no sequence of it is whole.
    fn undecided(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        if bytes.is_ascii() {
            text.extend(std::str::from_utf8(bytes));
            return;
        }
        let faulty = std::str::from_utf8(bytes).err().is_some_and(|fault| fault.error_len().is_some() || last);
        let whole = bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
        if faulty && !whole {
            self.encoding = Some(Encoding::Windows1252);
            text.extend(bytes.iter().map(|&byte| windows_1252(byte)));
        } else {
            if whole {
                self.encoding = Some(Encoding::Utf8);
            }
            self.utf8(bytes, last, text);
        }
    }

    fn utf8(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let mut rest = bytes;
        loop {
            match std::str::from_utf8(rest) {
                Ok(valid) => return text.push_str(valid),
                Err(fault) => {
                    let (valid, bad) = rest.split_at(fault.valid_up_to());
                    text.extend(std::str::from_utf8(valid));
                    match fault.error_len() {
                        None if !last => {
                            self.rest = bad.to_vec();
                            return;
                        }
                        len => {
                            self.replace(text);
                            rest = &bad[len.unwrap_or(bad.len())..];
                        }
                    }
                }
            }
        }
    }

    fn utf16(&mut self, bytes: &[u8], last: bool, unit: fn([u8; 2]) -> u16, text: &mut String) {
        let pairs = bytes.chunks_exact(2);
        let odd = pairs.remainder().to_vec();
        let mut units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        let mut rest = Vec::new();
        if let Some(&high) = units.last()
            && !last
            && (0xD800..0xDC00).contains(&high)
        {
            units.pop();
            rest.extend_from_slice(&bytes[2 * units.len()..2 * units.len() + 2]);
        }
        rest.extend(odd);
        for unit in char::decode_utf16(units) {
            match unit {
                Ok(c) => text.push(c),
                Err(_) => self.replace(text),
            }
        }
        if last && !rest.is_empty() {
            self.replace(text);
        } else {
            self.rest = rest;
        }
    }

    fn replace(&mut self, text: &mut String) {
        self.damaged = true;
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In pieces of every size the same text comes out.
    fn text(bytes: &[u8]) -> (String, bool) {
        let mut whole = String::new();
        let mut decoder = Decoder::new(None);
        decoder.decode(bytes, true, &mut whole);
        for size in 1..=bytes.len().min(9) {
            let (mut pieces, mut stepwise) = (String::new(), Decoder::new(None));
            bytes.chunks(size).for_each(|piece| stepwise.decode(piece, false, &mut pieces));
            stepwise.decode(&[], true, &mut pieces);
            assert_eq!((&pieces, stepwise.damaged), (&whole, decoder.damaged), "size {size}");
        }
        (whole, decoder.damaged)
    }

    #[test]
    fn encodings_are_told_apart() {
        let plain = "Seat 1: Zoë 😀 (2€)\r\n";
        let utf16: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let utf16_be: Vec<u8> = plain.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            plain.as_bytes().to_vec(),
            [&[0xEF, 0xBB, 0xBF], plain.as_bytes()].concat(),
            utf16.clone(),
            [vec![0xFF, 0xFE], utf16].concat(),
            [vec![0xFE, 0xFF], utf16_be.clone()].concat(),
            utf16_be,
        ] {
            assert_eq!(text(&bytes), (plain.to_owned(), false), "{bytes:?}");
        }
        assert_eq!(text(b"Seat 1: Zo\xEB (2\x80)"), ("Seat 1: Zoë (2€)".to_owned(), false));
        assert_eq!(text(b""), (String::new(), false));
    }

    #[test]
    fn damage_is_said() {
        assert_eq!(text("Zoë \u{e9}".as_bytes()), ("Zoë é".to_owned(), false));
        let mut decoder = Decoder::new(Some(Encoding::Utf8));
        let mut out = String::new();
        decoder.decode(b"Zo\xEB", true, &mut out);
        assert_eq!((out.as_str(), decoder.damaged), ("Zo\u{fffd}", true));
        assert_eq!(text(b"\xFF\xFEa\0b"), ("a\u{fffd}".to_owned(), true));
        assert_eq!(text(b"\xFF\xFEa\0\x00\xD8b\0"), ("a\u{fffd}b".to_owned(), true));
    }
}
