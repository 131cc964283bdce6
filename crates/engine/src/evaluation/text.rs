//! An evaluation as text: one line `LEAST MOST` per bucket, in the order of the buckets'
//! numbers. Lines that begin with `#` say where it comes from.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::quoted;

use super::{Bucket, Evaluation, ValueRange};

/// The text is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnEvaluation {
    /// The line, from 1.
    line: usize,
    found: String,
}

impl fmt::Display for NotAnEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, whole) = (Bucket::COUNT, ValueRange::WIDEST.most);
        let Self { line, found } = self;
        write!(f, "line {line}: expected {count} lines `LEAST MOST` with ")?;
        write!(f, "0 ≤ LEAST < MOST ≤ {whole}, found {found}")
    }
}

impl std::error::Error for NotAnEvaluation {}

impl FromStr for Evaluation {
    type Err = NotAnEvaluation;

    fn from_str(text: &str) -> Result<Self, NotAnEvaluation> {
        let mut ranges = [ValueRange::WIDEST; Bucket::COUNT];
        let mut rest = ranges.iter_mut();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#')) {
            let range = range(text).ok_or_else(|| NotAnEvaluation { line, found: quoted(text) })?;
            let too_many = || NotAnEvaluation { line, found: "one more".to_owned() };
            *rest.next().ok_or_else(too_many)? = range;
        }
        let missing = rest.len();
        if missing > 0 {
            let line = text.lines().count() + 1;
            return Err(NotAnEvaluation { line, found: format!("{missing} fewer") });
        }
        Ok(Self::new(ranges))
    }
}

fn range(text: &str) -> Option<ValueRange> {
    let (least, most) = text.split_once(' ')?;
    let range = ValueRange { least: least.parse().ok()?, most: most.parse().ok()? };
    (range.least < range.most && range.most <= ValueRange::WIDEST.most).then_some(range)
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ranges.iter().try_for_each(|range| writeln!(f, "{} {}", range.least, range.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranges() -> impl Strategy<Value = Vec<ValueRange>> {
        let range = (0..256_u16)
            .prop_flat_map(|least| (Just(least), least + 1..=256))
            .prop_map(|(least, most)| ValueRange { least, most });
        prop::collection::vec(range, Bucket::COUNT)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(ranges in ranges()) {
            let evaluation = Evaluation::new(ranges.try_into().unwrap());
            let text = format!("# made up\n{evaluation}");
            prop_assert_eq!(text.parse(), Ok(evaluation));
        }

        /// A good text with one line replaced is refused in that line, or is an evaluation
        /// that differs only there.
        #[test]
        fn a_changed_line_is_refused_or_read(
            ranges in ranges(),
            place in 0..Bucket::COUNT,
            line in "[0-9 +#-]{0,9}|[0-9]{1,3} [0-9]{1,3}",
        ) {
            let good = Evaluation::new(ranges.try_into().unwrap());
            let mut lines: Vec<String> = good.to_string().lines().map(str::to_owned).collect();
            lines[place].clone_from(&line);
            match lines.join("\n").parse::<Evaluation>() {
                Ok(read) => {
                    let ValueRange { least, most } = read.ranges[place];
                    let numbers: Vec<u16> =
                        line.split(' ').map(|number| number.parse().unwrap()).collect();
                    prop_assert_eq!(numbers, [least, most]);
                    let others = (0..Bucket::COUNT).filter(|&index| index != place);
                    for index in others {
                        prop_assert_eq!(read.ranges[index], good.ranges[index]);
                    }
                }
                Err(error) if line.starts_with('#') => {
                    prop_assert!(error.to_string().ends_with("found 1 fewer"), "{}", error);
                }
                Err(error) => {
                    let start = format!("line {}: expected", place + 1);
                    prop_assert!(error.to_string().starts_with(&start), "{}", error);
                }
            }
        }
    }

    #[test]
    fn messages_say_where_and_what() {
        let widest = Evaluation::new([ValueRange::WIDEST; Bucket::COUNT]).to_string();
        let message = |text: &str| text.parse::<Evaluation>().unwrap_err().to_string();
        assert!(message(&format!("9 7\n{widest}")).starts_with("line 1: expected 1800 lines"));
        assert!(message(&format!("{widest}0 9\n")).ends_with("found one more"));
        assert!(message(&format!("7 7\n{widest}")).ends_with("found `7 7`"));
        let fewer = message("# made up\n0 9\n");
        assert!(fewer.starts_with("line 3: expected 1800 lines") && fewer.ends_with("1799 fewer"));
        assert!(message("0\t9\n").ends_with(r"found `0\t9`"));
    }
}
