//! What can be said on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use fruitrage_rules::{FruitKinds, Size, seconds};

use crate::analyze::AnalyzeOptions;
use crate::check::CheckOptions;
use crate::duel::DuelOptions;
use crate::outputs::PictureOptions;
use crate::play::PlayOptions;
use crate::review::ReviewOptions;
use crate::serve::ServeOptions;
use crate::standings::StandingsOptions;
use crate::tournament::TournamentOptions;
use crate::worker::WorkerOptions;

/// Plays, referees and analyses The Fruit Rage.
#[derive(Debug, Parser)]
#[command(version, about, after_help = "Without a command: `agent` in the current directory.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play one move: read input.txt, write output.txt
    Agent(AgentOptions),
    /// Play a game in the terminal, against the engine, an agent or a person
    Play(Box<PlayOptions>),
    /// Play a match of two agents, every board from both sides
    Match(Box<DuelOptions>),
    /// Play a tournament of many agents; goes on where it stopped
    Tournament(Box<TournamentOptions>),
    /// Play games of a tournament that many machines share
    Worker(Box<WorkerOptions>),
    /// Show the standings of a tournament, or one of its games
    Standings(StandingsOptions),
    /// Check whether a program follows the protocol: its author's first command
    Check(Box<CheckOptions>),
    /// Serve the web page: play, analyse, review, watch a tournament
    Serve(ServeOptions),
    /// Find the exact value of a position and a best line
    Solve(SolveOptions),
    /// Show the best lines of a position, and what they are worth
    Analyze(Box<AnalyzeOptions>),
    /// Judge finished games move by move: points lost, better moves, a graph
    Review(Box<ReviewOptions>),
    /// Run the engine as a conversation on standard input and output
    Engine,
    /// Search fixed positions: the signature of the search, and its speed
    Bench(BenchOptions),
    /// Print a random board; the same seed gives the same board for ever
    Board(BoardOptions),
    /// Run agents' programs for the referee
    #[command(hide = true)]
    Keeper {
        #[arg(allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Agent(AgentOptions {
            directory: PathBuf::from("."),
            hash: None,
            quiet: false,
            json: false,
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct AgentOptions {
    /// Where input.txt is and output.txt goes
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// The size of the table in megabytes; if not given, what the time is good for
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) hash: Option<u32>,
    /// Do not show what was played
    #[arg(long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Show what was played as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SolveOptions {
    /// An input.txt or a bare board; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Give up after this long; without it, never
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads search
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) hash: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchOptions {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BoardOptions {
    /// The board's width and height, 1 to 26
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) size: Size,
    /// How many kinds of fruit, 1 to 10
    #[arg(long, value_name = "P", default_value = "4")]
    pub(crate) fruits: FruitKinds,
    /// Which of the boards; another one each time if not given
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Print an input.txt with this much time left
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, conflicts_with = "json")]
    pub(crate) time: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) pictures: PictureOptions,
}

pub(crate) fn positive_seconds(text: &str) -> Result<Duration, String> {
    seconds::parse_positive(text).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
