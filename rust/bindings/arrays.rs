//! NumPy's interface, made ready before it is used.

use std::thread;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// To be called before anything else of `numpy`: the crate loads NumPy with its first array, and whatever stops that, such as
/// Ctrl-C, would be a panic.
pub fn ready(py: Python<'_>) -> PyResult<()> {
    static READY: PyOnceLock<()> = PyOnceLock::new();
    let load = || {
        py.import("numpy")?;
        let first = || Python::attach(|py| drop(PyArray1::<u8>::zeros(py, 1, false)));
        // Python raises what signals ask for in its main thread alone.
        let loaded =
            py.detach(|| thread::scope(|scope| thread::Builder::new().spawn_scoped(scope, first).map(|it| it.join())));
        match loaded {
            Ok(Ok(())) => {}
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_no_thread) => first(),
        }
        Ok(())
    };
    READY.get_or_try_init(py, load).map(drop)
}
