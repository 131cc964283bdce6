//! An evaluation as text: a line a class, `LEAST MOST`, in the order of the classes' numbers.
//! Lines that begin with `#` say where it comes from.

use std::fmt;
use std::str::FromStr;

use super::{Class, Evaluation, Span};

/// The text is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnEvaluation {
    /// The line, from 1.
    line: usize,
    found: String,
}

impl fmt::Display for NotAnEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, whole) = (Class::COUNT, Span::WIDEST.most);
        let Self { line, found } = self;
        write!(f, "line {line}: expected {count} lines `LEAST MOST` with ")?;
        write!(f, "0 ≤ LEAST < MOST ≤ {whole}, found {found}")
    }
}

impl std::error::Error for NotAnEvaluation {}

impl FromStr for Evaluation {
    type Err = NotAnEvaluation;

    fn from_str(text: &str) -> Result<Self, NotAnEvaluation> {
        let mut spans = [Span::WIDEST; Class::COUNT];
        let mut rest = spans.iter_mut();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#')) {
            let span = span(text).ok_or_else(|| NotAnEvaluation { line, found: quoted(text) })?;
            let too_many = || NotAnEvaluation { line, found: "one more".to_owned() };
            *rest.next().ok_or_else(too_many)? = span;
        }
        let missing = rest.len();
        if missing > 0 {
            let line = text.lines().count() + 1;
            return Err(NotAnEvaluation { line, found: format!("{missing} fewer") });
        }
        Ok(Self::new(spans))
    }
}

fn span(text: &str) -> Option<Span> {
    let (least, most) = text.split_once(' ')?;
    let span = Span { least: least.parse().ok()?, most: most.parse().ok()? };
    (span.least < span.most && span.most <= Span::WIDEST.most).then_some(span)
}

/// What was found, in a message of one line.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("`{}`", start.escape_debug())
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans.iter().try_for_each(|span| writeln!(f, "{} {}", span.least, span.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spans() -> impl Strategy<Value = Vec<Span>> {
        let span = (0..256_u16)
            .prop_flat_map(|least| (Just(least), least + 1..=256))
            .prop_map(|(least, most)| Span { least, most });
        prop::collection::vec(span, Class::COUNT)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(spans in spans()) {
            let evaluation = Evaluation::new(spans.try_into().unwrap());
            let text = format!("# made up\n{evaluation}");
            prop_assert_eq!(text.parse(), Ok(evaluation));
        }

        #[test]
        fn other_text_is_refused(text in any::<String>()) {
            prop_assert!(text.parse::<Evaluation>().is_err());
        }
    }

    #[test]
    fn messages_say_where_and_what() {
        let widest = Evaluation::new([Span::WIDEST; Class::COUNT]).to_string();
        let message = |text: &str| text.parse::<Evaluation>().unwrap_err().to_string();
        assert!(message(&format!("9 7\n{widest}")).starts_with("line 1: expected 360 lines"));
        assert!(message(&format!("{widest}0 9\n")).ends_with("found one more"));
        assert!(message("0 9\n").ends_with("found 359 fewer"));
        assert!(message("0\t9\n").ends_with(r"found `0\t9`"));
    }
}
