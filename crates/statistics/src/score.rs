//! Won, drawn or lost.

/// Won, drawn or lost, from one side's point of view.
///
/// ```
/// use fruitrage_statistics::Score;
///
/// assert_eq!(Score::Won.reversed(), Score::Lost);
/// assert_eq!(Score::Drawn.points(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// Worth nothing.
    Lost,
    /// Worth a half.
    Drawn,
    /// Worth one.
    Won,
}

impl Score {
    /// What it is worth.
    pub const fn points(self) -> f64 {
        match self {
            Self::Lost => 0.0,
            Self::Drawn => 0.5,
            Self::Won => 1.0,
        }
    }

    /// The same from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}
