//! A class of hand-ins in several languages, some of them broken.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use fruitrage_arena::check::Grade;
use fruitrage_arena::{Conditions, Host, Limits, Timekeeping};
use fruitrage_league::report::{Examination, Report};
use fruitrage_league::{
    BuildRules, Class, Format, HandIn, Made, News, Stage, Store, Workshop, read_folder, run,
};
use fruitrage_rules::Ending;
use tempfile::TempDir;

/// Copies a folder as it is.
fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg("-r").arg(from).arg(to).status().unwrap();
    assert!(status.success());
}

fn compile(source: &Path, target: &Path) {
    let sources = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path());
    let sources = sources.filter(|path| path.extension().is_some_and(|ending| ending == "java"));
    let status = Command::new("javac").arg("-d").arg(target).args(sources).status();
    assert!(status.expect("a Java compiler, javac").success());
}

/// The class, with one more who handed in what the compiler made, and nothing else.
fn class() -> (TempDir, Class) {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("class");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hand_ins/class"), &folder);
    fs::create_dir(folder.join("ben")).unwrap();
    compile(&folder.join("anna"), &folder.join("ben"));
    let class = read_folder(&folder, &Limits::untrusted()).unwrap();
    (directory, class)
}

pub(crate) fn host() -> Host {
    Host::new().unwrap().sandboxed()
}

fn made<'a>(all: &'a [Made], name: &str) -> &'a Made {
    all.iter().find(|made| made.name == name).unwrap_or_else(|| panic!("{name} is not there"))
}

fn command_of(made: &Made) -> String {
    match &made.outcome {
        Ok(entrant) => entrant.specification.to_string(),
        Err(problem) => panic!("{}: {problem:?}\n{:?}", made.name, made.build),
    }
}

pub(crate) fn a_folder_becomes_a_tournament() {
    let (directory, class) = class();
    let host = host();
    // Nobody is late, however busy the machine.
    let time = Duration::from_mins(10);
    let trial = class.settings.events.first().map(|event| Conditions { time, ..*event });
    let rules = BuildRules::default();
    let workshop = Workshop::new(&host, &rules, directory.path().join("builds"), trial);
    let all = workshop.make_all(&class.hand_ins, 2, &|_| {});
    assert_eq!(all.len(), class.hand_ins.len());
    for (name, command) in [
        ("anna", "java -cp . homework"),
        ("ben", "java -cp . homework"),
        ("carl", "python3 homework.py"),
        ("dora", "./homework"),
        ("emil", "./emil"),
        ("finn", "./bin/finn"),
        ("gina", "./run"),
        ("nora", "java -cp . fruit.Main"),
        ("twin (jan)", "python3 homework.py"),
        ("twin (kim)", "python3 homework.py"),
    ] {
        assert_eq!(command_of(made(&all, name)), command);
    }
    for (name, stage, message) in [
        ("hugo", Stage::Built, "error: expected ‘;’ before ‘return’"),
        ("ida", Stage::Tried, "it said `KeyError: 'best'`"),
        ("lea", Stage::Found, "agent.toml:2:"),
        ("max", Stage::Found, "did you mean `command`?"),
        ("olga", Stage::Found, "found README.txt"),
    ] {
        let problem = made(&all, name).outcome.as_ref().unwrap_err();
        assert_eq!(problem.stage, stage, "{name}: {problem:?}");
        assert!(problem.message.contains(message), "{name}: {problem:?}");
    }
    let log = made(&all, "hugo").build.as_ref().unwrap();
    assert!(log.text.starts_with("$ g++ ") && fs::read_to_string(&log.path).unwrap() == log.text);
    assert_eq!(class.ignored, [directory.path().canonicalize().unwrap().join("class/notes.txt")]);

    let mut tournament = class.tournament(&all);
    tournament.format = Format::Swiss;
    tournament.rounds = 1;
    tournament.events[0].size = "3".parse().unwrap();
    tournament.events[0].time = time;
    let mut store = Store::open(directory.path().join("class.db").as_path()).unwrap();
    let mut players = BTreeSet::new();
    run(&tournament, &mut store, &host, 2, &mut |news| {
        let News::Played(told) = news else { return };
        players.extend([told.key.first.clone(), told.key.second.clone()]);
        assert_eq!(told.record.game().ending(), Some(&Ending::Finished), "{}", told.record);
    })
    .unwrap();
    assert_eq!(players.len(), 10);
}

pub(crate) fn what_was_built_is_not_built_again() {
    let (directory, class) = class();
    let (host, rules) = (host(), BuildRules::default());
    let shelf = directory.path().join("builds");
    let emil = || class.hand_ins.iter().find(|hand_in| hand_in.name == "emil").unwrap();
    let made = |hand_in: &HandIn| Workshop::new(&host, &rules, shelf.clone(), None).make(hand_in);
    let is_kept = |made: &Made| made.build.as_ref().unwrap().is_kept;
    let first = made(emil());
    let again = made(emil());
    assert_eq!((is_kept(&first), is_kept(&again)), (false, true));
    assert_eq!(first.outcome, again.outcome);
    // Another file is another build; the same under another name is not the same program.
    fs::write(&emil().path, fs::read_to_string(&emil().path).unwrap() + "\n// more\n").unwrap();
    let changed = made(emil());
    assert!(!is_kept(&changed) && changed.outcome != first.outcome);
    // What somebody changed on the disk is not taken for what was built.
    let folder = changed.outcome.unwrap().folder.unwrap();
    fs::write(folder.join("emil"), "spoilt").unwrap();
    assert!(!is_kept(&made(emil())));
}

pub(crate) fn who_was_checked_has_a_report() {
    let (directory, class) = class();
    // By processor time: some situations have less than starting takes on a busy machine.
    let host = Host { timekeeping: Timekeeping::Cpu, ..host() };
    let rules = BuildRules::default();
    let workshop = Workshop::new(&host, &rules, directory.path().join("builds"), None);
    let reports = directory.path().join("reports");
    let examination = Examination::new(&workshop, &host, Vec::new(), reports.clone());
    let hand_in = |name: &str| class.hand_ins.iter().find(|it| it.name == name).unwrap();
    let read = |name: &str| fs::read_to_string(reports.join(name)).unwrap();

    let emil: Report = examination.examine(hand_in("emil"), false, &mut |_| {}).unwrap();
    assert!(!emil.is_old);
    let found = emil.check.as_ref().unwrap();
    assert_eq!(found.count(Grade::Failed), 0, "{found:?}");
    assert!(examination.examine(hand_in("emil"), false, &mut |_| {}).unwrap().is_old);
    assert!(!examination.examine(hand_in("emil"), true, &mut |_| {}).unwrap().is_old);
    assert!(read("emil.cpp.txt").contains("17 passed"));

    examination.examine(hand_in("hugo"), false, &mut |_| {}).unwrap();
    assert!(read("hugo.txt").contains("does not build"), "{}", read("hugo.txt"));
    assert!(read("hugo.html").contains("expected ‘;’ before ‘return’"));

    examination.examine(hand_in("ida"), false, &mut |_| {}).unwrap();
    for (name, cell) in [("ida.txt", "01\n"), ("ida.html", "01\n")] {
        let text = read(name);
        assert!(text.contains("KeyError"), "{text}");
        assert!(text.contains("123.6") && text.contains(cell), "{text}");
    }
    let left: Vec<PathBuf> = fs::read_dir(&reports).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left.len(), 9, "{left:?}");
}
