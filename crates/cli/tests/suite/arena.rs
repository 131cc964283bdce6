//! Matches between agents of the tests, and looking at how they ended.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::run::{fruitrage, standard_error, standard_output};

/// The folder of the test agents.
pub(crate) fn agents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents")
}

/// The agent in Python that is shipped as an example.
pub(crate) fn python_agent() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents/largest.py")
}

/// The agent that sins on request, compiled once.
pub(crate) fn sinner() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let program = directory.join(format!("sinner-{}", std::process::id()));
        let source = agents().join("sinner.c");
        let status = Command::new("cc").arg("-O1").arg("-o").arg(&program).arg(source).status();
        assert!(status.expect("a C compiler, cc").success());
        program.to_str().unwrap().to_owned()
    })
}

/// A match as JSON. Unless its clock is said, nobody loses by it, however busy the machine.
pub(crate) fn play(arguments: &[&str]) -> Value {
    let clock = if arguments.contains(&"--time") { &[][..] } else { &["--time", "600"] };
    let run = fruitrage(&["match", "--json"]).args(clock).args(arguments).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
    serde_json::from_str(&standard_output(&run)).unwrap()
}

/// A pair of games of an agent against `greedy`, in a complete sandbox.
pub(crate) fn confined(agent: &str, time: &str) -> Value {
    let conditions = ["--pairs", "1", "--size", "5", "--fruits", "3", "--seed", "3"];
    let limits = ["--sandbox=required", "--memory", "200", "--time", time];
    play(&[&["greedy", agent][..], &conditions, &limits].concat())
}

/// The causes of the games that were lost by a fault, all by the same agent.
pub(crate) fn causes(played: &Value) -> Vec<&str> {
    played["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["cause"].as_str().unwrap())
        .collect()
}
