//! Ctrl-C and a polite kill end the move that is being played, and leave nothing.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::arena::{agents, sinner};
use crate::run::{fruitrage, standard_error};
use crate::waiting::wait_for;

/// Whether an agent with this word at the end of its command line runs. The command that plays
/// it has the word, too.
fn is_running(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let end = format!("{mark}\0");
    lines.into_iter().any(|line| {
        let line = String::from_utf8_lossy(&line).into_owned();
        let program = line.split('\0').next().unwrap_or_default();
        line.ends_with(&end) && program != env!("CARGO_BIN_EXE_fruitrage")
    })
}

fn start(arguments: &[&str], temporary: &Path) -> Child {
    fruitrage(arguments)
        .env("TMPDIR", temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// It ends with the signal although its agent never answers, says that it was interrupted, and
/// leaves neither a process nor a directory behind.
fn ends(mut run: Child, signal: &str, mark: &str, temporary: &Path) {
    wait_for("the agent", || is_running(mark));
    let kill = Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap();
    assert!(kill.success());
    wait_for("its end", || run.try_wait().unwrap().is_some());
    let run = run.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", standard_error(&run));
    assert!(standard_error(&run).contains("interrupted"), "{}", standard_error(&run));
    // In the sandbox the kernel ends it, in its own time.
    wait_for("the end of the agent", || !is_running(mark));
    let left: Vec<_> = fs::read_dir(temporary).unwrap().flatten().map(|it| it.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_move_ends_with_the_command() {
    for (number, sandbox) in ["--sandbox=off", "--sandbox=required"].into_iter().enumerate() {
        for (protocol, signal) in [("files", "-INT"), ("lines", "-TERM")] {
            let temporary = TempDir::new().unwrap();
            let mark = format!("{protocol}-{number}-{}", std::process::id());
            let agent = match protocol {
                "files" => format!("{} sleep {mark}", sinner()),
                _ => format!("stdio:python3 {} sleep {mark}", agents().join("talker.py").display()),
            };
            let arguments = ["match", &agent, "greedy", "--time", "9000", sandbox];
            ends(start(&arguments, temporary.path()), signal, &mark, temporary.path());
            let arguments = ["check", &agent, sandbox];
            ends(start(&arguments, temporary.path()), signal, &mark, temporary.path());
            let league = TempDir::new().unwrap();
            let file = league.path().join("league.toml");
            let text = format!(
                "[[event]]\nsize = 5\nfruits = 3\ntime = 9000\n[[agent]]\ncommand = 'greedy'\n\
                 [[agent]]\ncommand = '{agent}'\n"
            );
            fs::write(&file, text).unwrap();
            let arguments = ["tournament", file.to_str().unwrap(), sandbox];
            ends(start(&arguments, temporary.path()), signal, &mark, temporary.path());
        }
    }
}
