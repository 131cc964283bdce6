//! What an evaluation is fitted to.

/// A position as numbers, with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<const INPUTS: usize> {
    /// What the evaluation knows of the position.
    pub features: [f32; INPUTS],
    /// What it should say.
    pub target: f32,
    /// How much the row counts; not negative.
    pub weight: f32,
}
