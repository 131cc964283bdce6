//! Capital letters, digits and signs drawn as strokes, so that no font is needed.

use std::fmt;

use crate::text::number;

/// Letters are drawn in boxes of 4 by 6, and this far apart.
const ADVANCE: f64 = 5.4;
const WIDTH: f64 = 4.0;
const HEIGHT: f64 = 6.0;

/// Where a text stands relative to its place.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Middle,
    End,
}

/// A text whose capitals are so high, in a colour, centred on a line. Characters that
/// cannot be drawn are left out.
pub(crate) fn lettering(
    text: &str,
    anchor: Anchor,
    (x, y): (f64, f64),
    height: f64,
    colour: &str,
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let scale = height / HEIGHT;
        let strokes: Vec<&str> = text.chars().filter_map(strokes).collect();
        let width = (strokes.len() as f64 - 1.0) * ADVANCE + WIDTH;
        let start = match anchor {
            Anchor::Middle => x - width * scale / 2.0,
            Anchor::End => x - width * scale,
        };
        write!(
            f,
            r#"<g class="line" fill="none" stroke="{colour}" stroke-width=".8" stroke-linecap="round" stroke-linejoin="round" transform="translate({} {}) scale({})">"#,
            number(start, 2),
            number(y - height / 2.0, 2),
            number(scale, 3),
        )?;
        for (index, stroke) in (0..).zip(strokes) {
            let right = number(f64::from(index) * ADVANCE, 2);
            write!(f, r#"<path d="{stroke}" transform="translate({right})"/>"#)?;
        }
        writeln!(f, "</g>")
    })
}

/// How a character is drawn; none if it is not among those that pictures need.
const fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        'A' => "M0 6L2 0L4 6M.7 4H3.3",
        'B' => "M0 0H2.2A1.5 1.5 0 0 1 2.2 3H0M2.2 3A1.5 1.5 0 0 1 2.2 6H0V0",
        'C' => "M3.8 1.2C3.2.3 2.7 0 2 0C.8 0 0 1 0 3C0 5 .8 6 2 6C2.7 6 3.2 5.7 3.8 4.8",
        'D' => "M0 0V6H1.5C3.3 6 4 5 4 3C4 1 3.3 0 1.5 0Z",
        'E' => "M3.6 0H0V6H3.6M0 3H3",
        'F' => "M3.6 0H0V6M0 3H3",
        'G' => "M3.8 1.2C3.2.3 2.7 0 2 0C.8 0 0 1 0 3C0 5 .8 6 2 6C3.3 6 4 5.2 4 3.4H2.3",
        'H' => "M0 0V6M4 0V6M0 3H4",
        'I' => "M2 0V6M.8 0H3.2M.8 6H3.2",
        'J' => "M3.5 0V4.3C3.5 5.4 2.9 6 1.9 6C1 6 .4 5.5 .2 4.6",
        'K' => "M0 0V6M4 0L0 3.6M1.4 2.4L4 6",
        'L' => "M0 0V6H3.6",
        'M' => "M0 6V0L2 3.4L4 0V6",
        'N' => "M0 6V0L4 6V0",
        'O' | '0' => "M2 0C.8 0 0 1 0 3C0 5 .8 6 2 6C3.2 6 4 5 4 3C4 1 3.2 0 2 0Z",
        'P' => "M0 6V0H2.2A1.7 1.7 0 0 1 2.2 3.4H0",
        'Q' => "M2 0C.8 0 0 1 0 3C0 5 .8 6 2 6C3.2 6 4 5 4 3C4 1 3.2 0 2 0ZM2.6 4.4L4.2 6.4",
        'R' => "M0 6V0H2.2A1.7 1.7 0 0 1 2.2 3.4H0M2 3.4L4 6",
        'S' => {
            "M3.7 1C3.3.3 2.8 0 2 0C1 0 .3.6.3 1.5C.3 3.9 3.8 2.1 3.8 4.5C3.8 5.4 3 6 2 6C1.2 6 .5 5.7 .1 4.9"
        }
        'T' => "M0 0H4M2 0V6",
        'U' => "M0 0V4C0 5.3 .8 6 2 6C3.2 6 4 5.3 4 4V0",
        'V' => "M0 0L2 6L4 0",
        'W' => "M0 0L1 6L2 2.2L3 6L4 0",
        'X' => "M0 0L4 6M4 0L0 6",
        'Y' => "M0 0L2 3L4 0M2 3V6",
        'Z' => "M0 0H4L0 6H4",
        '1' => "M.8 1.2L2.2 0V6M.8 6H3.6",
        '2' => "M.3 1.6C.3.6 1 0 2 0C3 0 3.7.6 3.7 1.6C3.7 3 .3 4.4 .2 6H3.8",
        '3' => {
            "M.4.8C.8.3 1.3 0 2 0C3 0 3.6.6 3.6 1.5C3.6 2.4 3 2.9 1.6 2.9C3.1 2.9 3.8 3.5 3.8 4.4C3.8 5.4 3 6 2 6C1.2 6 .6 5.7 .2 5"
        }
        '4' => "M3 6V0L0 4.2H4",
        '5' => {
            "M3.5 0H.7L.4 2.7C.9 2.3 1.4 2.1 2 2.1C3.1 2.1 3.8 2.9 3.8 4C3.8 5.2 3 6 1.9 6C1.1 6 .5 5.7 .2 5.1"
        }
        '6' => {
            "M3.4.6C3 .2 2.6 0 2.1 0C.9 0 .2 1.2 .2 3.3C.2 5 .9 6 2 6C3.1 6 3.8 5.3 3.8 4.2C3.8 3.1 3.1 2.4 2.1 2.4C1.2 2.4 .5 3 .2 3.8"
        }
        '7' => "M.2 0H3.8L1.6 6",
        '8' => {
            "M2 2.8C1.1 2.8 .5 2.2 .5 1.4C.5.6 1.1 0 2 0C2.9 0 3.5.6 3.5 1.4C3.5 2.2 2.9 2.8 2 2.8C.9 2.8 .2 3.5 .2 4.4C.2 5.3 .9 6 2 6C3.1 6 3.8 5.3 3.8 4.4C3.8 3.5 3.1 2.8 2 2.8Z"
        }
        '9' => {
            "M.6 5.4C1 5.8 1.4 6 1.9 6C3.1 6 3.8 4.8 3.8 2.7C3.8 1 3.1 0 2 0C.9 0 .2.7 .2 1.8C.2 2.9 .9 3.6 1.9 3.6C2.8 3.6 3.5 3 3.8 2.2"
        }
        '+' => "M.6 3.2H3.4M2 1.8V4.6",
        '-' => "M.6 3.2H3.4",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_coordinates_and_numbers_need_can_be_drawn() {
        for character in ('A'..='Z').chain('0'..='9').chain(['+', '-']) {
            assert!(strokes(character).is_some(), "{character}");
        }
        let text = lettering("A?1", Anchor::End, (10.0, 3.0), 6.0, "#000").to_string();
        assert_eq!(text.matches("<path").count(), 2);
    }
}
