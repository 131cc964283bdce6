//! Rooms, met in over real connections to the real binary.

mod agents;
mod games;
mod hostile;
mod restarts;
mod terminal;
mod tls;
mod visitor;
