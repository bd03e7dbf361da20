//! A hand that has ended, added to the sums.

use super::class::class_table;
use super::job::{Job, Seating};
use super::summary::{POT_PARTS, Tally, Totals};
use super::table::Fast;
use crate::game::{MAX_SEATS, SeatSet, State};

/// What one seat brings to its tallies.
struct Outcome {
    net: i64,
    paid: u64,
    won: bool,
    main_pots: u64,
    /// Whether cards of third … seventh street came to it.
    streets: [bool; 5],
    opens: bool,
    /// The class of its hand at the showdown.
    held: Option<usize>,
}

impl Outcome {
    #[inline]
    fn add_to(&self, tally: &mut Tally) {
        let won = u64::from(self.won);
        tally.hands += 1;
        tally.rounds += 1;
        tally.net += i128::from(self.net);
        tally.net_squares += u128::from(self.net.unsigned_abs()).pow(2);
        tally.paid += u128::from(self.paid);
        tally.won += won;
        tally.main_pots += self.main_pots;
        tally.bring_ins += u64::from(self.opens);
        for (sum, came) in tally.streets.iter_mut().zip(self.streets) {
            *sum += u64::from(came);
        }
        if let Some(class) = self.held {
            tally.showdowns += 1;
            tally.showdowns_won += won;
            tally.held[class] += 1;
            tally.held_won[class] += won;
        }
    }
}

/// What is known of a job before its hands.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// The classes of all strengths by number.
    classes: Box<[u8]>,
    /// The policy of each player, numbered in the order in which the players have them.
    groups: Vec<usize>,
    /// How many policies there are.
    pub policies: usize,
}

impl Ledger {
    pub fn new(job: &Job) -> Ledger {
        let mut names: Vec<String> = Vec::new();
        let mut number = |name: String| {
            names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let groups = job.policies.iter().map(|policy| number(policy.name())).collect();
        Ledger { classes: class_table(), groups, policies: names.len() }
    }

    /// The policy of a player.
    #[inline]
    pub fn group(&self, player: usize) -> usize {
        self.groups[player]
    }
}

/// Adds a hand.
#[inline]
pub(super) fn add_hand(table: &Fast, seating: &Seating, ledger: &Ledger, totals: &mut Totals) {
    let state: &State = &table.state;
    let pot = state.pot();
    let at_end = SeatSet::from_bits(state.live().bits() | state.mucked().bits());
    let showdown = at_end.len() > 1;
    totals.hands += 1;
    totals.showdowns += u64::from(showdown);
    totals.pots += u128::from(pot);
    totals.pot_squares += u128::from(pot).pow(2);
    totals.rake += u128::from(table.watch.rake);
    totals.community_cards += u64::from(state.community().is_some());
    for (sum, live) in totals.streets.iter_mut().zip(table.live) {
        *sum += u64::from(!live.is_empty());
    }
    if let Some(seat) = table.opener {
        let door = state.up_cards(seat)[0];
        totals.openers[usize::from(door / 4)][usize::from(door % 4)] += 1;
    }
    let share = POT_PARTS / u64::from(table.watch.main.len().max(1));
    let mut winner = None;
    // What each policy's players won together; None where none of them took part.
    let mut groups = [None; MAX_SEATS];
    for (seat, tally) in totals.seats.iter_mut().enumerate().take(state.seats()) {
        let (index, main) = (seat as u8, table.watch.main.contains(seat as u8));
        let class = || usize::from(ledger.classes[usize::from(state.strength(seat).unwrap_or_default().get())]);
        let outcome = Outcome {
            net: state.payoff(seat),
            paid: state.contribution(seat),
            won: table.watch.won.contains(index),
            main_pots: if main { share } else { 0 },
            streets: table.live.map(|live| live.contains(index)),
            opens: table.opener == Some(seat),
            held: (showdown && at_end.contains(index)).then(class),
        };
        winner = if main { outcome.held } else { winner };
        outcome.add_to(tally);
        *groups[ledger.group(seating.player(seat))].get_or_insert(0) += outcome.net;
        if let Some(tally) = totals.players.get_mut(seating.player(seat)) {
            outcome.add_to(tally);
        }
    }
    for (sum, net) in totals.groups.iter_mut().zip(groups) {
        if let Some(net) = net {
            sum.rounds += 1;
            sum.net_squares += u128::from(net.unsigned_abs()).pow(2);
        }
    }
    if let Some(class) = winner {
        totals.winners[class] += 1;
    }
}
