//! Programs as opponents: which there are, who waits for them, and asking them for a move.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fruitrage_arena::{Agent, Host, Reply, Specification, StartError};
use fruitrage_rooms::Name;
use fruitrage_rules::Game;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A program that visitors may choose. They never name a command.
#[derive(Clone, Debug)]
pub struct ListedAgent {
    /// What visitors see.
    pub name: Name,
    /// What runs.
    pub specification: Specification,
    /// Where and how it runs.
    pub host: Host,
}

/// How many games of programs there may be.
#[derive(Clone, Copy, Debug)]
pub struct AgentLimits {
    /// That run at one time.
    pub games: usize,
    /// That wait.
    pub waiting: u32,
    /// Of one visitor, running or waiting.
    pub per_visitor: u32,
}

impl Default for AgentLimits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self { games: (processors / 2).max(1), waiting: 50, per_visitor: 2 }
    }
}

/// All programs that visitors may choose.
pub(crate) struct Agents {
    listed: Vec<ListedAgent>,
    limits: AgentLimits,
    places: Arc<Semaphore>,
    waiting: Arc<AtomicU32>,
    visitors: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// A visitor's right to one more game of programs, given back when it is dropped.
pub(crate) struct Ticket {
    visitor: IpAddr,
    visitors: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut visitors = self.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = visitors.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.visitor);
            }
        }
    }
}

/// A place to run, given back when it is dropped.
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
}

/// Waits in the queue, also when it is given up.
struct Waiting(Arc<AtomicU32>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Agents {
    pub(crate) fn new(listed: Vec<ListedAgent>, limits: AgentLimits) -> Self {
        Self {
            listed,
            limits,
            places: Arc::new(Semaphore::new(limits.games)),
            waiting: Arc::default(),
            visitors: Arc::default(),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &Name> {
        self.listed.iter().map(|agent| &agent.name)
    }

    pub(crate) fn find(&self, name: &Name) -> Option<&ListedAgent> {
        self.listed.iter().find(|agent| agent.name == *name)
    }

    /// One more game of programs for a visitor; none if there are too many already.
    pub(crate) fn ticket(&self, visitor: IpAddr) -> Option<Ticket> {
        if self.waiting.load(Ordering::Relaxed) >= self.limits.waiting {
            return None;
        }
        let mut visitors = self.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        let count = visitors.entry(visitor).or_default();
        if *count >= self.limits.per_visitor {
            return None;
        }
        *count += 1;
        Some(Ticket { visitor, visitors: Arc::clone(&self.visitors) })
    }

    /// How many games wait already.
    pub(crate) fn ahead(&self) -> u32 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a place, after those who came before.
    pub(crate) fn place(&self) -> impl Future<Output = Option<Place>> + use<> {
        let places = Arc::clone(&self.places);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(Arc::clone(&self.waiting));
        async move {
            let permit = places.acquire_owned().await.ok();
            drop(waiting);
            permit.map(|permit| Place { _permit: permit })
        }
    }

    /// Breaks off what the programs do.
    pub(crate) fn stop(&self) {
        for agent in &self.listed {
            agent.host.stop.stop();
        }
    }
}

/// A program at work in a game.
pub(crate) type Player = Box<dyn Agent>;

/// Asks a program for a move, starting it if it does not run yet. This waits for it.
pub(crate) fn ask(
    listed: &ListedAgent,
    player: Option<Player>,
    game: &Game,
) -> Result<(Player, Reply), StartError> {
    let mut player = match player {
        Some(player) => player,
        None => listed.host.start(&listed.specification, game.turns().len() as u64)?,
    };
    let reply = player.choose(game);
    Ok((player, reply))
}
