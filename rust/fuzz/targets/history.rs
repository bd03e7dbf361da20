//! Any bytes as a file of hand histories: hands or faults, none of them twice; a hand that is read is sound and survives
//! its own JSON and, where it can be written, PHH.
#![no_main]

use libfuzzer_sys::fuzz_target;
use razz_core::game::Record;
use razz_core::history::{Format, Options, Reader, phh};
use razz_fuzz::sound;

fuzz_target!(|data: &[u8]| {
    let Some((&first, data)) = data.split_first() else { return };
    let formats: Vec<Option<Format>> = Format::ALL.iter().copied().map(Some).chain([None]).collect();
    let format = formats[usize::from(first) % formats.len()];
    let mut reader = Reader::new(format, None, Options::default());
    // In two pieces, as a file may come.
    let (one, two) = data.split_at(data.len() / 2);
    reader.feed(one);
    let mut hands: Vec<_> = std::iter::from_fn(|| reader.next_hand()).collect();
    reader.feed(two);
    reader.finish();
    hands.extend(std::iter::from_fn(|| reader.next_hand()));
    assert!(hands.len() <= data.len() + 1);
    for record in hands.into_iter().flatten() {
        sound(record.state());
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        let Ok(text) = phh::write(&record) else { continue };
        let mut again = Reader::new(Some(Format::Phh), None, Options::default());
        again.feed(text.as_bytes());
        again.finish();
        let back = again.next_hand().expect("a hand").unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(back.state(), record.state(), "{text}");
    }
});
