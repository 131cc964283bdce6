//! Rooms of The Fruit Rage: two chairs, a game after the other, clocks, and what is said.
//!
//! A [`Room`] is a pure state machine: [`Room::update`] takes what happened and when, and says
//! what follows. Nothing here knows sockets, stores or the time of day, and a room is made
//! again from its events alone. [`message`] is what goes over the wire, in both directions.

mod clock;
mod event;
pub mod message;
mod name;
mod room;
mod seat;
mod secret;
mod terms;

pub use clock::{GRACE, MOST_LAG, Moment};
pub use event::{Event, Matter};
pub use name::{Name, NotAName};
pub use room::{Effect, Refused, Room, Stage};
pub use seat::{Chair, Occupant};
pub use secret::{NotASecret, RoomId, Seal, Secret};
pub use terms::{Clock, First, NotAClock, Terms};
