//! What a position is worth where the search stops.

use crate::Parameters;
use crate::position::Position;

/// An estimate for the player to move: half of the largest group's points. The player
/// claims it, the opponent something a little smaller, and so on to the end; half of the
/// first term is what such a sum comes to. So it makes no difference to the estimate
/// whether the search stops before or after a claim, and every other share is clearly
/// worse (docs/strength.md).
pub(crate) fn estimate(position: &Position, parameters: &Parameters) -> i32 {
    let alone = i32::from(position.fruits_left() > 0);
    let points = position.groups().first().map_or(alone, |largest| largest.points());
    points * parameters.leaf_share / 256
}
