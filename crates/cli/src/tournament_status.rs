//! `fruitrage tournament status`: how far a tournament is, and who plays it.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use fruitrage_cli_support::{Failure, stop_on_signals, streams};
use fruitrage_engine::Stop;
use fruitrage_league::{Activity, Refusal, Status, Store, WorkerStatus};
use fruitrage_rules::{plain, plain_name};

use crate::store_argument::StoreArgument;
use crate::tournament::{refused_store, store_meant};

/// How often the screen is drawn again.
const EVERY: Duration = Duration::from_secs(1);

/// How often it is looked whether the user wants to end.
const GLANCE: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage tournament status examples/tournament.toml
  fruitrage tournament status postgres://anna@db.example/cup --json")]
pub(crate) struct StatusOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// Show it once, even on a terminal
    #[arg(long)]
    once: bool,
    /// Print JSON, once
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &StatusOptions) -> Result<(), Failure> {
    let location = store_meant(&options.store.location()?)?;
    let mut store = Store::read(&location).map_err(refused_store)?;
    let status = Status::of(&mut store).map_err(refused_store)?;
    if options.json {
        return streams::print_json(&status);
    }
    if options.once || !io::stdout().is_terminal() {
        return streams::print_text(&describe(&status));
    }
    watch(&mut store, status)
}

/// Draws the status again every second until everything is played or the user has seen
/// enough.
fn watch(store: &mut Store, mut status: Status) -> Result<(), Failure> {
    let stop = Stop::new();
    stop_on_signals(&stop).map_err(anyhow::Error::from)?;
    let mut lines = 0;
    loop {
        let text = describe(&status);
        // Up to where the last one began, and clear from there.
        let above = if lines > 0 { format!("\x1b[{lines}F\x1b[J") } else { String::new() };
        streams::print(above + &text)?;
        io::stdout().flush().map_err(anyhow::Error::from)?;
        lines = text.lines().count();
        let until = Instant::now() + EVERY;
        while Instant::now() < until {
            if stop.is_stopped() || status.is_complete() {
                return Ok(());
            }
            thread::sleep(GLANCE);
        }
        status = match Status::of(store) {
            Err(error) if error.is_lost() => {
                // What was seen last stays on the screen until the database is back.
                let _ = store.reconnect();
                status
            }
            status => status.map_err(refused_store)?,
        };
    }
}

fn describe(status: &Status) -> String {
    let Status { done, running, waiting, .. } = status;
    let rounds = status.rounds.map(|rounds| format!("; round {} of {}", rounds.drawn, rounds.all));
    let rounds = rounds.unwrap_or_default();
    let pairs = if *done == 1 { "pair" } else { "pairs" };
    let mut lines =
        vec![format!("{done} {pairs} done, {running} running, {waiting} waiting{rounds}")];
    let speed = status.games_per_minute.map(|games| format!("{games:.1} games per minute"));
    let end = status.seconds_left.map(|seconds| format!("about {} left", span(seconds)));
    lines.push(match (status.is_complete(), speed, end) {
        (true, ..) => "everything is played".to_owned(),
        (false, Some(speed), Some(end)) => format!("{speed}, {end}"),
        _ => "no game finished recently".to_owned(),
    });
    if !status.workers.is_empty() {
        lines.push(String::new());
        lines.extend(table(&status.workers));
    }
    for Refusal { agent, worker, reason } in &status.refusals {
        let [agent, worker] = [agent, worker].map(|name| plain_name(name));
        let reason = plain(reason, LONGEST_REASON);
        lines.push(format!("agent `{agent}` cannot be started on {worker}: {reason}"));
    }
    lines.join("\n") + "\n"
}

/// How much of a reason is shown.
const LONGEST_REASON: usize = 200;

/// How much of a worker's name is shown.
const LONGEST_NAME: usize = 40;

fn table(workers: &[WorkerStatus]) -> Vec<String> {
    let names = workers.iter().map(|worker| plain(&worker.name, LONGEST_NAME).chars().count());
    let width = names.max().unwrap_or(0).max(4);
    let mut lines = vec![format!(
        "{:>6}  {:width$}  {:8}  {:>4}  {:>11}  {:>9}  {:>7}  {:>8}  last seen",
        "worker", "name", "state", "jobs", "nodes/s", "playing", "games", "timeouts"
    )];
    for worker in workers {
        let speed = worker.speed.map_or("–".to_owned(), |speed| speed.to_string());
        let mut line = format!(
            "{:>6}  {:width$}  {:8}  {:>4}  {speed:>11}  {:>9}  {:>7}  {:>8}  {} ago",
            worker.id,
            plain(&worker.name, LONGEST_NAME),
            state(worker.activity),
            worker.jobs,
            worker.running,
            worker.games,
            worker.out_of_time,
            span(worker.seconds_silent),
        );
        if worker.is_slow {
            line += "  slow";
        }
        if worker.is_noisy {
            line += "  more timeouts than the others";
        }
        lines.push(line);
    }
    lines
}

const fn state(activity: Activity) -> &'static str {
    match activity {
        Activity::Playing => "playing",
        Activity::Waiting => "waiting",
        Activity::Silent => "silent",
        Activity::Stopped => "stopped",
        Activity::Excluded => "excluded",
    }
}

/// A span of time as people say it.
fn span(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
        _ => format!("{} d {} h", whole / 86_400, whole % 86_400 / 3600),
    }
}
