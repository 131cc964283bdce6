//! What programs may not do, each in the sandbox, each with its verdict.

use std::net::TcpListener;

use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{causes, confined, play, sinner};
use crate::run::{fruitrage, standard_error, standard_output};
use crate::waiting::wait_for;

fn sin(name: &str, time: &str) -> Value {
    confined(&format!("{} {name}", sinner()), time)
}

/// With more time than anybody needs.
fn loses(name: &str, cause: &str, message: &str) {
    loses_with(name, "600", cause, message);
}

/// Both games are lost by this cause, with a message that says so.
fn loses_with(name: &str, time: &str, cause: &str, message: &str) {
    let played = sin(name, time);
    assert_eq!(causes(&played), [cause; 2], "{name}: {played}");
    let detail = played["faults"][0]["detail"].as_str().unwrap();
    assert!(detail.contains(message), "{name}: {detail}");
    assert!(played["faults"][0]["evidence"]["input"].as_str().unwrap().starts_with("5\n3\n"));
}

/// The sin has no effect, and the games are played to their end.
fn is_in_vain(name: &str) {
    let played = sin(name, "600");
    assert_eq!(causes(&played), Vec::<&str>::new(), "{name}: {played}");
}

#[test]
fn programs_that_do_not_end_lose_on_time() {
    for name in ["sleep", "spin", "ignore-signals", "half"] {
        loses_with(name, "0.5", "out-of-time", "expected a move within 0.5 s");
    }
}

#[test]
fn a_fork_bomb_loses_on_time_and_is_gone() {
    loses_with("fork-bomb", "0.5", "out-of-time", "still running");
    is_in_vain("count-processes");
}

#[test]
fn memory_is_limited_for_all_processes_together() {
    loses("allocate", "memory", "expected at most 200 MiB of memory");
    loses("allocate-in-children", "memory", "expected at most 200 MiB of memory");
}

#[test]
fn what_is_written_is_limited() {
    loses("huge-output", "output-too-large", "prints of at most 64 MiB");
    loses("large-output", "output-too-large", "at most 65536 bytes, found 1048576");
    loses("print", "output-too-large", "prints of at most 64 MiB");
    loses("huge-output-with-care", "output-too-large", "prints of at most 64 MiB");
    loses("print-with-care", "output-too-large", "prints of at most 64 MiB");
    // The disk is full for the program itself, which gives up.
    loses("fill-disk", "crashed", "status 95");
}

#[test]
fn an_output_that_is_no_file_is_malformed() {
    loses("link", "malformed-output", "found a symbolic link");
    loses("pipe", "malformed-output", "found a pipe");
    loses("directory", "malformed-output", "found a directory");
}

#[test]
fn wrong_answers_are_told_apart() {
    loses("wrong-board", "wrong-board", "expected row 5 of the board as `");
    loses("illegal-move", "illegal-move", "but Z26 is outside it");
    loses("empty", "no-output", "output.txt is empty");
    loses("nothing", "no-output", "there is none");
    loses("junk", "malformed-output", "output.txt, line 1, column 1");
    loses("half-and-exit", "malformed-output", "row 2 of 5 of the board");
}

#[test]
fn crashes_are_named() {
    for (number, name) in [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
    ] {
        loses(&format!("signal {number}"), "crashed", name);
    }
    loses("status 3", "crashed", "status 3");
}

#[test]
fn crashes_are_named_without_the_sandbox_too() {
    for (number, name) in [(2, "SIGINT"), (11, "SIGSEGV"), (15, "SIGTERM")] {
        let agent = format!("{} signal {number}", sinner());
        let played = play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
        assert_eq!(causes(&played), ["crashed"; 2], "{played}");
        assert!(played["faults"][0]["detail"].as_str().unwrap().contains(name), "{played}");
    }
}

#[test]
fn the_last_words_of_a_crash_are_kept() {
    let played = sin("signal 11", "600");
    let printed = played["faults"][0]["evidence"]["printed"].as_str().unwrap();
    assert_eq!(printed, "about to end by signal 11\n");
}

#[test]
fn white_space_is_not_judged() {
    is_in_vain("none");
    is_in_vain("crlf");
}

#[test]
fn files_outside_cannot_be_read_or_written() {
    let secrets = TempDir::new().unwrap();
    let secret = secrets.path().join("secret");
    std::fs::write(&secret, "secret").unwrap();
    is_in_vain(&format!("read-file @{}", secret.display()));
    let own_source = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    is_in_vain(&format!("read-file @{own_source}"));
    is_in_vain("read-file @/proc/1/environ");
    is_in_vain("write-file @/usr/fruitrage-was-here");
    is_in_vain("write-file @/bin/true");
    is_in_vain("write-file @/proc/sys/kernel/hostname");
    // What is written to the place of the secret's path never reaches the machine.
    sin(&format!("input-link @{}", secret.display()), "600");
    assert_eq!(std::fs::read_to_string(&secret).unwrap(), "secret");
}

/// A match where the kernel gives no namespaces: inside a user namespace that allows no
/// others, without any capability.
fn without_namespaces(sin: &str) -> std::process::Output {
    let allow_none = "echo 0 > /proc/sys/user/max_user_namespaces; \
                      exec setpriv --bounding-set=-all --inh-caps=-all \"$@\"";
    let agent = format!("{} {sin}", sinner());
    let conditions = ["--pairs", "1", "--size", "5", "--fruits", "3", "--memory", "200"];
    std::process::Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", allow_none, "sh"])
        .args([env!("CARGO_BIN_EXE_fruitrage"), "match", "--json", "--sandbox", "greedy", &agent])
        .args(conditions)
        .output()
        .unwrap()
}

#[test]
fn without_namespaces_files_and_network_are_still_closed_and_the_rest_is_named() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let outside = TempDir::new().unwrap();
    let written = outside.path().join("written");
    for sin in [
        "none".to_owned(),
        format!("read-file @{file}"),
        format!("write-file @{}", written.display()),
        format!("socket {port}"),
        "children-survive".to_owned(),
    ] {
        let run = without_namespaces(&sin);
        let warnings = standard_error(&run);
        assert!(warnings.contains("processes: programs can see"), "{sin}: {warnings}");
        assert!(warnings.contains("sysctl user.max_user_namespaces="), "{sin}: {warnings}");
        assert!(warnings.contains("files: programs read and write their own only"), "{warnings}");
        assert!(!warnings.contains("network: "), "{warnings}");
        let played: Value = serde_json::from_str(&standard_output(&run)).unwrap();
        assert_eq!(causes(&played), Vec::<&str>::new(), "{sin}: {played}");
    }
    assert!(!written.exists());
    let run = without_namespaces("allocate");
    assert_eq!(causes(&serde_json::from_str(&standard_output(&run)).unwrap()), ["memory"; 2]);
}

#[test]
fn without_the_sandbox_the_same_files_can_be_read() {
    let agent = format!("{} read-file @{}/Cargo.toml", sinner(), env!("CARGO_MANIFEST_DIR"));
    let played = play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), ["crashed"; 2]);
}

#[test]
fn the_network_is_out_of_reach() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    is_in_vain(&format!("socket {port}"));
    let agent = format!("{} socket {port}", sinner());
    let played = play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), ["crashed"; 2], "without the sandbox it connects");
}

#[test]
fn other_processes_are_out_of_reach() {
    is_in_vain("look-around");
    is_in_vain("kill-parent");
    is_in_vain("kill-all");
    is_in_vain("become-root");
}

#[test]
fn children_end_with_the_move_with_and_without_the_sandbox() {
    is_in_vain("children-survive");
    let agent = format!("{} children-survive", sinner());
    let played = play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), Vec::<&str>::new());

    let traces = TempDir::new().unwrap();
    let trace = traces.path().join("trace");
    let agent = format!("{} leave-children @{}", sinner(), trace.display());
    play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
    let length = || std::fs::metadata(&trace).map_or(0, |file| file.len());
    let before = length();
    // It wrote every millisecond, and another match takes many.
    play(&["greedy", sinner(), "--pairs", "5", "--size", "5"]);
    assert_eq!(length(), before, "something still writes");
}

#[test]
fn killing_the_supervisor_without_the_sandbox_loses_only_that_game() {
    let agent = format!("{} kill-parent", sinner());
    let played = play(&["greedy", &agent, "--pairs", "1", "--size", "5"]);
    assert_eq!(causes(&played), ["crashed"; 2]);
}

#[test]
fn nothing_outlives_a_referee_that_is_killed() {
    use std::process::Stdio;

    for sandbox in ["--sandbox=off", "--sandbox=required"] {
        // It says that it lives by its name among the processes.
        let mark = format!("mark-{}-{}", std::process::id(), sandbox.len());
        let agent = format!("{} sleep {mark}", sinner());
        let mut referee = fruitrage(&["match", &agent, "greedy", "--time", "1000", sandbox])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("the agent", || living(&mark) > 0);
        referee.kill().unwrap();
        referee.wait().unwrap();
        wait_for("its end", || living(&mark) == 0);
    }
}

/// How many processes of the agent have this word on their command line.
fn living(mark: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let words = |line: Vec<u8>| String::from_utf8_lossy(&line).into_owned();
    lines
        .map(words)
        .filter(|line| line.contains("sinner") && line.ends_with(&format!("{mark}\0")))
        .count()
}
