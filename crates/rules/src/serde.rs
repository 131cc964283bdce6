//! The small values in the formats that serde knows, checked as they are read. Only with
//! the feature `serde`.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{FruitKinds, Size, TieRule};

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
