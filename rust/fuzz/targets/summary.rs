//! Any bytes as what stands in a summary, its name and check sum put around them: read or refused; what is read is
//! written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::simulate::Summary;

fuzz_target!(|data: &[u8]| {
    let mut whole = b"RAZZSUM\x01".to_vec();
    whole.extend_from_slice(data);
    let fnv1a = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = whole.iter().fold(0xcbf2_9ce4_8422_2325, fnv1a);
    whole.extend_from_slice(&sum.to_le_bytes());
    let Ok(summary) = Summary::from_bytes(&whole) else { return };
    let bytes = summary.to_bytes();
    assert_eq!(Summary::from_bytes(&bytes).expect("own bytes").to_bytes(), bytes);
});
