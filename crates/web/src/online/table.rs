//! A room that is awake: hears its visitors one after the other, keeps what happens, tells all.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use fruitrage_arena::{Reply, StartError, rule};
use fruitrage_rooms::message::Notice;
use fruitrage_rooms::{
    Chair, Effect, Event, Matter, Moment, Name, Occupant, Refused, Room, RoomId, Secret, Stage,
};
use fruitrage_rules::{Cause, Cell, Game};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::agents::{self, Place, Player, Ticket};
use super::hub::{Hub, short};
use super::store::{KeepError, Kept};

/// An empty room sleeps after this.
const DROWSY: Duration = Duration::from_secs(20);

/// More do not watch.
const MOST_WATCHING: usize = 500;

/// How often a server looks again when another one was faster.
const ATTEMPTS: usize = 5;

/// How a visitor comes.
pub(crate) enum Entry {
    Sit { invitation: Secret, name: Name, token: Secret },
    Return { token: Secret },
    Watch,
}

/// What a player does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Play { ply: usize, cell: Cell, lag: Duration },
    Resign,
    Offer(Matter),
    Accept,
    Decline,
}

impl Act {
    fn event(self, chair: Chair) -> Event {
        match self {
            Self::Play { ply, cell, lag } => {
                Event::Played { chair, ply, cell, spent: None, lag: lag.as_millis() as u64 }
            }
            Self::Resign => Event::Resigned { chair },
            Self::Offer(what) => Event::Offered { chair, what },
            Self::Accept => Event::Accepted { chair },
            Self::Decline => Event::Declined { chair },
        }
    }
}

/// Who is told what happens.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Why a visitor does not come in.
#[derive(Clone, Debug, Error)]
pub(crate) enum Denied {
    #[error("there is no such room, or no such seat in it")]
    NoSeat,
    #[error("{0}")]
    Refused(#[from] Refused),
    #[error("too many are watching")]
    Full,
    #[error("{0}")]
    Keep(#[from] KeepError),
}

/// What a visitor is told of the seat, once.
pub(crate) struct Gift {
    pub(crate) token: Option<Secret>,
    pub(crate) invitation: Option<Secret>,
}

/// Where a visitor will sit; none who watches.
pub(crate) type Seating = oneshot::Sender<Result<Option<Chair>, Denied>>;

/// What a room is told.
pub(crate) enum Order {
    Enter {
        visitor: u64,
        outbox: Outbox,
        entry: Entry,
        gift: Gift,
        reply: Seating,
    },
    Leave {
        visitor: u64,
    },
    Act {
        visitor: u64,
        chair: Chair,
        act: Act,
    },
    /// The visitor who opened it may have this game of programs.
    Admit(Ticket),
    /// Programs have a place.
    Placed(Place),
    /// A program has answered, in this game.
    Answered {
        games: u32,
        chair: Chair,
        ply: usize,
        answer: Box<Result<(Player, Reply), StartError>>,
    },
    /// The server is back; it was last there at this moment.
    Restore(Moment),
    /// Another server has written.
    News,
}

pub(crate) struct Table {
    hub: Arc<Hub>,
    id: RoomId,
    room: Room,
    /// How many events it is made of.
    number: usize,
    last: Moment,
    visitors: HashMap<u64, (Option<Chair>, Outbox)>,
    myself: mpsc::WeakUnboundedSender<Order>,
    ticket: Option<Ticket>,
    place: Option<Place>,
    is_queued: bool,
    players: [Option<Player>; 2],
    is_thinking: bool,
}

impl Table {
    /// Wakes a room up.
    pub(crate) fn start(hub: &Arc<Hub>, id: &RoomId) -> mpsc::UnboundedSender<Order> {
        let (sender, inbox) = mpsc::unbounded_channel();
        let (hub, id, myself) = (Arc::clone(hub), id.clone(), sender.downgrade());
        tokio::spawn(async move {
            match Self::load(&hub, &id, myself).await {
                Ok(table) => table.run(inbox).await,
                Err(denied) => refuse_all(&hub, &id, inbox, &denied).await,
            }
        });
        sender
    }

    async fn load(
        hub: &Arc<Hub>,
        id: &RoomId,
        myself: mpsc::WeakUnboundedSender<Order>,
    ) -> Result<Self, Denied> {
        let mut kept = hub.store.load(id, 0).await?.into_iter();
        let first = kept.next().ok_or(Denied::NoSeat)?;
        let room = Room::open(&first.event, first.at).ok_or(Denied::NoSeat)?;
        let mut table = Self {
            hub: Arc::clone(hub),
            id: id.clone(),
            room,
            number: 1,
            last: first.at,
            visitors: HashMap::new(),
            myself,
            ticket: None,
            place: None,
            is_queued: false,
            players: [None, None],
            is_thinking: false,
        };
        table.apply(kept);
        Ok(table)
    }

    /// Applies what was kept before, here or by another server.
    fn apply(&mut self, kept: impl Iterator<Item = Kept>) {
        for Kept { at, event } in kept {
            if let Err(refused) = self.room.update(&event, at) {
                tracing::error!(room = short(&self.id), %refused, "an event that was kept");
            }
            self.number += 1;
            self.last = at;
        }
    }

    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Order>) {
        loop {
            self.follow();
            let deadline = self.room.deadline().map(|moment| self.hub.clock.until(moment));
            let is_needed = deadline.is_some() || !self.visitors.is_empty() || self.is_working();
            let pause = deadline.unwrap_or(if is_needed { Duration::MAX / 4 } else { DROWSY });
            tokio::select! {
                order = inbox.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => return,
                },
                () = sleep(pause.min(Duration::from_hours(24))) => {
                    if deadline.is_some() {
                        self.run_out().await;
                    } else if !is_needed && self.hub.sleep(&self.id, &inbox) {
                        return;
                    }
                }
            }
        }
    }

    fn is_working(&self) -> bool {
        self.place.is_some() || self.is_queued
    }

    async fn run_out(&mut self) {
        match self.happen(Event::RanOut).await {
            Ok(()) | Err(Denied::Refused(_)) => {}
            // The database will be back; the clock has waited for it.
            Err(_) => sleep(Duration::from_secs(1)).await,
        }
    }

    async fn obey(&mut self, order: Order) {
        match order {
            Order::Enter { visitor, outbox, entry, gift, reply } => {
                let seat = self.enter(entry).await;
                let chair = seat.as_ref().ok().copied();
                // Who has gone meanwhile is not let in.
                if reply.send(seat).is_ok()
                    && let Some(chair) = chair
                {
                    self.welcome(visitor, chair, gift, outbox).await;
                }
            }
            Order::Leave { visitor } => {
                if self.visitors.remove(&visitor).is_some() {
                    self.tell_present();
                }
            }
            Order::Act { visitor, chair, act } => {
                if let Err(denied) = self.happen(act.event(chair)).await {
                    let reason = denied.to_string();
                    self.tell_one(visitor, &Notice::Refused { reason });
                }
            }
            Order::Admit(ticket) => self.ticket = Some(ticket),
            Order::Placed(place) => {
                self.is_queued = false;
                if self.room.wants_place() {
                    self.place = Some(place);
                    if self.happen(Event::Ready).await.is_err() {
                        self.place = None;
                    }
                }
            }
            Order::Answered { games, chair, ply, answer } => {
                self.is_thinking = false;
                self.answered(games, chair, ply, *answer).await;
            }
            Order::Restore(alive) => {
                let alive = alive.max(self.last);
                if self.room.stage() == Stage::Playing {
                    let _ = self.happen(Event::Restored { alive }).await;
                }
            }
            Order::News => self.catch_up().await,
        }
    }

    async fn enter(&mut self, entry: Entry) -> Result<Option<Chair>, Denied> {
        match entry {
            Entry::Watch if self.visitors.len() >= MOST_WATCHING => Err(Denied::Full),
            Entry::Watch => Ok(None),
            Entry::Return { token } => self.room.chair_of(&token).map(Some).ok_or(Denied::NoSeat),
            Entry::Sit { invitation, .. } if !self.room.invites(&invitation) => Err(Denied::NoSeat),
            Entry::Sit { name, token, .. } => {
                let occupant = Occupant::Person { name, seal: token.seal() };
                let sat = self.happen(Event::Sat { occupant }).await;
                // Whoever asks again sits there already, and was not told.
                match (self.room.chair_of(&token), sat) {
                    (Some(chair), _) => Ok(Some(chair)),
                    (None, Err(denied)) => Err(denied),
                    (None, Ok(())) => Err(Denied::NoSeat),
                }
            }
        }
    }

    async fn welcome(&mut self, visitor: u64, chair: Option<Chair>, gift: Gift, outbox: Outbox) {
        self.visitors.insert(visitor, (chair, outbox));
        let Gift { token, invitation } = gift;
        self.tell_one(
            visitor,
            &Notice::Entered { room: self.id.clone(), chair, token, invitation },
        );
        let now = self.hub.clock.now();
        if let Some(chair) = chair.filter(|_| self.room.is_paused(now)) {
            let _ = self.happen(Event::Returned { chair }).await;
        }
        let now = self.hub.clock.now();
        self.tell_one(visitor, &Notice::room(&self.room, now));
        if self.is_queued {
            self.tell_one(
                visitor,
                &Notice::Queue { ahead: self.hub.agents.ahead().saturating_sub(1) },
            );
        }
        self.tell_present();
    }

    /// Keeps what happens, and tells all of it.
    async fn happen(&mut self, event: Event) -> Result<(), Denied> {
        for _ in 0..ATTEMPTS {
            let at = self.hub.clock.now().max(self.last);
            let mut next = self.room.clone();
            let effect = next.update(&event, at)?;
            let kept = Kept { at, event: event.clone() };
            match self.hub.store.append(&self.id, self.number, &kept, next.stage()).await {
                Ok(()) => {
                    self.room = next;
                    self.number += 1;
                    self.last = at;
                    self.tell_effect(effect);
                    return Ok(());
                }
                Err(KeepError::Behind) => self.catch_up().await,
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Behind.into())
    }

    /// Reads what another server has written.
    async fn catch_up(&mut self) {
        match self.hub.store.load(&self.id, self.number).await {
            Ok(kept) if kept.is_empty() => {}
            Ok(kept) => {
                self.apply(kept.into_iter());
                self.tell_effect(Effect::Changed);
            }
            Err(error) => tracing::warn!(room = short(&self.id), %error, "what others wrote"),
        }
    }

    /// Sees to the programs after whatever has happened.
    fn follow(&mut self) {
        let is_under_way = matches!(self.room.stage(), Stage::Playing | Stage::Queued);
        if !is_under_way {
            self.place = None;
            self.players = [None, None];
            if self.room.stage() == Stage::Over {
                self.ticket = None;
            }
        }
        if self.room.wants_place() && !self.is_queued && self.place.is_none() {
            self.queue();
        }
        if self.place.is_some() && !self.is_thinking {
            self.think();
        }
    }

    fn queue(&mut self) {
        self.is_queued = true;
        let ahead = self.hub.agents.ahead();
        let place = self.hub.agents.place();
        let myself = self.myself.clone();
        tokio::spawn(async move {
            if let (Some(place), Some(myself)) = (place.await, myself.upgrade()) {
                let _ = myself.send(Order::Placed(place));
            }
        });
        self.tell_all(&Notice::Queue { ahead });
    }

    /// Asks the program that is to move, beside everything else that the server does.
    fn think(&mut self) {
        let Some((chair, occupant, game)) = self.room.asks_agent() else { return };
        let Some(listed) = self.hub.agents.find(occupant.name()).cloned() else { return };
        let (game, games) = (game.clone(), self.room.games());
        let player = self.players[chair.index()].take();
        let (myself, ply) = (self.myself.clone(), game.turns().len());
        self.is_thinking = true;
        tokio::task::spawn_blocking(move || {
            let answer = Box::new(agents::ask(&listed, player, &game));
            if let Some(myself) = myself.upgrade() {
                let _ = myself.send(Order::Answered { games, chair, ply, answer });
            }
        });
    }

    async fn answered(
        &mut self,
        games: u32,
        chair: Chair,
        ply: usize,
        answer: Result<(Player, Reply), StartError>,
    ) {
        let is_same = self.room.games() == games && self.room.stage() == Stage::Playing;
        let Some(game) = self.room.game().filter(|game| is_same && game.turns().len() == ply)
        else {
            return;
        };
        // An engine that is told to stop answers early: nothing of that counts.
        if *self.hub.closing().borrow() {
            return;
        }
        let event = match answer {
            Ok((player, reply)) => {
                let event = ruled(game, chair, &reply);
                self.players[chair.index()] = Some(player);
                event
            }
            Err(error) => {
                tracing::error!(room = short(&self.id), %error, "a program does not start");
                let detail = "it could not be started".to_owned();
                Event::Faulted { chair, ply, cause: Cause::Crashed, detail }
            }
        };
        if let Event::Faulted { cause, detail, .. } = &event {
            let agent = self.room.occupant(chair).map(|occupant| occupant.name().to_string());
            tracing::warn!(room = short(&self.id), agent, %cause, detail, "a program's fault");
        }
        if let Err(denied) = self.happen(event).await {
            tracing::warn!(room = short(&self.id), %denied, "a program's answer");
        }
    }

    fn tell_effect(&mut self, effect: Effect) {
        let now = self.hub.clock.now();
        self.tell_all(&match effect {
            Effect::Moved => Notice::moved(&self.room, now),
            Effect::Changed => Notice::room(&self.room, now),
        });
    }

    fn tell_present(&mut self) {
        let sits = |chair| self.visitors.values().any(|(there, _)| *there == Some(chair));
        let is_agent = |chair| self.room.occupant(chair).is_some_and(Occupant::is_agent);
        let chairs = Chair::BOTH.map(|chair| sits(chair) || is_agent(chair));
        let watching = self.visitors.values().filter(|(chair, _)| chair.is_none()).count() as u32;
        self.tell_all(&Notice::Present { chairs, watching });
    }

    fn tell_one(&mut self, visitor: u64, notice: &Notice) {
        let Some(text) = written(notice) else { return };
        if let Some((_, outbox)) = self.visitors.get(&visitor)
            && outbox.try_send(text).is_err()
        {
            self.visitors.remove(&visitor);
        }
    }

    /// Who does not read what is told loses the connection and may come back.
    fn tell_all(&mut self, notice: &Notice) {
        let Some(text) = written(notice) else { return };
        self.visitors.retain(|_, (_, outbox)| outbox.try_send(text.clone()).is_ok());
    }
}

/// A notice as it goes over the wire.
pub(crate) fn written(notice: &Notice) -> Option<Utf8Bytes> {
    serde_json::to_string(notice).ok().map(Utf8Bytes::from)
}

/// What the referee says of a program's answer.
fn ruled(game: &Game, chair: Chair, reply: &Reply) -> Event {
    let ply = game.turns().len();
    let mut after = game.clone();
    match rule(&mut after, reply) {
        Ok(()) => {
            let cell = after.turns()[ply].choice;
            Event::Played { chair, ply, cell, spent: Some(reply.spent), lag: 0 }
        }
        Err(fault) => Event::Faulted { chair, ply, cause: fault.cause, detail: fault.detail },
    }
}

/// There is no such room: whoever asks for it is told so, until nobody does.
async fn refuse_all(
    hub: &Hub,
    id: &RoomId,
    mut inbox: mpsc::UnboundedReceiver<Order>,
    denied: &Denied,
) {
    loop {
        while let Ok(order) = inbox.try_recv() {
            if let Order::Enter { reply, .. } = order {
                let _ = reply.send(Err(denied.clone()));
            }
        }
        if hub.sleep(id, &inbox) {
            return;
        }
        tokio::task::yield_now().await;
    }
}
