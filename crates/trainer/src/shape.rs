//! The boards that are played on, written as `16x16/5`.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::{Board, FruitKinds, Size, random_board};
use thiserror::Error;

/// Random boards of one width and number of kinds.
///
/// ```
/// use fruitrage_trainer::shape::Shape;
///
/// let shape: Shape = "16x16/5".parse().unwrap();
/// assert_eq!((shape.size.get(), shape.kinds.get()), (16, 5));
/// assert_eq!(shape.to_string(), "16x16/5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The width and height.
    pub size: Size,
    /// The kinds of fruit.
    pub kinds: FruitKinds,
}

impl Shape {
    /// The board of a seed.
    pub fn board(&self, seed: u64) -> Board {
        random_board(self.size, self.kinds, seed)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, kinds } = self;
        write!(f, "{size}x{size}/{kinds}")
    }
}

/// The text describes no boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected WIDTHxWIDTH/KINDS, such as 16x16/5, with a width 1 to 26 and 1 to 10 kinds")]
pub struct NotAShape;

impl FromStr for Shape {
    type Err = NotAShape;

    fn from_str(text: &str) -> Result<Self, NotAShape> {
        let (size, kinds) = text.split_once('/').ok_or(NotAShape)?;
        let (width, height) = size.split_once(['x', '×']).ok_or(NotAShape)?;
        let size: Size = width.parse().map_err(|_| NotAShape)?;
        let height: Size = height.parse().map_err(|_| NotAShape)?;
        let kinds = kinds.parse().map_err(|_| NotAShape)?;
        if size == height { Ok(Self { size, kinds }) } else { Err(NotAShape) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_square_boards_with_fruit_are_boards() {
        assert_eq!("10×10/4".parse::<Shape>().unwrap().to_string(), "10x10/4");
        for bad in ["", "10", "10x10", "10/4", "10x9/4", "27x27/4", "10x10/0", "10x10/11", "x/"] {
            assert_eq!(bad.parse::<Shape>(), Err(NotAShape), "{bad}");
        }
    }
}
