//! Rooms, without sockets, stores or waiting.

mod clocks;
mod meetings;
mod properties;
mod tables;
