//! Searching: limits as the page writes them, reports as it reads them.

use fruitrage_engine::{Level, Limits, Line, Options, Report};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::games::positive_seconds;

/// How the engine is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EngineOptions {
    /// The size of the table.
    #[serde(default)]
    pub hash_megabytes: Option<u32>,
}

impl EngineOptions {
    /// What a telephone can spare.
    const MEGABYTES: u32 = 64;

    /// Browsers give a module 4 GB at the very most, and often much less.
    const MOST_MEGABYTES: u32 = 1024;

    /// The engine's own options.
    pub fn options(self) -> Result<Options, Problem> {
        let megabytes = self.hash_megabytes.unwrap_or(Self::MEGABYTES);
        if !(1..=Self::MOST_MEGABYTES).contains(&megabytes) {
            let expected = format!("a table of 1 to {} megabytes", Self::MOST_MEGABYTES);
            return Err(Problem::value(expected, &megabytes));
        }
        Ok(Options { hash_megabytes: megabytes as usize, ..Options::default() })
    }
}

/// How long and how well to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchLimits {
    /// The seconds for this move.
    #[serde(default)]
    pub move_seconds: Option<f64>,
    /// The seconds left for the whole game.
    #[serde(default)]
    pub clock_seconds: Option<f64>,
    /// The depth in moves.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The number of positions.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How many best lines; 1 if not given.
    #[serde(default)]
    pub lines: Option<usize>,
    /// The level of play; full strength if not given.
    #[serde(default)]
    pub level: Option<u8>,
}

impl SearchLimits {
    /// The engine's own limits.
    pub fn limits(&self) -> Result<Limits, Problem> {
        if self.depth == Some(0) || self.nodes == Some(0) {
            return Err(Problem::value("a depth and a number of nodes above 0", &0));
        }
        Ok(Limits {
            move_time: self.move_seconds.map(positive_seconds).transpose()?,
            clock: self.clock_seconds.map(positive_seconds).transpose()?,
            depth: self.depth,
            nodes: self.nodes,
        })
    }

    /// The engine's options with what is asked for here.
    pub fn options(&self, options: &Options) -> Result<Options, Problem> {
        let level = self.level.map_or(Some(Level::FULL), Level::new);
        let level =
            level.ok_or_else(|| Problem::value("a level 1 to 10", &self.level.unwrap_or(0)))?;
        let lines = self.lines.unwrap_or(1);
        let most = Options::MOST_LINES;
        if !(1..=most).contains(&lines) {
            return Err(Problem::value(format!("1 to {most} lines"), &lines));
        }
        Ok(Options { level, lines, ..*options })
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportView {
    /// The depth in moves.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The best lines, best first; never empty.
    pub lines: Vec<LineView>,
}

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineView {
    /// What the player to move gains over the opponent from here to the end.
    pub value: i32,
    /// Whether that is proved.
    pub exact: bool,
    /// The moves; never empty.
    pub moves: Vec<String>,
}

impl From<&Line> for LineView {
    fn from(line: &Line) -> Self {
        let moves = line.moves.iter().map(ToString::to_string).collect();
        Self { value: line.value, exact: line.exact, moves }
    }
}

impl From<&Report> for ReportView {
    fn from(report: &Report) -> Self {
        Self {
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            lines: report.lines.iter().map(LineView::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(json: &str) -> Result<(Limits, Options), String> {
        let asked: SearchLimits = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let read = || Ok((asked.limits()?, asked.options(&Options::default())?));
        read().map_err(|error: Problem| error.to_string())
    }

    #[test]
    fn limits_are_read() {
        let (found, options) = limits(r#"{"clockSeconds": 1.5, "depth": 3, "level": 4}"#).unwrap();
        assert_eq!(found.clock, Some(std::time::Duration::from_millis(1500)));
        assert_eq!((found.depth, options.level.number(), options.lines), (Some(3), 4, 1));
        assert_eq!(limits("{}").unwrap().0, Limits::default());
        let both = limits(r#"{"clockSeconds": 1.5, "moveSeconds": 1}"#).unwrap().0;
        assert!(both.clock.is_some() && both.move_time.is_some());
    }

    #[test]
    fn absurd_limits_are_refused() {
        for (json, message) in [
            (r#"{"level": 11}"#, "expected a level 1 to 10, found 11"),
            (r#"{"lines": 0}"#, "expected 1 to 676 lines, found 0"),
            (r#"{"lines": 677}"#, "expected 1 to 676 lines, found 677"),
            (r#"{"depth": 0}"#, "expected a depth and a number of nodes above 0, found 0"),
            (
                r#"{"moveSeconds": 0}"#,
                "expected seconds, a number above 0 to a thousand million, found `0`",
            ),
        ] {
            assert_eq!(limits(json).unwrap_err(), message);
        }
        assert!(limits(r#"{"dept": 1}"#).unwrap_err().contains("unknown field `dept`"));
        let options = |megabytes| EngineOptions { hash_megabytes: Some(megabytes) }.options();
        assert!(options(0).is_err() && options(1025).is_err() && options(1024).is_ok());
    }
}
