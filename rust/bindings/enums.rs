//! Enumerations whose members are strings, made as `enum.StrEnum` so that they compare with and print as their text.

use pyo3::prelude::*;
use pyo3::types::PyType;

/// The class `razz.<name>` with one member for each text; member i has the value `members[i]`, which is its name too.
pub fn str_enum(py: Python<'_>, name: &str, doc: &str, members: &[&str]) -> PyResult<Py<PyType>> {
    let pairs: Vec<(&str, &str)> = members.iter().map(|&member| (member, member)).collect();
    let options = pyo3::types::PyDict::new(py);
    options.set_item("module", "razz")?;
    let class = py.import("enum")?.getattr("StrEnum")?.call((name, pairs), Some(&options))?;
    class.setattr("__doc__", doc)?;
    Ok(class.cast_into::<PyType>()?.unbind())
}
