//! The fruits and how many kinds of them a game has.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One kind of fruit, written as a digit.
///
/// ```
/// use fruitrage_rules::Fruit;
///
/// assert_eq!(Fruit::from_digit('7').unwrap().to_string(), "7");
/// assert_eq!(Fruit::from_digit('x'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fruit(u8);

impl Fruit {
    /// The fruit with this number, unless it is above 9.
    pub const fn new(number: usize) -> Option<Self> {
        if number < FruitKinds::MAX { Some(Self(number as u8)) } else { None }
    }

    /// The fruit that a digit stands for.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '0'..='9' => Some(Self(digit as u8 - b'0')),
            _ => None,
        }
    }

    /// The fruit's number, 0 to 9.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The digit that stands for the fruit.
    pub const fn digit(self) -> char {
        (b'0' + self.0) as char
    }
}

impl fmt::Display for Fruit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digit().fmt(f)
    }
}

/// How many kinds of fruit a game has: 1 to 10.
///
/// The game's statement says at most 9, but its own published example has 10.
///
/// ```
/// use fruitrage_rules::{Fruit, FruitKinds};
///
/// let kinds = FruitKinds::new(3).unwrap();
/// assert!(kinds.contains(Fruit::new(2).unwrap()));
/// assert!(!kinds.contains(Fruit::new(3).unwrap()));
/// assert_eq!(FruitKinds::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FruitKinds(u8);

impl FruitKinds {
    /// The most kinds there can be: one for each digit.
    pub const MAX: usize = 10;

    /// A number of kinds, unless it is outside 1 to 10.
    pub const fn new(count: usize) -> Option<Self> {
        if 1 <= count && count <= Self::MAX { Some(Self(count as u8)) } else { None }
    }

    /// The number of kinds.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Whether a game with so many kinds has this fruit.
    pub const fn contains(self, fruit: Fruit) -> bool {
        fruit.0 < self.0
    }
}

impl fmt::Display for FruitKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a whole number from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a whole number from 1 to 10")]
pub struct NotFruitKinds;

impl FromStr for FruitKinds {
    type Err = NotFruitKinds;

    fn from_str(text: &str) -> Result<Self, NotFruitKinds> {
        text.parse().ok().and_then(Self::new).ok_or(NotFruitKinds)
    }
}
