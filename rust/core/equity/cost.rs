//! What an exact count will cost, before it is begun: an estimate of the transitions of its sweeps.

use super::counting::{MAX_PLAYERS, binomial};
use super::deal::Deal;

/// Weak orders of n things: the ways in which players with equally many ranks can stand to each other.
const ORDERS: [f64; MAX_PLAYERS + 1] = [1.0, 1.0, 3.0, 13.0, 75.0, 541.0, 4683.0, 47293.0, 545835.0];

/// More than the estimate of any deal between two players.
pub(super) const TWO_PLAYERS: f64 = 5e5;

/// The estimated transitions of the sweeps of one deal.
///
/// At each rank the states are counted as if the players' numbers of used cards were independent, with the weak
/// orders among those who hold equally many ranks, and each can be left in as many ways as the cards can fall. The
/// sweep for paired hands, which no simple formula follows, is taken to cost as much again.
pub(super) fn transitions(deal: &Deal) -> f64 {
    2.0 * (0..13).map(|rank| at_rank(deal, rank)).sum::<f64>()
}

fn at_rank(deal: &Deal, rank: usize) -> f64 {
    let players = deal.players();
    let most = deal.most_used::<MAX_PLAYERS>(rank);
    let cards = deal.deck()[rank];
    // By number of distinct ranks and set of players: the states of those players, all of them holding so many.
    let mut together = vec![1.0f64; 1 << players];
    let mut so_far = vec![0.0f64; 1 << players];
    so_far[0] = 1.0;
    for distinct in 0..5u8 {
        let own: [f64; MAX_PLAYERS] = std::array::from_fn(|i| {
            if i >= players || distinct < deal.given_ranks(i, rank) {
                return 0.0;
            }
            let least = distinct - deal.given_ranks(i, rank);
            (least..=most[i]).map(|used| f64::from(cards.min(deal.unknown()[i] - used) + 1)).sum()
        });
        for set in 1usize..1 << players {
            let last = set.trailing_zeros() as usize;
            together[set] = together[set & (set - 1)] * own[last];
        }
        let mut next = vec![0.0; 1 << players];
        for all in 0usize..1 << players {
            let mut part = all;
            loop {
                next[all] += so_far[all & !part] * together[part] * ORDERS[part.count_ones() as usize];
                if part == 0 {
                    break;
                }
                part = (part - 1) & all;
            }
        }
        so_far = next;
    }
    // The players' takes are bounded together as well, by the cards of the rank.
    let falls = binomial(usize::from(cards) + players, players) as f64;
    so_far[(1 << players) - 1] * falls / f64::from(cards + 1).powi(players as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The estimate with every combination of the players' numbers of ranks gone through.
    fn one_by_one(deal: &Deal) -> f64 {
        let players = deal.players();
        let at = |rank: usize| {
            let (cards, most) = (deal.deck()[rank], deal.most_used::<MAX_PLAYERS>(rank));
            let sum = (0..5usize.pow(players as u32)).map(|code| {
                let distinct: Vec<u8> = (0..players as u32).map(|i| (code / 5usize.pow(i) % 5) as u8).collect();
                let orders = (0..5).map(|n| ORDERS[distinct.iter().filter(|&&d| d == n).count()]).product::<f64>();
                let states = (0..players).map(|i| {
                    let used = (0..=most[i]).filter(|used| used + deal.given_ranks(i, rank) >= distinct[i]);
                    let open = distinct[i] >= deal.given_ranks(i, rank);
                    used.filter(|_| open).map(|used| f64::from(cards.min(deal.unknown()[i] - used)) + 1.0).sum::<f64>()
                });
                orders * states.product::<f64>()
            });
            // In how many ways some of the cards can fall to so many players, of those in which each takes any number.
            let falls = (1..=players).fold(1.0, |ways, i| ways * (usize::from(cards) + i) as f64 / i as f64);
            sum.sum::<f64>() * falls / f64::from(cards + 1).powi(players as i32)
        };
        2.0 * (0..13).map(at).sum::<f64>()
    }

    #[test]
    fn like_every_combination_of_ranks() {
        let known = [[1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 1]];
        let mut deck = [4u8; 13];
        known.iter().for_each(|hand| deck.iter_mut().zip(hand).for_each(|(left, n)| *left -= n));
        let hands = [(known[0], 4), (known[1], 3), ([0; 13], 7), ([0; 13], 2)];
        for players in 1..=4 {
            let deal = Deal::new(&hands[..players], deck);
            let (found, expected) = (transitions(&deal), one_by_one(&deal));
            assert!((found / expected - 1.0).abs() < 1e-12, "{players}: {found} {expected}");
        }
    }

    #[test]
    fn two_players_are_below_their_bound() {
        for unknown in 0..=7u8 {
            for other in 0..=7u8 {
                // Nothing known of the rest: what makes the most states.
                let deal = Deal::new(&[([0; 13], unknown), ([0; 13], other)], [4; 13]);
                assert!(transitions(&deal) < TWO_PLAYERS);
            }
        }
    }
}
