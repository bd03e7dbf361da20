//! Every kernel gives the same bits, on good rows and on any bytes; the first bad row is named.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::hands::{naive, rank_multisets, strength_of};
use crate::rng::{Philox, Rng};
use crate::{Card, Deck};

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

fn run(cards: &[u8], width: usize, options: Options) -> Result<Vec<u16>, BadRow> {
    let mut out = vec![9; cards.len() / width];
    evaluate_rows(cards, width, &mut out, options, &AtomicBool::new(false)).map(|()| out)
}

/// Random rows of different cards: the first cards of shuffled decks.
fn random_rows(rows: u64, width: usize, seed: u64) -> Vec<u8> {
    (0..rows).flat_map(|i| Deck::of(seed, i).cards()[..width].to_vec()).map(Card::index).collect()
}

fn cards_of(row: &[u8]) -> Vec<Card> {
    row.iter().map(|&index| Card::from_index(index).unwrap()).collect()
}

#[test]
fn the_best_kernel_is_the_last_that_this_machine_has() {
    assert_eq!(Some(Kernel::best()), kernels().last());
    assert_eq!(Kernel::ALL.map(|kernel| kernel.to_string()), ["scalar", "avx2", "avx512"]);
}

#[test]
fn all_rank_multisets_of_five_to_seven() {
    for (width, number) in [(5, 6_175), (6, 18_395), (7, 49_205)] {
        let mut rows = Vec::new();
        let mut rng = Philox::new(5, width as u64, 0);
        rank_multisets(width, &mut |counts, _| {
            let mut row = Vec::new();
            for rank in 0..13u8 {
                // Suits at random, each once.
                let mut suits = [0u8, 1, 2, 3];
                for i in 0..(counts >> (4 * rank) & 15) as usize {
                    suits.swap(i, i + rng.below(4 - i as u32) as usize);
                    row.push(4 * rank + suits[i]);
                }
            }
            for i in 0..row.len() {
                let j = i + rng.below((row.len() - i) as u32) as usize;
                row.swap(i, j);
            }
            rows.extend(row);
        });
        let width = width as usize;
        let expected: Vec<u16> = rows.chunks(width).map(|row| naive::strength(&cards_of(row))).collect();
        assert_eq!(expected.len(), number);
        for kernel in kernels() {
            for validate in [true, false] {
                let options = Options { validate, kernel, ..Options::default() };
                assert_eq!(run(&rows, width, options).unwrap(), expected, "{kernel:?}, {width} cards");
            }
        }
    }
}

#[test]
fn random_rows_of_all_lengths() {
    for width in 5..=7 {
        let rows = random_rows(4_000, width, 7);
        let expected: Vec<u16> = rows.chunks(width).map(|row| strength_of(&cards_of(row)).get()).collect();
        for kernel in kernels() {
            let options = Options { kernel, ..Options::default() };
            for length in (0..200).chain(1_000..1_100).chain([4_000]) {
                let out = run(&rows[..width * length], width, options).unwrap();
                assert_eq!(out, expected[..length], "{kernel:?}, {length} rows of {width}");
            }
        }
    }
}

#[test]
fn ten_million_random_hands_agree() {
    let mut rng = Philox::new(11, 0, 0);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut rows = vec![0; 7 * 500_000];
    for _ in 0..20 {
        for row in rows.chunks_mut(7) {
            for i in 0..7 {
                deck.swap(i, i + rng.below(52 - i as u32) as usize);
            }
            row.copy_from_slice(&deck[..7]);
        }
        let mut results = kernels().map(|kernel| run(&rows, 7, Options { kernel, ..Options::default() }).unwrap());
        let scalar = results.next().unwrap();
        assert!(results.all(|other| other == scalar));
    }
}

#[test]
fn any_bytes_are_survived_and_judged_alike() {
    let mut rng = Philox::new(3, 0, 0);
    for width in 5..=7 {
        for bound in [8, 53, 64, 256] {
            let rows: Vec<u8> = (0..width * 3_000).map(|_| rng.below(bound) as u8).collect();
            for kernel in kernels() {
                run(&rows, width, Options { validate: false, kernel, ..Options::default() }).unwrap();
                // Each row by itself, repeated so that it comes through the vectors as well as the rest.
                for row in rows.chunks(width).take(600) {
                    let many = row.repeat(67);
                    let found = run(&many, width, Options { kernel, ..Options::default() });
                    match first_bad_row_of(width, row) {
                        Some(bad) => assert_eq!(found, Err(bad), "{kernel:?} {row:?}"),
                        None => assert_eq!(found.unwrap(), [strength_of(&cards_of(row)).get(); 67]),
                    }
                }
            }
        }
    }
}

/// What a kernel says of rows, before the bad one is looked for.
fn are_good(kernel: Kernel, width: usize, rows: &[u8]) -> bool {
    let (mut out, mut rare) = (vec![0; rows.len() / width], Rare::new());
    match width {
        5 => kernel.run::<5, true>(rows, &mut out, &mut rare),
        6 => kernel.run::<6, true>(rows, &mut out, &mut rare),
        _ => kernel.run::<7, true>(rows, &mut out, &mut rare),
    }
}

/// A false alarm would change no strength, but the rows would be gone through once more.
#[test]
fn no_kernel_takes_good_rows_for_bad_ones() {
    for kernel in kernels() {
        for width in 5..=7 {
            let rows = random_rows(BLOCK as u64, width, 4);
            for length in (0..150).chain([BLOCK - 1, BLOCK]) {
                assert!(are_good(kernel, width, &rows[..width * length]), "{kernel:?}, {length} rows of {width}");
            }
            // Neither does a card of the next row make a row bad.
            assert!(
                are_good(kernel, width, &rows[..width].repeat(BLOCK)),
                "{kernel:?}, one row of {width} again and again"
            );
        }
    }
}

fn first_bad_row_of(width: usize, rows: &[u8]) -> Option<BadRow> {
    match width {
        5 => first_bad_row::<5>(rows),
        6 => first_bad_row::<6>(rows),
        _ => first_bad_row::<7>(rows),
    }
}

#[test]
fn every_pair_of_places_and_every_value_is_watched() {
    for kernel in kernels() {
        for width in 5..=7 {
            let good = random_rows(100, width, 1);
            for row in [0, 37, 99] {
                for column in 0..width {
                    let mut bad = good.clone();
                    for value in 52..=255 {
                        bad[row * width + column] = value;
                        let found = run(&bad, width, Options { kernel, ..Options::default() });
                        assert_eq!(found, Err(BadRow { row, column, value }));
                    }
                    for other in 0..column {
                        let value = good[row * width + other];
                        bad[row * width + column] = value;
                        let found = run(&bad, width, Options { kernel, ..Options::default() });
                        assert_eq!(found, Err(BadRow { row, column, value }));
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_bad_row_is_named_with_threads_too() {
    let mut rows = random_rows(200, 7, 2).repeat(1_000);
    let expected = run(&rows, 7, Options::default()).unwrap();
    for threads in [1, 2, 5] {
        assert_eq!(run(&rows, 7, Options { threads, ..Options::default() }).unwrap(), expected);
    }
    for row in [199_999, 150_001, 65_536, 65_535, 3] {
        rows[7 * row + 2] = 77;
        for threads in [1, 2, 5] {
            let found = run(&rows, 7, Options { threads, ..Options::default() });
            assert_eq!(found, Err(BadRow { row, column: 2, value: 77 }));
        }
    }
    let bad = BadRow { row: 3, column: 2, value: 77 };
    assert_eq!(Error::from(bad).to_string(), "cards[3]: 77 at position 2 is no card, expected 0 to 51");
    let twice = BadRow { row: 3, column: 2, value: 3 };
    assert_eq!(twice.describe("cards[1, 3]", 3), "cards[1, 3]: duplicate card As (3) at position 2");
}
