//! Words that hold one bit for each cell of a board.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells as bits. Small boards fit the machine's own words, and the solver is compiled
/// for each kind of word on its own.
pub(crate) trait Word:
    Copy
    + Debug
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;

    /// The rows of a column, bit 0 being the floor.
    fn from_rows(rows: u32) -> Self;

    fn count(self) -> u32;

    /// The index of the lowest bit; the word has one.
    fn first(self) -> u32;

    /// How many ones there are from bit 0 on, without a gap.
    fn leading_run(self) -> u32;

    fn wrapping_add(self, other: Self) -> Self;

    fn wrapping_sub(self, other: Self) -> Self;

    /// Two numbers for the whole word; sums of them name a set of words that do not overlap.
    fn hash(self) -> [u64; 2];

    /// A number of so many bits for the whole word, found quickly.
    fn scatter(self, bits: u32) -> usize;

    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn bit(index: u32) -> Self {
        Self::ONE << index
    }

    /// Only the lowest bit.
    fn lowest(self) -> Self {
        self & Self::ZERO.wrapping_sub(self)
    }

    /// All but the lowest bit.
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(Self::ONE)
    }
}

/// Mixes a number so that every bit depends on every bit (after Stafford's and Maiga's
/// finalizers); without the long products that WebAssembly does not have.
pub(super) const fn mix(mut number: u64) -> u64 {
    const FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;
    number ^= number >> 32;
    number = number.wrapping_mul(FACTOR);
    number ^= number >> 32;
    number = number.wrapping_mul(FACTOR);
    number ^ number >> 32
}

/// A second number for what the first was mixed from: no sum of the first tells that of these.
const fn second(number: u64) -> u64 {
    let product = number.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    product ^ product >> 31
}

const fn scattered(number: u64, bits: u32) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
}

macro_rules! word {
    ($type:ty, $fold:expr, $hash:expr) => {
        impl Word for $type {
            const BITS: u32 = Self::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn from_rows(rows: u32) -> Self {
                Self::from(rows)
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            fn leading_run(self) -> u32 {
                self.trailing_ones()
            }

            fn wrapping_add(self, other: Self) -> Self {
                Self::wrapping_add(self, other)
            }

            fn wrapping_sub(self, other: Self) -> Self {
                Self::wrapping_sub(self, other)
            }

            fn scatter(self, bits: u32) -> usize {
                let fold: fn(Self) -> u64 = $fold;
                scattered(fold(self), bits)
            }

            fn hash(self) -> [u64; 2] {
                let hash: fn(Self) -> [u64; 2] = $hash;
                hash(self)
            }
        }
    };
}

word!(u64, |word| word, |word| {
    let first = mix(word ^ 0x9E37_79B9_7F4A_7C15);
    [first, second(first)]
});

word!(u128, |word| word as u64 ^ ((word >> 64) as u64).rotate_left(29), |word| {
    let [low, high] = [word as u64, (word >> 64) as u64];
    let inner = mix(low ^ 0x9E37_79B9_7F4A_7C15);
    let first = mix(inner.wrapping_add(high) ^ 0x8BB8_4B93_962E_ACC9 ^ high.rotate_left(29));
    [first, second(first.wrapping_add(inner))]
});

/// As many bits as the largest board has cells, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide([u64; Wide::LIMBS]);

impl Wide {
    const LIMBS: usize = 11;

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|index| combine(self.0[index], other.0[index])))
    }
}

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|limb| !limb))
    }
}

impl Shl<u32> for Wide {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        let (limbs, bits) = ((by / 64) as usize, by % 64);
        let limb = |index: usize| index.checked_sub(limbs).map_or(0, |index| self.0[index]);
        Self(std::array::from_fn(|index| {
            let low = if index == 0 || bits == 0 { 0 } else { limb(index - 1) >> (64 - bits) };
            limb(index) << bits | low
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        let (limbs, bits) = ((by / 64) as usize, by % 64);
        let limb = |index: usize| self.0.get(index + limbs).copied().unwrap_or(0);
        Self(std::array::from_fn(|index| {
            let high = if bits == 0 { 0 } else { limb(index + 1) << (64 - bits) };
            limb(index) >> bits | high
        }))
    }
}

impl Word for Wide {
    const BITS: u32 = 64 * Self::LIMBS as u32;
    const ZERO: Self = Self([0; Self::LIMBS]);
    const ONE: Self = {
        let mut limbs = [0; Self::LIMBS];
        limbs[0] = 1;
        Self(limbs)
    };

    fn from_rows(rows: u32) -> Self {
        let mut word = Self::ZERO;
        word.0[0] = u64::from(rows);
        word
    }

    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    fn first(self) -> u32 {
        let index = self.0.iter().position(|&limb| limb != 0).unwrap_or(Self::LIMBS - 1);
        64 * index as u32 + self.0[index].trailing_zeros()
    }

    fn leading_run(self) -> u32 {
        (!self)
            .0
            .iter()
            .position(|&limb| limb != 0)
            .map_or(Self::BITS, |index| 64 * index as u32 + self.0[index].trailing_ones())
    }

    fn wrapping_add(self, other: Self) -> Self {
        let mut carry = false;
        self.zip_in_order(other, |a, b| {
            let (sum, over) = a.overflowing_add(b);
            let (sum, more) = sum.overflowing_add(u64::from(carry));
            carry = over | more;
            sum
        })
    }

    fn wrapping_sub(self, other: Self) -> Self {
        let mut borrow = false;
        self.zip_in_order(other, |a, b| {
            let (difference, under) = a.overflowing_sub(b);
            let (difference, more) = difference.overflowing_sub(u64::from(borrow));
            borrow = under | more;
            difference
        })
    }

    fn scatter(self, bits: u32) -> usize {
        scattered(self.0.iter().fold(0, |folded: u64, limb| folded.rotate_left(29) ^ limb), bits)
    }

    fn hash(self) -> [u64; 2] {
        let mut inner = 0;
        let first = self.0.iter().fold(0x9E37_79B9_7F4A_7C15, |hash: u64, &limb| {
            inner = hash;
            mix(hash.rotate_left(29) ^ limb)
        });
        [first, second(first.wrapping_add(inner))]
    }
}

impl Wide {
    /// Combines limb by limb, the lowest first.
    fn zip_in_order(self, other: Self, mut combine: impl FnMut(u64, u64) -> u64) -> Self {
        let mut limbs = self.0;
        for (limb, other) in limbs.iter_mut().zip(other.0) {
            *limb = combine(*limb, other);
        }
        Self(limbs)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fruitrage_rules::Generator;
    use proptest::prelude::*;

    use super::*;

    fn wide(word: u128) -> Wide {
        let mut limbs = [0; Wide::LIMBS];
        limbs[0] = word as u64;
        limbs[1] = (word >> 64) as u64;
        Wide(limbs)
    }

    fn narrow(word: Wide) -> u128 {
        u128::from(word.0[0]) | u128::from(word.0[1]) << 64
    }

    /// Either half of a hash depends on every bit: one more or less changes about half of its own.
    fn check_hashes<W: Word>(words: &[W; 64]) {
        for half in [0, 1] {
            for bit in 0..W::BITS {
                let changed = words.map(|word| {
                    let other = word ^ W::bit(bit);
                    (word.hash()[half] ^ other.hash()[half]).count_ones()
                });
                let changed = changed.iter().sum::<u32>() / 64;
                assert!((28..=36).contains(&changed), "bit {bit}, half {half}: {changed} of 64");
            }
        }
        let places: HashSet<usize> = words.iter().map(|word| word.scatter(16)).collect();
        assert!(places.len() > 60 && places.iter().all(|&place| place < 1 << 16), "{places:?}");
    }

    #[test]
    fn hashes_depend_on_every_bit() {
        let mut generator = Generator::new(1);
        let mut next = || u128::from(generator.next()) << 64 | u128::from(generator.next());
        check_hashes::<u64>(&std::array::from_fn(|_| next() as u64));
        check_hashes::<u128>(&std::array::from_fn(|_| next()));
        check_hashes::<Wide>(&std::array::from_fn(|_| wide(next()) | wide(next()) << 600));
    }

    #[test]
    fn runs_are_counted_from_one_limb_to_the_next() {
        for run in 0..=Wide::BITS {
            let ones = !(!Wide::ZERO << run);
            assert_eq!((ones.leading_run(), ones.count()), (run, run));
            assert_eq!((!ones).first(), run, "of none it is the number of bits");
        }
    }

    proptest! {
        /// In the lowest 128 bits a wide word does what the machine's own does.
        #[test]
        fn wide_words_are_like_others(a: u128, b: u128, by in 0_u32..128) {
            prop_assert_eq!(narrow(wide(a) & wide(b)), a & b);
            prop_assert_eq!(narrow(wide(a) | wide(b)), a | b);
            prop_assert_eq!(narrow(wide(a) ^ wide(b)), a ^ b);
            prop_assert_eq!(narrow(!wide(a)), !a);
            prop_assert_eq!(narrow(wide(a) << by), a << by);
            prop_assert_eq!(narrow(wide(a) >> by), a >> by);
            prop_assert_eq!(narrow(wide(a).wrapping_add(wide(b))), a.wrapping_add(b));
            prop_assert_eq!(narrow(wide(a).wrapping_sub(wide(b))), a.wrapping_sub(b));
            prop_assert_eq!(wide(a).count(), a.count_ones());
            prop_assert_eq!(wide(a).leading_run(), a.trailing_ones());
            prop_assert_eq!(narrow(wide(a).lowest()), a & a.wrapping_neg());
            if a != 0 {
                prop_assert_eq!((wide(a) << 500).first(), 500 + a.trailing_zeros());
            }
        }
    }
}
