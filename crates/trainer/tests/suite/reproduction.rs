//! `reproduce` goes from nothing to a comparison, and from any part of it to the same.

use std::fs;
use std::path::Path;

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::run::{end_after, printed, refusal};

const REST: [&str; 15] = [
    "--positions",
    "40",
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
    ["samples.txt", "fitted.txt", "comparison.txt"]
        .map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

#[test]
fn whatever_is_missing_is_made_and_nothing_else() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("new/folder");
    let said = printed(&command(&folder));
    let whole = files(&folder);
    assert!(said.starts_with("sampled: 40 positions\nfitted: leaf_share="), "{said}");
    assert!(said.contains(" against default, 100 nodes a move, 1 MB, seed 9\n6x6/3: "), "{said}");
    assert_eq!(whole[2].lines().count(), 101);

    let fitted = folder.join("fitted.txt");
    let made = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let before = made(&fitted);
    assert_eq!(printed(&command(&folder)), said);
    assert_eq!((files(&folder), made(&fitted)), (whole.clone(), before));

    for name in ["samples.txt", "fitted.txt", "comparison.txt"] {
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
    assert!(refusal(&fit).contains("expected features that determine the coefficients"));
    fs::write(&samples, "fruitrage samples 1 seed=1 nodes=1\n0 1 00/00 - 8\n").unwrap();
    assert_eq!(printed(&fit), "default\n");
    let kept = "fruitrage fit 1: 1 positions of fruitrage samples 1 seed=1 nodes=1\ndefault\n";
    assert_eq!(fs::read_to_string(&fitted).unwrap(), kept);
}
