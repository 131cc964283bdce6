//! Which time is charged to a program's clock.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which time is charged to a program's clock.
///
/// ```
/// use fruitrage_arena::Timekeeping;
///
/// assert_eq!("cpu".parse(), Ok(Timekeeping::Cpu));
/// assert_eq!(Timekeeping::Wall.to_string(), "wall");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timekeeping {
    /// From its start to its exit.
    #[default]
    Wall,
    /// What its processes used of the processors. Programs of the line protocol and
    /// agents that are built in are charged wall time all the same.
    Cpu,
}

impl Timekeeping {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Wall, Self::Cpu];

    /// The name on the command line and in stores.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Cpu => "cpu",
        }
    }
}

impl fmt::Display for Timekeeping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected `wall` or `cpu`")]
pub struct NotTimekeeping;

impl FromStr for Timekeeping {
    type Err = NotTimekeeping;

    fn from_str(name: &str) -> Result<Self, NotTimekeeping> {
        Self::ALL.into_iter().find(|clock| clock.name() == name).ok_or(NotTimekeeping)
    }
}
