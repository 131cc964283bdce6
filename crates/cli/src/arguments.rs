//! What can be said on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};
use fruitrage_rules::{FruitKinds, Size};

use crate::analyze::AnalyzeOptions;
use crate::check::CheckOptions;
use crate::completions::CompletionsOptions;
use crate::conversation::EngineOptions;
use crate::doctor::DoctorOptions;
use crate::duel::DuelOptions;
use crate::manual::ManualOptions;
use crate::new::NewOptions;
use crate::outputs::PictureOptions;
use crate::play::PlayOptions;
use crate::puzzles::PuzzlesOptions;
use crate::review::ReviewOptions;
use crate::room::SeatOptions;
use crate::serve::ServeOptions;
use crate::solve::SolveOptions;
use crate::standings::StandingsOptions;
use crate::tournament::TournamentOptions;
use crate::tree::TreeOptions;
use crate::values::{megabytes, positive_seconds, seed, threads};
use crate::worker::WorkerOptions;

/// The version, and the revision where it is known.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("FRUITRAGE_REVISION"));

/// The program as it is shown to people, without what only the program itself calls.
pub(crate) fn shown_program() -> clap::Command {
    let program = Arguments::command();
    let is_shown = |command: &&clap::Command| !command.is_hide_set();
    let shown: Vec<_> = program.get_subcommands().filter(is_shown).cloned().collect();
    clap::Command::new("fruitrage")
        .version(VERSION)
        .about(program.get_about().cloned().unwrap_or_default())
        .after_help(program.get_after_help().cloned().unwrap_or_default())
        .subcommands(shown)
}

/// Plays, referees and analyses The Fruit Rage.
#[derive(Debug, Parser)]
#[command(
    name = "fruitrage",
    version = VERSION,
    about,
    after_help = "\
Examples:
  fruitrage play --level 3                    play in the terminal
  fruitrage serve --open                      play in the browser
  fruitrage match ./mine greedy --pairs 20    let your program play

Without a command, fruitrage plays one move in the current directory, as `agent`
does.
`fruitrage COMMAND --help` explains a command and gives examples."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play one move: read input.txt, write output.txt
    Agent(AgentOptions),
    /// Play a game in the terminal against the engine, a program or a person
    Play(Box<PlayOptions>),
    /// Serve the web page: play each other and agents, analyse, review, watch a tournament
    Serve(Box<ServeOptions>),
    /// Let an agent take a seat in a room of the web page
    Seat(Box<SeatOptions>),
    /// Write a starter agent that passes `check`, to begin with
    New(NewOptions),
    /// Check whether a program follows the protocol, or each hand-in of a folder
    Check(Box<CheckOptions>),
    /// Examine this machine: what the sandbox guarantees on it, and whether that holds
    Doctor(DoctorOptions),
    /// Play a match between two agents, every board from both sides
    Match(Box<DuelOptions>),
    /// Play a tournament of many agents; resumes where it stopped
    Tournament(Box<TournamentOptions>),
    /// Play games of a tournament shared by many machines
    Worker(Box<WorkerOptions>),
    /// Show the standings of a tournament, or one of its games
    Standings(StandingsOptions),
    /// Find the best lines of a position and what they are worth
    Analyze(Box<AnalyzeOptions>),
    /// Find the exact value of a position and a best line
    Solve(SolveOptions),
    /// Review finished games move by move: points lost, better moves, a graph
    Review(Box<ReviewOptions>),
    /// Make puzzles: positions whose one best move is proved
    Puzzles(PuzzlesOptions),
    /// Print a random board; the same seed always gives the same board
    Board(BoardOptions),
    /// Run the engine as a conversation on standard input and output
    Engine(EngineOptions),
    /// Count the lines of play from a position, to check one's own rules
    Tree(TreeOptions),
    /// Search fixed positions: the signature of the search, and its speed
    Bench(BenchOptions),
    /// Print a completion script for a shell
    Completions(CompletionsOptions),
    /// Write the manual pages
    Manual(ManualOptions),
    /// Run agents' programs for the referee
    #[command(hide = true)]
    Supervisor {
        #[arg(allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Agent(AgentOptions {
            directory: None,
            hash: None,
            threads: 1,
            no_state: false,
            quiet: false,
            json: false,
        })
    }
}

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage agent examples/figure-1    one move on a published board
  fruitrage                            the same in the current directory"
)]
pub(crate) struct AgentOptions {
    /// Directory of input.txt and output.txt [default: the current directory]
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The most memory for the transposition table, in megabytes; it grows as it fills up
    /// [default: 128]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub(crate) hash: Option<u32>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: u16,
    /// Leave nothing in the directory for the next move (fruitrage.state: what this one cost
    /// on the clock; fruitrage.table: what it has found)
    #[arg(long)]
    pub(crate) no_state: bool,
    /// Print nothing but errors
    #[arg(long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Print the move as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  fruitrage bench

The signature is the same on every machine; only a changed search changes it.")]
pub(crate) struct BenchOptions {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Random boards.
#[derive(Debug, Args)]
#[command(next_help_heading = "Board")]
pub(crate) struct RandomBoardOptions {
    /// Width and height, 1 to 26
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) size: Size,
    /// Kinds of fruit, 1 to 10
    #[arg(long, value_name = "P", default_value = "4")]
    pub(crate) fruits: FruitKinds,
    /// Seed of the first board [default: a new one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage board --size 8 --fruits 5 --seed 7
  fruitrage board --time 60 > input.txt
  fruitrage board --seed 7 --svg board.svg --png board.png"
)]
pub(crate) struct BoardOptions {
    /// Print an input.txt with this much time left
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, conflicts_with = "json")]
    pub(crate) time: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) random: RandomBoardOptions,
    #[command(flatten)]
    pub(crate) pictures: PictureOptions,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most lines of help that a tall terminal shows at once.
    const MOST_LINES: usize = 45;

    /// All commands that are shown to people, with those inside them.
    fn commands() -> Vec<clap::Command> {
        fn collect(command: &clap::Command, all: &mut Vec<clap::Command>) {
            all.push(command.clone());
            for inner in command.get_subcommands() {
                collect(inner, all);
            }
        }
        let mut program = shown_program().bin_name("fruitrage").disable_help_subcommand(true);
        program.build();
        let mut all = Vec::new();
        collect(&program, &mut all);
        all
    }

    #[test]
    fn the_definitions_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_help_fits_a_screen_and_has_an_example() {
        for command in commands() {
            let name = command.get_bin_name().unwrap();
            let program = Arguments::command().term_width(100);
            let words = name.split(' ').chain(["--help"]);
            let help = program.try_get_matches_from(words).unwrap_err().to_string();
            assert!(help.contains("\nExample"), "{name}: no example in\n{help}");
            assert!(help.contains("\n  fruitrage "), "{name}: no example in\n{help}");
            let lines = help.lines().count();
            assert!(lines <= MOST_LINES, "{name}: {lines} lines of help\n{help}");
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{name}: too long: {line}");
                assert!(line.is_ascii(), "{name}: not for every console and manual: {line}");
            }
        }
    }

    /// Whatever is counted or measured tells its range when it is given a word.
    #[test]
    fn every_number_says_what_it_expects() {
        let numeric =
            ["N", "P", "S", "L", "MB", "MIB", "SECONDS", "COUNT", "NUMBER", "MOVES", "PORT", "IP"];
        let mut tried = 0;
        for command in commands() {
            for argument in command.get_arguments() {
                let names = argument.get_value_names().unwrap_or_default();
                if !names.iter().any(|name| numeric.contains(&name.as_str())) {
                    continue;
                }
                let option = format!("--{}=x", argument.get_long().unwrap());
                // The name of a command within another is that of both, with a blank.
                let path = command.get_bin_name().unwrap().split(' ');
                let words = path.chain([option.as_str()]);
                let error = Arguments::try_parse_from(words).unwrap_err().to_string();
                assert!(error.contains(": expected a"), "{}: {error}", command.get_name());
                tried += 1;
            }
        }
        assert!(tried > 40, "{tried} options were tried");
    }
}
