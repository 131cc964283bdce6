//! `fruitrage play`: a game in the terminal.

use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use fruitrage_arena::sweep;
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_engine::Level;
use fruitrage_rules::{FruitKinds, Size, TieRule};
use fruitrage_terminal::{
    Departure, Environment, Look, Opponent, Start, Terms, play_by_lines, play_on_screen,
};

use crate::arguments::positive_seconds;
use crate::board::seed_of_the_moment;
use crate::choice::choice;
use crate::hosting::{HostOptions, Sandbox};

#[derive(Debug, Args)]
pub(crate) struct PlayOptions {
    /// The board's width and height, 1 to 26
    #[arg(long, value_name = "N", default_value = "10")]
    size: Size,
    /// How many kinds of fruit, 1 to 10
    #[arg(long, value_name = "P", default_value = "4")]
    fruits: FruitKinds,
    /// Which of the boards; another one each time if not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The clock of each player for a whole game; without it nobody has one
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// How strong the engine plays, 1 to 10
    #[arg(long, value_name = "L", default_value = "4", conflicts_with = "opponent")]
    level: Level,
    /// Another opponent than the engine of a level: `human`, `engine:…`, `greedy`, `random`, a
    /// command line, or `stdio:` and one
    #[arg(long, value_name = "AGENT")]
    opponent: Option<Opponent>,
    /// Who begins; if not given, you in the first game and then in turn
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Who wins with equal points: nobody, or whoever has more time left
    #[arg(long, default_value = "draw",
        value_parser = choice::<TieRule>(TieRule::ALL.map(TieRule::name)))]
    ties: TieRule,
    /// Letters instead of emoji, no colours, nothing that moves
    #[arg(long)]
    plain: bool,
    /// Do not show fruit falling
    #[arg(long)]
    no_animation: bool,
    /// Play line by line, as it is done without a terminal
    #[arg(long, conflicts_with_all = ["plain", "no_animation"])]
    lines: bool,
    #[command(flatten)]
    host: HostOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    Me,
    Opponent,
}

pub(crate) fn run(options: &PlayOptions) -> Result<(), Failure> {
    let terms = terms(options)?;
    let agents: Vec<_> = terms.opponent.agent().into_iter().collect();
    let host = options.host.host(Sandbox::Off, &agents)?;
    if agents.iter().any(|agent| agent.is_program()) {
        // Whoever leaves while a program thinks leaves its directory behind.
        sweep();
    }
    let save =
        |path: &Path, text: &str| files::write(path, text).map_err(|failure| failure.to_string());
    let environment = Environment::of_the_process();
    let on_screen = !options.lines
        && environment.has_screen()
        && io::stdin().is_terminal()
        && io::stdout().is_terminal();
    let departure = if on_screen {
        let look = Look::new(&environment, options.plain, options.no_animation);
        play_on_screen(terms, look, host, &save).context("the terminal cannot be used")?
    } else {
        let input = BufReader::new(io::stdin());
        play_by_lines(terms, host, &save, input, &mut io::stdout())
            .context("the game cannot go on")?
    };
    // A game by lines has said how it ended.
    take_leave(departure, on_screen)
}

fn terms(options: &PlayOptions) -> Result<Terms, Failure> {
    let opponent = options.opponent.clone().unwrap_or_else(|| Opponent::engine(options.level));
    if opponent == Opponent::Human && options.first.is_some() {
        let problem = "--first says whether you or the opponent begins, but with --opponent human \
                       both are people: expected one of them, found both";
        return Err(Failure::Input(problem.to_owned()));
    }
    Ok(Terms {
        size: options.size,
        kinds: options.fruits,
        seed: options.seed.unwrap_or_else(seed_of_the_moment),
        time: options.time,
        ties: options.ties,
        opponent,
        start: match options.first {
            None => Start::InTurn,
            Some(First::Me) => Start::You,
            Some(First::Opponent) => Start::Opponent,
        },
    })
}

fn take_leave(departure: Departure, tells_outcome: bool) -> Result<(), Failure> {
    let Departure { outcome, notice, unsaved, failure } = departure;
    if let Some(outcome) = outcome.filter(|_| tells_outcome) {
        streams::print(format!("{outcome}\n"))?;
    }
    if let Some(notice) = notice {
        streams::print_error(&notice);
    }
    if let Some(record) = unsaved {
        streams::print(record)?;
    }
    failure.map_or(Ok(()), |failure| Err(anyhow!(failure).into()))
}
