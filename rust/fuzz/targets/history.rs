//! Any bytes as a file of hand histories whose format is detected.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| razz_fuzz::history(None, data));
