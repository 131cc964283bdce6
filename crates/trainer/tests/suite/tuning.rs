//! `tune` moves constants, and goes on from its state.

use std::fs;

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::run::{end_after, printed, refusal};

fn command<'a>(state: &'a str, parameters: &'a str, iterations: &'a str) -> Vec<&'a str> {
    let rest = ["--board", "5x5/3", "6x6/3", "--nodes", "60", "--hash", "1", "--seed", "2"];
    let own = ["tune", "--parameters", parameters, "--iterations", iterations, "--state", state];
    [&own[..], &rest].concat()
}

#[test]
fn a_tuning_that_is_killed_or_interrupted_ends_the_same() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (state, other) = (path("state"), path("other"));
    let killed = command(&state, "leaf_share:1:256:40,aspiration", "600");
    for signal in [Signal::SIGKILL, Signal::SIGINT] {
        let status = end_after(&killed, state.as_ref(), 3, signal);
        assert_eq!(status, (signal == Signal::SIGINT).then_some(1));
        let kept = fs::read_to_string(&state).unwrap();
        assert!(!kept.contains("iteration 600"), "it must still have been tuning");
        assert_eq!(kept.lines().count(), 4);
    }
    let undisturbed = command(&other, "leaf_share:1:256:40,aspiration", "600");
    let said = printed(&undisturbed);
    assert_eq!(printed(&killed), said);
    assert_eq!(fs::read_to_string(&state).unwrap(), fs::read_to_string(&other).unwrap());
    assert!(said.contains("leaf_share: ") && said.contains(" steps\naspiration: "), "{said}");
    assert!(said.contains("\ntuned: "), "{said}");
}

#[test]
fn a_constant_that_is_far_off_is_moved_towards_what_is_better() {
    let directory = TempDir::new().unwrap();
    let state = directory.path().join("state");
    // A large margin prunes good moves: the default of 0 is the least that is allowed.
    let said = printed(&command(state.to_str().unwrap(), "prune_margin:0:40:10", "30"));
    let value = said.strip_prefix("prune_margin: ").unwrap().split(',').next().unwrap();
    assert!(value.parse::<f64>().unwrap() < 5.0, "{said}");
}

#[test]
fn another_tuning_and_nonsense_are_refused() {
    let directory = TempDir::new().unwrap();
    let state = directory.path().join("state");
    let state = state.to_str().unwrap();
    printed(&command(state, "leaf_share", "1"));
    let said = refusal(&command(state, "leaf_share", "2"));
    assert!(
        said.contains("state:1:1: expected `fruitrage tuning 1: leaf_share:1:258:13"),
        "{said}"
    );
    let damaged = fs::read_to_string(state).unwrap().replace("iteration 1", "iteration x");
    fs::write(state, damaged).unwrap();
    let said = refusal(&command(state, "leaf_share", "1"));
    assert!(said.contains("state:2:11: expected the number of iterations done"), "{said}");

    let said = refusal(&command(state, "leaf_share,leaf_share", "1"));
    assert!(said.contains("expected each name once, found `leaf_share` twice"), "{said}");
    let said = refusal(&command(state, "leaf", "1"));
    assert!(said.contains("expected one of"), "{said}");
    let said = refusal(&command("/nowhere/state", "leaf_share", "1"));
    assert!(said.contains("/nowhere/state: cannot be written"), "{said}");
}
