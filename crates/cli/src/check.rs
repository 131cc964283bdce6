//! `fruitrage check`: does a program follow the protocol?

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_arena::check::{
    Finding, Grade, Situation, StartUp, situations, start_up, try_game, try_situation,
};
use fruitrage_arena::{Host, Specification, StartError};
use fruitrage_cli_support::{Failure, files, streams};
use serde_json::json;

use crate::hosting::{HostOptions, Sandbox};
use crate::values::whole_number;

/// From here on a program's start-up is worth a word.
const SLOW_START: f64 = 0.05;

/// How many moves a player makes in a game on 10×10 with 4 kinds.
const MOVES_OF_A_GAME: f64 = 22.0;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage check 'python3 mine.py'
  fruitrage check 'java -cp build homework' --sandbox --memory 512
  fruitrage check ./mine --case 3 --save case-3

An agent is a command line, stdio:COMMAND for the line protocol, or one that is built in.
Exit status 1 if any case failed. docs/arena.md has the details."
)]
pub(crate) struct CheckOptions {
    /// The agent
    agent: Specification,
    /// Try only the case with this number
    #[arg(long, value_name = "NUMBER", value_parser = case)]
    case: Option<usize>,
    /// Keep the input.txt and the answer of this case in a directory
    #[arg(long, value_name = "DIR", requires = "case")]
    save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    host: HostOptions,
}

/// After the situations comes a whole game.
fn last_case() -> usize {
    situations().len() + 1
}

fn case(text: &str) -> Result<usize, String> {
    whole_number(1..=last_case())(text)
}

pub(crate) fn run(options: &CheckOptions) -> Result<(), Failure> {
    let agent = &options.agent;
    let host = options.host.host(Sandbox::Off, &[agent])?;
    let all = situations();
    if let Some(directory) = &options.save {
        files::make_directory(directory)?;
    }
    let mut findings = Vec::new();
    for number in (1..=last_case()).filter(|number| options.case.is_none_or(|case| case == *number))
    {
        let finding =
            find(agent, &host, number, all.get(number - 1)).map_err(|error| refused(&error))?;
        if !options.json {
            streams::print(describe(agent, &finding))?;
        }
        if let Some(directory) = &options.save {
            save(directory, &finding)?;
        }
        findings.push(finding);
    }
    let start_up = match options.case {
        None => start_up(agent, &host).map_err(|error| refused(&error))?,
        Some(_) => None,
    };
    let failed = findings.iter().filter(|finding| finding.grade == Grade::Failed).count();
    if options.json {
        let result = json!({ "findings": findings, "start_up": start_up, "failed": failed });
        streams::print(format!("{result}\n"))?;
    } else {
        streams::print(conclude(agent, &findings, start_up.as_ref(), failed))?;
    }
    if failed > 0 {
        return Err(anyhow::anyhow!("{failed} of {} cases failed", findings.len()).into());
    }
    Ok(())
}

fn find(
    agent: &Specification,
    host: &Host,
    number: usize,
    situation: Option<&Situation>,
) -> Result<Finding, StartError> {
    match situation {
        Some(situation) => try_situation(agent, host, number, situation),
        None => try_game(agent, host, number),
    }
}

fn refused(error: &StartError) -> Failure {
    Failure::Input(error.to_string())
}

fn describe(agent: &Specification, finding: &Finding) -> String {
    let Finding { number, situation, seconds, .. } = finding;
    let mark = match finding.grade {
        Grade::Passed => "passed",
        Grade::Advice => "advice",
        Grade::Failed => "FAILED",
    };
    let head = format!("{mark}  {number:>2}  {situation} ({seconds:.3} s)\n");
    let Some(cause) = finding.cause else { return head };
    let mut lines = vec![format!("{cause}: {}", finding.detail)];
    lines.push(advice(cause).to_owned());
    let evidence = &finding.evidence;
    for (title, text) in [("it printed:", &evidence.printed), ("its output.txt:", &evidence.output)]
    {
        if !text.trim().is_empty() {
            lines.push(title.to_owned());
            lines.extend(
                text.trim_end()
                    .lines()
                    .rev()
                    .take(30)
                    .map(|line| format!("  {line}"))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev(),
            );
        }
    }
    if !evidence.input.is_empty() {
        lines.push("its input.txt:".to_owned());
        lines.extend(evidence.input.trim_end().lines().map(|line| format!("  {line}")));
    }
    lines.push("to see it again:".to_owned());
    lines.push(format!("  fruitrage check {} --case {number} --save case-{number}", quoted(agent)));
    lines.iter().fold(head, |text, line| text + "            " + line + "\n")
}

fn quoted(agent: &Specification) -> String {
    format!("'{}'", agent.to_string().replace('\'', "'\\''"))
}

/// What a fault usually means, in plain words.
fn advice(cause: &str) -> &'static str {
    match cause {
        "out-of-time" => {
            "The third line of input.txt is the time left for the whole rest of the game."
        }
        "crashed" => {
            "The program must exit with status 0; what it printed may tell why it did not."
        }
        "no-output" => {
            "The answer goes to output.txt in the directory that the program is started in."
        }
        "malformed-output" => {
            "The first line is the move, such as G8; then come the n rows of the board."
        }
        "illegal-move" => {
            "Columns are letters from A at the left, rows are numbers from 1 at the top."
        }
        "wrong-board" => "Remove the connected group, let each column fall, and fill up with *.",
        "memory" => "The program used more memory than it may.",
        "output-too-large" => "The program wrote or printed far more than an answer.",
        _ => "See docs/arena.md and docs/protocol.md for what is expected.",
    }
}

fn conclude(
    agent: &Specification,
    findings: &[Finding],
    start_up: Option<&StartUp>,
    failed: usize,
) -> String {
    let mut text = String::from("\n");
    if let Some(start_up) = start_up {
        text += &describe_start_up(agent, start_up);
    }
    let advised = findings.iter().filter(|finding| finding.grade == Grade::Advice).count();
    let passed = findings.len() - failed - advised;
    text + &format!("{passed} passed, {advised} with advice, {failed} failed\n")
}

fn describe_start_up(agent: &Specification, start_up: &StartUp) -> String {
    let StartUp { seconds, cpu_seconds, bare_seconds } = *start_up;
    let waiting = (seconds - cpu_seconds).max(0.0);
    let mut lines = vec![format!(
        "Starting and answering on a 1×1 board takes {seconds:.3} s: {cpu_seconds:.3} s of processor \
         time, {waiting:.3} s of waiting; a program that does nothing takes {bare_seconds:.3} s."
    )];
    if seconds > SLOW_START {
        let game = seconds * MOVES_OF_A_GAME;
        lines.push(format!(
            "Every move pays for it: about {game:.1} s of the clock in a 10×10 game."
        ));
        lines.push(hint(agent, cpu_seconds, waiting).to_owned());
    }
    lines.join("\n") + "\n"
}

/// Where the start-up goes, as far as it can be told from outside.
fn hint(agent: &Specification, cpu: f64, waiting: f64) -> &'static str {
    let program = agent.to_string();
    if program.contains("java") {
        "Most of it is the virtual machine: try -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto."
    } else if waiting > cpu {
        "It mostly waits: for the disk, for the network or in a sleep."
    } else if program.contains("python") {
        "Most of it is the interpreter and its imports: try python3 -I -S, and import less."
    } else {
        "Most of it is work before the first move: are tables built again at every start?"
    }
}

fn save(directory: &Path, finding: &Finding) -> Result<(), Failure> {
    let evidence = &finding.evidence;
    files::write(&directory.join("input.txt"), &evidence.input)?;
    for (name, text) in [("answer.txt", &evidence.output), ("printed.txt", &evidence.printed)] {
        if !text.is_empty() {
            files::write(&directory.join(name), text)?;
        }
    }
    Ok(())
}
