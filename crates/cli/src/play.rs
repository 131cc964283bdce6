//! `fruitrage play`: a game in the terminal.

use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use fruitrage_arena::sweep;
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_engine::Level;
use fruitrage_rooms::{Name, NotAName};
use fruitrage_rules::TieRule;
use fruitrage_terminal::{
    Departure, Environment, Look, Opponent, Settings, Start, play_by_lines, play_on_screen,
};

use crate::arguments::RandomBoardOptions;
use crate::board::seed_of_the_moment;
use crate::choice::choice;
use crate::hosting::{HostOptions, Sandbox, started_here};
use crate::room::{self, RoomAddress};
use crate::values::positive_seconds;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage play --size 7 --fruits 3 --level 8 --time 120
  fruitrage play --opponent human
  fruitrage play --opponent 'python3 mine.py'
  fruitrage play --room 'http://127.0.0.1:8080/#room=ROOM' --name Ada

In the game, ? shows the keys. docs/play.md has the details."
)]
pub(crate) struct PlayOptions {
    /// Strength of the engine, 1 to 10
    #[arg(long, value_name = "L", default_value = "4", conflicts_with = "opponent")]
    level: Level,
    /// Opponent: human, greedy, random, engine:OPTIONS, COMMAND or stdio:COMMAND
    #[arg(long, value_name = "AGENT")]
    opponent: Option<Opponent>,
    /// Each player's clock for the whole game [default: no clock]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Who moves first [default: you in the first game, then in turn]
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Who wins when points are equal: nobody, or the player with more time left
    #[arg(long, default_value = "draw",
        value_parser = choice::<TieRule>(TieRule::ALL.map(TieRule::name)))]
    ties: TieRule,
    #[command(flatten)]
    board: RandomBoardOptions,
    /// Letters instead of emoji, no colours, no animation
    #[arg(long, help_heading = "Display")]
    plain: bool,
    /// Do not animate falling fruit
    #[arg(long, help_heading = "Display")]
    no_animation: bool,
    /// Play with lines of text, for screen readers and pipes
    #[arg(long, help_heading = "Display", conflicts_with_all = ["plain", "no_animation"])]
    lines: bool,
    /// Play in a room of somebody's server: the link that the page gives
    #[arg(long, value_name = "URL", help_heading = "Online",
        conflicts_with_all = ["level", "opponent", "time", "first", "ties", "size", "fruits", "seed"])]
    room: Option<RoomAddress>,
    /// What you are called there
    #[arg(long, value_name = "NAME", default_value = "Visitor", help_heading = "Online",
        value_parser = visitor)]
    name: Name,
    #[command(flatten)]
    host: HostOptions,
}

fn visitor(text: &str) -> Result<Name, String> {
    text.to_owned().try_into().map_err(|error: NotAName| error.to_string())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    Me,
    Opponent,
}

pub(crate) fn run(options: &PlayOptions) -> Result<(), Failure> {
    if let Some(room) = &options.room {
        let input = BufReader::new(io::stdin());
        return room::play_by_lines(room.clone(), options.name.clone(), input, &mut io::stdout());
    }
    let settings = settings(options)?;
    let agents: Vec<_> = settings.opponent.agent().into_iter().collect();
    let host = started_here(options.host.host(Sandbox::Off, &agents)?);
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
        play_on_screen(settings, look, host, &save).context("the terminal cannot be used")?
    } else {
        let input = BufReader::new(io::stdin());
        play_by_lines(settings, host, &save, input, &mut io::stdout())
            .context("the game cannot go on")?
    };
    // A game by lines has said how it ended.
    take_leave(departure, on_screen)
}

fn settings(options: &PlayOptions) -> Result<Settings, Failure> {
    let opponent = options.opponent.clone().unwrap_or_else(|| Opponent::engine(options.level));
    if opponent == Opponent::Human && options.first.is_some() {
        let problem = "expected either --first or --opponent human, found both: two people settle \
                       for themselves who moves first";
        return Err(Failure::Input(problem.to_owned()));
    }
    Ok(Settings {
        size: options.board.size,
        kinds: options.board.fruits,
        seed: options.board.seed.unwrap_or_else(seed_of_the_moment),
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
