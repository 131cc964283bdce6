//! `fruitrage doctor`: what this machine guarantees.

use clap::Args;
use fruitrage_arena::doctor::{Examination, examine};
use fruitrage_arena::{Guarantee, Host, Standing};
use fruitrage_cli_support::{Failure, streams};
use serde_json::json;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage doctor
  fruitrage doctor --json

For each guarantee of the sandbox it says what gives it here, or what is missing
and how to get it; then hostile programs try each one. Exit status 1 if anything
is missing or did not hold. docs/arena.md explains the guarantees.")]
pub(crate) struct DoctorOptions {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &DoctorOptions) -> Result<(), Failure> {
    let host = Host::new().map_err(anyhow::Error::from)?;
    let examination = examine(&host).map_err(anyhow::Error::from)?;
    let is_complete = examination.is_complete();
    streams::print(if options.json {
        let Examination { guarantees, trials } = &examination;
        let result = json!({ "guarantees": guarantees, "trials": trials, "complete": is_complete });
        format!("{result}\n")
    } else {
        describe(&examination)
    })?;
    if is_complete {
        return Ok(());
    }
    Err(anyhow::anyhow!("this machine does not give every guarantee of the sandbox").into())
}

fn describe(examination: &Examination) -> String {
    let width = Guarantee::ALL.iter().map(|guarantee| guarantee.name().len()).max().unwrap_or(0);
    let mut lines = vec!["The sandbox on this machine:".to_owned()];
    for finding in &examination.guarantees {
        let (mark, what) = match &finding.standing {
            Standing::Given(by) => ("given  ", by),
            Standing::Missing(leaves) => ("MISSING", leaves),
        };
        lines.push(format!("  {mark}  {:width$}  {what}", finding.guarantee));
        let remedy = finding.remedy.iter();
        lines.extend(
            remedy.map(|remedy| format!("{:width$}  to get it: {remedy}", "", width = width + 11)),
        );
    }
    if !examination.trials.is_empty() {
        lines.push("\nA hostile program:".to_owned());
    }
    for trial in &examination.trials {
        let mark = if trial.held { "held   " } else { "FAILED " };
        lines.push(format!(
            "  {mark}  {:width$}  {}: {}",
            trial.guarantee, trial.act, trial.outcome
        ));
    }
    lines.join("\n") + "\n"
}
