//! What the games of a match or of an event have in common.

use std::fmt;
use std::time::Duration;

use fruitrage_rules::{FruitKinds, Setup, Size, TieRule, random_board, seconds};
use serde::{Deserialize, Serialize};

/// What the games of a match or of an event have in common.
///
/// As serde writes them, workers and stores of other versions read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The board's width.
    pub size: Size,
    /// The kinds of fruit.
    #[serde(rename = "fruits")]
    pub kinds: FruitKinds,
    /// The clock of each player for the whole game.
    #[serde(with = "seconds_as_text")]
    pub time: Duration,
    /// Who wins with equal points.
    #[serde(rename = "ties_by_clock", with = "ties_as_flag")]
    pub ties: TieRule,
    /// Whether a game ends as soon as a lead is final.
    pub calls_final_leads: bool,
}

impl Conditions {
    /// The game on the board of a seed; both games of a pair have the same.
    ///
    /// ```
    /// use std::time::Duration;
    /// use fruitrage_arena::Conditions;
    /// use fruitrage_rules::{FruitKinds, Size, TieRule, random_board};
    ///
    /// let conditions = Conditions {
    ///     size: Size::new(5).unwrap(),
    ///     kinds: FruitKinds::new(3).unwrap(),
    ///     time: Duration::from_secs(10),
    ///     ties: TieRule::Draw,
    ///     calls_final_leads: false,
    /// };
    /// let setup = conditions.setup(7);
    /// assert_eq!(*setup.board(), random_board(conditions.size, conditions.kinds, 7));
    /// ```
    pub fn setup(&self, seed: u64) -> Setup {
        let board = random_board(self.size, self.kinds, seed);
        let setup = Setup::new(board, self.kinds)
            .expect("a random board has only the kinds it was drawn from")
            .with_clocks([self.time; 2])
            .with_ties(self.ties);
        if self.calls_final_leads { setup.calling_final_leads() } else { setup }
    }
}

/// All that the games depend on, as in `6×6, 3 fruits, 0.5 s, ties by clock`. Stores know
/// their events by this text, so it stays as it is.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, kinds, time, ties, calls_final_leads } = *self;
        write!(f, "{size}×{size}, {kinds} fruits, {} s", seconds::display(time))?;
        if ties == TieRule::Clock {
            f.write_str(", ties by clock")?;
        }
        if calls_final_leads {
            f.write_str(", final leads called")?;
        }
        Ok(())
    }
}

mod seconds_as_text {
    use std::time::Duration;

    use fruitrage_rules::seconds;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&seconds::display(*time))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expected = "a number of seconds above 0";
        seconds::parse_positive(&text)
            .ok_or_else(|| Error::invalid_value(Unexpected::Str(&text), &expected))
    }
}

mod ties_as_flag {
    use fruitrage_rules::TieRule;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(super) fn serialize<S: Serializer>(
        ties: &TieRule,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*ties == TieRule::Clock)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<TieRule, D::Error> {
        let by_clock = bool::deserialize(deserializer)?;
        Ok(if by_clock { TieRule::Clock } else { TieRule::Draw })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        r#"{"size":6,"fruits":3,"time":"0.5","ties_by_clock":true,"calls_final_leads":true}"#;

    #[test]
    fn they_are_written_as_version_0_1_0_wrote_them() {
        let conditions: Conditions = serde_json::from_str(TEXT).unwrap();
        assert_eq!(serde_json::to_string(&conditions).unwrap(), TEXT);
        let name = "6×6, 3 fruits, 0.5 s, ties by clock, final leads called";
        assert_eq!(conditions.to_string(), name);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (from, to, message) in [
            ("\"size\":6", "\"size\":27", "`27`, expected a whole number 1 to 26"),
            ("\"fruits\":3", "\"fruits\":-1", "`-1`, expected a whole number 1 to 10"),
            ("0.5", "0", "\"0\", expected a number of seconds above 0"),
        ] {
            let error = serde_json::from_str::<Conditions>(&TEXT.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
