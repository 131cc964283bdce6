//! Who plays: the agents of a tournament, and where their files are.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fruitrage_arena::{Conditions, Host};

use crate::cache::Cache;
use crate::published::Fetched;
use crate::run::Fixture;
use crate::store::Claim;
use crate::{Configuration, Entrant, RunError, Store, StoreError};

/// Who plays: the agents of a tournament, and where their files are.
#[derive(Clone, Debug)]
pub(crate) enum Roster {
    /// The files are on this machine.
    Here(Configuration),
    /// The files come from the store.
    Elsewhere { fetched: Fetched, revision: String, cache: Cache, ready: BTreeMap<String, Entrant> },
}

impl Roster {
    /// The agents of a tournament that was read from a store; their files are kept in the
    /// folder `cache`.
    pub(super) const fn elsewhere(fetched: Fetched, revision: String, cache: PathBuf) -> Self {
        Self::Elsewhere { fetched, revision, cache: Cache::new(cache), ready: BTreeMap::new() }
    }

    pub(super) const fn tournament(&self) -> &Configuration {
        match self {
            Self::Here(tournament) => tournament,
            Self::Elsewhere { fetched, .. } => &fetched.tournament,
        }
    }

    /// What the games of a claim need; agents' files are fetched where they are missing.
    pub(super) fn fixtures(
        &mut self,
        claim: &Claim,
        host: &Host,
        store: &mut Store,
    ) -> Result<Vec<Fixture>, RunError> {
        self.follow(&claim.revision, store)?;
        let host = match self {
            Self::Here(_) => host.clone(),
            Self::Elsewhere { fetched, .. } => fetched.host(host),
        };
        let mut fixtures = Vec::new();
        for key in &claim.games {
            let is_named = |event: &&Conditions| event.to_string() == key.event;
            let event = self.tournament().events.iter().find(is_named).copied();
            let event = event.ok_or_else(|| unknown("event", &key.event))?;
            let players = [
                (self.entrant(&key.first, &host, store)?, host.clone()),
                (self.entrant(&key.second, &host, store)?, host.clone()),
            ];
            fixtures.push(Fixture { key: key.clone(), event, seed: claim.seed, players });
        }
        Ok(fixtures)
    }

    /// Reads the tournament again if it has changed.
    fn follow(&mut self, now: &str, store: &mut Store) -> Result<(), StoreError> {
        let Self::Elsewhere { fetched, revision, ready, .. } = self else { return Ok(()) };
        if *revision != now
            && let Some(announced) = store.announced()?
        {
            (*fetched, *revision) = announced;
            ready.clear();
        }
        Ok(())
    }

    fn entrant(&mut self, name: &str, host: &Host, store: &mut Store) -> Result<Entrant, RunError> {
        let entrants = &self.tournament().entrants;
        let index = entrants.iter().position(|entrant| entrant.name == name);
        let index = index.ok_or_else(|| unknown("agent", name))?;
        let entrant = entrants[index].clone();
        let Self::Elsewhere { fetched, cache, ready, .. } = self else { return Ok(entrant) };
        if let Some(entrant) = ready.get(name) {
            return Ok(entrant.clone());
        }
        let folder = match &fetched.packages[index] {
            Some(hash) => Some(cache.folder_with(hash, name, store)?),
            None => None,
        };
        let entrant = Entrant { folder, ..entrant };
        let refuse = |error| RunError::Start { agent: name.to_owned(), error };
        entrant.check(host).map_err(refuse)?;
        ready.insert(name.to_owned(), entrant.clone());
        Ok(entrant)
    }
}

fn unknown(what: &str, name: &str) -> RunError {
    StoreError::Disagrees(format!("expected an {what} of the tournament, found `{name}`")).into()
}
