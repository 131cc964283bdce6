//! Positions with what searches found them worth, and the text they are kept in.
//!
//! The first line says what the file is and what it was made with, and each other line is
//! a position, its fields separated by blanks:
//!
//! ```text
//! fruitrage samples 1 seed=1 nodes=50000
//! 12 3 ***/*10/000 15 8,14,15
//! ```
//!
//! That is: the game it was taken from, the kinds of fruit of that game, the board, its
//! exact value or `-`, and the values that depths 1, 2, 3 and so on found, or `-`.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::{Board, FruitKinds, TextError};

use crate::fields::Fields;

/// What all samples of a file were made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The seed of the games.
    pub seed: u64,
    /// The nodes of each search.
    pub nodes: u64,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fruitrage samples 1 seed={} nodes={}", self.seed, self.nodes)
    }
}

impl FromStr for Header {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::new(1, text);
        for word in ["fruitrage", "samples", "1"] {
            fields.word(word)?;
        }
        let header = Self { seed: fields.named("seed")?, nodes: fields.named("nodes")? };
        fields.end()?;
        Ok(header)
    }
}

/// A position and its values, all for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of the game that the position comes from. Samples of one game belong
    /// together, for instance on one side of a split.
    pub unit: u64,
    /// How many kinds of fruit that game has.
    pub kinds: FruitKinds,
    /// The board.
    pub board: Board,
    /// The proved value, if there was one.
    pub exact: Option<i32>,
    /// The values that depths 1, 2, 3 and so on found.
    pub values: Vec<i32>,
}

impl Sample {
    /// The best that is known: the exact value, or else the mean of what the two greatest
    /// depths found. Who is on move where a search stops is favoured, and in the mean of two
    /// depths both players are.
    pub fn value(&self) -> Option<f64> {
        let exact = self.exact.map(f64::from);
        exact.or(match *self.values {
            [.., before, last] => Some(f64::midpoint(f64::from(before), f64::from(last))),
            [only] => Some(f64::from(only)),
            [] => None,
        })
    }

    /// Reads a line, whose number is for errors.
    pub fn parse(line: usize, text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::new(line, text);
        let unit = fields.parse("the number of a game")?;
        let kinds: FruitKinds = fields.parse("the kinds of fruit, a whole number from 1 to 10")?;
        let board = fields
            .read("a board, its rows separated by `/`, of these fruits", |field| {
                field.parse().ok().filter(|board| has_only(board, kinds))
            })?;
        let exact = fields.read("the exact value or `-`", |field| match field {
            "-" => Some(None),
            value => value.parse().ok().map(Some),
        })?;
        let values = fields.read("values separated by `,`, or `-`", |field| match field {
            "-" => Some(Vec::new()),
            values => values.split(',').map(|value| value.parse().ok()).collect(),
        })?;
        fields.end()?;
        Ok(Self { unit, kinds, board, exact, values })
    }
}

fn has_only(board: &Board, kinds: FruitKinds) -> bool {
    board.fruits_left_by_kind()[kinds.get()..].iter().all(|&count| count == 0)
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, kinds, board, exact, values } = self;
        write!(f, "{unit} {kinds} {board:#} ")?;
        match exact {
            Some(value) => write!(f, "{value} ")?,
            None => f.write_str("- ")?,
        }
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        f.write_str(if values.is_empty() { "-" } else { "" })?;
        f.write_str(&values.join(","))
    }
}

/// Reads the samples of a whole file.
pub fn read(text: &str) -> Result<(Header, Vec<Sample>), TextError> {
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default().parse()?;
    let samples = (2..).zip(lines).map(|(number, line)| Sample::parse(number, line));
    Ok((header, samples.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Fruit, Size};
    use proptest::prelude::*;

    fn samples() -> impl Strategy<Value = Sample> {
        let values = proptest::collection::vec(any::<i32>(), 0..40);
        let rest = (any::<u64>(), any::<Option<i32>>(), values);
        let board = (1..=26usize, 1..=10usize, any::<u64>());
        (board, rest).prop_map(|((size, kinds, seed), (unit, exact, values))| {
            let mut generator = fruitrage_rules::Generator::new(seed);
            let board = Board::from_fn(Size::new(size).unwrap(), |_| {
                (generator.below(4) > 0).then(|| Fruit::new(generator.below(kinds)).unwrap())
            });
            Sample { unit, kinds: FruitKinds::new(kinds).unwrap(), board, exact, values }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn samples_round_trip(
            seed: u64, nodes: u64, samples in proptest::collection::vec(samples(), 0..5),
        ) {
            let header = Header { seed, nodes };
            let lines: Vec<String> = samples.iter().map(ToString::to_string).collect();
            let text = format!("{header}\n{}\n", lines.join("\n"));
            prop_assert_eq!(read(text.trim_end()), Ok((header, samples)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9 */,=\\-]{0,40}") {
            let _ = Sample::parse(1, &text);
            let _ = read(&text);
        }
    }

    #[test]
    fn errors_say_where_what_was_expected_and_what_came() {
        let header = "fruitrage samples 1 seed=1 nodes=5\n";
        for (line, column, found) in [
            ("", 1, "the end of the line"),
            ("x 2 01/10 - 1", 1, "`x`"),
            ("0 11 01/10 - 1", 3, "`11`"),
            ("0 2 02/10 - 1", 5, "`02/10`"),
            ("0 2 01/1 - 1", 5, "`01/1`"),
            ("0 2 01/10 a 1", 11, "`a`"),
            ("0 2 01/10 - 1,,2", 13, "`1,,2`"),
            ("0 2 01/10 -", 12, "the end of the line"),
            ("0 2 01/10 - 1 2", 15, "`2`"),
        ] {
            let error = read(&format!("{header}{line}\n")).unwrap_err();
            assert_eq!((error.line, error.column, &*error.found), (2, column, found), "{line}");
        }
        assert_eq!(read("").unwrap_err().expected, "`fruitrage`");
        assert_eq!(read("fruitrage samples 1 nodes=1").unwrap_err().column, 21);
    }

    #[test]
    fn the_best_that_is_known_is_the_exact_value_or_the_mean_of_the_deepest() {
        let value = |text| Sample::parse(1, text).unwrap().value();
        assert_eq!(value("0 1 0 1 2,3"), Some(1.0));
        assert_eq!(value("0 1 0 - 2,3"), Some(2.5));
        assert_eq!(value("0 1 0 - 2"), Some(2.0));
        assert_eq!(value("0 1 0 - -"), None);
    }
}
