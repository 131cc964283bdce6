//! The terminal player of The Fruit Rage: a game on the whole screen, or line by line.
//!
//! All state of the screen is in one value that pure functions change: events in, effects
//! out. One renderer draws it. Opponent, hint and review think in threads of their own and
//! report through the same channel as keys and signals. Rules and search are elsewhere.

mod animation;
mod contest;
mod coordinate;
mod cursor;
mod effect;
mod event;
mod keys;
mod layout;
mod line_by_line;
mod look;
mod pointing;
mod restoration;
mod rival;
mod save;
mod screen;
mod settings;
mod signals;
mod state;
mod stepping;
mod symbols;
mod thinking;
mod view;

pub use line_by_line::play_by_lines;
pub use look::{Characters, Environment, Look};
pub use save::{Departure, Save};
pub use screen::play_on_screen;
pub use settings::{Opponent, Settings, Start};
