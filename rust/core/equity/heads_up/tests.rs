//! The short way against the sweeps for any number of players.

use super::super::deal::Deal;
use super::super::exact::{Graphs, sweeps};
use super::counts;
use crate::rng::{Philox, Rng};
use std::sync::atomic::AtomicBool;

/// A random deal: known cards of few ranks and dead cards, so that pairs and short decks are frequent; in one of three a
/// card that both hold, the community card.
fn random(rng: &mut Philox) -> Deal {
    let mut deck = [4u8; 13];
    let ranks = 2 + rng.below(12);
    let mut take = |rng: &mut Philox, ranks: u32| {
        for _ in 0..100 {
            let rank = (rng.below(ranks) * 13 / ranks) as usize;
            if deck[rank] > 0 {
                deck[rank] -= 1;
                return Some(rank);
            }
        }
        None
    };
    let shared = if rng.below(3) == 0 { take(rng, ranks) } else { None };
    let own = 7 - u32::from(shared.is_some());
    let hands = [0, 1].map(|_| {
        let mut known = [0; 13];
        let mut unknown = own as u8;
        shared.iter().for_each(|&rank| known[rank] += 1);
        for _ in 0..rng.below(own + 1) {
            if let Some(rank) = take(rng, ranks) {
                known[rank] += 1;
                unknown -= 1;
            }
        }
        (known, unknown)
    });
    let dead = rng.below(3) * rng.below(20);
    for _ in 0..dead {
        take(rng, 13);
    }
    Deal::new(&hands, deck)
}

#[test]
fn like_the_sweeps_for_any_number() {
    let mut rng = Philox::new(3, 0, 0);
    let stop = AtomicBool::new(false);
    let mut graphs = Graphs::new(2);
    let mut decided = [0u32; 4];
    for _ in 0..3000 {
        let deal = random(&mut rng);
        let Some(deals) = deal.deals().filter(|&n| n > 0) else { continue };
        let found = counts(&deal, &mut graphs.three);
        assert_eq!(found[..], sweeps::<u64, 2>(&deal, &mut graphs, &stop).expect("room")[..], "{deal:?}");
        assert_eq!(found.iter().map(|&n| u128::from(n)).sum::<u128>(), deals);
        (0..4).for_each(|set| decided[set] += u32::from(found[set] > 0));
    }
    assert!(decided[1..].iter().all(|&n| n > 500), "{decided:?}");
}
