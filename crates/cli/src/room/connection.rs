//! The connection to a room, which comes back when it is lost.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_cli_support::Failure;
use fruitrage_rooms::message::{Notice, Request};
use fruitrage_rooms::{Name, Secret};
use fruitrage_web::{Stream, encrypted};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::RoomAddress;

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long a server that is away is waited for.
const PATIENCE: Duration = Duration::from_mins(3);

/// Between two attempts.
const PAUSE: Duration = Duration::from_secs(1);

/// How soon what is said is sent while nothing is heard.
const ATTENTION: Duration = Duration::from_millis(10);

/// What comes from a room.
#[derive(Debug)]
pub(crate) enum Heard {
    /// The server says something.
    Notice(Box<Notice>),
    /// The connection is lost, and tried again.
    Lost,
    /// The end, and why.
    Ended(String),
}

/// A connection to a room.
pub(crate) struct Connection {
    requests: Sender<Request>,
}

impl Connection {
    /// Enters a room: takes the seat that the link is for, or watches. What is heard is told.
    pub(crate) fn enter(
        address: RoomAddress,
        name: Name,
        mut tell: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> Result<Self, Failure> {
        let (requests, said) = mpsc::channel();
        let socket = connect(&address)?;
        let mut chance = [0; 26];
        getrandom::fill(&mut chance).map_err(anyhow::Error::from)?;
        let token = Secret::from_chance(chance);
        thread::spawn(move || {
            let mut link = Link { address, name, said, token };
            let end = link.run(socket, &mut tell);
            let _ = tell(Heard::Ended(end));
        });
        Ok(Self { requests })
    }

    pub(crate) fn say(&self, request: Request) {
        let _ = self.requests.send(request);
    }
}

struct Link {
    address: RoomAddress,
    name: Name,
    said: Receiver<Request>,
    /// Opens the seat, also for whoever lost the connection before it was told to be theirs.
    token: Secret,
}

/// Why a connection is no more.
enum End {
    Lost,
    ForGood(String),
}

impl Link {
    fn run(
        &mut self,
        mut socket: WebSocket<Stream>,
        tell: &mut dyn FnMut(Heard) -> bool,
    ) -> String {
        loop {
            match self.talk(&mut socket, tell) {
                End::ForGood(reason) => return reason,
                End::Lost => {}
            }
            if !tell(Heard::Lost) {
                return String::new();
            }
            let deadline = Instant::now() + PATIENCE;
            socket = loop {
                thread::sleep(PAUSE);
                match connect(&self.address) {
                    Ok(socket) => break socket,
                    Err(failure) if Instant::now() > deadline => return failure.to_string(),
                    Err(_) => {}
                }
            };
        }
    }

    fn entrance(&self) -> Request {
        let room = self.address.room.clone();
        match self.address.invitation.clone() {
            Some(invitation) => {
                let (token, name) = (self.token.clone(), self.name.clone());
                Request::Sit { room, invitation, token, name }
            }
            None => Request::Watch { room },
        }
    }

    fn talk(&mut self, socket: &mut WebSocket<Stream>, tell: &mut dyn FnMut(Heard) -> bool) -> End {
        if send(socket, &self.entrance()).is_err() {
            return End::Lost;
        }
        let mut has_entered = false;
        loop {
            loop {
                match self.said.try_recv() {
                    Ok(request) if send(socket, &request).is_err() => return End::Lost,
                    Ok(_) => {}
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        let _ = socket.close(None);
                        let _ = socket.flush();
                        return End::ForGood(String::new());
                    }
                }
            }
            let text = match socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) => return End::Lost,
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if is_silence(&error) => continue,
                Err(_) => return End::Lost,
            };
            // What a newer server may say besides is not for us.
            let Ok(notice) = serde_json::from_str::<Notice>(&text) else { continue };
            match &notice {
                Notice::Ping { nonce } => {
                    if send(socket, &Request::Pong { nonce: *nonce }).is_err() {
                        return End::Lost;
                    }
                    continue;
                }
                Notice::Entered { .. } => has_entered = true,
                Notice::Refused { reason } if !has_entered => return End::ForGood(reason.clone()),
                Notice::Closing { reason, again: false } => return End::ForGood(reason.clone()),
                _ => {}
            }
            if !tell(Heard::Notice(Box::new(notice))) {
                return End::ForGood(String::new());
            }
        }
    }
}

fn is_silence(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn send(socket: &mut WebSocket<Stream>, request: &Request) -> Result<(), tungstenite::Error> {
    let text = serde_json::to_string(request).unwrap_or_default();
    socket.send(Message::Text(text.into()))
}

fn connect(address: &RoomAddress) -> Result<WebSocket<Stream>, Failure> {
    let refuse = |reason: &dyn std::fmt::Display| {
        Failure::Other(anyhow::anyhow!("{} cannot be reached: {reason}", address.authority))
    };
    let called = address.host_and_port().to_socket_addrs().map_err(|error| refuse(&error))?;
    let mut last = None;
    let stream = called.into_iter().find_map(|place| {
        TcpStream::connect_timeout(&place, CONNECTING).map_err(|error| last = Some(error)).ok()
    });
    let Some(stream) = stream else {
        return Err(refuse(&last.map_or("nobody is there".to_owned(), |error| error.to_string())));
    };
    let set_up = || {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(CONNECTING))?;
        stream.set_read_timeout(Some(CONNECTING))?;
        stream.try_clone()
    };
    let line = set_up().map_err(|error| refuse(&error))?;
    let stream: Stream = if address.is_encrypted {
        encrypted(address.host(), stream).map_err(|reason| refuse(&reason))?
    } else {
        Box::new(stream)
    };
    let request = address.socket().into_client_request().map_err(|error| refuse(&error))?;
    let (socket, _) =
        tungstenite::client(request, stream).map_err(|error| refuse(&error.to_string()))?;
    line.set_read_timeout(Some(ATTENTION)).map_err(|error| refuse(&error))?;
    Ok(socket)
}
