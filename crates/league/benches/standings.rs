//! Standings of a large class: how long text and page take, how large the page is and how much
//! memory that needs.
//!
//! `cargo bench -p fruitrage-league --bench standings` fills a store for each number of agents
//! through the same calls as a worker, everybody against everybody on one board, and then looks
//! at it in a process of its own. The games are real ones, handed in under other names, so that
//! who is stronger wins more often.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use fruitrage_arena::{Host, Specification, referee};
use fruitrage_league::standings::{Audience, Standings, html, text};
use fruitrage_league::{
    Claim, Configuration, Enrolment, Entrant, Finished, GameKey, Selection, Store, publish,
};
use fruitrage_rules::{Generator, Player, Record, Verdict};
use tempfile::TempDir;

const LEASE: Duration = Duration::from_mins(10);

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, word, store, format] = &arguments[..]
        && word == "look"
    {
        return look(Path::new(store), format);
    }
    println!("| agents | pairs | text | memory | page | memory | size |");
    println!("|---|---|---|---|---|---|---|");
    for agents in [100, 200, 300] {
        // In memory if that can be had: how fast a disk is, is not the question here.
        let shared_memory = Path::new("/dev/shm");
        let folder =
            if shared_memory.is_dir() { shared_memory.to_owned() } else { env::temp_dir() };
        let folder = TempDir::new_in(folder).expect("a folder");
        let store = folder.path().join("league.db");
        let pairs = fill(&store, agents);
        let [text, page] = ["text", "html"].map(|format| {
            let program = env::current_exe().expect("this program");
            let output = Command::new(program).arg("look").arg(&store).arg(format).output();
            String::from_utf8(output.expect("a look").stdout).expect("text").trim().to_owned()
        });
        println!("| {agents} | {pairs} | {text} | {page} |");
    }
}

/// Prints how long it takes to open a store and make its standings, the most memory that this
/// process has held, and for the page its size.
fn look(store: &Path, format: &str) {
    let start = Instant::now();
    let mut store = Store::read(store).expect("a store");
    let selection = Selection::default();
    let standings = Standings::of(&mut store, &selection).expect("standings");
    let shown = if format == "text" {
        text(&standings)
    } else {
        html("League", &standings, &mut store, &selection, Audience::Organiser).expect("a page")
    };
    let elapsed = start.elapsed().as_secs_f64();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?");
    let megabytes = most.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0;
    let size = if format == "text" {
        String::new()
    } else {
        format!(" | {:.2} MB", shown.len() as f64 / 1e6)
    };
    println!("{elapsed:.2} s | {megabytes:.0} MiB{size}");
}

/// Plays everybody against everybody by handing in games that were played before.
fn fill(path: &Path, agents: usize) -> usize {
    let entrants = (0..agents)
        .map(|number| Entrant::new(format!("agent {number:03}"), Specification::Greedy))
        .collect();
    let tournament = Configuration::of(entrants);
    let mut store = Store::open(path).expect("a new store");
    let host = Host::new().expect("a host");
    publish(&tournament, &mut store, &host).expect("a tournament");
    let enrolment = Enrolment {
        name: "benchmark".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        jobs: 1,
        speed: None,
    };
    let worker = store.enrol(&enrolment).expect("a worker");
    let (won, lost) = games(&tournament, &host);
    let mut chance = Generator::new(300);
    let mut pairs = 0;
    while let Some(claim) = store.claim(worker, LEASE).expect("an answer") {
        let finished = played(&claim, &won, &lost, &mut chance);
        store.keep(&claim, &finished, true, None).expect("an answer");
        pairs += 1;
    }
    pairs
}

/// Games that who moves first won, and games that it lost.
fn games(tournament: &Configuration, host: &Host) -> (Vec<Record>, Vec<Record>) {
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for seed in 0..200 {
        let agents = if seed % 2 == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let mut players = agents.map(|agent| {
            let agent: Specification = agent.parse().expect("an agent");
            host.start(&agent, seed).expect("a player")
        });
        let played = referee(tournament.events[0].setup(seed), &mut players, &host.stop);
        match played.game.verdict() {
            Some(Verdict::Won(Player::First)) => won.push(played.record(agents)),
            Some(Verdict::Won(Player::Second)) => lost.push(played.record(agents)),
            _ => {}
        }
    }
    (won, lost)
}

/// The games of a pair. Agents with higher numbers are stronger.
fn played(claim: &Claim, won: &[Record], lost: &[Record], chance: &mut Generator) -> Vec<Finished> {
    let strength = |name: &str| name[name.len() - 3..].parse::<f64>().unwrap_or(0.0) / 60.0;
    let key = &claim.games[0];
    let apart = strength(&key.first) - strength(&key.second);
    let is_won = chance.below(1000) as f64 / 1000.0 < 1.0 / (1.0 + (-apart).exp());
    let game = |key: &GameKey, is_won: bool, chance: &mut Generator| {
        let from = if is_won { won } else { lost };
        Finished::new(key.clone(), from[chance.below(from.len())].clone())
    };
    let turned = &claim.games[1];
    vec![game(key, is_won, chance), game(turned, !is_won, chance)]
}
