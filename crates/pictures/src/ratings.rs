//! The ratings of many players as a plot.

use std::fmt::{self, Display};

use crate::colours::{INK, PAPER, PLAYERS};
use crate::letters::{Anchor, lettering};
use crate::scale::Scale;
use crate::text::{escaped, number, shortened};

const WIDTH: f64 = 720.0;
const ROW: f64 = 26.0;
const TOP: f64 = 14.0;
const FOOT: f64 = 30.0;

/// The edges of the area within the axes.
const LEFT: f64 = 220.0;
const RIGHT: f64 = WIDTH - 24.0;

const LONGEST_NAME: usize = 30;

/// A rating with its interval, which may be open.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a> {
    /// Who is rated.
    pub name: &'a str,
    /// The rating.
    pub value: f64,
    /// The interval's lower end; none if there is no bound.
    pub low: Option<f64>,
    /// The interval's upper end; none if there is no bound.
    pub high: Option<f64>,
}

/// The ratings of many players, an SVG document when it is displayed.
///
/// ```
/// use fruitrage_pictures::{Rated, RatingPlot};
///
/// let rated = Rated { name: "Ada", value: 120.0, low: Some(80.0), high: None };
/// assert!(RatingPlot(&[rated]).to_string().contains(">Ada</text>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RatingPlot<'a>(pub &'a [Rated<'a>]);

impl RatingPlot<'_> {
    fn scale(&self) -> Scale {
        let ends = self.0.iter().flat_map(|rated| [Some(rated.value), rated.low, rated.high]);
        let ends: Vec<f64> = ends.flatten().collect();
        let low = ends.iter().copied().fold(0.0, f64::min);
        let high = ends.iter().copied().fold(1.0, f64::max);
        let spare = (high - low) * 0.05;
        Scale::new((low - spare, high + spare), (LEFT, RIGHT))
    }

    fn height(&self) -> f64 {
        TOP + self.0.len() as f64 * ROW + FOOT
    }
}

impl Display for RatingPlot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scale, height) = (self.scale(), self.height());
        let bottom = height - FOOT;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="Ratings with their intervals">"#
        )?;
        writeln!(
            f,
            r#"<rect class="paper" width="{WIDTH}" height="{height}" rx="10" fill="{PAPER}"/>"#
        )?;
        for tick in scale.ticks(6.0) {
            let x = scale.place(tick);
            let place = number(x, 1);
            writeln!(
                f,
                r#"<path class="line" d="M{place} {TOP}V{bottom}" stroke="{INK}" stroke-opacity=".3"/>"#
            )?;
            let text = number(tick, 0).to_string();
            lettering(&text, Anchor::Middle, (x, bottom + 14.0), 8.0, INK).fmt(f)?;
        }
        for (index, rated) in self.0.iter().enumerate() {
            let y = TOP + (index as f64 + 0.5) * ROW;
            rated.write_row(f, &scale, y)?;
        }
        writeln!(f, "</svg>")
    }
}

impl Rated<'_> {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, scale: &Scale, y: f64) -> fmt::Result {
        let place =
            |value: Option<f64>, open| number(value.map_or(open, |value| scale.place(value)), 1);
        let (low, high) = (place(self.low, LEFT), place(self.high, RIGHT));
        let (value, name) =
            (place(Some(self.value), LEFT), escaped(&shortened(self.name, LONGEST_NAME)));
        let [colour, dot] = PLAYERS;
        writeln!(
            f,
            r#"<text class="name" x="{}" y="{}" text-anchor="end" font-family="sans-serif" font-size="13" fill="{INK}">{name}</text><path d="M{low} {y}H{high}" stroke="{colour}" stroke-width="4" stroke-linecap="round" stroke-opacity=".5"/><circle cx="{value}" cy="{y}" r="5" fill="{dot}"/>"#,
            LEFT - 12.0,
            y + 4.5,
        )
    }
}
