//! The one way to run a long job of the core: without the GIL, with Ctrl-C answered, with errors mapped.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use razz_core::equity::Stop;
use razz_core::threads as core_threads;

use crate::cards::{integer_fault, shown};
use crate::errors;

/// How often the waiting caller looks for signals and reports progress.
const TICK: Duration = Duration::from_millis(50);

/// How many calls may be inside of each other: a policy may simulate, but one that plays itself so would never end, each
/// call with threads of its own.
const DEEPEST: u32 = 16;

/// What a job gave, and why it was stopped before its end, if it was.
pub struct Outcome<T> {
    /// The job's result; only a part of it when stopped.
    pub result: T,
    /// The exception of a signal handler or of the tick.
    pub stopped: Option<PyErr>,
}

/// Runs a job that takes well under 0.1 s: on the caller's thread, without the GIL.
pub fn quick<T: Send>(py: Python<'_>, job: impl FnOnce() -> razz_core::Result<T> + Send) -> PyResult<T> {
    py.detach(job).map_err(|error| errors::to_py(py, &error))
}

/// Runs a job that mostly takes well under 0.1 s, but may take long: on the caller's thread, without the GIL. It is to ask every few
/// milliseconds whether to stop, and then to return early, with anything.
pub fn asking<T: Send>(py: Python<'_>, job: impl FnOnce(Stop) -> razz_core::Result<T> + Send) -> PyResult<T> {
    let (result, stopped) = py.detach(|| {
        let (stopped, looked) = (RefCell::new(None), Cell::new(Instant::now()));
        let result = job(&|| {
            if looked.get().elapsed() >= TICK {
                looked.set(Instant::now());
                stopped
                    .replace_with(|stopped| stopped.take().or_else(|| Python::attach(|py| py.check_signals()).err()));
            }
            stopped.borrow().is_some()
        });
        (result, stopped.into_inner())
    });
    match stopped {
        Some(error) => Err(interrupted(py, error, py.None())),
        None => result.map_err(|error| errors::to_py(py, &error)),
    }
}

/// How often other threads get the GIL. A thread that waits for it asks after 5 ms, and only who asked is sure to get it: were it
/// given back more often, it would be taken again before anybody else is awake.
const TURN: Duration = Duration::from_millis(10);

/// Does something with things that may be very many, with the GIL held: other threads get their turn, and Ctrl-C is answered.
fn each<T>(py: Python<'_>, items: impl Iterator<Item = T>, mut work: impl FnMut(T) -> PyResult<()>) -> PyResult<()> {
    let mut turn = Instant::now();
    for (at, item) in items.enumerate() {
        if at % 256 == 255 {
            if turn.elapsed() >= TURN {
                py.detach(|| ());
                turn = Instant::now();
            }
            py.check_signals().map_err(|error| interrupted(py, error, py.None()))?;
        }
        work(item)?;
    }
    Ok(())
}

/// A list of things that may be very many.
pub fn list<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    each(py, items, |item| list.append(item?))?;
    Ok(list)
}

/// A dict of things that may be very many, by their texts.
pub fn dict<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl Iterator<Item = (String, T)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    each(py, items, |(text, value)| dict.set_item(text, value))?;
    Ok(dict)
}

/// Runs a job that may take long and is of no use in part. It is to look at its flag at least every 50 ms and return
/// early, with anything, once the flag is set; Ctrl-C then raises `Interrupted` without a partial result.
pub fn run<T: Send>(py: Python<'_>, job: impl FnOnce(&AtomicBool) -> razz_core::Result<T> + Send) -> PyResult<T> {
    let outcome = run_with(py, |_| Ok(()), job)?;
    match outcome.stopped {
        Some(error) => Err(interrupted(py, error, py.None())),
        None => Ok(outcome.result),
    }
}

/// Runs a job that may take long and whose partial result is of use: stopped by its flag it returns what it has. Where
/// that is an error, Ctrl-C raises `Interrupted` without a partial result.
/// About every 50 ms `tick` is called with the GIL held (for a progress bar); an exception it raises stops the job as Ctrl-C does.
pub fn run_with<T: Send>(
    py: Python<'_>,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    job: impl FnOnce(&AtomicBool) -> razz_core::Result<T> + Send,
) -> PyResult<Outcome<T>> {
    let depth = core_threads::depth();
    if depth >= DEEPEST {
        let message = format!("{DEEPEST} calls inside of each other: does a policy call a simulation of itself?");
        return Err(errors::razz_error(py, &message));
    }
    let stop = AtomicBool::new(false);
    // Kept here, so that the caller can do the job itself where the system gives no thread.
    let job = Mutex::new(Some(job));
    let run = |stop: &AtomicBool| job.lock().unwrap_or_else(PoisonError::into_inner).take().map(|job| job(stop));
    let (result, stopped) = py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = sync_channel::<()>(1);
            let (stop, run) = (&stop, &run);
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                core_threads::set_depth(depth + 1);
                let result = run(stop);
                // The receiver outlives the worker, so this cannot fail; a panic drops the sender and wakes it as well.
                let _ = done.send(());
                result
            });
            let Ok(worker) = worker else { return (run(stop), None) };
            let mut stopped = None;
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(TICK) {
                if stopped.is_none() {
                    stopped = Python::attach(|py| py.check_signals().and_then(|()| tick(py))).err();
                    // Never taken back: the job sets the flag as well, when a part of it has failed.
                    stop.fetch_or(stopped.is_some(), Ordering::Relaxed);
                }
            }
            (worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), stopped)
        })
    });
    match result {
        Some(Ok(result)) => Ok(Outcome { result, stopped }),
        None => Err(PyRuntimeError::new_err("the job was not run: please report this")),
        Some(Err(error)) => Err(match stopped {
            Some(stopped) => interrupted(py, stopped, py.None()),
            None => errors::to_py(py, &error),
        }),
    }
}

/// A `threads=` argument: None for what RAZZ_NUM_THREADS or the machine says.
pub fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let expected = |value| format!("threads: expected an integer of 1 or more or None, found {}", shown(value));
    let number = match value {
        None => None,
        Some(value) => Some(value.extract().map_err(|error| integer_fault(value, &error, expected(value)))?),
    };
    core_threads::resolve(number).map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
}

/// A KeyboardInterrupt as `razz.Interrupted` that carries a partial result; any other exception as it is.
pub fn interrupted(py: Python<'_>, error: PyErr, partial: Py<PyAny>) -> PyErr {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) { errors::interrupted(py, partial) } else { error }
}
