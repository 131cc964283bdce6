//! `fruitrage engine`: the engine on standard input and output.

use std::io::{self, ErrorKind};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use fruitrage_cli_support::Failure;
use fruitrage_protocol::{Resources, analyse, converse};

use crate::values::{jobs, megabytes, threads};

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage engine
  printf 'position board 01/21\\ngo movetime 1\\n' | fruitrage engine
  echo '{\"id\": 1, \"board\": \"01/21\", \"time\": 1}' | fruitrage engine --json

docs/protocol.md describes both languages. Used as an agent it is
`stdio:fruitrage engine`."
)]
pub(crate) struct EngineOptions {
    /// Answer questions as JSON, one object per line, many at once
    #[arg(long)]
    json: bool,
    /// With --json: number of questions searched at one time
    #[arg(long, value_name = "N", default_value = "1", requires = "json", value_parser = jobs)]
    jobs: u16,
    /// With --json: number of threads for each question
    #[arg(long, value_name = "N", default_value = "1", requires = "json", value_parser = threads)]
    threads: u16,
    /// With --json: memory for each question searched at one time, in megabytes
    #[arg(long, value_name = "MB", default_value = "128", requires = "json",
        value_parser = megabytes)]
    hash: u32,
}

pub(crate) fn run(options: &EngineOptions, start: Instant) -> Result<(), Failure> {
    let clock = move || start.elapsed();
    let ended = if options.json {
        let resources = Resources {
            jobs: usize::from(options.jobs),
            threads: usize::from(options.threads),
            hash_megabytes: options.hash as usize,
        };
        analyse(io::stdin().lock(), io::stdout(), &clock, resources)
    } else {
        converse(io::stdin().lock(), io::stdout(), clock).map(|_| ())
    };
    match ended {
        // A host that has gone away has ended the conversation.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("the conversation broke off")?
        }
        _ => Ok(()),
    }
}
