//! What a position is worth where the search stops.

/// An estimate for the player to move: the largest group is taken, and about half
/// of its points come back to the opponent in the moves that follow.
pub(crate) fn estimate(largest_points: u32) -> i32 {
    largest_points as i32 / 2
}
