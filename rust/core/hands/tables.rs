//! The order of the 6,175 hand classes as arithmetic on 13-bit rank sets, and the tables made from it.
//!
//! Within a category the classes are numbered from the best by the colex order of their rank sets, the ranks of higher
//! multiplicity first, as docs/rules.md section 2 compares them. Bit r of a set stands for rank r, the ace being 0.

/// The number of hand classes; the strength of the wheel.
pub const CLASSES: u16 = 6175;

/// Strength of the best hand of each category (no pair, pair, two pair, trips, full house, quads).
pub(super) const BEST: [u16; 6] = [6175, 4888, 2028, 1170, 312, 156];

/// Binomial coefficients `CHOOSE[n][k]`, n up to 13, k up to 5.
pub(super) const CHOOSE: [[u16; 6]; 14] = {
    let mut choose = [[0u16; 6]; 14];
    let mut n = 0;
    while n < 14 {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 6 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The place of a set among the sets of its size in numeric order, the numeric order being the order of the rules:
/// the highest rank decides first.
const fn colex(set: u16) -> u16 {
    let (mut rest, mut size, mut place) = (set, 1, 0);
    while rest != 0 {
        place += CHOOSE[rest.trailing_zeros() as usize][size];
        rest &= rest - 1;
        size += 1;
    }
    place
}

/// The set of `size` ranks at a place of the colex order.
pub(super) const fn nth_set(mut place: u16, size: usize) -> u16 {
    let (mut set, mut k) = (0, size);
    while k > 0 {
        let mut rank = k - 1;
        while CHOOSE[rank + 1][k] <= place {
            rank += 1;
        }
        place -= CHOOSE[rank][k];
        set |= 1 << rank;
        k -= 1;
    }
    set
}

/// The lowest `n` ranks of a set.
const fn lowest(set: u16, n: u32) -> u16 {
    let mut rest = set;
    let mut i = 0;
    while i < n && rest != 0 {
        rest &= rest - 1;
        i += 1;
    }
    set & !rest
}

/// Strength of a set of five or more ranks: that of its lowest five. 0 for smaller sets. The two entries behind the 8,192
/// sets are there for vector loads, which read four bytes.
pub(crate) static NO_PAIR: [u16; 8194] = {
    let mut table = [0; 8194];
    let mut set = 0;
    while set < 8192u16 {
        if set.count_ones() >= 5 {
            table[set as usize] = BEST[0] - colex(lowest(set, 5));
        }
        set += 1;
    }
    table
};

/// Places of the sets of up to three ranks among twelve, or two among thirteen: what kickers and two pairs need.
static PLACE: [u8; 8192] = {
    let mut table = [0; 8192];
    let mut set = 0;
    while set < 8192u16 {
        // Three ranks with the king among them never come up: a taken-out rank leaves twelve.
        if set.count_ones() <= 2 || set.count_ones() == 3 && set < 4096 {
            table[set as usize] = colex(set) as u8;
        }
        set += 1;
    }
    table
};

/// The set without one rank, which is taken out of the numbering: twelve bits.
pub(super) const fn without(set: u16, rank: u32) -> u16 {
    let below = (1 << rank) - 1;
    set & below | set >> 1 & !below
}

/// The reverse of [`without`], for sets that did not hold the rank.
pub(super) const fn with_gap(set: u16, rank: u32) -> u16 {
    let below = (1 << rank) - 1;
    set & below | (set & !below) << 1
}

/// The place of a set of up to three among twelve ranks, or two among thirteen.
#[inline]
fn place(set: u16) -> u16 {
    u16::from(PLACE[usize::from(set & 0x1FFF)])
}

/// Strength of a pair of `rank` and three other ranks, numbered without it.
#[inline(always)]
pub(super) fn pair_strength(rank: u32, kickers: u16) -> u16 {
    BEST[1].wrapping_sub(220 * (rank & 15) as u16) - place(kickers)
}

/// Strength of five to seven cards with two to four distinct ranks: `ranks` held, those held at least twice, at least
/// three times. As many distinct ranks as there are play, so all of them do. Sets that no cards have give a meaningless
/// strength.
pub(super) fn with_repeats(ranks: u16, paired: u16, tripled: u16) -> u16 {
    let (paired, tripled) = (paired & ranks, tripled & paired & ranks);
    let low = paired.trailing_zeros();
    match ranks.count_ones() {
        _ if paired == 0 => 0,
        4 => pair_strength(low, without(ranks, low)),
        3 if paired.count_ones() >= 2 => {
            let pairs = lowest(paired, 2);
            let kicker = (ranks & !pairs).trailing_zeros();
            let above = (pairs & ((1 << kicker) - 1)).count_ones();
            BEST[2] - 11 * place(pairs) - (kicker - above) as u16
        }
        3 => BEST[3] - 66 * low as u16 - place(without(ranks, low)),
        2 if paired != ranks => BEST[5] - 12 * low as u16 - other(ranks, low),
        2 if tripled != 0 => {
            let most = tripled.trailing_zeros();
            BEST[4] - 12 * most as u16 - other(ranks, most)
        }
        _ => 0,
    }
}

/// Of two ranks the other, in the numbering without the one.
fn other(ranks: u16, rank: u32) -> u16 {
    without(ranks, rank).trailing_zeros() as u16
}

// The categories follow each other without a gap, and the order of the sets is a numbering.
const _: () = {
    assert!(BEST[0] - CHOOSE[13][5] == BEST[1]);
    assert!(BEST[1] - 13 * CHOOSE[12][3] == BEST[2]);
    assert!(BEST[2] - CHOOSE[13][2] * 11 == BEST[3]);
    assert!(BEST[3] - 13 * CHOOSE[12][2] == BEST[4]);
    assert!(BEST[4] - 13 * 12 == BEST[5] && BEST[5] == 13 * 12);
    assert!(BEST[0] == CLASSES && NO_PAIR[0b11111] == CLASSES && NO_PAIR[0x1FFF] == CLASSES);
    assert!(NO_PAIR[0b11111 << 8] == BEST[1] + 1 && NO_PAIR[0b1111] == 0);
    let mut place = 0;
    while place < CHOOSE[13][5] {
        assert!(NO_PAIR[nth_set(place, 5) as usize] == CLASSES - place);
        place += 1;
    }
};
