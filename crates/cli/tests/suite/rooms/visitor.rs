//! A visitor as a browser would be one: pings are answered whatever else happens.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_web::Stream;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::{Error, Message, WebSocket, client};

use crate::waiting::DEADLINE;

/// How soon what is said is sent while nothing is heard.
pub(crate) const ATTENTION: Duration = Duration::from_millis(5);

/// A connection to a server, which a thread of its own looks after.
pub(crate) struct Visitor {
    said: Sender<Message>,
    heard: Receiver<Value>,
    /// The room as it was told last.
    pub(crate) room: Value,
}

/// What a room is opened with: a small board, but one on which no game ends after two or three
/// moves, whatever chance gives, and a clock, if any.
pub(crate) fn terms(clock: Option<u32>) -> Value {
    json!({ "size": 5, "fruits": 5, "clock": clock, "ties": "draw", "first": "host" })
}

/// What opens a seat.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) room: Value,
    pub(crate) token: Value,
    pub(crate) invitation: Value,
}

/// A connection that is listened to for so long at a time.
pub(crate) fn call(address: &str, attention: Duration) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(attention)).unwrap();
    stream
}

/// Passes on what is said and heard until either side has gone.
fn look_after(mut socket: WebSocket<Stream>, said: &Receiver<Message>, heard: &Sender<Value>) {
    loop {
        match said.try_recv() {
            // Who was thrown out hears why.
            Ok(message) => drop(socket.send(message)),
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => match socket.read() {
                Ok(Message::Text(text)) => {
                    let notice: Value = serde_json::from_str(&text).unwrap();
                    if notice["type"] == "ping" {
                        let pong = json!({ "type": "pong", "nonce": notice["nonce"] });
                        let _ = socket.send(Message::Text(pong.to_string().into()));
                    } else if heard.send(notice).is_err() {
                        return;
                    }
                }
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Ok(Message::Close(_)) | Err(_) => return,
                Ok(_) => {}
            },
        }
    }
}

impl Visitor {
    pub(crate) fn connect(address: &str) -> Self {
        Self::try_connect(address, &[]).unwrap_or_else(|status| panic!("refused with {status}"))
    }

    /// Connects with further headers; the status of the answer if it is refused.
    pub(crate) fn try_connect(
        address: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        Self::try_over("ws", address, Box::new(call(address, ATTENTION)), headers)
    }

    /// The same over a connection that is there already.
    pub(crate) fn try_over(
        scheme: &str,
        address: &str,
        stream: Stream,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let mut request = format!("{scheme}://{address}/api/room").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let start = Instant::now();
        let mut shaken = client(request, stream);
        while let Err(HandshakeError::Interrupted(halfway)) = shaken {
            assert!(start.elapsed() < DEADLINE, "the server does not answer");
            shaken = halfway.handshake();
        }
        match shaken {
            Ok((socket, _)) => Ok(Self::at(socket)),
            Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    fn at(socket: WebSocket<Stream>) -> Self {
        let ((said, saying), (hearing, heard)) = (channel(), channel());
        thread::spawn(move || look_after(socket, &saying, &hearing));
        Self { said, heard, room: Value::Null }
    }

    pub(crate) fn say(&mut self, request: &Value) {
        self.say_text(request.to_string());
    }

    pub(crate) fn say_text(&mut self, text: String) {
        let _ = self.said.send(Message::Text(text.into()));
    }

    pub(crate) fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.said.send(Message::Binary(bytes.into()));
    }

    /// What is said next; none once the connection has ended.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        let notice = self.heard.recv_timeout(DEADLINE).ok()?;
        match notice["type"].as_str().unwrap() {
            "room" => self.room = notice["room"].clone(),
            "moved" => {
                let game = &mut self.room["game"];
                let moves = game["moves"].as_array_mut().unwrap();
                assert_eq!(notice["ply"], moves.len());
                moves.push(notice["turn"].clone());
                game["left"] = notice["left"].clone();
            }
            _ => {}
        }
        Some(notice)
    }

    /// Hears until something of this kind is said.
    pub(crate) fn await_one(&mut self, kind: &str) -> Value {
        loop {
            let notice = self.hear().unwrap_or_else(|| panic!("ended without {kind}"));
            if notice["type"] == kind {
                return notice;
            }
            assert_ne!((kind, &notice["type"]), ("entered", &json!("refused")), "{notice}");
        }
    }

    /// Hears until the room is so.
    pub(crate) fn await_room(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.room) {
            assert!(self.hear().is_some(), "ended without {what}: {}", self.room);
        }
    }

    /// Opens a room against somebody.
    pub(crate) fn open(&mut self, terms: &Value, against: &Value) -> Seat {
        self.say(&json!({ "type": "open", "name": "Ada", "terms": terms, "against": against }));
        self.seat()
    }

    fn seat(&mut self) -> Seat {
        let entered = self.await_one("entered");
        let [room, token, invitation] =
            ["room", "token", "invitation"].map(|name| entered[name].clone());
        Seat { room, token, invitation }
    }

    /// Follows an invitation.
    pub(crate) fn sit(&mut self, opened: &Seat) -> Seat {
        self.ask_for_seat(opened, "g");
        self.seat()
    }

    /// Asks for the seat of an invitation, to be opened by so many of this letter.
    pub(crate) fn ask_for_seat(&mut self, opened: &Seat, letter: &str) {
        let Seat { room, invitation, .. } = opened;
        let token = letter.repeat(26);
        self.say(&json!({
            "type": "sit", "room": room, "invitation": invitation, "token": token, "name": "Grace"
        }));
    }

    pub(crate) fn come_back(&mut self, Seat { room, token, .. }: &Seat) {
        self.say(&json!({ "type": "return", "room": room, "token": token }));
        self.await_one("room");
    }

    /// Claims the first group that there is.
    pub(crate) fn play(&mut self) {
        let game = fruitrage(&self.room);
        let cell = game.board().groups().next().unwrap().name().to_string();
        self.say(&json!({ "type": "play", "ply": game.turns().len(), "cell": cell }));
    }

    pub(crate) fn ask(&mut self, kind: &str) {
        self.say(&json!({ "type": kind }));
    }

    pub(crate) fn offer(&mut self, what: &str) {
        self.say(&json!({ "type": "offer", "what": what }));
    }

    pub(crate) fn moves(&self) -> usize {
        self.room["game"]["moves"].as_array().map_or(0, Vec::len)
    }
}

/// The game of a room, replayed by the rules.
pub(crate) fn fruitrage(room: &Value) -> fruitrage_rules::Game {
    let game = &room["game"];
    let board = game["board"].as_str().unwrap().parse().unwrap();
    let kinds = fruitrage_rules::FruitKinds::new(game["kinds"].as_u64().unwrap() as usize).unwrap();
    let setup = fruitrage_rules::Setup::new(board, kinds).unwrap();
    let mut replayed = fruitrage_rules::Game::new(setup);
    for turn in game["moves"].as_array().unwrap() {
        let cell = turn["cell"].as_str().unwrap().parse().unwrap();
        replayed.play(cell, Duration::ZERO).unwrap();
    }
    replayed
}

/// A game of two people that has begun.
pub(crate) fn meeting(address: &str, clock: Option<u32>) -> ([Visitor; 2], [Seat; 2]) {
    let [mut host, mut guest] = [(); 2].map(|()| Visitor::connect(address));
    let opened = host.open(&terms(clock), &json!({ "kind": "friend" }));
    host.await_room("an open room", |room| room["stage"] == "open");
    let taken = guest.sit(&opened);
    for visitor in [&mut host, &mut guest] {
        visitor.await_room("a game", |room| room["stage"] == "playing");
    }
    ([host, guest], [opened, taken])
}

/// Both play until the game is over.
pub(crate) fn play_to_the_end(players: &mut [Visitor; 2]) {
    let first = usize::from(players[0].room["first"] == "guest");
    while players[0].room["stage"] == "playing" {
        let ply = players[0].moves();
        players[(first + ply) % 2].play();
        for player in &mut *players {
            player
                .await_room("a move", |room| room["game"]["moves"].as_array().unwrap().len() > ply);
        }
    }
    // The last move comes with all of the room.
    for player in players {
        player.await_room("an end", |room| room["stage"] == "over");
    }
}
