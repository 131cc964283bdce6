//! What a search has found.

use std::time::Duration;

use fruitrage_rules::Cell;

use crate::Interval;

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the player to move gains over the opponent from here to the end.
    pub value: i32,
    /// Whether the value is proved, not estimated.
    pub exact: bool,
    /// The moves, best play of both sides; never empty.
    pub moves: Vec<Cell>,
}

/// What a search has found so far, or in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth in moves that was searched completely.
    pub depth: u32,
    /// The best lines, best first; never empty.
    pub lines: Vec<Line>,
    /// Between what the value is proved to lie.
    pub interval: Interval,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long the search took.
    pub elapsed: Duration,
    /// How much of the table this search has filled, in thousandths of the most that it may
    /// grow to. Near 1000 more memory would help.
    pub hashfull: u16,
}

impl Report {
    /// How many positions were looked at per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }

    /// The best line.
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_positions_over_time_even_where_no_time_has_passed() {
        let speed = |nodes, elapsed| {
            let interval = Interval { least: 0, most: 0 };
            let report =
                Report { depth: 0, lines: Vec::new(), interval, nodes, elapsed, hashfull: 0 };
            report.nodes_per_second()
        };
        assert_eq!(speed(3000, Duration::from_millis(1500)), 2000);
        assert_eq!(speed(3, Duration::ZERO), 3_000_000);
    }
}
