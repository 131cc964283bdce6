//! One program: what it was tried in, what was found, and what to do about it.

use std::path::Path;

use fruitrage_arena::check::{Case, Finding, Findings, Grade, StartUp, Step, advice, cases, check};
use fruitrage_arena::{Host, Specification, StartError};
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_league::{HandIn, Stage, Workshop};
use fruitrage_rules::plain;
use serde_json::json;

use super::{CheckOptions, Requirements};
use crate::hand_ins;
use crate::hosting::found;

/// From here on a program's start-up is worth a word.
const SLOW_START: f64 = 0.05;

/// How much of a line that the program wrote is shown.
const LONGEST_LINE: usize = 200;

/// How many moves a player makes in a game on 10×10 with 4 kinds.
const MOVES_OF_A_GAME: f64 = 22.0;

/// Builds a hand-in and checks what was built.
pub(super) fn hand_in(
    options: &CheckOptions,
    path: &Path,
    host: &Host,
    requirements: &Requirements,
) -> Result<(), Failure> {
    let refuse = |problem: &str| Failure::file(path, problem);
    let hand_in = if path.is_dir() {
        let path = dunce::canonicalize(path).map_err(|error| files::unreadable(path, &error))?;
        HandIn::read(&path, &host.limits, &requirements.rules)
    } else {
        HandIn::of_source(path, &requirements.rules)
    };
    let hand_in = hand_in.ok_or_else(|| refuse("expected a program or its sources"))?;
    streams::print_error(&format!("building {}", path.display()));
    let workshop = Workshop::new(host, &requirements.rules, hand_ins::shelf(), None);
    let made = workshop.make(&hand_in);
    if let Some(log) = made.build.as_ref().filter(|_| made.outcome.is_err()) {
        streams::print_error(log.text.trim_end());
    }
    match &made.outcome {
        Err(problem) if problem.stage == Stage::Found => Err(refuse(&problem.message)),
        Err(problem) => Err(anyhow::anyhow!("{}: {}", path.display(), problem.message).into()),
        Ok(entrant) => {
            let what = &made.what;
            streams::print_error(&format!("{what}, started by `{}`", entrant.specification));
            report(
                options,
                &entrant.specification,
                &entrant.host(host),
                requirements,
                &options.agent,
            )
        }
    }
}

/// Checks a program as it is.
pub(super) fn agent(
    options: &CheckOptions,
    agent: &Specification,
    host: &Host,
    requirements: &Requirements,
) -> Result<(), Failure> {
    report(options, agent, host, requirements, &agent.to_string())
}

/// Checks a program and prints what is found as it is found. `written` is what it was called
/// on the command line.
fn report(
    options: &CheckOptions,
    agent: &Specification,
    host: &Host,
    requirements: &Requirements,
    written: &str,
) -> Result<(), Failure> {
    if let Some(directory) = &options.save {
        files::make_directory(directory)?;
    }
    let program = host.program_of(agent).map_err(|error| refused(&error))?;
    if let (false, Some(found)) = (options.json, found(agent, program.as_deref())) {
        streams::print_text(&found)?;
    }
    let all = cases(&requirements.games);
    let bar = progress::bar(0, all.len() as u64, "cases");
    let mut printed = Ok(());
    let mut hear = |step: Step| match step {
        Step::Trying(case) => {
            bar.set_message(case.name.clone());
            bar.tick();
        }
        Step::Found(finding) => {
            bar.inc(1);
            if !options.json && printed.is_ok() {
                printed = bar.suspend(|| streams::print_text(&describe(written, finding)));
            }
        }
    };
    let found = if let Some(number) = options.case {
        try_one(agent, host, &all, number, &mut hear)?
    } else {
        let count = all.len();
        streams::print_error(&format!("trying `{agent}` in {count} cases"));
        check(agent, host, &requirements.games, &mut hear).map_err(|error| refused(&error))?
    };
    bar.finish_and_clear();
    printed?;
    if host.stop.is_stopped() {
        return Err(anyhow::anyhow!("interrupted after {} cases", found.findings.len()).into());
    }
    if let (Some(directory), Some(finding)) = (&options.save, found.findings.first()) {
        save(directory, finding)?;
    }
    let failed = found.count(Grade::Failed);
    if options.json {
        let result = json!({
            "program": program,
            "findings": found.findings,
            "given_up": found.given_up,
            "start_up": found.start_up,
            "failed": failed,
        });
        streams::print_json(&result)?;
    } else {
        streams::print_text(&conclude(agent, &found))?;
    }
    if failed > 0 {
        return Err(anyhow::anyhow!("{failed} of {} cases failed", found.findings.len()).into());
    }
    Ok(())
}

fn try_one(
    agent: &Specification,
    host: &Host,
    all: &[Case],
    number: usize,
    hear: &mut dyn FnMut(Step),
) -> Result<Findings, Failure> {
    let case = all.iter().find(|case| case.number == number).ok_or_else(|| {
        let last = all.len();
        Failure::Input(format!("--case: expected a whole number from 1 to {last}, found {number}"))
    })?;
    hear(Step::Trying(case));
    let finding = case.tried(agent, host).map_err(|error| refused(&error))?;
    hear(Step::Found(&finding));
    Ok(Findings { findings: vec![finding], ..Findings::default() })
}

fn refused(error: &StartError) -> Failure {
    Failure::Input(error.to_string())
}

fn describe(written: &str, finding: &Finding) -> String {
    let Finding { number, situation, seconds, .. } = finding;
    let mark = match finding.grade {
        Grade::Passed => "passed",
        Grade::Advice => "advice",
        Grade::Failed => "FAILED",
    };
    let head = format!("{mark}  {number:>2}  {situation} ({seconds:.3} s)\n");
    let Some(cause) = &finding.cause else { return head };
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
                    .map(|line| format!("  {}", plain(line, LONGEST_LINE)))
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
    lines.push(format!(
        "  fruitrage check {} --case {number} --save case-{number}",
        quoted(written)
    ));
    lines.iter().fold(head, |text, line| text + "            " + line + "\n")
}

fn quoted(written: &str) -> String {
    format!("'{}'", written.replace('\'', "'\\''"))
}

fn conclude(agent: &Specification, found: &Findings) -> String {
    let mut text = String::from("\n");
    if let Some(start_up) = &found.start_up {
        text += &describe_start_up(agent, start_up);
    }
    if found.given_up > 0 {
        text += "It does not answer, and was not waited for again.\n";
    }
    let [passed, advised, failed] =
        [Grade::Passed, Grade::Advice, Grade::Failed].map(|grade| found.count(grade));
    let skipped = match found.given_up {
        0 => String::new(),
        cases => format!(", {cases} not tried"),
    };
    text + &format!("{passed} passed, {advised} with advice, {failed} failed{skipped}\n")
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
