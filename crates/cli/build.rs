//! Asks git which revision is built, so that `--version` can tell.
//!
//! Without git, or from an archive of the sources, the version is all that is told.

use std::path::Path;
use std::process::Command;

fn main() {
    // Without any of these lines cargo would run this again for every change of a file.
    println!("cargo::rerun-if-changed=build.rs");
    let revision = if is_own_repository() { revision() } else { None };
    let told = revision.map_or_else(String::new, |revision| format!(" ({revision})"));
    println!("cargo::rustc-env=FRUITRAGE_REVISION={told}");
}

/// Whether the sources are a clone of their own, not a part of somebody else's repository.
fn is_own_repository() -> bool {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let top = git(&["rev-parse", "--show-toplevel"]);
    top.is_some_and(|top| Path::new(&top).canonicalize().ok() == workspace.canonicalize().ok())
}

/// The commit and its date. A new commit or another branch asks again, and nothing else.
fn revision() -> Option<String> {
    // The reflog grows with every commit; where there is none, the branch's own file changes.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).unwrap_or_default();
    for name in ["HEAD", "logs/HEAD", "packed-refs", &branch] {
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && Path::new(&path).is_file()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["log", "-1", "--no-show-signature", "--format=%h %cs"])
}

/// What git answers in this directory; none if there is no git or it refuses.
fn git(arguments: &[&str]) -> Option<String> {
    // Set where a hook of some repository builds: they would name that one.
    let output = Command::new("git")
        .args(arguments)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
