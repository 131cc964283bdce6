//! `fruitrage match`: two agents over pairs of games.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use fruitrage_arena::duel::{Duel, MatchResult, PlayedPair};
use fruitrage_arena::{Conditions, Side, Specification};
use fruitrage_cli_support::{Failure, files, progress, stop_on_signals, streams};
use fruitrage_rules::{Ending, Player, Record, TieRule, plain};
use fruitrage_statistics::{Elo, Estimate, Sprt, Tally};
use serde_json::{Value, json};

use crate::arguments::RandomBoardOptions;
use crate::board::seed_of_the_moment;
use crate::choice::choice;
use crate::hosting::{HostOptions, Sandbox, found, started_here};
use crate::values::{jobs, positive_seconds, whole_number};

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage match ./mine greedy --pairs 20 --jobs 2
  fruitrage match 'java -cp build homework' engine:level=3 --records games
  fruitrage match ./new ./old --pairs 500 --sprt elo0=0,elo1=30

An agent is engine, engine:level=3,threads=2, greedy, random, a command line, or
stdio:COMMAND for the line protocol. docs/arena.md has the details."
)]
pub(crate) struct DuelOptions {
    /// An agent
    #[arg(value_name = "A")]
    first: Specification,
    /// The other agent
    #[arg(value_name = "B")]
    second: Specification,
    /// Number of boards, each played from both sides
    #[arg(long, value_name = "COUNT", default_value = "10",
        value_parser = whole_number(1..=1_000_000_000_u64))]
    pairs: u64,
    /// Each player's clock for the whole game
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "10")]
    time: Duration,
    /// Number of games played at the same time
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = jobs)]
    jobs: u16,
    /// Who wins when points are equal: nobody, or the player with more time left
    #[arg(long, default_value = "draw",
        value_parser = choice::<TieRule>(TieRule::ALL.map(TieRule::name)))]
    ties: TieRule,
    /// End a game as soon as the lead can no longer be caught up with
    #[arg(long)]
    call_final_leads: bool,
    /// Stop when a sequential test decides: `elo0=A,elo1=B[,alpha=X][,beta=Y]`
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Write the games to a file, or to a directory, one file per game
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: RandomBoardOptions,
    #[command(flatten)]
    host: HostOptions,
}

pub(crate) fn run(options: &DuelOptions) -> Result<(), Failure> {
    let duel = duel(options);
    let host = options.host.host(Sandbox::Off, &[&options.first, &options.second])?;
    let host = started_here(host);
    let programs = [&options.first, &options.second].map(|agent| host.program_of(agent).ok()?);
    stop_on_signals(&host.stop).map_err(anyhow::Error::from)?;
    let mut records = options.records.as_deref().map(Records::create).transpose()?;
    let mut faults = Vec::new();
    let mut failed = None;
    let progress = progress::bar(0, duel.pairs, "pairs");
    progress.tick();
    let outcome = duel
        .play(&host, &mut |pair, tally| {
            let games = pair.records(&duel.agents);
            for (index, game) in games.iter().enumerate() {
                if let Some(fault) = Fault::of(pair, index, game) {
                    progress.suspend(|| streams::print_error(&fault.message()));
                    faults.push(fault.as_json());
                }
            }
            if let Some(records) = &mut records
                && let Err(failure) = records.write(pair.number, &games)
            {
                failed.get_or_insert(failure);
            }
            progress.set_message(running_figures(tally));
            progress.inc(1);
        })
        .map_err(anyhow::Error::from)?;
    progress.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    if options.json {
        streams::print_json(&as_json(&duel, &outcome, &faults, &programs))?;
    } else {
        streams::print_text(&describe(&duel, &outcome, &programs))?;
    }
    let played = u64::from(outcome.tally.pairs.total());
    if outcome.decision.is_none() && played < duel.pairs {
        return Err(anyhow!("interrupted after {played} of {} pairs", duel.pairs).into());
    }
    Ok(())
}

fn duel(options: &DuelOptions) -> Duel {
    Duel {
        agents: [options.first.clone(), options.second.clone()],
        conditions: Conditions {
            size: options.board.size,
            kinds: options.board.fruits,
            time: options.time,
            ties: options.ties,
            calls_final_leads: options.call_final_leads,
        },
        pairs: options.pairs,
        seed: options.board.seed.unwrap_or_else(seed_of_the_moment),
        jobs: usize::from(options.jobs),
        sprt: options.sprt,
    }
}

fn running_figures(tally: &Tally) -> String {
    let pairs = &tally.pairs;
    let margin = tally.margin().map_or_else(String::new, |margin| {
        let reach = interval(&margin).map(|(_, high)| format!(" ± {:.1}", high - margin.value));
        format!(", margin {:+.1}{}", margin.value, reach.unwrap_or_default())
    });
    format!("{}–{}–{}{margin}", pairs.won, pairs.drawn, pairs.lost)
}

/// The interval of an estimate; none where it has no width, because pairs that all ended
/// alike cannot say how much others would differ.
fn interval(margin: &Estimate) -> Option<(f64, f64)> {
    margin.low.zip(margin.high).filter(|(low, high)| high - low >= 0.1)
}

/// How much of a line that a program printed is shown.
const LONGEST_LINE: usize = 200;

/// A game that was lost by a fault.
struct Fault<'a> {
    pair: &'a PlayedPair,
    game: usize,
    loser: &'a str,
    cause: &'static str,
    detail: &'a str,
}

impl<'a> Fault<'a> {
    fn of(pair: &'a PlayedPair, game: usize, record: &'a Record) -> Option<Self> {
        let Some(Ending::Forfeit { loser, cause, detail }) = pair.games[game].game.ending() else {
            return None;
        };
        let loser = &record.players()[loser.index()];
        Some(Self { pair, game, loser, cause: cause.name(), detail })
    }

    fn message(&self) -> String {
        let Self { pair, game, loser, cause, detail } = self;
        let mut message = format!(
            "pair {}, game {}: {loser} lost ({cause}): {detail}",
            pair.number + 1,
            game + 1
        );
        let evidence = pair.games[*game].evidence.as_ref();
        if let Some(last) = evidence.and_then(|evidence| evidence.printed.trim().lines().last()) {
            message.push_str("\n  it printed: ");
            message.push_str(&plain(last, LONGEST_LINE));
        }
        message
    }

    fn as_json(&self) -> Value {
        let Self { pair, game, loser, cause, detail } = self;
        json!({
            "pair": pair.number + 1,
            "game": game + 1,
            "loser": loser,
            "cause": cause,
            "detail": detail,
            "evidence": pair.games[*game].evidence,
        })
    }
}

/// Where the games go.
enum Records {
    Directory(PathBuf),
    File(PathBuf, fs::File),
}

impl Records {
    fn create(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            refuse_earlier_games(path)?;
            return Ok(Self::Directory(path.to_owned()));
        }
        files::expect_place(path)?;
        refuse_other_than_records(path)?;
        let file = fs::File::options().create(true).append(true).open(path);
        Ok(Self::File(path.to_owned(), file.map_err(|error| files::unwritable(path, &error))?))
    }

    fn write(&mut self, pair: u64, games: &[Record; 2]) -> Result<(), Failure> {
        for (number, game) in (1..).zip(games) {
            match self {
                Self::Directory(directory) => {
                    let name = format!("pair-{:04}-game-{number}.fruitrage", pair + 1);
                    files::write(&directory.join(name), game.to_string())?;
                }
                Self::File(path, file) => {
                    write!(file, "{game}").map_err(|error| files::unwritable(path, &error))?;
                }
            }
        }
        Ok(())
    }
}

/// The games of several matches can follow each other in one file, but nothing else is
/// added to.
fn refuse_other_than_records(path: &Path) -> Result<(), Failure> {
    match path.metadata() {
        Ok(there) if there.is_file() && there.len() > 0 => {}
        // A pipe or a device takes what comes.
        _ => return Ok(()),
    }
    let mut start = vec![0; Record::HEADING.len()];
    let mut file = fs::File::open(path).map_err(|error| files::unreadable(path, &error))?;
    match file.read_exact(&mut start) {
        Ok(()) if start == Record::HEADING.as_bytes() => Ok(()),
        _ => {
            let problem = "expected a new file or one with records of games, found something else";
            Err(Failure::file(path, problem))
        }
    }
}

/// Games of another match have the same names, and would be lost.
fn refuse_earlier_games(directory: &Path) -> Result<(), Failure> {
    let entries = fs::read_dir(directory).map_err(|error| files::unreadable(directory, &error))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    match names.into_iter().find(|name| name.starts_with("pair-") && name.ends_with(".fruitrage")) {
        Some(name) => {
            let problem = format!("expected no games of another match, found {name}");
            Err(Failure::file(directory, problem))
        }
        None => Ok(()),
    }
}

fn describe(duel: &Duel, outcome: &MatchResult, programs: &[Option<PathBuf>; 2]) -> String {
    let MatchResult { tally, sides, decision } = outcome;
    let [a, b] = &duel.agents;
    let Conditions { size, kinds, time, .. } = duel.conditions;
    let (pairs, games) = (&tally.pairs, &tally.games);
    let mut lines = vec![
        format!("{a} against {b}"),
        format!(
            "{} pair{} on {size}×{size} boards with {kinds} kind{} of fruit, {} s per player, seed {}\n",
            pairs.total(),
            if pairs.total() == 1 { "" } else { "s" },
            if kinds.get() == 1 { "" } else { "s" },
            time.as_secs_f64(),
            duel.seed
        ),
        format!("pairs   {} won, {} drawn, {} lost", pairs.won, pairs.drawn, pairs.lost),
    ];
    lines.extend(tally.margin().map(|margin| format!("margin  {}", describe_margin(&margin))));
    lines.push(format!("games   {} won, {} drawn, {} lost", games.won, games.drawn, games.lost));
    lines.extend(tally.elo().map(|elo| format!("Elo     {}", describe_elo(&elo))));
    let found = duel.agents.iter().zip(programs);
    let mut found: Vec<String> =
        found.filter_map(|(agent, program)| found_line(agent, program.as_deref())).collect();
    found.dedup();
    lines.extend(found);
    for (agent, side) in duel.agents.iter().zip(sides) {
        lines.extend(describe_side(agent, side));
    }
    if let Some(test) = duel.sprt {
        let ratio = test.log_likelihood_ratio(&tally.pairs);
        let (low, high) = test.bounds();
        let verdict = decision.map_or_else(|| "not decided".to_owned(), |said| said.to_string());
        lines.push(format!(
            "test    {verdict}: log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}"
        ));
    }
    lines.join("\n") + "\n"
}

fn found_line(agent: &Specification, program: Option<&Path>) -> Option<String> {
    found(agent, program).map(|found| format!("found   {found}"))
}

fn describe_margin(margin: &Estimate) -> String {
    let value = format!("{:+.1} per pair", margin.value);
    match interval(margin) {
        Some((low, high)) => format!("{value}, 95% between {low:+.1} and {high:+.1}"),
        None => value,
    }
}

fn describe_elo(elo: &Elo) -> String {
    // To add zero turns a negative one into a positive one.
    let signed = |elo: f64| format!("{:+}", elo.round() + 0.0);
    let or = |value: Option<f64>, none: &str| value.map_or(none.to_owned(), signed);
    let (low, high) = (or(elo.low, "−∞"), or(elo.high, "+∞"));
    let unbounded = if elo.low.is_none() { "−∞" } else { "+∞" };
    format!("{}, 95% between {low} and {high}, from pairs", or(elo.value, unbounded))
}

fn describe_side(agent: &Specification, side: &Side) -> Vec<String> {
    let (time, longest) = (side.time.as_secs_f64(), side.longest.as_secs_f64());
    let moves = side.moves;
    let plural = if moves == 1 { "" } else { "s" };
    let time =
        format!("time    {agent}: {time:.3} s for {moves} move{plural}, longest {longest:.3} s");
    let faults = side.faults.iter();
    let faults = faults.map(|(cause, count)| format!("faults  {agent}: {count} × {cause}"));
    std::iter::once(time).chain(faults).collect()
}

fn as_json(
    duel: &Duel,
    outcome: &MatchResult,
    faults: &[Value],
    programs: &[Option<PathBuf>; 2],
) -> Value {
    let MatchResult { tally, sides, decision } = outcome;
    let Conditions { size, kinds, time, .. } = duel.conditions;
    let player = |index: usize| {
        let side = &sides[index];
        let agent = duel.agents[index].to_string();
        json!({ "agent": agent, "program": programs[index], "used": side })
    };
    json!({
        "players": [player(Player::First.index()), player(Player::Second.index())],
        "size": size.get(),
        "fruits": kinds.get(),
        "time": time.as_secs_f64(),
        "seed": duel.seed,
        "pairs": tally.pairs,
        "margin": tally.margin(),
        "games": tally.games,
        "elo": tally.elo(),
        "sprt": duel.sprt.map(|test| json!({
            "ratio": test.log_likelihood_ratio(&tally.pairs),
            "bounds": test.bounds(),
            "decision": decision.map(|said| said.to_string()),
        })),
        "faults": faults,
    })
}
