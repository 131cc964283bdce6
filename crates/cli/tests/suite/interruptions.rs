//! Ctrl-C and a polite kill end the move that is being played, at once, and leave nothing.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::arena::{agents, sinner};
use crate::run::{fruitrage, standard_error};

/// Waits until a program with this word on its command line runs.
fn wait_for(mark: &str) {
    let start = Instant::now();
    while !is_running(mark) {
        assert!(start.elapsed().as_secs() < 60, "it never started");
        std::thread::yield_now();
    }
}

/// Whether an agent with this word at the end of its command line runs.
fn is_running(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let end = format!("{mark}\0");
    lines.into_iter().any(|line| {
        let line = String::from_utf8_lossy(&line).into_owned();
        line.ends_with(&end) && !line.contains("fruitrage")
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

/// It ends within two seconds of the signal, says that it was interrupted, and leaves neither
/// a process nor a directory behind.
fn ends_at_once(run: Child, signal: &str, mark: &str, temporary: &Path) {
    wait_for(mark);
    let kill = Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let start = Instant::now();
    let run = run.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(run.status.code(), Some(1), "{}", standard_error(&run));
    assert!(standard_error(&run).contains("interrupted"), "{}", standard_error(&run));
    // In the sandbox the kernel ends it, in its own time.
    while is_running(mark) {
        assert!(start.elapsed() < Duration::from_secs(4), "something goes on");
        std::thread::yield_now();
    }
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
            let arguments = ["match", &agent, "greedy", "--time", "1000", sandbox];
            ends_at_once(start(&arguments, temporary.path()), signal, &mark, temporary.path());
            let arguments = ["check", &agent, sandbox];
            ends_at_once(start(&arguments, temporary.path()), signal, &mark, temporary.path());
            let league = TempDir::new().unwrap();
            let file = league.path().join("league.toml");
            let text = format!(
                "[[event]]\nsize = 5\nfruits = 3\ntime = 1000\n[[agent]]\ncommand = 'greedy'\n\
                 [[agent]]\ncommand = '{agent}'\n"
            );
            fs::write(&file, text).unwrap();
            let arguments = ["tournament", file.to_str().unwrap(), sandbox];
            ends_at_once(start(&arguments, temporary.path()), signal, &mark, temporary.path());
        }
    }
}
