//! Values from unstructured bytes, for those who fuzz. Only with the feature `arbitrary`.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Board, Cell, Fruit, FruitKinds, Size};

impl<'a> Arbitrary<'a> for Size {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let number = bytes.int_in_range(1..=Self::MAX)?;
        Ok(Self::new(number).unwrap_or(Self::LARGEST))
    }
}

impl<'a> Arbitrary<'a> for FruitKinds {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let number = bytes.int_in_range(1..=Self::MAX)?;
        Self::new(number).ok_or(arbitrary::Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Fruit {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let number = bytes.int_in_range(0..=FruitKinds::MAX - 1)?;
        Self::new(number).ok_or(arbitrary::Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Cell {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let mut place = || bytes.int_in_range(0..=Size::MAX - 1);
        Self::new(place()?, place()?).ok_or(arbitrary::Error::IncorrectFormat)
    }
}

/// Any board: also one with fruit that hangs over holes.
impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let size = Size::arbitrary(bytes)?;
        let mut fruits = Vec::new();
        for _ in size.cells() {
            fruits.push(Fruit::new(bytes.int_in_range(0..=FruitKinds::MAX)?));
        }
        let mut fruits = fruits.into_iter();
        Ok(Self::from_fn(size, |_| fruits.next().flatten()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_make_a_board() {
        let mut seen = 0;
        for seed in 0..200_u64 {
            let mut generator = crate::Generator::new(seed);
            let bytes: Vec<u8> = (0..900).map(|_| generator.next() as u8).collect();
            let board = Board::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            assert_eq!(board.to_string().parse(), Ok(board));
            seen |= 1 << board.size().get();
        }
        assert_eq!(seen, (1 << 27) - 2, "every size comes");
        assert!(Board::arbitrary(&mut Unstructured::new(&[])).is_ok());
    }
}
