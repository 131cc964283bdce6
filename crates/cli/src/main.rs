//! The command line of Fruit Rage: arguments, wiring and printing.

mod agent;
mod analyze;
mod arguments;
mod batch;
mod bench;
mod board;
mod check;
mod choice;
mod completions;
mod conversation;
mod doctor;
mod drawing;
mod duel;
mod hand_ins;
mod hosting;
mod manual;
mod new;
mod outputs;
mod play;
mod positions;
mod puzzles;
mod review;
mod room;
mod serve;
mod solve;
mod standings;
mod store_argument;
mod tournament;
mod tournament_corrections;
mod tournament_export;
mod tournament_init;
mod tournament_replace;
mod tournament_status;
mod tree;
mod values;
mod worker;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use fruitrage_cli_support::exit_code;

use crate::arguments::{Arguments, Command};

fn main() -> ExitCode {
    let start = Instant::now();
    let outcome = match Arguments::parse().command.unwrap_or_default() {
        Command::Agent(options) => agent::run(&options, start),
        Command::Play(options) => play::run(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Seat(options) => room::run_seat(&options),
        Command::New(options) => new::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Doctor(options) => doctor::run(&options),
        Command::Match(options) => duel::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Worker(options) => worker::run(&options),
        Command::Standings(options) => standings::run(&options),
        Command::Analyze(options) => analyze::run(&options, start),
        Command::Solve(options) => solve::run(&options, start),
        Command::Review(options) => review::run(&options),
        Command::Puzzles(options) => puzzles::run(&options),
        Command::Board(options) => board::run(&options),
        Command::Engine(options) => conversation::run(&options, start),
        Command::Tree(options) => tree::run(&options),
        Command::Bench(options) => bench::run(&options, start),
        Command::Completions(options) => completions::run(&options),
        Command::Manual(options) => manual::run(&options),
        Command::Supervisor { arguments } => return fruitrage_arena::supervisor::run(&arguments),
    };
    exit_code(outcome)
}
