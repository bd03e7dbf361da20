//! Every hand of a run as columns, and a hand of the columns as a record again.

use super::job::Seating;
use super::layout::Layout;
use super::simulation::{DOMAINS, deal};
use super::table::{Fast, Table};
use crate::cards::UNKNOWN;
use crate::error::{Error, Result};
use crate::game::{Action, ActionKind, Chips, Phase, Record, Rules, Setup, State, Stub};

/// What a run keeps of each hand besides the sums.
pub(super) trait Keep: Send {
    /// How a hand is played so that it can be kept.
    type Table: Table + AsRef<Fast>;
    /// What batches have kept.
    type Parts: Default + Send;

    /// Nothing yet, of a job with so many players.
    fn new(players: usize) -> Self;
    /// A hand at its start.
    fn sit(&mut self, start: &State) -> Self::Table;
    /// Keeps a hand that has ended: hand `hand` of session `index`, or hand `index`.
    fn hand(&mut self, index: u64, hand: u32, seating: &Seating, table: Self::Table);
    /// Puts what a batch from index `first` on has kept to the others.
    fn file(self, first: u64, parts: &mut Self::Parts);
    /// Puts what another thread has kept to this one's.
    fn join(parts: &mut Self::Parts, others: Self::Parts);
}

impl Keep for () {
    type Table = Fast;
    type Parts = ();

    fn new(_: usize) {}

    #[inline]
    fn sit(&mut self, start: &State) -> Fast {
        Fast::new(start)
    }

    #[inline]
    fn hand(&mut self, _: u64, _: u32, _: &Seating, _: Fast) {}

    fn file(self, _: u64, (): &mut ()) {}

    fn join((): &mut (), (): ()) {}
}

/// Hands as columns, in the order of their indices. Arrays of seats are as wide as the job has players; places of seats
/// that do not exist in a hand hold 0, players and cards 255.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Players of the job: the width of the columns of seats.
    pub width: usize,
    /// The index of the hand, or of its session.
    pub index: Vec<u64>,
    /// Which hand of the session.
    pub hand: Vec<u32>,
    /// How many seats were dealt in.
    pub seats: Vec<u8>,
    /// By seat: the player.
    pub player: Vec<u8>,
    /// By seat: the stack before the ante.
    pub stack: Vec<i64>,
    /// By seat: chips won or lost.
    pub net: Vec<i64>,
    /// By seat, seven each: the cards in dealing order, 255 where none was dealt.
    pub cards: Vec<u8>,
    /// The community card, 255 where there is none.
    pub community: Vec<u8>,
    /// The seat that had to open third street, 255 where nobody had.
    pub opener: Vec<u8>,
    /// The last street of which cards were dealt.
    pub street: Vec<u8>,
    /// Chips in the pots at the end, uncalled bets excluded.
    pub pot: Vec<i64>,
    /// Chips taken by the house.
    pub rake: Vec<i64>,
    /// The seats that got chips from a pot, bit s for seat s.
    pub winners: Vec<u8>,
    /// By seat: the strength of the hand at the showdown; 0 of who was not there.
    pub strength: Vec<u16>,
    /// The actions of all hands, one after the other, as [`Columns::letter`] has them.
    pub actions: Vec<u8>,
    /// Where each hand's actions end.
    pub ends: Vec<i32>,
    /// The actions of the hand that is being played.
    pending: Vec<u8>,
}

/// A hand that is played fast, its actions written down.
pub(super) struct Scribe {
    fast: Fast,
    actions: Vec<u8>,
    /// The street of the last action that was written.
    street: u8,
}

impl AsRef<Fast> for Fast {
    fn as_ref(&self) -> &Fast {
        self
    }
}

impl AsRef<Fast> for Scribe {
    fn as_ref(&self) -> &Fast {
        &self.fast
    }
}

impl Table for Scribe {
    const SEES_BURNS: bool = false;

    #[inline]
    fn state(&self) -> &State {
        &self.fast.state
    }

    #[inline]
    fn deal_street(&mut self, burn: u8, stub: &mut impl Stub) {
        self.fast.deal_street(burn, stub);
    }

    #[inline]
    fn bet(&mut self, kind: ActionKind, amount: Chips) {
        let state = &self.fast.state;
        if let (Some(seat), Some(letter)) = (state.to_act(), letter(kind)) {
            while self.street < state.street() {
                self.actions.push(b'/');
                self.street += 1;
            }
            self.actions.extend([b'0' + seat as u8, letter]);
        }
        self.fast.bet(kind, amount);
    }

    #[inline]
    fn act(&mut self, action: &Action) {
        match self.fast.state.phase() {
            Phase::Bet => self.bet(action.kind, action.amount.unwrap_or(0)),
            _ => self.fast.act(action),
        }
    }
}

/// The letter of a betting action.
const fn letter(kind: ActionKind) -> Option<u8> {
    match kind {
        ActionKind::Fold => Some(b'f'),
        ActionKind::Check => Some(b'x'),
        ActionKind::Call => Some(b'c'),
        ActionKind::BringIn => Some(b'b'),
        ActionKind::Complete | ActionKind::Bet | ActionKind::Raise => Some(b'r'),
        ActionKind::Show | ActionKind::Muck => None,
    }
}

impl Keep for Columns {
    type Table = Scribe;
    type Parts = Vec<(u64, Columns)>;

    fn new(players: usize) -> Columns {
        Columns { width: players, ..Columns::default() }
    }

    #[inline]
    fn sit(&mut self, start: &State) -> Scribe {
        self.pending.clear();
        Scribe { fast: Fast::new(start), actions: std::mem::take(&mut self.pending), street: 3 }
    }

    fn hand(&mut self, index: u64, hand: u32, seating: &Seating, table: Scribe) {
        let Fast { state, watch, opener, .. } = &table.fast;
        let at_end = state.live().with(state.mucked());
        let showdown = at_end.len() > 1;
        self.index.push(index);
        self.hand.push(hand);
        self.seats.push(state.seats() as u8);
        for seat in 0..self.width {
            let there = seat < state.seats();
            self.player.push(if there { seating.player(seat) as u8 } else { UNKNOWN });
            self.stack.push(if there { state.starting_stack(seat) as i64 } else { 0 });
            self.net.push(if there { state.payoff(seat) } else { 0 });
            let cards: &[u8] = if there { state.cards(seat) } else { &[] };
            let mut row = [UNKNOWN; 7];
            row[..cards.len()].copy_from_slice(cards);
            self.cards.extend(row);
            let shows = there && showdown && at_end.contains(seat as u8);
            let strength = if shows { state.strength(seat).unwrap_or_default().get() } else { 0 };
            self.strength.push(strength);
        }
        self.community.push(state.community().unwrap_or(UNKNOWN));
        self.opener.push(opener.map_or(UNKNOWN, |seat| seat as u8));
        self.street.push(state.street());
        self.pot.push(state.pot() as i64);
        self.rake.push(watch.rake as i64);
        self.winners.push(watch.won.bits());
        self.actions.extend_from_slice(&table.actions);
        self.ends.push(self.actions.len() as i32);
        self.pending = table.actions;
    }

    fn file(self, first: u64, parts: &mut Vec<(u64, Columns)>) {
        parts.push((first, self));
    }

    fn join(parts: &mut Vec<(u64, Columns)>, others: Vec<(u64, Columns)>) {
        parts.extend(others);
    }
}

impl Columns {
    /// The most hands that a run keeps at a time: far fewer than the offsets of the actions can tell apart.
    pub const MOST: u64 = 1 << 20;

    /// How many hands.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The columns of batches in the order of their indices.
    pub(super) fn joined(players: usize, mut parts: Vec<(u64, Columns)>) -> Result<Columns> {
        parts.sort_by_key(|(first, _)| *first);
        let mut whole = Columns::new(players);
        for (_, part) in parts {
            let start = whole.actions.len();
            if start + part.actions.len() > i32::MAX as usize {
                return Err(Error::value("log: the actions of so many hands do not fit, take fewer at a time"));
            }
            whole.ends.extend(part.ends.iter().map(|&end| end + start as i32));
            whole.index.extend(part.index);
            whole.hand.extend(part.hand);
            whole.seats.extend(part.seats);
            whole.player.extend(part.player);
            whole.stack.extend(part.stack);
            whole.net.extend(part.net);
            whole.cards.extend(part.cards);
            whole.community.extend(part.community);
            whole.opener.extend(part.opener);
            whole.street.extend(part.street);
            whole.pot.extend(part.pot);
            whole.rake.extend(part.rake);
            whole.winners.extend(part.winners);
            whole.strength.extend(part.strength);
            whole.actions.extend(part.actions);
        }
        Ok(whole)
    }
}

/// The hand of a row as a record: what [`super::Simulation::replay`] gives, without asking the policies.
///
/// `actions` are pairs of a seat, from 0, and a letter (f fold, x check, c call, b bring-in, r complete, bet or raise),
/// with a slash before each new street that has any.
pub fn retrace(rules: &Rules, seed: u64, index: u64, hand: u32, stacks: &[Chips], actions: &str) -> Result<Record> {
    let mut record = Record::start(Setup::new(rules, stacks))?;
    let mut layout = Layout::new(seed, index, DOMAINS * u64::from(hand), stacks.len());
    let mut rest = actions.bytes().filter(|&byte| byte != b'/');
    let wrong = |what: &str| Error::value(format!("actions {actions:?}: {what}"));
    while record.state().phase() != Phase::End {
        let state = record.state();
        if state.phase() == Phase::Deal {
            deal(&mut layout, &mut record);
            continue;
        }
        let action = match (state.phase(), state.to_act()) {
            (Phase::Bet, Some(seat)) => {
                let (Some(actor), Some(sign)) = (rest.next(), rest.next()) else {
                    return Err(wrong("they end before the hand does"));
                };
                let legal = state.legal_actions();
                let fits = |action: &Action| {
                    usize::from(actor.wrapping_sub(b'0')) == seat && letter(action.kind) == Some(sign)
                };
                let found = legal.iter().find(fits);
                found.ok_or_else(|| {
                    wrong(&format!("{}{}, but seat {seat} is to act", char::from(actor), char::from(sign)))
                })?
            }
            _ => state.default_action().ok_or_else(|| wrong("the hand does not end"))?,
        };
        record.act(action)?;
    }
    if rest.next().is_some() {
        return Err(wrong("they go on after the hand"));
    }
    Ok(record)
}
