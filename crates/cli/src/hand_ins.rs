//! Folders of hand-ins: reading them, making agents of them, and saying what was made.

use std::path::{Path, PathBuf};

use fruitrage_arena::{Host, Limits, Specification};
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_league::{
    Class, Configuration, ConfigurationError, HandIn, Location, Made, Store, Workshop, read_folder,
};
use fruitrage_rules::{plain, plain_name};

use crate::worker;

/// More than any tournament's file needs.
const LONGEST_CONFIGURATION: u64 = 16 * 1024 * 1024;

/// How much of a problem is shown in the list.
const LONGEST_PROBLEM: usize = 300;

/// What a tournament's file or folder says. The agents of a file are the organiser's own;
/// those of a folder are to be made.
pub(crate) fn read(source: &Path, limits: &Limits) -> Result<Class, Failure> {
    let refused = |error: ConfigurationError| Failure::Input(error.to_string());
    if source.is_dir() {
        return read_folder(source, limits).map_err(refused);
    }
    let bytes = files::read_regular(source, LONGEST_CONFIGURATION)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::file(source, "expected text in UTF-8, found other bytes"))?;
    let settings = Configuration::parse(&text, source).map_err(refused)?;
    Ok(Class { settings, hand_ins: Vec::new(), ignored: Vec::new() })
}

/// Where nothing is said about events, those of the store are played, if there is one, and
/// agents are tried under them. What is wrong with the store is told when it is opened to play.
pub(crate) fn take_events_of_store(class: &mut Class, location: &Location) {
    if class.settings.has_own_events {
        return;
    }
    let events = Store::read(location.clone()).and_then(|mut store| store.announced_events());
    if let Ok(events) = events
        && !events.is_empty()
    {
        class.settings.events = events;
    }
}

/// The agents whose protocols are known before anything is built; for hand-ins one that
/// stands for them.
pub(crate) fn programs(class: &Class) -> Vec<Specification> {
    let own = class.settings.entrants.iter().map(|entrant| entrant.specification.clone());
    let words = vec!["true".to_owned()];
    let stands_for_all = if class.hand_ins.iter().any(HandIn::talks) {
        Specification::Lines(words)
    } else {
        Specification::Files(words)
    };
    let hand_ins = class.hand_ins.first().map(|_| stands_for_all);
    own.chain(hand_ins).collect()
}

/// Where built agents are kept.
pub(crate) fn shelf() -> PathBuf {
    worker::cache().with_file_name("builds")
}

/// Makes agents of all hand-ins and lists what was made of each, before the first game.
pub(crate) fn make(class: &Class, host: &Host, jobs: usize) -> Result<Vec<Made>, Failure> {
    if class.hand_ins.is_empty() {
        return Ok(Vec::new());
    }
    let trial = class.settings.events.first().copied();
    let workshop = Workshop::new(host, &class.settings.builds, shelf(), trial);
    let bar = progress::bar(0, class.hand_ins.len() as u64, "hand-ins");
    bar.tick();
    let made = workshop.make_all(&class.hand_ins, jobs, &|made| {
        bar.set_message(plain_name(&made.name));
        bar.inc(1);
    });
    bar.finish_and_clear();
    if host.stop.is_stopped() {
        return Err(anyhow::anyhow!("interrupted; the same command resumes it").into());
    }
    let play = made.iter().filter(|made| made.outcome.is_ok()).count();
    streams::print_error(&format!("{} hand-ins, {play} play:", made.len()));
    let width = made.iter().map(|made| plain_name(&made.name).chars().count()).max().unwrap_or(0);
    for made in &made {
        streams::print_error(&line(made, width));
    }
    tell_what_is_ignored(class);
    Ok(made)
}

/// What was made of a hand-in, in a line.
fn line(made: &Made, width: usize) -> String {
    let name = plain_name(&made.name);
    let built = match &made.build {
        Some(log) if log.is_kept => format!("  ({}, built before)", made.what),
        Some(log) => format!("  ({}, built in {:.1} s)", made.what, log.seconds),
        None => format!("  ({})", made.what),
    };
    match &made.outcome {
        Ok(entrant) => {
            let warning = made.warning.as_ref().map(|warning| format!("; {warning}"));
            let warning = warning.unwrap_or_default();
            format!("  {name:<width$}  plays   {}{built}{warning}", entrant.specification)
        }
        Err(problem) => {
            let log = made.build.as_ref().map(|log| format!("; log: {}", log.path.display()));
            let problem = plain(&problem.to_string(), LONGEST_PROBLEM);
            format!("  {name:<width$}  BROKEN  {problem}{}", log.unwrap_or_default())
        }
    }
}

/// Says after the standings how to learn more about those who are named there only.
pub(crate) fn tell_who_does_not_play(made: &[Made], source: &Path) {
    let broken = made.iter().filter(|made| made.outcome.is_err()).count();
    if broken > 0 {
        streams::print_error(&format!(
            "{broken} of {} hand-ins did not play; `fruitrage check {}` writes a report for each",
            made.len(),
            source.display()
        ));
    }
}

/// Nothing that lies in the folder is passed over without a word.
pub(crate) fn tell_what_is_ignored(class: &Class) {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = class.ignored.iter().map(name).collect();
    if !names.is_empty() {
        streams::print_error(&format!("no hand-ins: {}", names.join(", ")));
    }
}
