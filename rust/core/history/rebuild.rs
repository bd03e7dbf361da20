//! A told hand to a record: played through the engine line by line, then compared with what the file says came of it.

use super::money::{Decimal, unit_text};
use super::replay::{Replay, reason};
use super::told::{Deed, Fact, Told};
use super::{reconcile, sites};
use crate::cards::UNKNOWN;
use crate::error::{Error, Fault, Result};
use crate::game::{
    Action, ActionKind, Chips, Event, Holder, NoBetShow, OddChip, Phase, Record, Rules, Setup, ShortBringIn,
};

/// What a file says of a hand's bring-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BringIn {
    /// Posted in full.
    Full(Decimal),
    /// Posted by a player who is all-in with it: the bring-in is this or more.
    AllIn(Decimal),
    /// Not printed: the high card completed, or there was no betting on third street.
    Untold,
}

/// Games with the same stakes, so that one hand's bring-in is another's: ante, small bet, big bet in lowest terms.
pub(super) type Stakes = (Option<&'static str>, [(u64, u8); 3]);

impl Told<'_> {
    /// The ante: the header's, or the largest that was posted.
    pub fn ante(&self) -> Decimal {
        let before = self.facts.iter().take_while(|(_, fact)| !matches!(fact, Fact::Street(_)));
        let posted = before.filter_map(|&(_, fact)| match fact {
            Fact::Ante { amount, .. } => Some(amount),
            _ => None,
        });
        self.ante.unwrap_or_else(|| posted.max_by_key(|amount| amount.units(9)).unwrap_or_default())
    }

    /// Whether the ante is known only from players who had no more.
    fn ante_by_all_in(&self) -> bool {
        let ante = self.ante().units(9);
        let posted = self.facts.iter().filter_map(|&(_, fact)| match fact {
            Fact::Ante { seat, amount, .. } if amount.units(9) == ante => Some(self.seats[seat].stack.units(9) == ante),
            _ => None,
        });
        self.ante.is_none() && posted.clone().count() > 0 && posted.clone().all(|all_in| all_in)
    }

    pub fn stakes(&self) -> Stakes {
        let plain = |number: Decimal| {
            let scale = number.least_scale();
            (number.units(scale).unwrap_or(0), scale)
        };
        (self.currency, [plain(self.ante()), plain(self.small_bet), plain(self.big_bet)])
    }

    pub fn bring_in(&self) -> BringIn {
        let first = self.facts.iter().find_map(|&(_, fact)| match fact {
            Fact::Act { deed, all_in, .. } => Some((deed, all_in)),
            _ => None,
        });
        match first {
            Some((Deed::BringIn(amount), false)) => BringIn::Full(amount),
            Some((Deed::BringIn(amount), true)) => BringIn::AllIn(amount),
            _ => BringIn::Untold,
        }
    }

    /// The digits behind the decimal point that make every amount whole.
    fn scale(&self, bring_in: Decimal) -> u8 {
        let amounts = self.facts.iter().filter_map(|&(_, fact)| match fact {
            Fact::Ante { amount, .. } | Fact::Return { amount, .. } | Fact::Collect { amount, .. } => Some(amount),
            Fact::Act { deed: Deed::Call(n) | Deed::BringIn(n) | Deed::Lift(n) | Deed::AllIn(n), .. } => Some(n),
            Fact::Act { deed: Deed::Raise { by, to }, .. } => Some(if by.scale > to.scale { by } else { to }),
            Fact::Pot(amount) => Some(amount),
            _ => None,
        });
        let stacks = self.seats.iter().map(|seat| seat.stack);
        let rest = [self.ante(), self.small_bet, self.big_bet, bring_in].into_iter();
        let totals = [self.total, self.rake].into_iter().flatten().map(|(_, amount)| amount);
        let all = amounts.chain(stacks).chain(rest).chain(totals);
        all.map(|amount| amount.scale).max().unwrap_or(0).max(self.least_scale)
    }

    /// An amount in units.
    pub fn units(&self, at: usize, amount: Decimal, scale: u8) -> Result<Chips> {
        amount.units(scale).ok_or_else(|| self.source.fault(at, "the amount is too large"))
    }

    /// A fault of this hand.
    pub fn named_fault(&self, error: Error) -> Error {
        match error {
            Error::File(fault) => Error::File(Box::new(Fault { hand: Some(self.id.to_owned()), ..*fault })),
            other => other,
        }
    }
}

/// Rules that rooms do not print but that show in a hand; the first set under which the hand is legal and adds up is
/// taken, and what differs from the site's own is noted.
fn variants(rules: &Rules) -> [(Rules, &'static str); 7] {
    let table = !rules.table_all_in_hands;
    let tabled = if table { "table_all_in_hands true" } else { "table_all_in_hands false" };
    [
        (Rules { no_bet_show: NoBetShow::LowBoard, ..*rules }, "no_bet_show LOW_BOARD"),
        (Rules { table_all_in_hands: table, ..*rules }, tabled),
        (Rules { short_bring_in: ShortBringIn::Short, ..*rules }, "short_bring_in SHORT"),
        (
            Rules { short_bring_in: ShortBringIn::Short, table_all_in_hands: table, ..*rules },
            "short_bring_in SHORT and table_all_in_hands",
        ),
        (Rules { odd_chip: OddChip::Position, ..*rules }, "odd_chip POSITION"),
        (Rules { odd_chip: OddChip::FirstWinner, ..*rules }, "odd_chip FIRST_WINNER"),
        (Rules { odd_chip: OddChip::LowSuit, ..*rules }, "odd_chip LOW_SUIT"),
    ]
}

/// Plays a told hand.
///
/// `found` is the bring-in that other hands of the file at these stakes post.
pub(super) fn rebuild(told: &Told, found: Option<Decimal>) -> Result<Record> {
    rebuild_all(told, found).map_err(|error| told.named_fault(error))
}

fn rebuild_all(told: &Told, found: Option<Decimal>) -> Result<Record> {
    let mut inferred = Vec::new();
    if told.ante_by_all_in() {
        inferred.push("ante: the largest that was posted, all-in; the file does not give the full one".to_owned());
    }
    let bring_in = match (told.bring_in(), found) {
        (BringIn::Full(amount), _) => amount,
        (BringIn::AllIn(amount), None) => {
            inferred.push(
                "bring-in: the amount that the high card posted all-in; the file does not give the full one".to_owned(),
            );
            amount
        }
        (BringIn::AllIn(_) | BringIn::Untold, Some(amount)) => {
            inferred.push("bring-in: not told by this hand, taken from others of the file at these stakes".to_owned());
            amount
        }
        (BringIn::Untold, None) if !told.facts.iter().any(|(_, fact)| matches!(fact, Fact::Act { .. })) => {
            inferred.push("bring-in: not told, and nobody can bet; the smallest unit stands for it".to_owned());
            Decimal { mantissa: 1, scale: told.scale(Decimal::default()) }
        }
        (BringIn::Untold, None) => {
            let at = told.facts.iter().find(|(_, fact)| matches!(fact, Fact::Act { .. })).map_or(0, |&(at, _)| at);
            let what =
                "the bring-in is not told: this hand does not post it, nor does any other of the file at these stakes";
            return Err(told.source.fault(at, what));
        }
    };
    let scale = told.scale(bring_in);
    let rules = Rules {
        showdown_choice: true,
        table_all_in_hands: told.habits.tables_all_in_hands,
        ..Rules::new(
            told.units(0, told.ante(), scale)?,
            told.units(0, bring_in, scale)?,
            told.units(0, told.small_bet, scale)?,
            told.units(0, told.big_bet, scale)?,
        )
    };
    let first = match play(told, &rules, scale) {
        Ok(record) => return Ok(finish(told, record, inferred, scale)),
        Err(error) => error,
    };
    for (other, what) in variants(&rules) {
        if let Ok(record) = play(told, &other, scale) {
            inferred.push(format!("{what}: the hand is legal and adds up only so"));
            return Ok(finish(told, record, inferred, scale));
        }
    }
    Err(first)
}

/// Names and facts for a record that has been played.
fn finish(told: &Told, mut record: Record, mut inferred: Vec<String>, scale: u8) -> Record {
    let dealt_in: Vec<_> = order(told).into_iter().map(|index| &told.seats[index]).collect();
    let meta = &mut record.meta;
    inferred.append(&mut meta.inferred);
    meta.inferred = inferred;
    let name = |name: &str| if told.habits.escapes_names { sites::unescape(name) } else { name.to_owned() };
    meta.players = dealt_in.iter().map(|seat| name(seat.name)).collect();
    let numbers: Vec<String> = dealt_in.iter().map(|seat| seat.number.to_string()).collect();
    meta.fields.insert("seats".to_owned(), format!("[{}]", numbers.join(", ")));
    meta.fields.insert("hand".to_owned(), told.id.to_owned());
    meta.fields.insert("unit".to_owned(), unit_text(scale));
    if let Some(currency) = told.currency {
        meta.fields.insert("currency".to_owned(), currency.to_owned());
    }
    if let Some(hero) = told.hero {
        meta.fields.insert("hero".to_owned(), name(told.seats[hero].name));
    }
    for (name, value) in &told.fields {
        meta.fields.insert((*name).to_owned(), value.clone());
    }
    record
}

/// The listed seats that are dealt in, in the order of the deal.
fn order(told: &Told) -> Vec<usize> {
    let count = told.seats.len();
    (0..count).map(|i| (told.first_dealt + i) % count).filter(|&index| told.seats[index].dealt_in).collect()
}

/// A hand on its way through the engine.
pub(super) struct Play<'t, 'a> {
    pub told: &'t Told<'a>,
    pub replay: Replay,
    pub scale: u8,
    /// The engine's seat of each listed one.
    pub seat_of: Vec<Option<usize>>,
    /// The listed seat of each of the engine's.
    pub listed: Vec<usize>,
    /// Uncalled bets that the engine has returned and the file has not told yet.
    pub returned: Vec<(usize, Chips)>,
    /// The street on which each of the engine's seats folded.
    pub folded: [u8; 8],
    /// Hands printed that have to wait for their turn, where the site prints them in an order of its own.
    waiting: Vec<(usize, Action)>,
    /// How many of the record's events have been looked at.
    looked_at: usize,
}

fn play(told: &Told, rules: &Rules, scale: u8) -> Result<Record> {
    let listed = order(told);
    let mut seat_of = vec![None; told.seats.len()];
    let mut stacks = Vec::with_capacity(listed.len());
    for (seat, &index) in listed.iter().enumerate() {
        seat_of[index] = Some(seat);
        stacks.push(told.units(told.seats[index].at, told.seats[index].stack, scale)?);
    }
    let mut setup = Setup::new(rules, &stacks);
    setup.rake = reconcile::rake(told, scale)?;
    let replay = Replay::start(setup).map_err(|error| told.source.fault(0, reason(&error)))?;
    let mut play = Play {
        told,
        replay,
        scale,
        seat_of,
        listed,
        returned: Vec::new(),
        folded: [0; 8],
        waiting: Vec::new(),
        looked_at: 0,
    };
    play.antes()?;
    for &(at, fact) in &told.facts {
        play.fact(at, fact)?;
    }
    reconcile::check(&mut play)?;
    Ok(play.replay.record)
}

impl Play<'_, '_> {
    pub fn name(&self, seat: usize) -> &str {
        self.told.seats[self.listed[seat]].name
    }

    /// An amount as the file writes it.
    pub fn text(&self, units: Chips) -> String {
        super::money::decimal_text(units, self.scale)
    }

    fn seat(&self, at: usize, listed: usize) -> Result<usize> {
        self.seat_of[listed]
            .ok_or_else(|| self.told.source.fault(at, format!("{} is not dealt in", self.told.seats[listed].name)))
    }

    /// Takes note of returned bets among new events.
    fn look(&mut self) {
        let record = &self.replay.record;
        for event in &record.events()[self.looked_at..] {
            if let Event::Return { seat, amount } = *event {
                self.returned.push((usize::from(seat), amount));
            }
        }
        self.looked_at = record.events().len();
    }

    /// The antes of the rules against those told.
    fn antes(&mut self) -> Result<()> {
        let mut due = [0; 8];
        for event in self.replay.record.events() {
            if let Event::Ante { seat, amount } = *event {
                due[usize::from(seat)] = amount;
            }
        }
        for &(at, fact) in &self.told.facts {
            let Fact::Ante { seat, amount, all_in } = fact else { continue };
            let (listed, seat) = (seat, self.seat(at, seat)?);
            let units = self.told.units(at, amount, self.scale)?;
            let name = self.told.seats[listed].name;
            if units != due[seat] {
                let what = format!("the ante of {name}");
                return Err(self.told.source.mismatch(at, &what, self.text(due[seat]), self.text(units)));
            }
            due[seat] = 0;
            // What comes back of a lone excess is told below.
            if all_in && self.replay.record.setup().stacks[seat] > units {
                return Err(self.told.source.fault(at, format!("{name} is not all-in")));
            }
        }
        if let Some(seat) = due.iter().position(|&amount| amount > 0) {
            let at = self.told.seats[self.listed[seat]].at;
            return Err(self.told.source.fault(at, format!("no ante of {} is told", self.name(seat))));
        }
        self.look();
        Ok(())
    }

    fn fact(&mut self, at: usize, fact: Fact) -> Result<()> {
        match fact {
            Fact::Ante { .. } | Fact::Collect { .. } => Ok(()),
            Fact::Street(8) => self.expect_over(at),
            Fact::Street(street) => self.street(at, street),
            Fact::High(listed) => self.high(at, listed),
            Fact::Act { seat, deed, all_in } => {
                let seat = self.seat(at, seat)?;
                self.act(at, seat, deed, all_in)
            }
            Fact::Return { seat, amount } => {
                let seat = self.seat(at, seat)?;
                self.returns(at, seat, amount)
            }
            Fact::Pot(amount) => {
                let (expected, found) = (self.replay.record.state().pot(), self.told.units(at, amount, self.scale)?);
                if expected == found {
                    return Ok(());
                }
                Err(self.told.source.mismatch(at, "the pot", self.text(expected), self.text(found)))
            }
            Fact::Show(seat) => {
                let seat = self.seat(at, seat)?;
                self.shows(at, seat, Action::of(ActionKind::Show))
            }
            Fact::Muck(seat) => {
                let seat = self.seat(at, seat)?;
                self.shows(at, seat, Action::of(ActionKind::Muck))
            }
        }
    }

    /// The betting has to be over.
    fn expect_over(&self, at: usize) -> Result<()> {
        let state = self.replay.record.state();
        match (state.phase(), state.to_act()) {
            (Phase::Bet, Some(seat)) => {
                Err(self.told.source.fault(at, format!("the betting ends before {} acts", self.name(seat))))
            }
            (Phase::Deal, _) => Err(self.told.source.fault(at, format!("street {} is not told", state.street()))),
            _ => Ok(()),
        }
    }

    fn street(&mut self, at: usize, street: u8) -> Result<()> {
        let source = self.told.source;
        let state = self.replay.record.state();
        if state.phase() != Phase::Deal || state.street() != street {
            return Err(match (state.phase(), state.to_act()) {
                (Phase::Bet, Some(seat)) => {
                    source.fault(at, format!("street {street} begins before {} acts", self.name(seat)))
                }
                (Phase::Showdown, Some(seat)) => {
                    source.fault(at, format!("street {street} begins before {} shows", self.name(seat)))
                }
                (Phase::Deal, _) => source.mismatch(at, "the street", state.street(), street),
                _ => source.fault(at, format!("street {street} begins after the end of the hand")),
            });
        }
        while let Some(holder) = self.replay.record.state().next_holder() {
            if self.replay.record.state().street() != street {
                break;
            }
            let (card, card_at) = match holder {
                Holder::Board => self.told.community.map_or((UNKNOWN, at), |(at, card)| (card, at)),
                Holder::Seat(seat) => {
                    let place = self.replay.record.state().cards(usize::from(seat)).len();
                    let player = &self.told.seats[self.listed[usize::from(seat)]];
                    let up = (2..6).contains(&place);
                    if up && player.cards[place] == UNKNOWN {
                        let what = format!("no card of {} is told on street {street}", player.name);
                        return Err(source.fault(at, what));
                    }
                    (player.cards[place], player.told_at[place])
                }
            };
            let dealt = self.replay.deal(card, UNKNOWN);
            dealt.map_err(|error| source.fault(if card == UNKNOWN { at } else { card_at }, reason(&error)))?;
        }
        self.look();
        Ok(())
    }

    /// The player whom the site names as having the highest door card is the one who has to open.
    fn high(&self, at: usize, listed: usize) -> Result<()> {
        let seat = self.seat(at, listed)?;
        let state = self.replay.record.state();
        match state.to_act() {
            Some(next) if next != seat && state.stack(seat) > 0 => {
                Err(self.told.source.mismatch(at, "the highest door card", self.name(next), self.name(seat)))
            }
            _ => Ok(()),
        }
    }

    fn act(&mut self, at: usize, seat: usize, deed: Deed, all_in: bool) -> Result<()> {
        let told = self.told;
        let state = self.replay.record.state();
        match state.to_act() {
            Some(next) if next != seat && state.phase() == Phase::Bet => {
                return Err(told.source.mismatch(at, "who acts", self.name(next), self.name(seat)));
            }
            _ => {}
        }
        let put = state.street_total(seat);
        let units = |amount| told.units(at, amount, self.scale);
        let post = state.legal_actions().amount(ActionKind::BringIn);
        let action = match deed {
            Deed::Fold => Action::of(ActionKind::Fold),
            Deed::Check => Action::of(ActionKind::Check),
            Deed::BringIn(amount) => Action::new(ActionKind::BringIn, units(amount)?),
            Deed::Lift(to) | Deed::Raise { to, .. } => Action::new(state.lift_kind(), units(to)?),
            Deed::Call(amount) => {
                let amount = units(amount)?;
                let amount = if told.habits.calls_to { amount.saturating_sub(put) } else { amount };
                Action::new(ActionKind::Call, amount)
            }
            Deed::AllIn(to) if post == Some(units(to)?) => Action::new(ActionKind::BringIn, units(to)?),
            Deed::AllIn(to) if units(to)? > state.level() => Action::new(state.lift_kind(), units(to)?),
            Deed::AllIn(to) => Action::new(ActionKind::Call, units(to)?.saturating_sub(put)),
        };
        // What a raise is on top of: the level, or the largest bet where a short bring-in made less of it.
        let most = (0..state.seats()).map(|seat| state.street_total(seat)).max().unwrap_or(0);
        let bases = [state.level(), most];
        let street = state.street();
        let fixed = state.legal_actions().amount(action.kind);
        if let Err(why) = self.replay.act(seat, &action) {
            return Err(match (fixed, action.amount) {
                (Some(fixed), Some(amount)) if fixed != amount => {
                    let what = match action.kind {
                        ActionKind::Call => "the amount of the call",
                        ActionKind::BringIn => "the bring-in",
                        _ => "the street total after the wager",
                    };
                    told.source.mismatch(at, what, self.text(fixed), self.text(amount))
                }
                _ => told.source.fault(at, why),
            });
        }
        if let Deed::Raise { by, to } = deed {
            let (by, to) = (told.units(at, by, self.scale)?, told.units(at, to, self.scale)?);
            if to.checked_sub(by).is_none_or(|base| !bases.contains(&base)) {
                let expected = self.text(to.saturating_sub(bases[0]));
                return Err(told.source.mismatch(at, "the size of the raise", expected, self.text(by)));
            }
        }
        if deed == Deed::Fold {
            self.folded[seat] = street;
        }
        self.look();
        let behind = self.replay.record.state().stack(seat);
        let back: Chips = self.returned.iter().filter(|&&(other, _)| other == seat).map(|&(_, amount)| amount).sum();
        if all_in && behind > back {
            let what = format!("{} is not all-in: what is left", self.name(seat));
            return Err(told.source.mismatch(at, &what, self.text(behind - back), 0));
        }
        Ok(())
    }

    fn returns(&mut self, at: usize, seat: usize, amount: Decimal) -> Result<()> {
        let units = self.told.units(at, amount, self.scale)?;
        let due = self.returned.iter().position(|&(other, _)| other == seat);
        let Some(due) = due else {
            return Err(self.told.source.fault(at, format!("no uncalled bet of {} is due back", self.name(seat))));
        };
        let (_, expected) = self.returned.remove(due);
        if expected != units {
            return Err(self.told.source.mismatch(at, "the uncalled bet", self.text(expected), self.text(units)));
        }
        Ok(())
    }

    /// A hand shown or mucked. After the end of the hand it tells nothing of the play.
    fn shows(&mut self, at: usize, seat: usize, action: Action) -> Result<()> {
        let state = self.replay.record.state();
        if state.phase() == Phase::End && !state.shown().contains(seat as u8) && !state.mucked().contains(seat as u8) {
            return Ok(());
        }
        if let (Phase::Bet, Some(next)) = (state.phase(), state.to_act()) {
            return Err(self
                .told
                .source
                .fault(at, format!("{} shows before {} acts", self.name(seat), self.name(next))));
        }
        if let (Phase::Showdown, Some(next)) = (state.phase(), state.to_act())
            && next != seat
            && self.told.habits.shows_in_order
            && !state.shown().contains(seat as u8)
        {
            return Err(self.told.source.mismatch(at, "who shows or mucks", self.name(next), self.name(seat)));
        }
        if state.to_act() == Some(seat) && action.kind == ActionKind::Show && state.cards(seat).contains(&UNKNOWN) {
            return Err(self.told.source.fault(at, format!("not all cards of {} are told", self.name(seat))));
        }
        if self.told.habits.shows_in_order {
            return self.replay.act(seat, &action).map_err(|why| self.told.source.fault(at, why));
        }
        self.waiting.push((seat, action));
        while let Some(next) = self.replay.record.state().to_act()
            && let Some(place) = self.waiting.iter().position(|&(seat, _)| seat == next)
        {
            let (seat, action) = self.waiting.remove(place);
            self.replay.act(seat, &action).map_err(|why| self.told.source.fault(at, why))?;
        }
        Ok(())
    }
}
