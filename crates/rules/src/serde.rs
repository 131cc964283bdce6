//! Values in the formats that serde knows, checked as they are read. Only with the feature
//! `serde`. What has a text is that text: a board `"01/21"`, a cell `"G8"`, a record its lines.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Board, Cell, FruitKinds, Record, Size, TieRule};

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:#}"))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(String::deserialize(deserializer)?.as_bytes()).map_err(Error::custom)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(deserializer, Self::new, "a whole number 1 to 26")
    }
}

impl Serialize for FruitKinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FruitKinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(deserializer, Self::new, "a whole number 1 to 10")
    }
}

impl Serialize for TieRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TieRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|_| Error::unknown_variant(&name, &["draw", "clock"]))
    }
}

/// A number that a validated type is made of.
fn checked<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    make: fn(usize) -> Option<T>,
    expected: &str,
) -> Result<T, D::Error> {
    let number = i64::deserialize(deserializer)?;
    let value = usize::try_from(number).ok().and_then(make);
    value.ok_or_else(|| Error::invalid_value(Unexpected::Signed(number), &expected))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Game, Setup};

    #[test]
    fn what_has_a_text_is_that_text() {
        let board: Board = "***/*10/000".parse().unwrap();
        let cell: Cell = "C2".parse().unwrap();
        assert_eq!(serde_json::to_string(&(board, cell)).unwrap(), r#"["***/*10/000","C2"]"#);
        let mut game = Game::new(Setup::new(board, FruitKinds::new(2).unwrap()).unwrap());
        game.play(cell, Duration::ZERO).unwrap();
        let record = Record::new(["Ada", "Grace"], game);
        let written = serde_json::to_string(&(board, cell, &record)).unwrap();
        assert_eq!(
            serde_json::from_str::<(Board, Cell, Record)>(&written).unwrap(),
            (board, cell, record)
        );
    }

    #[test]
    fn rules_for_ties_are_their_names() {
        for (rule, written) in [(TieRule::Draw, r#""draw""#), (TieRule::Clock, r#""clock""#)] {
            assert_eq!(serde_json::to_string(&rule).unwrap(), written);
            assert_eq!(serde_json::from_str::<TieRule>(written).unwrap(), rule);
        }
        assert!(serde_json::from_str::<TieRule>(r#""coin""#).is_err());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let error = serde_json::from_str::<Board>(r#""01/2x""#).unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 2: expected a fruit"), "{error}");
        assert!(serde_json::from_str::<Cell>(r#""G0""#).is_err());
        assert!(serde_json::from_str::<Record>(r#""""#).is_err());
    }
}
