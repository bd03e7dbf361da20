use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::layout::Layout;
use super::*;
use crate::cards::Deck;
use crate::game::{Event, Holder, Preset, Rake, Record, Rules};
use crate::hands::{Strength, naive::strength};
use crate::rng::{Philox, Rng};

fn simulation(rules: &Rules, stacks: &[u64], names: &[&str], seed: u64) -> Simulation {
    with_course(rules, stacks, names, seed, Course::default())
}

fn with_course(rules: &Rules, stacks: &[u64], names: &[&str], seed: u64, course: Course) -> Simulation {
    let policies: Vec<_> = names.iter().map(|name| policy(name).unwrap()).collect();
    Simulation::new(Job::new(rules, stacks, &policies, seed, course).unwrap()).unwrap()
}

fn run(simulation: &Simulation, first: u64, count: u64, threads: usize) -> Summary {
    simulation.run(first, count, threads, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap()
}

/// Rules, stacks and policies of many kinds.
fn jobs() -> Vec<Simulation> {
    let stakes = Rules::new(1, 2, 4, 8);
    let raked = Rake {
        numerator: 1,
        denominator: 20,
        unit: 1,
        cap: std::num::NonZeroU64::new(4),
        no_fourth_street_no_drop: true,
    };
    let mut jobs = vec![
        simulation(&stakes, &[1000; 6], &["random"], 1),
        simulation(&stakes, &[1000; 8], &["check_call"], 2),
        simulation(&stakes, &[40, 7, 25, 1, 90, 3, 12], &["random", "check_call"], 3),
        simulation(&Rules { rake: Some(raked), ..stakes }, &[100; 4], &["random"], 4),
        simulation(&Rules { showdown_choice: true, ..stakes }, &[50; 5], &["random"], 5),
    ];
    for (seed, &preset) in (6..).zip(Preset::ALL) {
        jobs.push(simulation(
            &stakes.with_preset(preset),
            &[60, 60, 60, 30, 60, 60, 9, 60],
            &["random", "check_call"],
            seed,
        ));
        jobs.push(simulation(&stakes.with_preset(preset), &[500; 8], &["check_call"], seed));
    }
    jobs
}

/// What a summary counts, counted from the events of the record instead.
fn from_record(simulation: &Simulation, index: u64) -> Summary {
    let mut totals = totals_of(&simulation.replay(index, 0).unwrap());
    let mut nets = std::collections::BTreeMap::new();
    let mut order = Vec::new();
    for (policy, tally) in simulation.job().policies.iter().zip(&totals.seats) {
        if !order.contains(&policy.name()) {
            order.push(policy.name());
        }
        *nets.entry(policy.name()).or_insert(0) += tally.net;
    }
    let group = |name| Group { rounds: 1, net_squares: (nets[name] * nets[name]) as u128, ..Group::default() };
    totals.groups = order.iter().map(group).collect();
    let job = simulation.nothing().job().unwrap().into();
    Summary::of_job(job, Coverage::interval(index, 1).unwrap(), totals)
}

fn totals_of(record: &Record) -> Totals {
    let stacks = &record.setup().stacks;
    let seats = stacks.len();
    let mut totals = Totals::new(seats, 0, 0);
    (totals.units, totals.hands) = (1, 1);
    let (mut folded, mut street, mut came) = (vec![false; seats], 3, [false; 5]);
    let (mut received, mut main_winners) = (vec![0; seats], Vec::new());
    let mut cards = vec![Vec::new(); seats];
    let mut shared = Vec::new();
    let mut opened = false;
    for event in record.events() {
        match *event {
            Event::Deal { to, card, .. } => {
                match to {
                    Holder::Seat(seat) => {
                        cards[seat as usize].push(card);
                        street = cards[seat as usize].len().max(3);
                    }
                    Holder::Board => {
                        shared.push(card);
                        street = 7;
                    }
                }
                if !came[street - 3] {
                    came[street - 3] = true;
                    totals.streets[street - 3] = 1;
                    let live = (0..seats).filter(|&seat| !folded[seat]);
                    live.for_each(|seat| totals.seats[seat].streets[street - 3] = 1);
                }
            }
            Event::Act { seat, kind, .. } => {
                let seat = seat as usize;
                if !opened && street == 3 {
                    opened = true;
                    totals.seats[seat].bring_ins = 1;
                    totals.openers[cards[seat][2] as usize / 4][cards[seat][2] as usize % 4] = 1;
                }
                folded[seat] |= kind == crate::game::ActionKind::Fold;
            }
            Event::Award { seat, pot, amount } => {
                received[seat as usize] += amount;
                if pot == 0 {
                    main_winners.push(seat as usize);
                }
            }
            Event::Rake { amount, .. } => totals.rake += u128::from(amount),
            _ => {}
        }
    }
    let state = record.state();
    let pot = u128::from(received.iter().sum::<u64>()) + totals.rake;
    (totals.pots, totals.pot_squares) = (pot, pot * pot);
    totals.community_cards = shared.len() as u64;
    totals.showdowns = u64::from(folded.iter().filter(|&&folded| !folded).count() > 1);
    for seat in 0..seats {
        let tally = &mut totals.seats[seat];
        let net = state.stack(seat) as i128 - stacks[seat] as i128;
        (tally.hands, tally.rounds) = (1, 1);
        tally.net = net;
        tally.net_squares = (net * net) as u128;
        tally.paid = (received[seat] as i128 - net) as u128;
        tally.won = u64::from(received[seat] > 0);
        if main_winners.contains(&seat) {
            tally.main_pots = 840 / main_winners.len() as u64;
        }
        if totals.showdowns == 1 && !folded[seat] {
            let hand: Vec<_> =
                cards[seat].iter().chain(&shared).map(|&card| crate::Card::from_index(card).unwrap()).collect();
            let class = hand_class(Strength::from_index(strength(&hand)).unwrap());
            tally.showdowns = 1;
            tally.showdowns_won = tally.won;
            tally.held[class] = 1;
            tally.held_won[class] = tally.won;
            if main_winners.contains(&seat) {
                totals.winners[class] = 1;
            }
        }
    }
    totals
}

#[test]
fn summaries_are_what_the_records_tell() {
    for simulation in jobs() {
        let mut told = simulation.nothing();
        (0..400).for_each(|index| told.absorb(&from_record(&simulation, index)).unwrap());
        let counted = run(&simulation, 0, 400, 1);
        assert_eq!(counted.totals(), told.totals(), "{:?}", counted.job());
        assert_eq!(counted, told);
    }
}

#[test]
fn chips_are_kept() {
    for simulation in jobs() {
        let summary = run(&simulation, 0, 2000, 2);
        let totals = summary.totals();
        assert_eq!(totals.hands, 2000);
        assert_eq!(totals.seats.iter().map(|tally| tally.net).sum::<i128>(), -(totals.rake as i128));
        assert_eq!(totals.seats.iter().map(|tally| tally.paid).sum::<u128>(), totals.pots);
        assert_eq!(totals.seats.iter().map(|tally| tally.main_pots).sum::<u64>(), 2000 * POT_PARTS);
        assert_eq!(totals.winners.iter().sum::<u64>(), totals.showdowns);
        assert!(
            totals
                .seats
                .iter()
                .all(|tally| tally.streets[0] == 2000 && tally.held.iter().sum::<u64>() == tally.showdowns)
        );
    }
}

#[test]
fn the_same_for_any_threads_and_batches() {
    for simulation in jobs().iter().take(4) {
        let whole = run(simulation, 10, 5000, 1).to_bytes();
        for threads in [2, 8] {
            assert_eq!(run(simulation, 10, 5000, threads).to_bytes(), whole);
        }
        for batch in [1, 999, 4096] {
            let starts: Vec<u64> = (0..5000).step_by(batch as usize).collect();
            let mut sum = Summary::empty();
            for &start in starts.iter().rev() {
                sum.absorb(&run(simulation, 10 + start, batch.min(5000 - start), 2)).unwrap();
            }
            assert_eq!(sum.to_bytes(), whole, "{batch}");
        }
    }
}

#[test]
fn a_stopped_run_says_what_it_has_and_can_be_finished() {
    let simulation = simulation(&Rules::default(), &[1000; 6], &["random"], 9);
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let part = std::thread::scope(|scope| {
        let worker = scope.spawn(|| simulation.run(0, u64::MAX, 2, &stop, &done).unwrap());
        while done.load(Ordering::Relaxed) < 3000 {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        worker.join().unwrap()
    });
    let count = part.totals().hands;
    assert!(count >= 3000 && count == done.load(Ordering::Relaxed));
    let end = part.covered().intervals().last().unwrap().1 + 1;
    let mut whole = part.clone();
    for (first, count) in part.covered().gaps(0, end) {
        whole.absorb(&run(&simulation, first, count, 1)).unwrap();
    }
    assert_eq!(whole, run(&simulation, 0, end, 2));
    assert!(simulation.run(5, u64::MAX, 1, &AtomicBool::new(true), &done).is_err(), "indices end at 2^64 - 1");
}

#[test]
fn the_last_hand_of_a_seed() {
    let simulation = simulation(&Rules::default(), &[1000; 2], &["random"], u64::MAX);
    let summary = run(&simulation, u64::MAX, 1, 1);
    assert_eq!(summary.covered().intervals(), [(u64::MAX, u64::MAX)]);
    assert_eq!(summary, from_record(&simulation, u64::MAX));
}

#[test]
fn policies_do_not_move_the_deal() {
    let rules = Rules::default();
    let jobs = [["check_call", "check_call"], ["random", "check_call"], ["random", "random"]];
    let jobs = jobs.map(|names| simulation(&rules, &[1000; 6], &names, 77));
    for index in 0..300 {
        let deck = Deck::of(77, index);
        for record in jobs.iter().map(|job| job.replay(index, 0).unwrap()) {
            for seat in 0..6 {
                for (held, &card) in record.state().cards(seat).iter().take(6).enumerate() {
                    assert_eq!(card, deck.cards()[6 * held + seat].index());
                }
            }
        }
    }
}

#[test]
fn random_is_uniform_and_check_call_is_passive() {
    let rules = Rules::default();
    let state = crate::game::State::start(&rules, &[100; 3], &mut crate::game::Ignore).unwrap();
    let job = simulation(&rules, &[1000; 6], &["random", "check_call"], 5);
    let mut rng = Philox::new(1, 2, 3);
    let seen = Seen::new(&state, 0);
    let mut decisions = 0;
    let mut chosen = [0u32; 3];
    for index in 0..300 {
        let record = job.replay(index, 0).unwrap();
        for steps in 0..record.steps().len() {
            let at = record.replay(steps).unwrap();
            let legal = at.state().legal_actions();
            if legal.is_empty() {
                continue;
            }
            let (kind, _) = legal.as_slice()[CheckCall.choose(&seen, &legal, &mut rng).unwrap()];
            let passive = ["CHECK", "CALL", "BRING_IN"];
            assert!(passive.contains(&kind.name()));
            if legal.len() == 3 {
                decisions += 1;
                chosen[Uniform.choose(&seen, &legal, &mut rng).unwrap()] += 1;
            }
        }
    }
    let expected = f64::from(decisions) / 3.0;
    let spread = (expected * 2.0 / 3.0).sqrt();
    assert!(chosen.iter().all(|&count| (f64::from(count) - expected).abs() < 4.5 * spread), "{chosen:?}");
    assert!(rng.next_u64() != 0);
}

#[test]
fn bad_jobs_are_refused() {
    let rules = Rules::default();
    let one = [policy("random").unwrap()];
    let many = vec![policy("random").unwrap(); 3];
    assert!(policy("clever").unwrap_err().to_string().contains("clever"));
    for (stacks, policies, text) in [
        (&[100, 100][..], &[][..], "policies"),
        (&[100, 100], &many, "policies"),
        (&[100], &one, "stacks"),
        (&[100, 0], &one, "stacks[1]"),
    ] {
        let error = Job::new(&rules, stacks, policies, 1, Course::default()).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
}

/// The players' stacks after a hand, by the seats of its record.
fn after(record: &Record, seating: &[usize], stacks: &mut [u64]) {
    for (seat, &player) in seating.iter().enumerate() {
        assert_eq!(record.setup().stacks[seat], stacks[player]);
        stacks[player] = record.state().stack(seat);
    }
}

#[test]
fn the_deal_goes_round() {
    let rules = Rules::default();
    let stacks = [100, 200, 300, 400];
    let names = ["check_call", "random", "random", "check_call"];
    let course = Course { rotate: true, session: None };
    let simulation = with_course(&rules, &stacks, &names, 3, course);
    let summary = run(&simulation, 5, 400, 2);
    let mut players = vec![(0i128, 0u64); 4];
    let mut seats = [0i128; 4];
    for index in 5..405 {
        let record = simulation.replay(index, 0).unwrap();
        for (seat, sum) in seats.iter_mut().enumerate() {
            let player = (index as usize + seat) % 4;
            assert_eq!(record.setup().stacks[seat], stacks[player]);
            players[player].0 += i128::from(record.state().payoff(seat));
            players[player].1 += 1;
            *sum += i128::from(record.state().payoff(seat));
        }
    }
    let totals = summary.totals();
    assert!(totals.players.iter().map(|tally| (tally.net, tally.hands)).eq(players));
    assert!(totals.seats.iter().map(|tally| tally.net).eq(seats));
    assert_eq!((totals.units, totals.hands), (400, 400));
    // check_call's hands are the same wherever it sits: the deck's positions go with the seat.
    assert_eq!(simulation.replay(7, 0).unwrap().state().cards(0)[0], Deck::of(3, 7).cards()[0].index());
}

#[test]
fn sessions_carry_stacks_on() {
    for rotate in [false, true] {
        let stacks = [60, 40, 25, 90];
        let course = Course { rotate, session: Some(30) };
        let rules = Rules::new(2, 3, 8, 16);
        let simulation = with_course(&rules, &stacks, &["random", "check_call"], 8, course);
        let summary = run(&simulation, 0, 60, 2);
        let (mut hands, mut busts, mut squares) = (0, [0; 4], [0u128; 4]);
        let (mut nets, mut ended_early) = ([0i128; 4], 0);
        for index in 0..60 {
            let mut now = stacks;
            let mut first = 0;
            let mut hand = 0;
            loop {
                let seating: Vec<usize> = (0..4).map(|i| (first + i) % 4).filter(|&player| now[player] > 0).collect();
                let record = simulation.replay(index, hand).unwrap();
                let layout = Layout::new(8, index, 16 * u64::from(hand), seating.len()).at(0);
                assert_eq!(record.state().cards(0)[0], layout);
                after(&record, &seating, &mut now);
                hand += 1;
                first = if rotate { (seating[0] + 1) % 4 } else { 0 };
                let left = now.iter().filter(|&&stack| stack > 0).count();
                if left < 2 || hand == 30 {
                    ended_early += u64::from(left < 2);
                    let error = simulation.replay(index, hand).unwrap_err().to_string();
                    assert!(error.contains(&format!("has {hand} hands")), "{error}");
                    break;
                }
            }
            hands += u64::from(hand);
            for player in 0..4 {
                let net = i128::from(now[player]) - i128::from(stacks[player]);
                nets[player] += net;
                squares[player] += (net * net) as u128;
                busts[player] += u64::from(now[player] == 0);
            }
        }
        assert!(0 < ended_early && ended_early < 60, "both ends are met: {ended_early}");
        let totals = summary.totals();
        assert_eq!((totals.units, totals.hands), (60, hands));
        let told = |tally: &Tally| (tally.net, tally.session_squares, tally.busts, tally.sessions);
        let expected = (0..4).map(|player| (nets[player], squares[player], busts[player], 60));
        assert!(totals.players.iter().map(told).eq(expected));
        assert_eq!(run(&simulation, 0, 60, 1), summary);
        assert_eq!(Summary::from_bytes(&summary.to_bytes()).unwrap(), summary);
    }
}

#[test]
fn bad_sessions_are_refused() {
    let job = |session, stack| {
        let course = Course { rotate: true, session: Some(session) };
        Job::new(&Rules::default(), &[stack; 4], &[policy("random").unwrap()], 1, course)
    };
    assert!(job(0, 100).unwrap_err().to_string().contains("session"));
    assert!(job(5, crate::game::MAX_CHIPS / 2).unwrap_err().to_string().contains("stacks"));
    let plain = simulation(&Rules::default(), &[50; 2], &["random"], 1);
    assert!(plain.replay(3, 1).unwrap_err().to_string().contains("hand 1"));
}

/// Every hand of a log is the replayed hand, and the log is the same for any number of threads.
#[test]
fn logged_hands_are_retraced() {
    let course = Course { rotate: true, session: Some(4) };
    let mut all = jobs();
    all.push(with_course(&Rules::default(), &[30, 20, 40], &["random"], 9, course));
    for simulation in all {
        let log = |threads| {
            let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
            simulation.run_logged(3, 2000, threads, &stop, &done).unwrap()
        };
        let (played, columns) = log(2);
        assert_eq!(columns, log(1).1);
        assert_eq!(columns.len() as u64, played.summary.totals().hands);
        assert_eq!(played.summary, run(&simulation, 3, 2000, 1));
        let pots: i64 = columns.pot.iter().sum();
        assert_eq!(pots as u128, played.summary.totals().pots);
        for row in (0..columns.len()).step_by(191) {
            let (index, hand) = (columns.index[row], columns.hand[row]);
            let seats = usize::from(columns.seats[row]);
            let place = row * columns.width;
            let stacks: Vec<u64> = columns.stack[place..place + seats].iter().map(|&stack| stack as u64).collect();
            let start = if row == 0 { 0 } else { columns.ends[row - 1] as usize };
            let actions = std::str::from_utf8(&columns.actions[start..columns.ends[row] as usize]).unwrap();
            let (rules, seed) = (&simulation.job().rules, simulation.job().seed);
            let record = retrace(rules, seed, index, hand, &stacks, actions).unwrap();
            assert_eq!(record, simulation.replay(index, hand).unwrap());
            let nets: Vec<i64> = (0..seats).map(|seat| record.state().payoff(seat)).collect();
            assert_eq!(columns.net[place..place + seats], nets);
            for wrong in
                [&actions[..actions.len().saturating_sub(1)], &format!("{actions}0x"), &actions.replace('b', "x"), ""]
            {
                if wrong != actions {
                    assert!(retrace(rules, seed, index, hand, &stacks, wrong).is_err(), "{wrong:?}");
                }
            }
        }
    }
}

/// The sums over pairs are those of the two jobs hand by hand; a job against itself scores the same.
#[test]
fn pairs_are_counted_hand_by_hand() {
    let course = Course { rotate: true, session: None };
    let make = |names: &[&str]| with_course(&Rules::default(), &[200; 3], names, 4, course);
    let (a, b, signs) = (make(&["random", "tight"]), make(&["tight", "random"]), [1, -1, 1]);
    let stop = AtomicBool::new(false);
    let both = |a, b, threads| compare([a, b], &signs, 5, 3000, threads, &stop, &AtomicU64::new(0)).unwrap();
    let compared = both(&a, &b, 2);
    assert_eq!(compared.summaries, [run(&a, 5, 3000, 1), run(&b, 5, 3000, 1)]);
    assert_eq!(compared.pairs, both(&a, &b, 1).pairs);
    let score = |job: &Simulation, index: u64| -> i64 {
        let record = job.replay(index, 0).unwrap();
        (0..3).map(|seat| record.state().payoff(seat) * i64::from(signs[(seat + index as usize) % 3])).sum()
    };
    let mut pairs = Pairs { deals: 3000, ..Pairs::default() };
    for index in 5..3005 {
        let (first, second) = (i128::from(score(&a, index)), i128::from(score(&b, index)));
        pairs.first += first;
        pairs.second += second;
        pairs.first_squares += first.pow(2) as u128;
        pairs.second_squares += second.pow(2) as u128;
        pairs.products += first * second;
    }
    assert_eq!(compared.pairs, pairs);
    let same = both(&a, &a, 1).pairs;
    assert_eq!((same.first, same.first_squares as i128), (same.second, same.products));
    let session = with_course(&Rules::default(), &[200; 3], &["random"], 4, Course { rotate: true, session: Some(2) });
    assert!(compare([&session, &session], &signs, 0, 1, 1, &stop, &AtomicU64::new(0)).is_err());
    assert!(compare([&a, &b], &signs[..2], 0, 1, 1, &stop, &AtomicU64::new(0)).is_err());
}
