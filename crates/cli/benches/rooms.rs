//! How many rooms a server serves: rooms with two moves a second each, and idle connections.
//!
//! `cargo bench -p fruitrage --bench rooms -- [SECONDS] [ROOMS…]`. The server is one thread, so
//! that its processor time says how much of one core it takes, whatever else the machine does.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fruitrage_rules::Board;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

const BETWEEN_MOVES: Duration = Duration::from_millis(500);
const IDLE: usize = 1000;

type Socket = WebSocketStream<TcpStream>;

struct Server {
    process: Child,
    address: String,
    _rooms: TempDir,
}

impl Server {
    fn start() -> Self {
        let rooms = TempDir::new().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_fruitrage"))
            .args(["serve", "--port", "0", "--proxy", "--log", "off"])
            .args(["--connections", "100000", "--per-address", "100000", "--rooms"])
            .arg(rooms.path().join("rooms.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Self { address: address.unwrap().to_owned(), process, _rooms: rooms }
    }

    /// The resident memory in mebibytes.
    fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }

    /// The processor time of all threads in seconds.
    fn processor(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn connect(address: &str, visitor: usize) -> Socket {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut request = format!("ws://{address}/api/room").into_client_request().unwrap();
    // Every pair comes from an address of its own.
    let from = format!("10.{}.{}.{}", visitor >> 16, (visitor >> 8) & 255, visitor & 255);
    request.headers_mut().insert("X-Forwarded-For", from.parse().unwrap());
    client_async(request, stream).await.unwrap().0
}

async fn say(socket: &mut Socket, request: &Value) {
    socket.send(Message::Text(request.to_string().into())).await.unwrap();
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let notice: Value = serde_json::from_str(&text).unwrap();
            if notice["type"] != "ping" {
                return notice;
            }
            say(socket, &json!({ "type": "pong", "nonce": notice["nonce"] })).await;
        }
    }
}

async fn await_one(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let notice = hear(socket).await;
        if notice["type"] == kind {
            return notice;
        }
    }
}

/// Two players move in turn until `end`; how long each move took from one to the other.
async fn play(address: String, number: usize, end: Instant) -> Vec<Duration> {
    let mut players = [connect(&address, number).await, connect(&address, number).await];
    let terms = json!({ "size": 26, "fruits": 9, "clock": 3600, "ties": "draw", "first": "host" });
    let open =
        json!({ "type": "open", "name": "Ada", "terms": terms, "against": { "kind": "friend" } });
    say(&mut players[0], &open).await;
    let entered = await_one(&mut players[0], "entered").await;
    let sit = json!({ "type": "sit", "room": entered["room"], "invitation": entered["invitation"],
        "token": "g".repeat(26), "name": "Grace" });
    say(&mut players[1], &sit).await;
    let mut board = loop {
        let room = await_one(&mut players[1], "room").await;
        if let Some(board) = room["room"]["game"]["board"].as_str() {
            break board.parse::<Board>().unwrap();
        }
    };
    let mut delays = Vec::new();
    // Rooms do not move all at the same moment.
    let mut next = Instant::now() + BETWEEN_MOVES * (number % 64) as u32 / 64;
    for ply in 0.. {
        let Some(group) = board.groups().next() else { break };
        if Instant::now() > end {
            break;
        }
        sleep_until(next.into()).await;
        next += BETWEEN_MOVES;
        let cell = group.name();
        let start = Instant::now();
        say(
            &mut players[ply % 2],
            &json!({ "type": "play", "ply": ply, "cell": cell.to_string() }),
        )
        .await;
        await_one(&mut players[1 - ply % 2], "moved").await;
        delays.push(start.elapsed());
        await_one(&mut players[ply % 2], "moved").await;
        board = board.play(cell).unwrap().0;
    }
    delays
}

async fn rooms(count: usize, seconds: u64) {
    let server = Server::start();
    // All are there before anything is measured.
    let warm = Duration::from_secs(3 + count as u64 / 200);
    let end = Instant::now() + warm + Duration::from_secs(seconds);
    let all = Arc::new(Mutex::new(Vec::new()));
    let games: Vec<_> = (0..count)
        .map(|number| {
            let (address, all) = (server.address.clone(), Arc::clone(&all));
            tokio::spawn(async move {
                let delays = play(address, number, end).await;
                let measured = delays.len().min(2 * seconds as usize);
                all.lock().unwrap().extend_from_slice(&delays[delays.len() - measured..]);
            })
        })
        .collect();
    sleep(warm).await;
    let (before, start) = (server.processor(), Instant::now());
    sleep_until(end.into()).await;
    let busy = (server.processor() - before) / start.elapsed().as_secs_f64();
    for game in games {
        game.await.unwrap();
    }
    let mut delays = std::mem::take(&mut *all.lock().unwrap());
    delays.sort();
    let part =
        |part: f64| delays[((delays.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!(
        "{count:>5} rooms: {:>6} moves, half within {:.1} ms, 99% within {:.1} ms; {:.0}% of a core, {:.0} MB",
        delays.len(),
        part(0.5),
        part(0.99),
        busy * 100.0,
        server.memory()
    );
}

async fn idle() {
    let server = Server::start();
    connect(&server.address, 0).await;
    let before = server.memory();
    let mut sockets = Vec::new();
    for number in 0..IDLE {
        sockets.push(connect(&server.address, number).await);
    }
    // Half of them sit in rooms, two in each.
    for pair in sockets.chunks_mut(4) {
        let terms =
            json!({ "size": 10, "fruits": 4, "clock": null, "ties": "draw", "first": "host" });
        let open = json!({ "type": "open", "name": "Ada", "terms": terms, "against": { "kind": "friend" } });
        say(&mut pair[0], &open).await;
        let entered = await_one(&mut pair[0], "entered").await;
        let sit = json!({ "type": "sit", "room": entered["room"], "invitation": entered["invitation"],
        "token": "g".repeat(26), "name": "Grace" });
        say(&mut pair[1], &sit).await;
        await_one(&mut pair[1], "room").await;
    }
    sleep(Duration::from_secs(1)).await;
    let after = server.memory();
    println!(
        "{IDLE} idle connections, half of them in rooms: {:.1} MB more than {before:.1} MB",
        after - before
    );
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let (seconds, counts) = match numbers.split_first() {
        Some((seconds, counts)) if !counts.is_empty() => (*seconds as u64, counts.to_vec()),
        _ => (10, vec![50, 100, 200, 400]),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.unwrap().block_on(async {
        idle().await;
        for count in counts {
            rooms(count, seconds).await;
        }
    });
}
