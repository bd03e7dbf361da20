//! A hand that has ended, added to the sums.

use super::class::class_table;
use super::job::{Job, Seating};
use super::summary::{POT_PARTS, Tally, Totals};
use super::table::Fast;
use crate::game::{MAX_SEATS, SeatSet, State};

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

/// Who showed or mucked at the end of a hand, and the classes of their hands by seat.
struct Showdown {
    seats: SeatSet,
    classes: [usize; MAX_SEATS],
}

/// Adds a hand to the tallies of its seats, or of others who have `place` among the tallies.
#[inline]
fn add_to_tallies(tallies: &mut [Tally], place: impl Fn(usize) -> usize, table: &Fast, showdown: &Showdown) {
    let (state, watch) = (&table.state, &table.watch);
    for seat in 0..state.seats() {
        let (tally, net) = (&mut tallies[place(seat)], state.payoff(seat));
        tally.hands += 1;
        tally.rounds += 1;
        tally.net += i128::from(net);
        tally.net_squares += u128::from(net.unsigned_abs()).pow(2);
        tally.paid += u128::from(state.contribution(seat));
    }
    // Most of the rest happens to few of them.
    let place = |seat: u8| place(usize::from(seat));
    for (street, live) in table.live.iter().enumerate() {
        live.iter().for_each(|seat| tallies[place(seat)].streets[street] += 1);
    }
    if let Some(seat) = table.opener {
        tallies[place(seat as u8)].bring_ins += 1;
    }
    watch.won.iter().for_each(|seat| tallies[place(seat)].won += 1);
    let share = POT_PARTS / u64::from(watch.main.len().max(1));
    watch.main.iter().for_each(|seat| tallies[place(seat)].main_pots += share);
    for seat in showdown.seats.iter() {
        let (tally, class) = (&mut tallies[place(seat)], showdown.classes[usize::from(seat)]);
        let won = u64::from(watch.won.contains(seat));
        tally.showdowns += 1;
        tally.showdowns_won += won;
        tally.held[class] += 1;
        tally.held_won[class] += won;
    }
}

/// Adds a hand.
#[inline]
pub(super) fn add_hand(table: &Fast, seating: &Seating, ledger: &Ledger, totals: &mut Totals) {
    let state: &State = &table.state;
    let pot = state.pot();
    let mut showdown = Showdown { seats: state.live().with(state.mucked()), classes: [0; MAX_SEATS] };
    if showdown.seats.len() < 2 {
        showdown.seats = SeatSet::EMPTY;
    }
    for seat in showdown.seats.iter().map(usize::from) {
        let strength = state.strength(seat).unwrap_or_default();
        showdown.classes[seat] = usize::from(ledger.classes[usize::from(strength.get())]);
    }
    totals.hands += 1;
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
    if !showdown.seats.is_empty() {
        totals.showdowns += 1;
        if let Some(seat) = table.watch.main.lowest() {
            totals.winners[showdown.classes[usize::from(seat)]] += 1;
        }
    }
    add_to_tallies(&mut totals.seats, |seat| seat, table, &showdown);
    if !totals.players.is_empty() {
        add_to_tallies(&mut totals.players, |seat| seating.player(seat), table, &showdown);
    }
    // What each policy's players won together, where some of them took part.
    let (mut groups, mut nets) = (SeatSet::EMPTY, [0; MAX_SEATS]);
    for seat in 0..state.seats() {
        let group = ledger.group(seating.player(seat));
        groups.insert(group as u8);
        nets[group] += state.payoff(seat);
    }
    for group in groups.iter().map(usize::from) {
        totals.groups[group].rounds += 1;
        totals.groups[group].net_squares += u128::from(nets[group].unsigned_abs()).pow(2);
    }
}
