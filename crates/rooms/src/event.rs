//! What happens in a room. A room is made again from these, in their order.

use std::time::Duration;

use fruitrage_rules::{Cause, Cell};
use serde::{Deserialize, Serialize};

use crate::{Chair, Moment, Occupant, Seal, Terms};

/// What two players have to agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// That the game is drawn.
    Draw,
    /// That whoever asks moves once more instead of their last move.
    TakeBack,
    /// Another game with sides changed.
    Rematch,
}

/// What happens in a room, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The room was opened; the first event and only that.
    Opened {
        /// What was agreed.
        terms: Terms,
        /// Fixes all boards, and who begins where that is left to chance.
        seed: u64,
        /// Who sits there already.
        occupants: [Option<Occupant>; 2],
        /// Tells whether an invitation is for this room.
        invitation: Seal,
    },
    /// Somebody took the guest's chair.
    Sat {
        /// Who.
        occupant: Occupant,
    },
    /// The programs have a place to run.
    Ready,
    /// The player to move claimed a group.
    Played {
        /// Who.
        chair: Chair,
        /// How many moves were made before, so that no move is made twice.
        ply: usize,
        /// Any cell of the group.
        cell: Cell,
        /// What is charged, where the arena's referee has measured it.
        #[serde(default, with = "microseconds", skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
        /// What the message took to come, as far as it is known.
        #[serde(default)]
        lag: u64,
    },
    /// A program did something wrong.
    Faulted {
        /// Whose it is.
        chair: Chair,
        /// How many moves were made before.
        ply: usize,
        /// What.
        #[serde(with = "cause")]
        cause: Cause,
        /// What exactly, for people.
        detail: String,
    },
    /// The clock of the player to move may be over.
    RanOut,
    /// A player gave up.
    Resigned {
        /// Who.
        chair: Chair,
    },
    /// A player asks the other to agree.
    Offered {
        /// Who asks.
        chair: Chair,
        /// To what.
        what: Matter,
    },
    /// The other one agrees.
    Accepted {
        /// Who agrees.
        chair: Chair,
    },
    /// The other one does not, or who asked thinks better of it.
    Declined {
        /// Who.
        chair: Chair,
    },
    /// The server was away, and is back.
    Restored {
        /// When it was last known to be there.
        alive: Moment,
    },
    /// A player is there again.
    Returned {
        /// Who.
        chair: Chair,
    },
}

mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_micros() as u64).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_micros))
    }
}

mod cause {
    use fruitrage_rules::Cause;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(
        cause: &Cause,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(cause.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Cause, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|()| Error::custom("expected a cause that records know"))
    }
}
