//! All rooms that somebody is in, or in which a clock runs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fruitrage_rooms::message::Against;
use fruitrage_rooms::{Event, Moment, Name, Occupant, Room, RoomId, Secret, Terms};
use tokio::sync::{mpsc, watch};

use super::agents::{Agents, Ticket};
use super::bucket::Bucket;
use super::clock::WallClock;
use super::store::{KeepError, Kept, Store};
use super::table::{Order, Table};

/// Rooms in which nothing has happened for so long are given up.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// How many rooms an address may open at once, and how long it waits for one more.
const ROOMS_AT_ONCE: u32 = 20;
const BETWEEN_ROOMS: Duration = Duration::from_secs(30);

/// How many seats an address may try that are not there, and how long it waits for one more.
const GUESSES_AT_ONCE: u32 = 20;
const BETWEEN_GUESSES: Duration = Duration::from_secs(10);

/// How many visitors there may be.
#[derive(Clone, Copy, Debug)]
pub struct VisitorLimits {
    /// In all.
    pub connections: usize,
    /// From one address.
    pub per_address: usize,
    /// How many rooms may be in use at one time.
    pub rooms: usize,
}

impl Default for VisitorLimits {
    fn default() -> Self {
        Self { connections: 5000, per_address: 50, rooms: 5000 }
    }
}

/// What one address has done.
struct Visitors {
    connections: usize,
    rooms: Bucket,
    guesses: Bucket,
}

pub(crate) struct Hub {
    pub(crate) store: Store,
    pub(crate) clock: WallClock,
    pub(crate) agents: Agents,
    limits: VisitorLimits,
    rooms: Mutex<HashMap<RoomId, mpsc::UnboundedSender<Order>>>,
    addresses: Mutex<HashMap<IpAddr, Visitors>>,
    /// Whether the server stops.
    closing: watch::Sender<bool>,
}

/// A connection that is counted until it is dropped.
pub(crate) struct Admission {
    hub: Arc<Hub>,
    pub(crate) address: IpAddr,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut addresses = held(&self.hub.addresses);
        if let Some(visitors) = addresses.get_mut(&self.address) {
            visitors.connections -= 1;
        }
        let now = Instant::now();
        let is_idle = |visitors: &Visitors| {
            visitors.connections == 0
                && visitors.rooms.is_full(now)
                && visitors.guesses.is_full(now)
        };
        if addresses.get(&self.address).is_some_and(is_idle) {
            addresses.remove(&self.address);
        }
    }
}

/// A room that was opened: what its host is told, once.
pub(crate) struct Opened {
    pub(crate) room: RoomId,
    /// None if two programs play.
    pub(crate) token: Option<Secret>,
    /// None if no seat is free.
    pub(crate) invitation: Option<Secret>,
    pub(crate) ticket: Option<Ticket>,
}

impl Hub {
    pub(crate) fn new(store: Store, agents: Agents, limits: VisitorLimits) -> Arc<Self> {
        Arc::new(Self {
            store,
            clock: WallClock::new(),
            agents,
            limits,
            rooms: Mutex::default(),
            addresses: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    /// Goes on with every game that was under way. Where several servers share the rooms, the
    /// others may have gone on meanwhile.
    pub(crate) async fn restore(self: &Arc<Self>, is_shared: bool) -> Result<(), KeepError> {
        let now = self.clock.now();
        self.store.forget(now.saturating_sub(KEPT.as_millis() as Moment));
        let (alive, rooms) = self.store.running().await?;
        let was_away = now.saturating_sub(alive) > 5000;
        if !rooms.is_empty() {
            tracing::info!(rooms = rooms.len(), "games go on");
        }
        for room in rooms {
            let order = if is_shared && !was_away { Order::News } else { Order::Restore(alive) };
            self.tell(&room, order);
        }
        Ok(())
    }

    /// A visitor comes; refused if there are too many.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let mut addresses = held(&self.addresses);
        let all: usize = addresses.values().map(|visitors| visitors.connections).sum();
        let now = Instant::now();
        let visitors = addresses.entry(address).or_insert_with(|| Visitors {
            connections: 0,
            rooms: Bucket::new(ROOMS_AT_ONCE, BETWEEN_ROOMS, now),
            guesses: Bucket::new(GUESSES_AT_ONCE, BETWEEN_GUESSES, now),
        });
        if all >= self.limits.connections || visitors.connections >= self.limits.per_address {
            return None;
        }
        visitors.connections += 1;
        Some(Admission { hub: Arc::clone(self), address })
    }

    /// Whether an address may open one more room.
    pub(crate) fn may_open(&self, address: IpAddr) -> bool {
        let is_room = held(&self.rooms).len() < self.limits.rooms;
        let mut addresses = held(&self.addresses);
        is_room
            && addresses
                .get_mut(&address)
                .is_some_and(|visitors| visitors.rooms.take(Instant::now()))
    }

    /// An address has tried a seat that is not there; says whether it may try again.
    pub(crate) fn may_guess(&self, address: IpAddr) -> bool {
        let mut addresses = held(&self.addresses);
        let visitors = addresses.get_mut(&address);
        visitors.is_some_and(|visitors| visitors.guesses.take(Instant::now()))
    }

    /// Opens a room.
    pub(crate) async fn open(
        &self,
        name: Name,
        terms: Terms,
        against: Against,
        address: IpAddr,
    ) -> Result<Opened, String> {
        let agents: Vec<&Name> = match &against {
            Against::Friend {} => Vec::new(),
            Against::Agent { agent } => vec![agent],
            Against::Agents { agents } => agents.iter().collect(),
        };
        if agents.iter().any(|agent| self.agents.find(agent).is_none()) {
            return Err("there is no such program here".to_owned());
        }
        if !agents.is_empty() && terms.clock.is_none() {
            return Err("games against programs have a clock".to_owned());
        }
        let ticket = if agents.is_empty() {
            None
        } else {
            Some(self.agents.ticket(address).ok_or("too many games of programs are under way")?)
        };
        let chance = || "this machine has no random numbers to give".to_owned();
        let token = Secret::from_chance(random().ok_or_else(chance)?);
        let invitation = Secret::from_chance(random().ok_or_else(chance)?);
        let room = RoomId::from_chance(random().ok_or_else(chance)?);
        let host = Occupant::Person { name, seal: token.seal() };
        let is_friend = matches!(against, Against::Friend {});
        let (occupants, token) = match against {
            Against::Friend {} => ([Some(host), None], Some(token)),
            Against::Agent { agent } => {
                ([Some(host), Some(Occupant::Agent { name: agent })], Some(token))
            }
            Against::Agents { agents } => (agents.map(|name| Some(Occupant::Agent { name })), None),
        };
        let seed = u64::from_le_bytes(random().ok_or_else(chance)?);
        let event = Event::Opened { terms, seed, occupants, invitation: invitation.seal() };
        let kept = Kept { at: self.clock.now(), event };
        let stage = Room::open(&kept.event, kept.at).map(|room| room.stage());
        let stage = stage.unwrap_or(fruitrage_rooms::Stage::Open);
        let appended = self.store.append(&room, 0, &kept, stage).await;
        appended.map_err(|error| error.to_string())?;
        tracing::info!(room = short(&room), agents = agents_in(&kept.event), "opened");
        Ok(Opened { room, token, invitation: is_friend.then_some(invitation), ticket })
    }

    /// Tells a room something; it wakes up for that.
    pub(crate) fn tell(self: &Arc<Self>, room: &RoomId, order: Order) {
        let mut rooms = held(&self.rooms);
        let sender = rooms.entry(room.clone()).or_insert_with(|| Table::start(self, room));
        // Who sits there has been awake since the lock was taken.
        let _ = sender.send(order);
    }

    /// Tells a room something if it is awake.
    #[cfg(feature = "postgres")]
    pub(crate) fn tell_if_awake(&self, room: &RoomId, order: Order) {
        if let Some(sender) = held(&self.rooms).get(room) {
            let _ = sender.send(order);
        }
    }

    /// Tells all rooms that are awake to look at what is kept.
    #[cfg(feature = "postgres")]
    pub(crate) fn look_again(&self) {
        for sender in held(&self.rooms).values() {
            let _ = sender.send(Order::News);
        }
    }

    /// A room goes to sleep, unless something has come meanwhile.
    pub(crate) fn sleep(&self, room: &RoomId, inbox: &mpsc::UnboundedReceiver<Order>) -> bool {
        let mut rooms = held(&self.rooms);
        if inbox.is_empty() {
            rooms.remove(room);
        }
        !rooms.contains_key(room)
    }

    /// How many rooms are awake.
    pub(crate) fn awake(&self) -> usize {
        held(&self.rooms).len()
    }

    /// Tells everybody that the server stops.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.agents.stop();
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Whether somebody is still connected.
    pub(crate) fn has_visitors(&self) -> bool {
        held(&self.addresses).values().any(|visitors| visitors.connections > 0)
    }
}

fn random<const COUNT: usize>() -> Option<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}

fn agents_in(event: &Event) -> usize {
    let Event::Opened { occupants, .. } = event else { return 0 };
    occupants.iter().flatten().filter(|occupant| occupant.is_agent()).count()
}

/// A room in the log: enough to tell it from others, too little to watch it.
pub(crate) fn short(room: &RoomId) -> &str {
    &room.as_str()[..4]
}

fn held<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
