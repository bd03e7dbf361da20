//! Work on several threads: strands that live as long as one call and take items from a common iterator.
//!
//! Threads are started for each call (some 20 µs each) instead of being kept in a pool. So nothing is left behind that a
//! forked process could inherit half alive, and there is no lock that could be held across a fork. Jobs too short
//! to pay for that should ask for one thread, which is the caller's own.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::{Error, Result};

/// The environment variable that limits the threads used by default.
pub const VARIABLE: &str = "RAZZ_NUM_THREADS";

/// Threads of a call at most, whatever is asked for: more would only crowd the system.
pub const MOST_THREADS: usize = 1024;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// How many long calls this thread works inside of: a policy that is somebody else's code may make calls of its own.
pub fn depth() -> u32 {
    DEPTH.get()
}

/// Says so of a thread that has just been started; [`strands`] hands it on to theirs.
pub fn set_depth(depth: u32) {
    DEPTH.set(depth);
}

/// The number of threads to use: what was asked for, else [`VARIABLE`], else what the machine offers. Calls that are two
/// deep inside of others have one, or threads would multiply with every level.
pub fn resolve(threads: Option<usize>) -> Result<usize> {
    match threads {
        Some(0) => Err(Error::value("threads: expected 1 or more, found 0")),
        _ if depth() > 1 => Ok(1),
        Some(n) => Ok(n),
        None => from_environment(std::env::var(VARIABLE).ok().as_deref()),
    }
}

/// The default for a value of [`VARIABLE`].
fn from_environment(value: Option<&str>) -> Result<usize> {
    match value.map(str::trim) {
        None | Some("") => Ok(thread::available_parallelism().map_or(1, usize::from)),
        Some(text) => match text.parse() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(Error::value(format!("{VARIABLE}={text:?}: expected a number of threads, 1 or more"))),
        },
    }
}

/// Hands the items to `threads` strands, at most [`MOST_THREADS`], the caller's thread being one of them. Each strand works
/// on a state of its own, made by `start`; the states come back in no meaningful order, so merge them by something that
/// commutes. Once `stop` is set no further item is taken. Items should be worth at least some 50 µs each.
pub fn strands<I, S>(
    threads: usize,
    items: I,
    stop: &AtomicBool,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) + Sync,
) -> Vec<S>
where
    I: Iterator + Send,
    S: Send,
{
    let items = Mutex::new(items);
    let strand = || {
        let mut state = start();
        while !stop.load(Ordering::Relaxed) {
            // A poisoned lock means that another strand's iterator panicked; that panic is passed on below.
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            match item {
                Some(item) => work(&mut state, item),
                None => break,
            }
        }
        state
    };
    if threads <= 1 {
        return vec![strand()];
    }
    let depth = depth();
    let other = || {
        set_depth(depth);
        strand()
    };
    thread::scope(|scope| {
        // Where the system gives no further thread, the strands there are do all the work.
        let others: Vec<_> = (1..threads.min(MOST_THREADS))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, other).ok())
            .collect();
        let mut states = vec![strand()];
        for other in others {
            states.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        states
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once() {
        for threads in [1, 2, 8] {
            let stop = AtomicBool::new(false);
            let states = strands(threads, 0..1000u64, &stop, Vec::new, |seen: &mut Vec<u64>, i| seen.push(i));
            assert!(states.len() <= threads);
            let mut all: Vec<u64> = states.concat();
            all.sort();
            assert!(all.into_iter().eq(0..1000));
        }
    }

    #[test]
    fn never_more_than_the_most() {
        let states = strands(usize::MAX, 0..3, &AtomicBool::new(false), || 0, |sum, i| *sum += i);
        assert!(states.len() <= MOST_THREADS && states.iter().sum::<i32>() == 3);
    }

    #[test]
    fn disjoint_parts_can_be_written() {
        let mut out = vec![0u32; 100];
        let stop = AtomicBool::new(false);
        strands(3, out.chunks_mut(7).enumerate(), &stop, || (), |(), (i, part)| part.fill(i as u32));
        assert!(out.iter().enumerate().all(|(i, &x)| x as usize == i / 7));
    }

    #[test]
    fn a_stop_ends_the_work() {
        let stop = AtomicBool::new(false);
        let states = strands(
            2,
            0u64..,
            &stop,
            || 0u64,
            |done, _| {
                *done += 1;
                stop.store(*done >= 10, Ordering::Relaxed);
            },
        );
        assert!(states.iter().sum::<u64>() >= 10);
    }

    #[test]
    fn calls_inside_of_calls_are_counted() {
        for (outer, inner) in [(0, 3), (1, 3), (2, 1), (5, 1)] {
            let states = thread::spawn(move || {
                set_depth(outer);
                let stop = AtomicBool::new(false);
                strands(3, 0..100, &stop, || (depth(), resolve(Some(3)).unwrap()), |_, _| ())
            });
            let states = states.join().unwrap();
            assert!(states.len() > 1 && states.iter().all(|&found| found == (outer, inner)), "{states:?}");
        }
        assert_eq!(depth(), 0);
    }

    #[test]
    fn how_many() {
        assert_eq!(resolve(Some(3)).unwrap(), 3);
        assert!(resolve(Some(0)).is_err());
        assert_eq!(from_environment(Some("2")).unwrap(), 2);
        assert!(from_environment(None).unwrap() >= 1 && from_environment(Some("")).unwrap() >= 1);
        for bad in ["0", "-1", "many"] {
            assert!(from_environment(Some(bad)).unwrap_err().to_string().contains(VARIABLE), "{bad}");
        }
    }
}
