//! The one error type of the crate. Every message says which argument, where, and what was expected.

use std::fmt;
use std::sync::Arc;

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
    /// A file that breaks its grammar, or tells of play that the rules refuse.
    File(Box<Fault>),
    /// A policy that gave no answer.
    Policy(Box<Failure>),
    /// Any other value out of its domain.
    Value(String),
}

/// What keeps somebody else's code from answering.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A decision that a policy did not make, and where.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The index of the hand, or of the session.
    pub index: u64,
    /// Which hand of the session; `None` where there are none.
    pub hand: Option<u32>,
    /// The seat, from 0.
    pub seat: usize,
    /// The name of the policy.
    pub policy: String,
    /// What the policy says.
    pub cause: Arc<dyn std::error::Error + Send + Sync>,
}

impl PartialEq for Failure {
    /// The same failure at the same place, by what it says.
    fn eq(&self, other: &Failure) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Failure {}

impl Failure {
    /// Which hand, seat and policy.
    pub fn place(&self) -> String {
        let hand = self
            .hand
            .map_or_else(|| format!("hand {}", self.index), |hand| format!("session {}, hand {hand}", self.index));
        format!("{hand}, seat {}, policy {}", self.seat, self.policy)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.cause)
    }
}

/// What is wrong in a file, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The reason.
    pub message: String,
    /// The hand, by the name that the file gives it.
    pub hand: Option<String>,
    /// What the rules or the rest of the file call for, where two values disagree.
    pub expected: Option<String>,
    /// What the file has instead.
    pub found: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if let Some(hand) = &self.hand {
            write!(f, "hand {hand}: ")?;
        }
        f.write_str(&self.message)?;
        match (&self.expected, &self.found) {
            (Some(expected), Some(found)) => write!(f, ": expected {expected}, found {found}"),
            (Some(expected), None) => write!(f, ": expected {expected}"),
            (None, Some(found)) => write!(f, ": found {found}"),
            (None, None) => Ok(()),
        }
    }
}

/// A result with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A parse error at a character offset.
    pub fn parse(message: impl Into<String>, position: usize) -> Self {
        Error::Parse { message: message.into(), position }
    }

    /// The message without the place that `Display` adds.
    pub fn message(&self) -> &str {
        match self {
            Error::Parse { message, .. } => message,
            Error::File(fault) => &fault.message,
            Error::IllegalAction(m) | Error::InvalidDeal(m) | Error::Value(m) => m,
            Error::Policy(_) => "a policy gave no answer",
        }
    }

    /// The same error with the place named before its message.
    pub fn within(self, place: &str) -> Self {
        match self {
            Error::Parse { message, position } => Error::Parse { message: format!("{place}: {message}"), position },
            Error::File(fault) => {
                Error::File(Box::new(Fault { message: format!("{place}: {}", fault.message), ..*fault }))
            }
            Error::IllegalAction(message) => Error::IllegalAction(format!("{place}: {message}")),
            Error::InvalidDeal(message) => Error::InvalidDeal(format!("{place}: {message}")),
            Error::Policy(failure) => Error::Policy(failure), // it names its place
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
            Error::File(fault) => fault.fmt(f),
            Error::Policy(failure) => failure.fmt(f),
            Error::IllegalAction(m) | Error::InvalidDeal(m) | Error::Value(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for Error {}
