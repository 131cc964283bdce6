//! The queue alone: how many pairs per second real workers take from a real database and hand
//! in, with agents that answer at once, and what a thousand workers ask of it.
//!
//! `cargo bench -p fruitrage --bench queue` plays, `-- simulate` simulates a thousand
//! workers with games of ten seconds, each with a connection of its own.

// The tests need more of it.
#[allow(dead_code)]
#[path = "../tests/suite/postgres.rs"]
mod postgres;

#[path = "../tests/suite/waiting.rs"]
mod waiting;

use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_arena::{Host, Specification, referee};
use fruitrage_league::{
    Claim, Configuration, Enrolment, Entrant, Finished, Location, Status, Store, publish,
};
use fruitrage_rules::{FruitKinds, Generator, Record, Size};

use crate::postgres::Server;
use crate::waiting::wait_for;

/// How many pairs each number of workers plays.
const PAIRS: u32 = 3000;

/// The simulated workers, how long they play a pair, and for how long that goes on.
const WORKERS: usize = 1000;
const GAME: Duration = Duration::from_secs(10);
const SIMULATED: Duration = Duration::from_mins(1);
const LEASE: Duration = Duration::from_secs(15);

fn main() {
    let server = Server::durable();
    if std::env::args().any(|argument| argument == "simulate") {
        simulate(&server);
    } else {
        for workers in [1, 2, 4, 8] {
            throughput(&server, workers);
        }
    }
}

/// A tournament of two agents that answer at once, on boards of one fruit.
fn instant(pairs: u32) -> Configuration {
    let entrants = [("greedy", Specification::Greedy), ("random", Specification::Random)]
        .map(|(name, agent)| Entrant::new(name.to_owned(), agent));
    let mut tournament = Configuration { pairs, ..Configuration::of(entrants.to_vec()) };
    let conditions = &mut tournament.events[0];
    conditions.size = Size::new(1).expect("1 is a size");
    conditions.kinds = FruitKinds::new(1).expect("1 is a number of kinds");
    tournament
}

fn published(server: &Server, pairs: u32) -> (Location, Store) {
    let location = server.database();
    let mut store = Store::open(&location).expect("a new database");
    publish(&instant(pairs), &mut store, &Host::new().expect("a host")).expect("a tournament");
    (location, store)
}

fn throughput(server: &Server, workers: usize) {
    let (location, mut store) = published(server, PAIRS);
    let Location::Postgres(address) = &location else { unreachable!("it is a database") };
    let start = || -> Child {
        Command::new(env!("CARGO_BIN_EXE_fruitrage"))
            .args(["worker", "--until-done", "--store", address.with_password()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a worker")
    };
    let mut running: Vec<Child> = (0..workers).map(|_| start()).collect();
    let mut done = || Status::of(&mut store).expect("a status").done;
    // Starting and measuring its speed is not what is measured here.
    wait_for("all workers", || done() >= i64::from(PAIRS) / 10);
    let (before, begin) = (done(), Instant::now());
    for worker in &mut running {
        worker.wait().expect("a worker that ends");
    }
    let (pairs, elapsed) = (done() - before, begin.elapsed());
    println!("{workers} workers: {:.0} pairs per second", pairs as f64 / elapsed.as_secs_f64());
}

/// How long each kind of question took.
#[derive(Default)]
struct Answers {
    claims: Vec<Duration>,
    results: Vec<Duration>,
    heartbeats: Vec<Duration>,
    late: usize,
}

fn simulate(server: &Server) {
    let pairs = WORKERS as u32 * (SIMULATED.as_secs() / GAME.as_secs() + 2) as u32;
    let (location, mut store) = published(server, pairs);
    let games = finished_games();
    let answers = Mutex::new(Answers::default());
    let until = Instant::now() + SIMULATED;
    thread::scope(|scope| {
        for number in 0..WORKERS {
            let (location, games, answers) = (&location, &games, &answers);
            scope.spawn(move || simulated_worker(number, location, games, until, answers));
        }
    });
    let answers = answers.into_inner().expect("no worker panicked");
    let status = Status::of(&mut store).expect("a status");
    println!("{WORKERS} workers, pairs of {GAME:?}: {} pairs in {SIMULATED:?}", status.done);
    println!("late results: {}", answers.late);
    for (what, mut times) in
        [("claim", answers.claims), ("result", answers.results), ("heartbeat", answers.heartbeats)]
    {
        times.sort();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "{what}: {} asked, median {:?}, 99% within {:?}, longest {:?}",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// A game to hand in, again and again under other keys.
fn finished_games() -> Record {
    let host = Host::new().expect("a host");
    let mut players = [0, 1].map(|_| host.start(&Specification::Greedy, 1).expect("greedy"));
    let conditions = Configuration::of(Vec::new()).events[0];
    referee(conditions.setup(1), &mut players, &host.stop).record(["greedy", "random"])
}

/// Does what a worker does, except that it sleeps instead of playing.
fn simulated_worker(
    number: usize,
    location: &Location,
    record: &Record,
    until: Instant,
    answers: &Mutex<Answers>,
) {
    let mut chance = Generator::new(number as u64);
    // They come one after the other, as machines do that are started by hand or by script.
    thread::sleep(GAME.mul_f64(number as f64 / WORKERS as f64));
    let mut store = Store::join(location).expect("a connection");
    let enrolment = Enrolment {
        name: format!("machine {number}"),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        jobs: 1,
        speed: Some(1_000_000),
    };
    let worker = store.enrol(&enrolment).expect("a worker");
    let mut own = Answers::default();
    while Instant::now() < until {
        let begin = Instant::now();
        let claim = store.claim(worker, LEASE).expect("an answer").expect("enough pairs");
        own.claims.push(begin.elapsed());
        let over = Instant::now() + GAME.mul_f64(0.5 + (chance.next() % 1000) as f64 / 1000.0);
        while Instant::now() < over {
            thread::sleep((LEASE / 3).min(over.saturating_duration_since(Instant::now())));
            let begin = Instant::now();
            store.heartbeat(worker).expect("an answer");
            store.renew(&claim, LEASE).expect("an answer");
            own.heartbeats.push(begin.elapsed());
        }
        let begin = Instant::now();
        let kept = hand_in(&mut store, &claim, record);
        own.results.push(begin.elapsed());
        own.late += usize::from(!kept);
    }
    let mut answers = answers.lock().expect("no worker panicked");
    answers.claims.append(&mut own.claims);
    answers.results.append(&mut own.results);
    answers.heartbeats.append(&mut own.heartbeats);
    answers.late += own.late;
}

fn hand_in(store: &mut Store, claim: &Claim, record: &Record) -> bool {
    let games: Vec<Finished> =
        claim.games.iter().map(|key| Finished::new(key.clone(), record.clone())).collect();
    let kept = store.keep(claim, &games, true, Some(1_000_000)).expect("an answer");
    kept == fruitrage_league::Kept::Counted
}
