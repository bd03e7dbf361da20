//! A text and its place in a file.

use crate::error::{Error, Fault};

/// A text and where it starts in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub text: &'a str,
    /// The file's line, from 1, on which the text starts.
    pub first_line: usize,
}

impl Source<'_> {
    /// Line and column, from 1, of a byte of the text.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = self.first_line + before[..line_start].iter().filter(|&&byte| byte == b'\n').count();
        (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
    }

    /// A fault at a byte of the text.
    pub fn fault(&self, at: usize, message: impl Into<String>) -> Error {
        let (line, column) = self.place(at);
        Error::File(Box::new(Fault { line, column, message: message.into(), ..Fault::default() }))
    }

    /// A fault at a byte of the text: two values that should agree.
    pub fn mismatch(&self, at: usize, message: &str, expected: impl ToString, found: impl ToString) -> Error {
        let (line, column) = self.place(at);
        Error::File(Box::new(Fault {
            line,
            column,
            message: message.to_owned(),
            hand: None,
            expected: Some(expected.to_string()),
            found: Some(found.to_string()),
        }))
    }
}

/// The lines of a text that are not empty, without spaces at their ends, each with its first byte's place.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: Source<'a>) -> Lines<'a> {
        Lines { text: source.text, at: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let len = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
            let at = self.at;
            self.at += len;
            let line = rest[..len].trim_ascii_end();
            if !line.is_empty() {
                return Some((at, line));
            }
        }
        None
    }
}
