//! The rules engine alone: six seats, stakes 1/2/4/8, stacks of 1,000, a uniformly random legal action each time, cards
//! from a deck that is shuffled as far as it is dealt.
#![allow(missing_docs)] // of what criterion's macros make

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use razz_core::game::{Action, Context, Ignore, MAX_SEATS, Phase, Record, Rules, SeatSet, Setup, State, Stub, View};
use razz_core::rng::{Philox, Rng};

const HANDS: u64 = 20_000;

/// A deck of which only the cards that are asked for are shuffled.
struct Deck<'a> {
    cards: [u8; 52],
    dealt: usize,
    rng: &'a mut Philox,
}

impl Stub for Deck<'_> {
    fn round(&mut self, seats: SeatSet, _: u8) -> [u8; MAX_SEATS] {
        let mut cards = [255; MAX_SEATS];
        seats.iter().for_each(|seat| cards[usize::from(seat)] = self.shared());
        cards
    }

    fn shared(&mut self) -> u8 {
        let other = self.dealt + self.rng.below(52 - self.dealt as u32) as usize;
        self.cards.swap(self.dealt, other);
        self.dealt += 1;
        self.cards[self.dealt - 1]
    }
}

fn playout(start: &State, context: &Context, rng: &mut Philox) -> State {
    let mut state = *start;
    let mut deck = Deck { cards: std::array::from_fn(|index| index as u8), dealt: 0, rng };
    loop {
        match state.phase() {
            Phase::Deal => state.deal_street(255, &mut deck, context, &mut Ignore),
            Phase::End => return state,
            Phase::Bet | Phase::Showdown => {
                let legal = state.legal_actions();
                let (kind, amount) = legal.as_slice()[deck.rng.below(legal.len() as u32) as usize];
                state.apply_legal(&Action::new(kind, amount), context, &mut Ignore);
            }
        }
    }
}

/// A position on fifth street of a hand with its history.
fn fifth_street() -> Record {
    let mut rng = Philox::new(2, 0, 0);
    let mut record = Record::start(Setup::new(&Rules::default(), &[1000; 6])).expect("a lawful start");
    while record.state().street() < 5 || record.state().phase() == Phase::Deal {
        match record.state().default_action() {
            Some(_) => {
                // Nobody folds: the last legal action but a wager.
                let action = record.state().legal_actions().iter().take(2).last().expect("a decision");
                record.act(action).expect("legal");
            }
            None => record.deal_random(&mut rng).expect("cards are left"),
        }
    }
    record
}

fn game(c: &mut Criterion) {
    let context = Context::default();
    let start = State::start(&Rules::default(), &[1000; 6], &mut Ignore).expect("a lawful start");
    let mut group = c.benchmark_group("game");
    group.throughput(Throughput::Elements(HANDS)).sample_size(10);
    group.bench_function("random playouts, hands", |bencher| {
        bencher.iter(|| {
            let mut rng = Philox::new(1, 0, 0);
            (0..HANDS).map(|_| playout(&start, &context, &mut rng).payoff(0)).sum::<i64>()
        });
    });
    group.finish();

    let record = fifth_street();
    let state = *record.state();
    let seat = state.to_act().expect("a decision");
    let (text, whole) = (state.to_json(), record.to_json());
    let mut group = c.benchmark_group("state");
    group.throughput(Throughput::Elements(1)).sample_size(30);
    group.bench_function("copy", |bencher| bencher.iter(|| *black_box(&state)));
    group.bench_function("legal actions", |bencher| bencher.iter(|| black_box(&state).legal_actions()));
    group.bench_function("view", |bencher| bencher.iter(|| black_box(&state).view(seat).map(|view| *view.state())));
    group.bench_function("hash", |bencher| {
        bencher.iter(|| {
            let mut hasher = DefaultHasher::new();
            black_box(&state).hash(&mut hasher);
            hasher.finish()
        });
    });
    group.bench_function("to_json", |bencher| bencher.iter(|| black_box(&state).to_json()));
    group.bench_function("from_json", |bencher| bencher.iter(|| State::from_json(black_box(&text))));
    let view: View = state.view(seat).expect("a seat");
    let mut rng = Philox::new(3, 0, 0);
    group.bench_function("determinize", |bencher| bencher.iter(|| black_box(&view).determinize(&mut rng)));
    group.bench_function("information key", |bencher| bencher.iter(|| black_box(&record).information_key(seat)));
    group.bench_function("record from_json", |bencher| bencher.iter(|| Record::from_json(black_box(&whole))));
    group.finish();
}

criterion_group!(benches, game);
criterion_main!(benches);
