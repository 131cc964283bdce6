//! Who was entered and does not play.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An agent that was entered in a tournament and does not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name.
    pub agent: String,
    /// Why; empty where that is not told.
    pub reason: String,
}

impl LeftOut {
    /// An agent, and why it does not play.
    pub fn new(agent: &str, reason: &dyn fmt::Display) -> Self {
        Self { agent: agent.to_owned(), reason: reason.to_string() }
    }
}
