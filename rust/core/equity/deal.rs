//! What is left of a spot when suits are gone: ranks held, cards to come, ranks left in the deck.

use super::counting::{self, MAX_PLAYERS};

/// The players' known ranks, their numbers of unknown cards, and the deck they are dealt from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Deal {
    players: usize,
    known: [[u8; 13]; MAX_PLAYERS],
    unknown: [u8; MAX_PLAYERS],
    deck: [u8; 13],
    /// For each rank the players who are given it, as a bit set.
    holders: [u8; 13],
    /// By rank, the distinct ranks below it that each player is given.
    given: [[u8; MAX_PLAYERS]; 14],
}

impl Deal {
    /// From each player's known ranks (counts) and number of unknown cards, and the counts of the deck.
    pub fn new(hands: &[([u8; 13], u8)], deck: [u8; 13]) -> Deal {
        let mut deal = Deal {
            players: hands.len(),
            known: [[0; 13]; MAX_PLAYERS],
            unknown: [0; MAX_PLAYERS],
            deck,
            holders: [0; 13],
            given: [[0; MAX_PLAYERS]; 14],
        };
        for (i, (known, unknown)) in hands.iter().enumerate() {
            deal.known[i] = *known;
            deal.unknown[i] = *unknown;
            for (rank, &count) in known.iter().enumerate() {
                deal.holders[rank] |= u8::from(count > 0) << i;
                deal.given[rank + 1][i] = deal.given[rank][i] + u8::from(count > 0);
            }
        }
        deal
    }

    /// The number of players.
    #[inline]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Cards to come, by player.
    #[inline]
    pub fn unknown(&self) -> &[u8] {
        &self.unknown[..self.players]
    }

    /// Cards of a rank that a player is known to hold.
    #[inline]
    pub fn known(&self, player: usize, rank: usize) -> u8 {
        self.known[player][rank]
    }

    /// Cards left in the deck, by rank.
    #[inline]
    pub fn deck(&self) -> &[u8; 13] {
        &self.deck
    }

    /// The players who are given a rank, as a bit set.
    #[inline]
    pub fn holders(&self, rank: usize) -> usize {
        usize::from(self.holders[rank])
    }

    /// Distinct ranks below `rank` that a player is given.
    #[inline]
    pub fn given_ranks(&self, player: usize, rank: usize) -> u8 {
        self.given[rank][player]
    }

    /// What each player can at most have used of his unknown cards on the ranks below `rank`.
    pub fn most_used<const M: usize>(&self, rank: usize) -> [u8; M] {
        let below: u8 = self.deck[..rank].iter().sum();
        std::array::from_fn(|i| self.unknown[i].min(below))
    }

    /// The number of deals; `None` beyond 128 bits.
    pub fn deals(&self) -> Option<u128> {
        counting::deals(self.deck.iter().map(|&c| usize::from(c)).sum(), self.unknown())
    }
}
