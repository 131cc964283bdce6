//! Why a program failed, as it says itself: the last line that it printed and that is meant for
//! people.

use fruitrage_rules::plain;

/// Longer reasons are cut.
const LONGEST: usize = 160;

/// What programs add to a reason: where in the source it was, and how to see more of that.
const BESIDES: [&str; 4] = ["at ", "... ", "note: ", "stack backtrace"];

/// A sentence with the reason behind it, if the program gave one.
pub(super) fn with_reason(sentence: &str, printed: &str) -> String {
    match reason(printed) {
        Some(reason) => format!("{sentence}; it said `{reason}`"),
        None => sentence.to_owned(),
    }
}

/// The last line that is not about where.
fn reason(printed: &str) -> Option<String> {
    let is_reason = |line: &&str| {
        let text = line.trim_start();
        !text.is_empty() && !BESIDES.iter().any(|besides| text.starts_with(besides))
    };
    let line = printed.lines().rev().find(is_reason)?;
    Some(plain(line.trim(), LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_last_line_that_is_not_about_where() {
        for (printed, expected) in [
            ("", None),
            (" \n\n", None),
            (
                "Traceback (most recent call last):\n  File \"mine.py\", line 1, in <module>\n    \
                 1 / 0\n    ~~^~~\nZeroDivisionError: division by zero\n",
                Some("ZeroDivisionError: division by zero"),
            ),
            (
                "Exception in thread \"main\" java.lang.RuntimeException: no move\n\tat \
                 homework.main(homework.java:5)\n\t... 3 more\n",
                Some("Exception in thread \"main\" java.lang.RuntimeException: no move"),
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  \
                 vector::_M_range_check\n",
                Some("what():  vector::_M_range_check"),
            ),
            (
                "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                Some("index out of bounds"),
            ),
            ("a\u{1b}[2Jb\n", Some("a\\u{1b}[2Jb")),
        ] {
            assert_eq!(reason(printed).as_deref(), expected, "{printed}");
        }
        assert_eq!(with_reason("it ended", "x"), "it ended; it said `x`");
        assert_eq!(with_reason("it ended", ""), "it ended");
        assert!(reason(&"x".repeat(1000)).unwrap().chars().count() <= LONGEST + 1);
    }
}
