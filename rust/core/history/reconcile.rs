//! What a file says came of a hand against what follows from the play.

use super::rebuild::Play;
use super::told::{Ending, Fact, Low, Told};
use crate::cards::{Card, UNKNOWN};
use crate::error::Result;
use crate::game::{Chips, Event, Phase, Record, Setup};
use crate::hands::best_five;

/// The rake of each pot by what the file says; `None` where the pots have to be known first.
pub(super) fn rake(told: &Told, scale: u8) -> Result<Option<Vec<Chips>>> {
    let Some((at, rake)) = told.rake else { return Ok(None) };
    let rake = told.units(at, rake, scale)?;
    if rake == 0 {
        return Ok(None);
    }
    let mut paid = Vec::new();
    for &(at, fact) in &told.facts {
        let Fact::Collect { amount, pot, .. } = fact else { continue };
        let pot = usize::from(pot.unwrap_or(0));
        if paid.len() <= pot {
            paid.resize(pot + 1, 0);
        }
        paid[pot] += told.units(at, amount, scale)?;
    }
    if paid.len() < 2 && told.pots.len() < 2 {
        return Ok(Some(vec![rake]));
    }
    Ok(None)
}

/// The rake of each pot, now that the pots are known: each less what was paid from it.
fn settle_rake(play: &mut Play) -> Result<()> {
    let told = play.told;
    let record = &play.replay.record;
    let taken = match told.rake {
        Some((at, amount)) => told.units(at, amount, play.scale)? > 0,
        None => !told.habits.prints_rake,
    };
    if record.setup().rake.is_some() || !taken {
        return Ok(());
    }
    let mut rakes = [0; 8];
    for event in record.events() {
        if let Event::Award { pot, amount, .. } = *event {
            rakes[usize::from(pot)] += amount;
        }
    }
    if told.habits.collects_returns {
        rakes[last_pot(play)] += play.returned.iter().map(|&(_, amount)| amount).sum::<Chips>();
    }
    for &(at, fact) in &told.facts {
        let Fact::Collect { amount, pot, .. } = fact else { continue };
        let pot = rakes.get_mut(usize::from(pot.unwrap_or(0)));
        let paid = told.units(at, amount, play.scale)?;
        let Some(rest) = pot.and_then(|rest| Some((rest.checked_sub(paid)?, rest))) else { return Ok(()) };
        *rest.1 = rest.0;
    }
    let pots = rakes.iter().rposition(|&rake| rake > 0).map_or(0, |last| last + 1);
    if pots == 0 {
        return Ok(());
    }
    let setup = Setup { rake: Some(rakes[..pots].to_vec()), ..record.setup().clone() };
    let mut raked = Record::start(setup)?;
    record.steps().iter().try_for_each(|&step| raked.push(step))?;
    raked.meta = record.meta.clone();
    play.replay.record = raked;
    Ok(())
}

/// The last side pot.
fn last_pot(play: &Play) -> usize {
    let pot = |event: &Event| if let Event::Award { pot, .. } = *event { usize::from(pot) } else { 0 };
    play.replay.record.events().iter().map(pot).max().unwrap_or(0)
}

/// Everything that the file says of the end of the hand.
pub(super) fn check(play: &mut Play) -> Result<()> {
    let told = play.told;
    let last = told.facts.last().map_or(0, |&(at, _)| at);
    if let Some(why) = play.replay.unfinished() {
        let state = play.replay.record.state();
        let who = state.to_act().map(|seat| play.name(seat).to_owned());
        let why = match (state.phase(), who) {
            (Phase::Bet, Some(name)) => format!("{name} is to act"),
            (Phase::Showdown, Some(name)) => format!("{name} has to show or muck"),
            _ => why,
        };
        return Err(told.source.fault(last, format!("the file's hand ends before the hand does: {why}")));
    }
    settle_rake(play)?;
    cards(play)?;
    returns(play, last)?;
    let paid = pays(play, last)?;
    totals(play, &paid)?;
    endings(play, &paid)?;
    lows(play)
}

/// No card told may be left undealt, and the community card is one on both sides.
fn cards(play: &Play) -> Result<()> {
    let state = play.replay.record.state();
    for (seat, &listed) in play.listed.iter().enumerate() {
        let player = &play.told.seats[listed];
        let dealt = state.cards(seat).len();
        if let Some(place) = (dealt..7).find(|&place| player.cards[place] != UNKNOWN) {
            let at = player.told_at[place];
            return Err(play.told.source.fault(at, format!("a card of {} that is not dealt", player.name)));
        }
    }
    if let Some((at, _)) = play.told.community
        && state.community().is_none()
    {
        return Err(play.told.source.fault(at, "a community card that is not dealt"));
    }
    Ok(())
}

fn returns(play: &Play, last: usize) -> Result<()> {
    match play.returned.first() {
        Some(&(seat, amount)) if play.told.habits.prints_returns => {
            let what = format!("an uncalled bet of {} of {} is not told", play.text(amount), play.name(seat));
            Err(play.told.source.fault(last, what))
        }
        _ => Ok(()),
    }
}

/// What each seat is paid in all, with what the site counts as paid.
fn pays(play: &Play, last: usize) -> Result<Vec<Chips>> {
    let told = play.told;
    let seats = play.listed.len();
    let mut due: Vec<(usize, u8, Chips)> = Vec::new();
    let add = |list: &mut Vec<(usize, u8, Chips)>, seat: usize, pot: u8, amount: Chips| match list
        .iter_mut()
        .find(|entry| (entry.0, entry.1) == (seat, pot))
    {
        Some(entry) => entry.2 += amount,
        None => list.push((seat, pot, amount)),
    };
    for event in play.replay.record.events() {
        if let Event::Award { seat, pot, amount } = *event {
            add(&mut due, usize::from(seat), pot, amount);
        }
    }
    if told.habits.collects_returns {
        // A bet that nobody called goes into the last pot.
        let pot = last_pot(play) as u8;
        for &(seat, amount) in &play.returned {
            add(&mut due, seat, pot, amount);
        }
    }
    let mut found: Vec<(usize, u8, Chips)> = Vec::new();
    let mut by_pot = false;
    let mut place = last;
    for &(at, fact) in &told.facts {
        let Fact::Collect { seat, amount, pot } = fact else { continue };
        let Some(seat) = play.seat_of[seat] else {
            return Err(told.source.fault(at, format!("{} is not dealt in", told.seats[seat].name)));
        };
        by_pot |= pot.is_some();
        place = at;
        add(&mut found, seat, pot.unwrap_or(0), told.units(at, amount, play.scale)?);
    }
    let total = |list: &[(usize, u8, Chips)], seat: usize| -> Chips {
        list.iter().filter(|entry| entry.0 == seat).map(|entry| entry.2).sum()
    };
    for seat in 0..seats {
        let (expected, told_amount) = (total(&due, seat), total(&found, seat));
        if expected != told_amount {
            let what = format!("what {} collects", play.name(seat));
            return Err(told.source.mismatch(place, &what, play.text(expected), play.text(told_amount)));
        }
    }
    if by_pot {
        due.sort_unstable();
        found.sort_unstable();
        if due != found {
            let text = |list: &[(usize, u8, Chips)]| -> String {
                let each = |&(seat, pot, amount): &(usize, u8, Chips)| {
                    format!("{} from pot {pot} to {}", play.text(amount), play.name(seat))
                };
                list.iter().map(each).collect::<Vec<_>>().join(", ")
            };
            return Err(told.source.mismatch(place, "the pots", text(&due), text(&found)));
        }
    }
    Ok((0..seats).map(|seat| total(&due, seat)).collect())
}

/// Total pot, pots and rake.
fn totals(play: &mut Play, paid: &[Chips]) -> Result<()> {
    let told = play.told;
    let state = play.replay.record.state();
    let collected: Chips = paid.iter().sum();
    let back: Chips =
        if told.habits.collects_returns { play.returned.iter().map(|&(_, amount)| amount).sum() } else { 0 };
    let all = state.pot() + back;
    let rake = all - collected.min(all);
    if let Some((at, total)) = told.total {
        let expected = if told.habits.total_without_rake { collected } else { all };
        let found = told.units(at, total, play.scale)?;
        if expected != found {
            return Err(told.source.mismatch(at, "the total pot", play.text(expected), play.text(found)));
        }
    }
    if told.total.is_none() && told.habits.prints_total {
        return Err(told.source.fault(0, "no total pot is told"));
    }
    match told.rake {
        Some((at, amount)) => {
            let found = told.units(at, amount, play.scale)?;
            if rake != found {
                return Err(told.source.mismatch(at, "the rake", play.text(rake), play.text(found)));
            }
        }
        None if rake > 0 => {
            let note = format!("rake {}: the pot less what was paid; the file does not tell it", play.text(rake));
            play.replay.record.meta.inferred.push(note);
        }
        None => {}
    }
    if told.pots.len() > 1 {
        let mut sizes = vec![0; 8];
        for event in play.replay.record.events() {
            if let Event::Award { pot, amount, .. } | Event::Rake { pot, amount } = *event {
                sizes[usize::from(pot)] += amount;
            }
        }
        sizes.truncate(sizes.iter().rposition(|&size| size > 0).map_or(0, |last| last + 1));
        for (i, &(at, size)) in told.pots.iter().enumerate() {
            let found = told.units(at, size, play.scale)?;
            let expected = sizes.get(i).copied().unwrap_or(0);
            if expected != found {
                let what = if i == 0 { "the main pot".to_owned() } else { format!("side pot {i}") };
                return Err(told.source.mismatch(at, &what, play.text(expected), play.text(found)));
            }
        }
        if let Some(&(at, _)) = told.pots.last()
            && sizes.len() != told.pots.len()
        {
            return Err(told.source.mismatch(at, "the number of pots", sizes.len(), told.pots.len()));
        }
    }
    Ok(())
}

/// The lines of the players in the summary.
fn endings(play: &Play, paid: &[Chips]) -> Result<()> {
    let told = play.told;
    for &(at, listed, ending) in &told.endings {
        let name = told.seats[listed].name;
        let Some(seat) = play.seat_of[listed] else {
            return Err(told.source.fault(at, format!("{name} is not dealt in")));
        };
        let folded = play.folded[seat];
        match ending {
            Ending::Folded(street) if folded != street => {
                let expected = if folded == 0 { "no fold".to_owned() } else { folded.to_string() };
                return Err(told.source.mismatch(at, &format!("the street on which {name} folds"), expected, street));
            }
            Ending::Won(amount) => {
                let found = told.units(at, amount, play.scale)?;
                if paid[seat] != found {
                    let what = format!("what {name} wins");
                    return Err(told.source.mismatch(at, &what, play.text(paid[seat]), play.text(found)));
                }
            }
            Ending::Lost if paid[seat] > 0 || folded > 0 => {
                return Err(told.source.fault(at, format!("{name} did not lose at the showdown")));
            }
            Ending::Stack(amount) => {
                let found = told.units(at, amount, play.scale)?;
                let expected = play.replay.record.state().stack(seat);
                if expected != found {
                    let what = format!("the final stack of {name}");
                    return Err(told.source.mismatch(at, &what, play.text(expected), play.text(found)));
                }
            }
            Ending::Gain { lost, amount } => {
                let found = told.units(at, amount, play.scale)?;
                let payoff = play.replay.record.state().payoff(seat);
                if payoff.unsigned_abs() != found || (payoff < 0) != (lost && found > 0) {
                    let signed = |lost: bool, units| format!("{}{}", if lost { '-' } else { '+' }, play.text(units));
                    let expected = signed(payoff < 0, payoff.unsigned_abs());
                    return Err(told.source.mismatch(at, &format!("what {name} gains"), expected, signed(lost, found)));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The lows that the site names beside shown hands.
fn lows(play: &Play) -> Result<()> {
    let state = play.replay.record.state();
    for &(at, listed, found) in &play.told.lows {
        let Some(seat) = play.seat_of[listed].filter(|&seat| !state.cards(seat).contains(&UNKNOWN)) else { continue };
        let hand: Vec<Card> =
            state.cards(seat).iter().copied().chain(state.community()).filter_map(Card::known).collect();
        if !(5..=7).contains(&hand.len()) {
            continue;
        }
        let mut expected = best_five(&hand).map(|card| card.rank().index());
        expected.sort_unstable();
        let text = |ranks: &[u8]| -> String {
            let letter = |index: u8| crate::cards::Rank::new(index).map_or('?', crate::cards::Rank::letter);
            ranks.iter().rev().map(|&rank| letter(rank)).collect()
        };
        let (agrees, found) = match found {
            Low::Ranks(mut ranks) => {
                ranks.sort_unstable();
                (ranks == expected, text(&ranks))
            }
            Low::HighCard(rank) => {
                let distinct = expected.windows(2).all(|two| two[0] != two[1]);
                (distinct && expected[4] == rank, format!("{} as the highest card", text(&[rank])))
            }
        };
        if !agrees {
            let what = format!("the low of {}", play.name(seat));
            return Err(play.told.source.mismatch(at, &what, text(&expected), found));
        }
    }
    Ok(())
}
