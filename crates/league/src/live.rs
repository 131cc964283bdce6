//! Games under way, for whoever watches.
//!
//! A game never waits for a spectator: the thread that plays it leaves every position in a
//! window, and whoever looks in finds the latest.

use std::sync::{Arc, Mutex, PoisonError};

use fruitrage_rules::{Game, Record};

use crate::GameKey;

/// Where a game under way can be seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window(Arc<Mutex<Option<(GameKey, Game)>>>);

impl Window {
    /// The game has come so far.
    pub(crate) fn show(&self, key: &GameKey, game: &Game) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *seen {
            Some((shown, before)) if shown == key => before.clone_from(game),
            seen => *seen = Some((key.clone(), game.clone())),
        }
    }

    /// What has been shown since the last look, as a record that breaks off.
    pub(crate) fn look(&self) -> Option<(GameKey, Record)> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        seen.map(|(key, game)| {
            let record = Record::new([&key.first, &key.second], game);
            (key, record)
        })
    }
}
