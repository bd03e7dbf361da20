//! What the targets share: choices from the fuzzer's bytes, games that are played by them, and what
//! has to be true of every state.

use razz_core::cards::UNKNOWN;
use razz_core::game::*;
use razz_core::history::{Anonymiser, Format, Options, Reader, phh, write_pokerstars};
use razz_core::rng::Rng;
use razz_core::{Card, CardSet, Deck, Error};

/// The fuzzer's bytes as a source of choices; when they are used up, numbers that follow from their count.
pub struct Bytes<'a> {
    left: &'a [u8],
    beyond: u64,
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes { left: data, beyond: data.len() as u64 }
    }

    pub fn byte(&mut self) -> u8 {
        match self.left.split_first() {
            Some((&byte, left)) => {
                self.left = left;
                byte
            }
            None => {
                // SplitMix64
                self.beyond = self.beyond.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let z = (self.beyond ^ self.beyond >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                (z ^ z >> 31) as u8
            }
        }
    }

    /// 0 to n - 1, for n up to 256.
    pub fn choice(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.choice(all.len())]
    }
}

impl Rng for Bytes<'_> {
    fn next_u64(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    /// One byte is enough to choose among cards.
    fn next_u32(&mut self) -> u32 {
        u32::from(self.byte()) << 24 | 0x7F_FFFF
    }
}

/// Stakes, among them the largest.
fn chips(bytes: &mut Bytes) -> Chips {
    match bytes.byte() {
        byte @ 0..200 => u64::from(byte % 60),
        byte @ 200..240 => u64::from(byte) * 7,
        byte => MAX_CHIPS - u64::from(byte % 3),
    }
}

/// Rules: a preset or any options, a rake or none. They may be refused.
pub fn rules(bytes: &mut Bytes) -> Rules {
    let (ante, bring_in, small, big) =
        bytes.pick(&[(1, 2, 4, 8), (0, 1, 2, 4), (3, 3, 10, 20), (1, 2, 10, 20), (5, 1, 3, 3), (0, 0, 0, 0)]);
    let mut rules = if small == 0 {
        Rules::new(chips(bytes), chips(bytes), chips(bytes), chips(bytes))
    } else {
        Rules::new(ante, bring_in, small, big)
    };
    rules = rules.with_preset(bytes.pick(Preset::ALL));
    if bytes.flag() {
        rules.max_bets = bytes.pick(&[1, 2, 4, 5, 255]);
        rules.heads_up_cap = bytes.pick(HeadsUpCap::ALL);
        rules.reopen = bytes.pick(Reopen::ALL);
        rules.short_bring_in = bytes.pick(ShortBringIn::ALL);
        rules.all_in_bring_in = bytes.pick(AllInBringIn::ALL);
        rules.board_tie = bytes.pick(BoardTie::ALL);
        rules.no_bet_show = bytes.pick(NoBetShow::ALL);
        rules.odd_chip = bytes.pick(OddChip::ALL);
        rules.short_deck = bytes.pick(ShortDeck::ALL);
        rules.community_opener = bytes.pick(CommunityOpener::ALL);
        rules.table_all_in_hands = bytes.flag();
    }
    let flags = bytes.byte();
    rules.showdown_choice = flags & 1 > 0;
    rules.allow_open_fold = flags & 2 > 0;
    if flags & 4 > 0 {
        rules.rake = Some(Rake {
            numerator: u32::from(bytes.byte() % 30),
            denominator: u32::from(bytes.byte() % 30),
            unit: chips(bytes),
            cap: std::num::NonZeroU64::new(chips(bytes)),
            no_fourth_street_no_drop: flags & 8 > 0,
        });
    }
    rules
}

/// A start; it may be refused.
pub fn setup(bytes: &mut Bytes) -> Setup {
    let rules = rules(bytes);
    let seats = bytes.pick(&[2, 3, 4, 5, 6, 7, 8, 8, 8]);
    let deep = bytes.flag();
    let stacks: Vec<Chips> =
        (0..seats).map(|_| if deep { 100 + 10 * chips(bytes) } else { chips(bytes) }.min(MAX_CHIPS)).collect();
    let mut setup = Setup::new(&rules, &stacks);
    let flags = bytes.byte();
    if flags & 3 == 3 {
        setup.absent = SeatSet::from_bits(bytes.byte() & ((1u16 << seats) - 1) as u8);
    }
    if flags & 4 > 0 {
        setup.event_players = Some(u16::from(bytes.byte() % 12));
    }
    if flags & 24 == 24 {
        setup.rake = Some((0..bytes.choice(4)).map(|_| chips(bytes)).collect());
    }
    setup.import = flags & 32 > 0;
    setup
}

/// Chips on the table: in stacks and, until the end, in the pot.
pub fn total(state: &State) -> Chips {
    let stacks: Chips = (0..state.seats()).map(|seat| state.stack(seat)).sum();
    if state.phase() == Phase::End { stacks } else { stacks + state.pot() }
}

/// What has to be true of every state that can be reached or read.
pub fn sound(state: &State) {
    let text = state.to_json();
    assert_eq!(&State::from_json(&text).expect(&text), state, "{text}");
    for seat in 0..state.seats() {
        let view = state.view(seat).expect("a seat");
        assert_eq!(View::from_json(&view.to_json()).expect("own JSON"), view);
    }
    let pots = state.pots();
    assert_eq!(pots.as_slice().iter().map(|pot| pot.amount).sum::<Chips>(), state.pot());
    assert!(pots.as_slice().iter().all(|pot| !pot.contestants.is_empty()), "{state:?}");
    let legal = state.legal_actions();
    let due = !state.pending().is_empty();
    match state.phase() {
        Phase::Deal => assert!(due && legal.is_empty()),
        Phase::Bet | Phase::Showdown => assert!(!due && !legal.is_empty() && state.to_act().is_some()),
        Phase::End => assert!(!due && legal.is_empty() && state.to_act().is_none()),
    }
    assert!(legal.iter().all(|action| state.why_illegal(&action).is_none() || action.kind == ActionKind::Show));
    assert!(state.default_action().is_none_or(|action| legal.amount(action.kind).is_some()));
}

/// Every seat's view is filled up to a whole state that agrees with all it knows. Not after a muck: hands that could be
/// mucked may be too rare to be found.
pub fn guesses_fit(state: &State, bytes: &mut Bytes) {
    for seat in (0..state.seats()).filter(|_| state.mucked().is_empty()) {
        let view = state.view(seat).expect("a seat");
        let guess = view.determinize(bytes).expect("nothing is mucked");
        for holder in 0..state.seats() {
            let pairs = view.state().cards(holder).iter().zip(guess.cards(holder));
            assert!(pairs.into_iter().all(|(&seen, &card)| card < 52 && (seen == card || seen == UNKNOWN)));
        }
        assert_eq!((guess.pots(), guess.phase(), guess.community()), (state.pots(), state.phase(), state.community()));
    }
}

/// Cards neither known nor burned.
fn free(record: &Record) -> Vec<Card> {
    let events = record.events().iter().rev().take_while(|&event| *event != Event::Scramble);
    let burned: CardSet = events
        .filter_map(|event| if let Event::Burn { card } = event { Card::from_index(*card).ok() } else { None })
        .collect();
    record.state().known().complement().iter().filter(|&card| !burned.contains(card)).collect()
}

/// One lawful step, chosen by the bytes.
pub fn step(record: &mut Record, deck: Option<&Deck>, bytes: &mut Bytes) {
    let state = *record.state();
    if state.phase() == Phase::Deal {
        let unknown = !state.pending()[0].1 && bytes.choice(8) == 0;
        let dealt = match deck {
            _ if unknown => record.deal(&[UNKNOWN]),
            Some(deck) if bytes.choice(16) > 0 => record.deal_from(deck),
            _ if bytes.flag() => record.deal_random(bytes),
            _ => {
                let cards = free(record);
                let card = bytes.pick(&cards).index();
                record.deal(&[card])
            }
        };
        match dealt {
            Ok(()) => {}
            // The deck has served other cards before, or not all of this hand's.
            Err(Error::InvalidDeal(message)) if message.starts_with("deck") => {
                record.deal_random(bytes).expect("random cards are always there");
            }
            Err(Error::InvalidDeal(message)) if message.contains("burned") => {
                record.deal_random(bytes).expect("random cards are always there");
            }
            Err(error) => panic!("{error} {record:?}"),
        }
        return;
    }
    let legal = state.legal_actions();
    let (kind, amount) = bytes.pick(legal.as_slice());
    let mut action = Action::new(kind, amount);
    if kind == ActionKind::Show {
        let hand = state.cards(state.to_act().expect("somebody shows"));
        let missing = hand.iter().filter(|&&card| card == UNKNOWN).count();
        let cards: Vec<Card> = free(record).into_iter().take(missing).collect();
        action = Action::show(&cards).expect("at most seven");
    } else if amount > 1 && record.setup().import && bytes.choice(4) == 0 {
        action = Action::new(kind, amount - 1 - u64::from(bytes.byte()) % (amount - 1));
        if record.act(action).is_ok() {
            return;
        }
        action = Action::new(kind, amount);
    }
    record.act(action).unwrap_or_else(|error| panic!("{error} {record:?}"));
}

/// Plays a state without history to its end.
pub fn play_out(mut state: State, bytes: &mut Bytes) {
    let chips = total(&state);
    let pot_at_end = state.phase() == Phase::End;
    let context = Context::default();
    let mut events = Vec::new();
    for count in 0.. {
        assert!(count < 100_000, "no end: {state:?}");
        match state.phase() {
            Phase::End => break,
            Phase::Deal => state.deal_random(bytes, &context, &mut events).expect("cards are left"),
            Phase::Bet | Phase::Showdown => {
                // Raise little: the largest stacks have room for 10^15 raises.
                let legal = state.legal_actions();
                let place = if count < 2_000 { bytes.choice(legal.len()) } else { 0 };
                let (kind, amount) = legal.as_slice()[place];
                let mut action = Action::new(kind, amount);
                if kind == ActionKind::Show {
                    let hand = state.cards(state.to_act().expect("somebody shows"));
                    let missing = hand.iter().filter(|&&card| card == UNKNOWN).count();
                    let cards: Vec<Card> = state.known().complement().iter().take(missing).collect();
                    action = Action::show(&cards).expect("at most seven");
                }
                state.apply(&action, &context, &mut events).expect("legal");
            }
        }
        if state.phase() != Phase::End {
            assert_eq!(total(&state), chips, "{state:?}");
        }
    }
    let rake: Chips = events.iter().map(|event| if let Event::Rake { amount, .. } = event { *amount } else { 0 }).sum();
    assert!(pot_at_end || total(&state) + rake == chips, "{rake} {chips} {state:?}");
}

/// A file of hand histories, in two pieces as it may come: hands or faults, none of them twice. A hand that is read is
/// sound and survives its own JSON, PHH and, where it can be told, PokerStars text; names can be taken out of any file.
pub fn history(format: Option<Format>, data: &[u8]) {
    let mut reader = Reader::new(format, None, Options::default());
    let (one, two) = data.split_at(data.len() / 2);
    reader.feed(one);
    let mut hands: Vec<_> = std::iter::from_fn(|| reader.next_hand()).collect();
    reader.feed(two);
    reader.finish();
    hands.extend(std::iter::from_fn(|| reader.next_hand()));
    assert!(hands.len() <= data.len() + 1);
    for record in hands.into_iter().flatten() {
        sound(record.state());
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        let read = |format, text: &str| {
            let mut again = Reader::new(Some(format), None, Options::default());
            again.feed(text.as_bytes());
            again.finish();
            again.next_hand().expect("a hand")
        };
        if let Ok(text) = phh::write(&record) {
            let back = read(Format::Phh, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(back.state(), record.state(), "{text}");
        }
        if let Ok(text) = write_pokerstars(&record, 1)
            && let Ok(back) = read(Format::PokerStars, &text)
        {
            assert_eq!(back.setup().stacks.len(), record.setup().stacks.len(), "{text}");
        }
    }
    let mut anonymiser = Anonymiser::new(format, None);
    let _ = anonymiser.feed(one, false).and_then(|_| anonymiser.feed(two, true));
}
