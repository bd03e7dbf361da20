//! How text comes in as an argument.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use razz_core::Error;

use crate::cards::shown;
use crate::errors::to_py;

/// The text of an argument; `name` is the argument's, for messages.
pub fn text_of<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a str> {
    let text = value
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("{name}: expected text, found {}", shown(value))))?;
    utf8(text, name)
}

/// The texts of an argument that holds several.
pub fn texts_of(value: &Bound<'_, PyAny>, name: &str, what: &str) -> PyResult<Vec<String>> {
    let fault = |_| PyTypeError::new_err(format!("{name}: expected {what}, found {}", shown(value)));
    if value.is_instance_of::<PyString>() {
        return Err(fault(()));
    }
    let items = value.try_iter().map_err(|_| fault(()))?;
    items.enumerate().map(|(place, item)| Ok(text_of(&item?, &format!("{name}[{place}]"))?.to_owned())).collect()
}

/// What a string holds: Python's may hold halves of a character, which no text has.
pub fn utf8<'a>(text: &'a Bound<'_, PyString>, name: &str) -> PyResult<&'a str> {
    text.to_str().map_err(|fault| {
        let position = fault.value(text.py()).getattr("start").and_then(|start| start.extract()).unwrap_or(0);
        to_py(text.py(), &Error::parse(format!("{name}: expected text, found a lone surrogate"), position))
    })
}
