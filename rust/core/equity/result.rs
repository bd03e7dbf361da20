//! What a question about equity is answered with.

use std::collections::HashMap;

use super::ranges::RangePart;
use super::spot::Ending;

/// How likely each part of a range is.
pub type Weights = Vec<(RangePart, f64)>;

/// Who shares the pot how often, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Equity {
    pub(super) players: usize,
    pub(super) counts: Vec<u128>,
    pub(super) exact: bool,
    pub(super) std_error: Vec<f64>,
    pub(super) seed: Option<u64>,
    pub(super) range_weights: Vec<Option<Weights>>,
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

    /// For each player with a range: how likely each of its parts is, given all that is known.
    pub fn range_weights(&self) -> &[Option<Weights>] {
        &self.range_weights
    }

    /// The same to keep, when nothing else of the result is needed any more.
    pub fn into_range_weights(self) -> Vec<Option<Weights>> {
        self.range_weights
    }

    /// How the players come to seven cards.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The answer when it is open which of some cases holds, each being as likely as its weight says; about the same
    /// players. Counted deals add up; where a case was sampled, all trials are shared out anew by weight.
    pub(super) fn mixed(cases: &[(f64, Equity)]) -> Equity {
        if let [(_, only)] = cases {
            return only.clone();
        }
        let exact = cases.iter().all(|(_, case)| case.exact);
        let weights: f64 = cases.iter().map(|(weight, _)| weight).sum();
        let shares = || cases.iter().map(|(weight, case)| (weight / weights, case));
        let trials: u128 = cases.iter().filter(|(_, case)| !case.exact).map(|(_, case)| case.deals()).sum();
        let trials_of =
            |set| trials as f64 * shares().map(|(w, c)| w * c.counts[set] as f64 / c.deals() as f64).sum::<f64>();
        let first = &cases[0].1;
        let counts = (0..first.counts.len()).map(|set| match exact {
            true => cases.iter().map(|(_, case)| case.counts[set]).sum(),
            false => trials_of(set).round() as u128,
        });
        // Samples of one seed go wrong together: their errors add up.
        let std_error =
            (0..first.players).map(|player| shares().map(|(w, case)| w * case.std_error[player]).sum::<f64>());
        let range_weights = first.range_weights.iter().enumerate().map(|(player, part)| {
            part.as_ref()?;
            let (mut mixed, mut places) = (Weights::new(), HashMap::new());
            for (share, case) in shares() {
                for &(part, weight) in case.range_weights[player].iter().flatten() {
                    let place = *places.entry(part).or_insert(mixed.len());
                    match mixed.get_mut(place) {
                        Some((_, sum)) => *sum += share * weight,
                        None => mixed.push((part, share * weight)),
                    }
                }
            }
            Some(mixed)
        });
        Equity {
            players: first.players,
            counts: counts.collect(),
            exact,
            std_error: std_error.collect(),
            seed: cases.iter().find_map(|(_, case)| case.seed),
            range_weights: range_weights.collect(),
            ending: first.ending,
        }
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
