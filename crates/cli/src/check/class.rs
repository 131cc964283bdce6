//! Every hand-in of a folder through build and check, with a report for each.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, thread};

use fruitrage_arena::{Host, sweep};
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_league::report::{Examination, Report, Step, Verdict, text_of_class};
use fruitrage_league::{Class, HandIn, Workshop};
use fruitrage_rules::plain;
use indicatif::ProgressBar;

use super::{CheckOptions, Requirements};
use crate::hand_ins;

/// How much of what is done is shown beside the progress.
const LONGEST_MESSAGE: usize = 60;

pub(super) fn run(
    options: &CheckOptions,
    folder: &Path,
    host: &Host,
    requirements: &Requirements,
) -> Result<(), Failure> {
    if options.watch || options.case.is_some() {
        let problem = "expected one agent with --watch or --case, found a folder of hand-ins";
        return Err(Failure::file(folder, problem));
    }
    let class = hand_ins::read(folder, &host.limits)?;
    let reports = options.class.reports.clone().unwrap_or_else(|| beside(folder));
    files::make_directory(&reports)?;
    sweep();
    let count = class.hand_ins.len();
    streams::print_error(&format!(
        "checking {count} hand-ins of {}; reports go to {}",
        folder.display(),
        reports.display()
    ));
    hand_ins::tell_what_is_ignored(&class);
    let workshop = Workshop::new(host, &requirements.rules, hand_ins::shelf(), None);
    let examination =
        Examination::new(&workshop, host, requirements.games.clone(), reports.clone());
    let found = examine_all(options, &class, &examination, host)?;
    if host.stop.is_stopped() {
        let done = found.len();
        let problem = format!("interrupted after {done} of {count}; the same command goes on");
        return Err(anyhow::anyhow!(problem).into());
    }
    let written = examination.write_tables(&folder.display().to_string(), &found);
    written.map_err(|error| files::unwritable(&reports, &error))?;
    if options.json {
        streams::print_json(&found)?;
    } else {
        streams::print_text(&text_of_class(&found))?;
    }
    let failed = found.iter().filter(|report| report.verdict() >= Verdict::Faulty).count();
    if failed > 0 {
        return Err(anyhow::anyhow!("{failed} of {count} hand-ins failed").into());
    }
    Ok(())
}

/// The reports of all hand-ins, in their order.
fn examine_all(
    options: &CheckOptions,
    class: &Class,
    examination: &Examination<'_>,
    host: &Host,
) -> Result<Vec<Report>, Failure> {
    let bar = progress::bar(0, class.hand_ins.len() as u64, "hand-ins");
    bar.tick();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, io::Result<Report>)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..options.class.jobs {
            scope.spawn(|| {
                while !host.stop.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(hand_in) = class.hand_ins.get(index) else { return };
                    let report = examine(options, hand_in, examination, &bar);
                    if host.stop.is_stopped() {
                        return;
                    }
                    bar.inc(1);
                    if let Ok(mut done) = done.lock() {
                        done.push((index, report));
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    let reports = done.into_iter().map(|(_, report)| report).collect::<io::Result<_>>();
    reports.map_err(|error| anyhow::Error::from(error).context("a report cannot be written").into())
}

fn examine(
    options: &CheckOptions,
    hand_in: &HandIn,
    examination: &Examination<'_>,
    bar: &ProgressBar,
) -> io::Result<Report> {
    let tell = |what: &str| {
        bar.set_message(plain(&format!("{}: {what}", hand_in.name), LONGEST_MESSAGE));
    };
    let report = examination.examine(hand_in, options.class.again, &mut |step| match step {
        Step::Building => tell("building"),
        Step::Trying(situation) => tell(situation),
        Step::Built(_) | Step::Found(_) => {}
    })?;
    // The table itself comes at the end, in order.
    let is_old = if report.is_old { ", as before" } else { "" };
    let line = format!("{}: {}{is_old}", report.name, report.verdict().name());
    bar.suspend(|| streams::print_error(&line));
    Ok(report)
}

/// A folder beside the hand-ins, where it is not taken for one of them.
fn beside(folder: &Path) -> PathBuf {
    let folder = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push("-reports");
    folder.with_file_name(name)
}
