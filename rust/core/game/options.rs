//! The options in which rooms differ (docs/rules.md section 9), each an enum with the names used in
//! Python and JSON.

macro_rules! option_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of its documentation.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The name used in Python and JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }

            /// The value of a name.
            pub fn from_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use option_enum;

option_enum! {
    /// Whether the cap on bets holds between two players. Heads-up: exactly two live players not all-in.
    HeadsUpCap {
        /// The cap holds heads-up too.
        Always = "ALWAYS",
        /// No cap on a street that starts heads-up (2024 WSOP Live Action Rules).
        UncappedIfRoundStartsHeadsUp = "UNCAPPED_IF_ROUND_STARTS_HEADS_UP",
        /// No cap for the rest of the street once heads-up before the cap is reached (Robert's Rules).
        UncappedIfHeadsUpBeforeCap = "UNCAPPED_IF_HEADS_UP_BEFORE_CAP",
        /// No cap when two players are left in the event (2024 Poker TDA, WSOP Tournament Rules).
        UncappedIfTwoLeftInEvent = "UNCAPPED_IF_TWO_LEFT_IN_EVENT",
    }
}

option_enum! {
    /// How large an all-in must be to count as a full wager and to let players raise again.
    Reopen {
        /// Half a bet or more.
        Half = "HALF",
        /// A whole bet (PokerKit).
        Full = "FULL",
    }
}

option_enum! {
    /// The level after a bring-in that a short stack could not post in full.
    ShortBringIn {
        /// The bring-in, whatever was posted.
        Full = "FULL",
        /// What was posted (PokerKit).
        Short = "SHORT",
    }
}

option_enum! {
    /// What the player may do to whom the bring-in passes because the high card is all-in from the ante.
    AllInBringIn {
        /// Bring in or complete.
        Forced = "FORCED",
        /// Fold too; the same choice then passes on clockwise (WSOP, TDA, Robert's Rules).
        Optional = "OPTIONAL",
    }
}

option_enum! {
    /// Who opens when the lowest boards are equal.
    BoardTie {
        /// The lowest seat number (WSOP, Robert's Rules).
        Position = "POSITION",
        /// The higher suit of the highest up-card (2024 Poker TDA).
        HighSuit = "HIGH_SUIT",
        /// The lower suit of the highest up-card.
        LowSuit = "LOW_SUIT",
    }
}

option_enum! {
    /// Who shows first when nobody bet on seventh street.
    NoBetShow {
        /// The lowest live seat.
        EarliestSeat = "EARLIEST_SEAT",
        /// Who opened the street, or would have opened it (TDA, Robert's Rules, PokerKit).
        LowBoard = "LOW_BOARD",
    }
}

option_enum! {
    /// Who gets the chips that a split pot leaves over.
    OddChip {
        /// One each by the highest card, rank then suit, of the five-card hand (WSOP, TDA).
        HighSuit = "HIGH_SUIT",
        /// One each by the lowest card, rank then suit, of all seven (Robert's Rules).
        LowSuit = "LOW_SUIT",
        /// One each by the lowest seat number.
        Position = "POSITION",
        /// All to the lowest seat number (PokerKit).
        FirstWinner = "FIRST_WINNER",
    }
}

option_enum! {
    /// What happens when the deck runs out on seventh street, and whether cards are burned.
    ShortDeck {
        /// No burns; a community card when the stub is too short.
        Online = "ONLINE",
        /// Burns, the last card is never dealt, burns are scrambled in (2024 Poker TDA, WSOP).
        Tda = "TDA",
        /// Burns while the stub allows, then the burns are dealt too (Robert's Rules).
        Robert = "ROBERT",
    }
}

option_enum! {
    /// Who opens seventh street when a community card was dealt.
    CommunityOpener {
        /// The community card is nobody's up-card.
        SixthStreet = "SIXTH_STREET",
        /// It is a fifth up-card of every board (Robert's Rules).
        Recompute = "RECOMPUTE",
    }
}

option_enum! {
    /// The named sets of options of docs/rules.md section 9.
    Preset {
        /// The project's default.
        Default = "DEFAULT",
        /// 2024 WSOP Live Action Rules.
        WsopLive = "WSOP_LIVE",
        /// 2024 WSOP Tournament Rules.
        WsopTournament = "WSOP_TOURNAMENT",
        /// 2024 Poker TDA Rules.
        Tda = "TDA",
        /// Robert's Rules of Poker.
        Robert = "ROBERT",
        /// PokerKit 0.7.7 as measured.
        Pokerkit = "POKERKIT",
    }
}
