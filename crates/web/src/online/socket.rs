//! One visitor's connection.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use fruitrage_rooms::message::{Notice, Request};
use fruitrage_rooms::{Chair, RoomId, Secret};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::bucket::Bucket;
use super::code;
use super::hub::{Admission, Hub};
use super::table::{Act, Denied, Entry, Gift, Order, written};

/// Between two measurements of the connection's delay.
const BETWEEN_PINGS: Duration = Duration::from_secs(10);

/// A visitor who has said nothing for so long is gone: pings are answered.
const SILENCE: Duration = Duration::from_secs(35);

/// Nor is one waited for who does not read.
const LONGEST_SENDING: Duration = Duration::from_secs(10);

/// So many messages at once, and one more after each pause.
const MESSAGES_AT_ONCE: u32 = 40;
const BETWEEN_MESSAGES: Duration = Duration::from_millis(50);

/// More than this waits for nobody.
const LONGEST_OUTBOX: usize = 64;

/// The delay is the least of so many measurements.
const MEASUREMENTS: usize = 4;

/// Why a connection ends.
enum End {
    /// The visitor has gone.
    Gone,
    /// It is told why, and whether to come back.
    Told { reason: &'static str, again: bool },
}

/// Where a visitor is.
struct Place {
    room: RoomId,
    chair: Option<Chair>,
}

struct Visit {
    hub: Arc<Hub>,
    admission: Admission,
    visitor: u64,
    place: Option<Place>,
    /// What the room says.
    notices: Option<mpsc::Receiver<Utf8Bytes>>,
    /// What is answered at once.
    replies: Vec<Notice>,
    bucket: Bucket,
    heard: Instant,
    /// The ping that is not answered yet.
    ping: Option<(u32, Instant)>,
    nonce: u32,
    delays: VecDeque<Duration>,
}

/// Serves a connection until it ends.
pub(crate) async fn serve(mut socket: WebSocket, hub: Arc<Hub>, admission: Admission) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = Instant::now();
    let mut visit = Visit {
        hub,
        admission,
        visitor: COUNT.fetch_add(1, Ordering::Relaxed),
        place: None,
        notices: None,
        replies: Vec::new(),
        bucket: Bucket::new(MESSAGES_AT_ONCE, BETWEEN_MESSAGES, now),
        heard: now,
        ping: None,
        nonce: 0,
        delays: VecDeque::new(),
    };
    let end = visit.run(&mut socket).await;
    visit.leave();
    if let End::Told { reason, again } = end {
        let notice = Notice::Closing { reason: reason.to_owned(), again };
        let _ = send(&mut socket, &notice).await;
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
    }
}

async fn send(socket: &mut WebSocket, notice: &Notice) -> Result<(), End> {
    match written(notice) {
        Some(text) => pass_on(socket, text).await,
        None => Ok(()),
    }
}

async fn pass_on(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    match timeout(LONGEST_SENDING, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// Waits until the server stops.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// What the room says next; none once it listens no more.
async fn next(notices: &mut Option<mpsc::Receiver<Utf8Bytes>>) -> Option<Utf8Bytes> {
    match notices {
        Some(notices) => notices.recv().await,
        None => std::future::pending().await,
    }
}

impl Visit {
    async fn run(&mut self, socket: &mut WebSocket) -> End {
        let Err(end) = self.talk(socket).await;
        end
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Result<std::convert::Infallible, End> {
        let mut closing = self.hub.closing();
        let mut pings = interval(BETWEEN_PINGS);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await?,
                    Some(Err(error)) => {
                        let address = self.admission.address;
                        tracing::info!(%address, %error, "a connection ends");
                        return Err(End::Gone);
                    }
                    None => return Err(End::Gone),
                },
                text = next(&mut self.notices) => match text {
                    Some(text) => pass_on(socket, text).await?,
                    None => return Err(End::Told { reason: "The connection was too slow.", again: true }),
                },
                _ = pings.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(End::Gone);
                    }
                    self.ping();
                }
                () = closed(&mut closing) => {
                    return Err(End::Told { reason: "The server stops for a moment.", again: true });
                }
            }
            for notice in std::mem::take(&mut self.replies) {
                send(socket, &notice).await?;
            }
        }
    }

    fn ping(&mut self) {
        self.nonce = self.nonce.wrapping_add(1);
        self.ping = Some((self.nonce, Instant::now()));
        self.replies.push(Notice::Ping { nonce: self.nonce });
    }

    fn refuse(&mut self, reason: impl Into<String>) {
        self.replies.push(Notice::Refused { reason: reason.into() });
    }

    fn leave(&mut self) {
        self.notices = None;
        if let Some(Place { room, .. }) = self.place.take() {
            self.hub.tell(&room, Order::Leave { visitor: self.visitor });
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        if !self.bucket.take(self.heard) {
            tracing::warn!(address = %self.admission.address, "too many messages");
            return Err(End::Told { reason: "Too many messages.", again: false });
        }
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(request) => self.obey(request).await,
                Err(error) => {
                    tracing::info!(address = %self.admission.address, %error, "a bad message");
                    self.refuse(format!("The message cannot be read: {error}"));
                    Ok(())
                }
            },
            Message::Binary(_) => Err(End::Told { reason: "Expected text.", again: false }),
            Message::Close(_) => Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    async fn obey(&mut self, request: Request) -> Result<(), End> {
        match request {
            Request::Open { name, terms, against } => {
                let address = self.admission.address;
                if !self.hub.may_open(address) {
                    tracing::warn!(%address, "too many rooms");
                    self.refuse("Too many rooms were opened: please wait a minute.");
                    return Ok(());
                }
                match self.hub.open(name, terms, against, address).await {
                    Ok(opened) => {
                        if let Some(ticket) = opened.ticket {
                            self.hub.tell(&opened.room, Order::Admit(ticket));
                        }
                        let entry = match &opened.token {
                            Some(token) => Entry::Return { token: token.clone() },
                            None => Entry::Watch,
                        };
                        self.enter(opened.room, entry, opened.token, opened.invitation).await?;
                    }
                    Err(reason) => self.refuse(reason),
                }
            }
            Request::Sit { room, invitation, token, name } => {
                let entry = Entry::Sit { invitation, name, token: token.clone() };
                self.enter(room, entry, Some(token), None).await?;
            }
            Request::Return { room, token } => {
                self.enter(room, Entry::Return { token }, None, None).await?;
            }
            Request::Watch { room } => self.enter(room, Entry::Watch, None, None).await?,
            Request::Play { ply, cell } => {
                let lag = self.delays.iter().min().copied().unwrap_or_default();
                self.act(Act::Play { ply, cell, lag });
            }
            Request::Resign {} => self.act(Act::Resign),
            Request::Offer { what } => self.act(Act::Offer(what)),
            Request::Accept {} => self.act(Act::Accept),
            Request::Decline {} => self.act(Act::Decline),
            Request::Pong { nonce } => self.pong(nonce),
            Request::Draw { link } => match code::rows(&link) {
                Some(rows) => self.replies.push(Notice::Drawn { rows }),
                None => self.refuse("The link is too long to be drawn."),
            },
        }
        Ok(())
    }

    fn act(&mut self, act: Act) {
        match &self.place {
            Some(Place { room, chair: Some(chair) }) => {
                let order = Order::Act { visitor: self.visitor, chair: *chair, act };
                self.hub.tell(room, order);
            }
            _ => self.refuse("Only players can do that."),
        }
    }

    async fn enter(
        &mut self,
        room: RoomId,
        entry: Entry,
        token: Option<Secret>,
        invitation: Option<Secret>,
    ) -> Result<(), End> {
        self.leave();
        let (reply, answer) = oneshot::channel();
        let (outbox, notices) = mpsc::channel(LONGEST_OUTBOX);
        let (visitor, gift) = (self.visitor, Gift { token, invitation });
        self.hub.tell(&room, Order::Enter { visitor, outbox, entry, gift, reply });
        match answer.await.unwrap_or(Err(Denied::NoSeat)) {
            Ok(chair) => {
                self.place = Some(Place { room, chair });
                self.notices = Some(notices);
                Ok(())
            }
            Err(denied) => {
                if matches!(denied, Denied::NoSeat) {
                    let address = self.admission.address;
                    tracing::warn!(%address, "a seat that is not there");
                    if !self.hub.may_guess(address) {
                        return Err(End::Told { reason: "Too many wrong links.", again: false });
                    }
                }
                self.refuse(capital(&denied.to_string()));
                Ok(())
            }
        }
    }

    fn pong(&mut self, nonce: u32) {
        if let Some((_, at)) = self.ping.take_if(|(asked, _)| *asked == nonce) {
            self.delays.push_front(at.elapsed());
            self.delays.truncate(MEASUREMENTS);
        }
    }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
