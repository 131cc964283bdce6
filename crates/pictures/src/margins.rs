//! The margin of a game from move to move as a graph.

use std::fmt::{self, Display, Write};

use crate::colours::{INK, MARK_EDGE, PAPER, PLAYERS};
use crate::letters::{Anchor, lettering};
use crate::scale::Scale;
use crate::text::{escaped, number, shortened};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 256.0;

/// The edges of the area within the axes.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = HEIGHT - 26.0;

const LETTER_HEIGHT: f64 = 8.0;
const LONGEST_NAME: usize = 40;

/// The margin of a game from move to move, an SVG document when it is displayed. Margins
/// are those of the first player: above the middle line, the first player is ahead.
/// `data-from` and `data-to` tell a page where the first and the last position are.
///
/// ```
/// use fruitrage_pictures::MarginGraph;
///
/// let graph = MarginGraph {
///     names: ["Ada", "Grace"],
///     expected: &[15, -15, -15],
///     scored: &[0, 1, -15],
///     exact_from: Some(0),
///     turning_points: &[0],
/// };
/// assert!(graph.to_string().contains("Ada"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MarginGraph<'a> {
    /// The players, the first one first.
    pub names: [&'a str; 2],
    /// What best play would lead to, before each move and at the end.
    pub expected: &'a [i32],
    /// What was scored, before each move and at the end.
    pub scored: &'a [i32],
    /// From which of these on everything is proved.
    pub exact_from: Option<usize>,
    /// The moves that changed who wins.
    pub turning_points: &'a [usize],
}

impl MarginGraph<'_> {
    fn across(&self) -> Scale {
        let last = self.expected.len().max(2) - 1;
        Scale::new((0.0, last as f64), (LEFT, RIGHT))
    }

    fn up(&self) -> Scale {
        let margins = || self.expected.iter().chain(self.scored).copied();
        let (low, high) =
            (margins().min().unwrap_or(0).min(0), margins().max().unwrap_or(0).max(0));
        let spare = f64::from((high - low).max(10)) * 0.06;
        Scale::new((f64::from(low) - spare, f64::from(high) + spare), (BOTTOM, TOP))
    }

    /// The points of a line, as a path needs them.
    fn points(&self, margins: &[i32]) -> String {
        let (across, up) = (self.across(), self.up());
        let mut path = String::new();
        for (index, &margin) in margins.iter().enumerate() {
            let sign = if index == 0 { 'M' } else { 'L' };
            let (x, y) = (across.place(index as f64), up.place(f64::from(margin)));
            // Writing to a text cannot fail.
            let _ = write!(path, "{sign}{} {}", number(x, 1), number(y, 1));
        }
        path
    }

    fn write_axes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (across, up) = (self.across(), self.up());
        for tick in up.ticks(5.0) {
            let y = up.place(tick);
            let (place, strength) = (number(y, 1), if tick == 0.0 { 1.0 } else { 0.3 });
            writeln!(
                f,
                r#"<path class="line" d="M{LEFT} {place}H{RIGHT}" stroke="{INK}" stroke-opacity="{strength}"/>"#
            )?;
            let sign = if tick > 0.0 { "+" } else { "" };
            let text = format!("{sign}{}", number(tick, 0));
            lettering(&text, Anchor::End, (LEFT - 8.0, y), LETTER_HEIGHT, INK).fmt(f)?;
        }
        for tick in across.ticks(10.0) {
            let place = (across.place(tick), BOTTOM + 12.0);
            let text = number(tick, 0).to_string();
            lettering(&text, Anchor::Middle, place, LETTER_HEIGHT, INK).fmt(f)?;
        }
        Ok(())
    }

    /// The area between the line and the middle, in the colour of who is ahead. Without
    /// clipping: its names would clash where a page shows several graphs.
    fn write_areas(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let up = self.up();
        let corners = self.corners();
        let (Some(first), Some(last)) = (corners.first(), corners.last()) else { return Ok(()) };
        for (sign, colour) in [1.0, -1.0].into_iter().zip(PLAYERS) {
            let mut path = String::new();
            for &(x, margin) in &corners {
                let y = up.place((margin * sign).max(0.0) * sign);
                // Writing to a text cannot fail.
                let _ = write!(path, "L{} {}", number(x, 1), number(y, 1));
            }
            let (from, to, middle) =
                (number(first.0, 1), number(last.0, 1), number(up.place(0.0), 1));
            writeln!(
                f,
                r#"<path d="M{from} {middle}{path}L{to} {middle}Z" fill="{colour}" fill-opacity=".35"/>"#
            )?;
        }
        Ok(())
    }

    /// Where the line of what is expected bends or crosses the middle: places across and
    /// margins.
    fn corners(&self) -> Vec<(f64, f64)> {
        let across = self.across();
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for (index, &margin) in self.expected.iter().enumerate() {
            let (x, margin) = (across.place(index as f64), f64::from(margin));
            if let Some(&(before, earlier)) = corners.last()
                && earlier * margin < 0.0
            {
                corners.push((before + (x - before) * earlier / (earlier - margin), 0.0));
            }
            corners.push((x, margin));
        }
        corners
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scored, expected) = (self.points(self.scored), self.points(self.expected));
        writeln!(
            f,
            r#"<path class="line" d="{scored}" fill="none" stroke="{INK}" stroke-opacity=".6" stroke-dasharray="3 3"/>"#
        )?;
        writeln!(
            f,
            r#"<path class="line" d="{expected}" fill="none" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>"#
        )?;
        for &index in self.turning_points {
            let Some(&margin) = self.expected.get(index + 1) else { continue };
            let x = number(self.across().place((index + 1) as f64), 1);
            let y = number(self.up().place(f64::from(margin)), 1);
            writeln!(f, r#"<circle cx="{x}" cy="{y}" r="4" fill="{MARK_EDGE}"/>"#)?;
        }
        Ok(())
    }
}

impl Display for MarginGraph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.names.map(|name| escaped(&shortened(name, LONGEST_NAME)));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" data-from="{LEFT}" data-to="{RIGHT}" aria-label="The margin of {first} over {second}, move by move">"#
        )?;
        writeln!(
            f,
            r#"<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="10" fill="{PAPER}"/>"#
        )?;
        if let Some(exact_from) = self.exact_from {
            let x = self.across().place(exact_from as f64);
            let (place, width, height) = (number(x, 1), number(RIGHT - x, 1), BOTTOM - TOP);
            writeln!(
                f,
                r#"<rect x="{place}" y="{TOP}" width="{width}" height="{height}" fill="{INK}" fill-opacity=".08"/>"#
            )?;
        }
        self.write_areas(f)?;
        self.write_axes(f)?;
        self.write_lines(f)?;
        let style = r#"y="20" font-family="sans-serif" font-size="13" font-weight="bold""#;
        let [above, below] = PLAYERS;
        writeln!(f, r#"<text x="{LEFT}" fill="{above}" {style}>↑ {first}</text>"#)?;
        writeln!(
            f,
            r#"<text x="{RIGHT}" text-anchor="end" fill="{below}" {style}>{second} ↓</text>"#
        )?;
        writeln!(f, "</svg>")
    }
}
