//! How much of the game's clock a move may take: all clock arithmetic is here.

use std::time::Duration;

use fruitrage_rules::Board;

/// What starting a process, reading and writing the files may cost on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(25);

/// The part of the clock that is never planned with.
const RESERVE: f64 = 0.05;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// No further deepening is begun after this.
    pub target: Duration,
    /// The search is stopped at this.
    pub limit: Duration,
}

/// Plans the next move of a player with this much time for the rest of the game.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_engine::plan;
///
/// let board = "01/21".parse().unwrap();
/// let plan = plan(&board, Duration::from_secs(60));
/// assert!(plan.target <= plan.limit && plan.limit < Duration::from_secs(60));
/// ```
pub fn plan(board: &Board, left: Duration) -> Plan {
    let groups = board.groups().count() as u32;
    // Moves merge and split groups; about half of today's groups are claimed in turn.
    let own_moves_left = (groups / 2).clamp(1, 40);
    let spendable = left.saturating_sub(OVERHEAD * own_moves_left.min(4)).mul_f64(1.0 - RESERVE);
    let share = spendable / own_moves_left;
    Plan { target: share / 2, limit: (share * 2).min(spendable / 2) }
}
