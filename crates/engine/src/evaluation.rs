//! What a position is worth where the search stops.

use crate::Parameters;
use crate::position::Position;

/// An estimate for the player to move, who claims the largest group; part of its points
/// comes back to the opponent in the moves that follow.
pub(crate) fn estimate(position: &Position, parameters: &Parameters) -> i32 {
    let points = |rank: usize| {
        let group = position.groups().get(rank);
        group.map_or(i32::from(position.fruits_left() > 0), |group| group.points())
    };
    let Parameters { leaf_first, leaf_second, leaf_third, .. } = *parameters;
    (points(0) * leaf_first + points(1) * leaf_second + points(2) * leaf_third) / 256
}
