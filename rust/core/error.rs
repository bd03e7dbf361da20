//! The one error type of the crate. Every message says which argument, where, and what was expected.

use std::fmt;

/// What went wrong, by the kind of exception a caller wants to catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Text that does not follow its grammar; `position` counts characters from 0.
    Parse {
        /// What was found and what was expected.
        message: String,
        /// Character offset into the text, from 0.
        position: usize,
    },
    /// An action that the rules refuse in this state.
    IllegalAction(String),
    /// Cards that cannot be dealt here: duplicates, the wrong number, a wrong time.
    InvalidDeal(String),
    /// Any other value out of its domain.
    Value(String),
}

/// A result with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A parse error at a character offset.
    pub fn parse(message: impl Into<String>, position: usize) -> Self {
        Error::Parse { message: message.into(), position }
    }

    /// The same error with the place named before its message.
    pub fn within(self, place: &str) -> Self {
        match self {
            Error::Parse { message, position } => Error::Parse { message: format!("{place}: {message}"), position },
            Error::IllegalAction(message) => Error::IllegalAction(format!("{place}: {message}")),
            Error::InvalidDeal(message) => Error::InvalidDeal(format!("{place}: {message}")),
            Error::Value(message) => Error::Value(format!("{place}: {message}")),
        }
    }

    /// A value error.
    pub fn value(message: impl Into<String>) -> Self {
        Error::Value(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse { message, position } => write!(f, "{message} (position {position})"),
            Error::IllegalAction(m) | Error::InvalidDeal(m) | Error::Value(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for Error {}
