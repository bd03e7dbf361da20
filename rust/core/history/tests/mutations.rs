//! Broken files: whatever is done to a file, it is read or refused with a place in it.

use super::super::*;
use crate::error::Error;
use crate::rng::{Philox, Rng};

const FILES: [&str; 6] = ["pokerstars.txt", "fulltilt.txt", "winamax.txt", "kingsclub.txt", "merge.xml", "three.phhs"];

fn pick(len: usize, rng: &mut impl Rng) -> usize {
    rng.below(len.max(1) as u32) as usize
}

/// Lines dropped, doubled, swapped, cut, glued together or mixed with another file's; bytes changed, dropped, put in.
fn mutate(text: &[u8], other: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for _ in 0..=rng.below(4) {
        let at = pick(lines.len(), rng);
        match rng.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let to = pick(lines.len(), rng);
                lines.swap(at, to);
            }
            3 => {
                let keep = pick(lines[at].len(), rng);
                lines[at].truncate(keep);
            }
            4 => {
                let strange = other.split_inclusive(|&byte| byte == b'\n').nth(rng.below(60) as usize);
                lines.insert(at, strange.unwrap_or_default().to_vec());
            }
            _ => {}
        }
        if lines.is_empty() {
            break;
        }
    }
    let mut bytes = lines.concat();
    for _ in 0..rng.below(4) {
        let at = pick(bytes.len(), rng);
        let strange = *[b'0', b'9', b'[', b' ', b'\n', b'.', b'-', b'"', 0x80, 0xFF, rng.below(256) as u8]
            .get(rng.below(11) as usize)
            .unwrap();
        match rng.below(3) {
            0 if at < bytes.len() => bytes[at] = strange,
            1 => bytes.insert(at.min(bytes.len()), strange),
            _ if at < bytes.len() => drop(bytes.remove(at)),
            _ => {}
        }
    }
    if rng.below(10) == 0 {
        let keep = pick(bytes.len(), rng);
        bytes.truncate(keep);
    }
    bytes
}

#[test]
fn ten_thousand_broken_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    let files: Vec<Vec<u8>> = FILES.iter().map(|name| std::fs::read(format!("{folder}{name}")).unwrap()).collect();
    let (mut read, mut refused) = (0, 0);
    for index in 0..10_000 {
        let mut rng = Philox::new(41, index, 0);
        let text = &files[index as usize % files.len()];
        let mut bytes = mutate(text, &files[rng.below(files.len() as u32) as usize], &mut rng);
        if index % 7 == 0 {
            bytes = [0xFFu8, 0xFE].into_iter().chain(bytes.iter().flat_map(|&byte| [byte, 0])).collect();
        }
        let mut reader = Reader::new(None, None, Options::default());
        for piece in bytes.chunks(1 + pick(3_000, &mut rng)) {
            reader.feed(piece);
        }
        reader.finish();
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
        while let Some(hand) = reader.next_hand() {
            match hand {
                Ok(record) => {
                    read += 1;
                    assert!(record.replay(record.steps().len()).is_ok());
                    assert!(phh::write(&record).is_ok());
                }
                Err(Error::File(fault)) => {
                    refused += 1;
                    assert!((1..=lines).contains(&fault.line) && fault.column > 0, "{fault} of {lines} lines");
                }
                Err(other) => panic!("{other:?} has no place"),
            }
        }
        let mut anonymiser = Anonymiser::new(None, None);
        let _ = anonymiser.feed(&bytes, true);
    }
    println!("read {read} hands, refused {refused}");
    assert!(read > 5_000 && refused > 5_000, "{read} read, {refused} refused");
}
