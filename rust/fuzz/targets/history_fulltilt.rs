//! Any bytes as a file of the format fulltilt.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::history::Format;

fuzz_target!(|data: &[u8]| razz_fuzz::history(Some(Format::FullTilt), data));
