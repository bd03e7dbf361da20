//! What a question about equity is answered with.

use super::spot::Ending;

/// Who shares the pot how often, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Equity {
    pub(super) players: usize,
    pub(super) counts: Vec<u128>,
    pub(super) exact: bool,
    pub(super) std_error: Vec<f64>,
    pub(super) seed: Option<u64>,
    pub(super) range_weights: Vec<Option<Vec<(String, f64)>>>,
    pub(super) ending: Ending,
}

impl Equity {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// For every set of players (bit i for player i) the deals in which exactly they share the pot: all of them when
    /// exact, those dealt when sampled.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// The number of deals counted, the sum of the counts.
    pub fn deals(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// Whether all deals were counted.
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// The seed of a sampled result.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The standard error of each equity; 0 when exact.
    pub fn std_error(&self) -> &[f64] {
        &self.std_error
    }

    /// For each player with a range: how likely each of his alternatives is, given all that is known.
    pub fn range_weights(&self) -> &[Option<Vec<(String, f64)>>] {
        &self.range_weights
    }

    /// How the players come to seven cards.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Adds the deals of another answer of the same kind about the same players.
    pub(super) fn add(&mut self, other: &Equity) {
        let (mine, others) = (self.deals() as f64, other.deals() as f64);
        for (a, b) in self.std_error.iter_mut().zip(&other.std_error) {
            *a = (*a * mine).hypot(*b * others) / (mine + others);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a += b);
    }

    /// A sum of counts, each divided by something small, as a share of all deals.
    fn share(&self, part: impl Fn(usize) -> f64) -> f64 {
        let deals = self.deals() as f64;
        self.counts.iter().enumerate().map(|(set, &n)| n as f64 * part(set)).sum::<f64>() / deals
    }

    /// The share of the pot that a player wins on average.
    pub fn equity(&self, player: usize) -> f64 {
        self.share(|set| if set >> player & 1 == 1 { 1.0 / f64::from(set.count_ones()) } else { 0.0 })
    }

    /// How often a player wins alone.
    pub fn win(&self, player: usize) -> f64 {
        self.share(|set| if set == 1 << player { 1.0 } else { 0.0 })
    }

    /// How often a player shares the pot with others.
    pub fn tie(&self, player: usize) -> f64 {
        self.share(|set| if set >> player & 1 == 1 && set != 1 << player { 1.0 } else { 0.0 })
    }

    /// How often a player gets nothing.
    pub fn lose(&self, player: usize) -> f64 {
        self.share(|set| if set >> player & 1 == 0 { 1.0 } else { 0.0 })
    }
}
