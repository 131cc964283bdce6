//! `reproduce` goes from nothing to a comparison, and from any part of it to the same.

use std::fs;
use std::path::Path;

use fruitrage_engine::evaluation::{Bucket, Evaluation, ValueRange};
use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::run::{end_after, printed, refusal};

const REST: [&str; 15] = [
    "--positions",
    "300",
    "--nodes",
    "100",
    "--board",
    "6x6/3",
    "--pairs",
    "100",
    "--seed",
    "9",
    "--game-nodes",
    "100",
    "--hash",
    "1",
    "--jobs=2",
];

fn command(folder: &Path) -> Vec<&str> {
    [&["reproduce", folder.to_str().unwrap()], &REST[..]].concat()
}

fn files(folder: &Path) -> [String; 3] {
    ["samples.txt", "evaluation.txt", "comparison.txt"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

#[test]
fn whatever_is_missing_is_made_and_nothing_else() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("new/folder");
    let said = printed(&command(&folder));
    let whole = files(&folder);
    assert!(said.starts_with("sampled: 300 positions\nfitted: 2"), "{said}");
    assert!(said.contains(" against default, 100 nodes a move, 1 MB, seed 9\n6x6/3: "), "{said}");
    assert_eq!(whole[2].lines().count(), 101);

    assert_eq!(printed(&command(&folder)), said);
    assert_eq!(files(&folder), whole);

    for name in ["samples.txt", "evaluation.txt", "comparison.txt"] {
        fs::remove_file(folder.join(name)).unwrap();
        assert_eq!(printed(&command(&folder)), said);
        assert_eq!(files(&folder), whole, "without {name}");
    }
    for (name, changes) in [("samples.txt", 2), ("comparison.txt", 5)] {
        fs::remove_file(folder.join(name)).unwrap();
        assert_eq!(
            end_after(&command(&folder), &folder.join(name), changes, Signal::SIGKILL),
            None
        );
        assert_eq!(printed(&command(&folder)), said);
        assert_eq!(files(&folder), whole, "killed at {name}");
    }
}

#[test]
fn fitting_needs_samples() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (samples, fitted) = (path("samples"), path("fitted"));
    let fit = ["fit", &samples, "--output", &fitted];
    assert!(refusal(&fit).contains("samples: expected a file of samples, found none"));
    fs::write(&samples, "samples").unwrap();
    assert!(refusal(&fit).contains("samples:1:1: expected `fruitrage`, found `samples`"));
    fs::write(&samples, "fruitrage samples 1 seed=1 nodes=1\n").unwrap();
    assert!(refusal(&fit).contains("expected at least 200 positions with values, found 0"));
    assert!(!Path::new(&fitted).exists());
    assert!(refusal(&[&fit[..], &["--tail", "0.5"]].concat()).contains("from 0 to below 0.5"));
}

#[test]
fn errors_are_told_of_estimates_and_depths() {
    let directory = TempDir::new().unwrap();
    let samples = directory.path().join("samples").to_str().unwrap().to_owned();
    let sampling = ["--positions", "400", "--nodes", "200", "--seed", "4"];
    printed(&[&["sample", &samples], &sampling[..]].concat());
    let said = printed(&["errors", &samples]);
    for name in ["half of the largest", "linear", "network", "search of depth 8"] {
        assert!(said.contains(name), "{said}");
    }
    fs::write(&samples, "fruitrage samples 1 seed=1 nodes=1\n").unwrap();
    assert!(refusal(&["errors", &samples]).contains("expected features that determine"));
}

#[test]
fn an_evaluation_of_ones_own_plays() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("own.txt");
    let rest = ["--board", "6x6/3", "--pairs", "2", "--nodes", "200", "--seed", "1"];
    let own = format!("evaluation={}", file.display());
    let command = [&["compare", &own, "default"], &rest[..]].concat();
    assert!(refusal(&command).contains("own.txt: cannot be read"));
    fs::write(&file, "1 2 3\n").unwrap();
    assert!(refusal(&command).contains("own.txt, line 1: expected 1800 lines"));
    fs::write(&file, Evaluation::new([ValueRange::WIDEST; Bucket::COUNT]).to_string()).unwrap();
    assert!(printed(&command).contains("own.txt against default, 200 nodes"));
}
