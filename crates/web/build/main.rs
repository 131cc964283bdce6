//! Puts the site together that becomes part of the binary: the files of the page, the
//! drawings of the fruits, and the engine as WebAssembly.
//!
//! Nothing else depends on the page. Where its engine cannot be compiled, one warning says
//! why, the build goes on, and `fruitrage serve` gives the same reason.

#[path = "../../pictures/build/bundle.rs"]
mod bundle;
mod compression;
mod module;
mod site;
mod target;

use std::env;
use std::path::{Path, PathBuf};

/// What is written by hand.
const PAGE: &str = "page";

/// The drawings of the fruits, for the pictures and for the page alike.
const FRUITS: &str = "../pictures/src/fruits.svg";

/// What the page is made from, seen from this crate.
const SOURCES: [&str; 5] =
    ["../../Cargo.toml", "../../Cargo.lock", "build", "engine/build.rs", PAGE];

/// The crates that its engine is made from.
const CRATES: [&str; 5] = ["../analysis", "../engine", "../pictures", "../rules", "engine"];

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    for name in CRATES {
        println!("cargo::rerun-if-changed={name}/Cargo.toml");
        println!("cargo::rerun-if-changed={name}/src");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells where output goes"));
    let engine = make_engine(&out);
    let sources =
        |engine| site::Sources { page: Path::new(PAGE), fruits: Path::new(FRUITS), engine };
    let laid_out = match &engine {
        Ok(engine) => site::write(&sources(engine), &out),
        Err(_) => site::write_none(&out).map_err(|error| error.to_string()),
    };
    if let Err(error) = laid_out {
        println!("cargo::error=the page cannot be put together: {error}");
    }
    let problem = engine.err().unwrap_or_default();
    for line in problem.lines() {
        println!("cargo::warning={line}");
    }
    // Empty if there is none; of several lines the first says what is missing.
    let reason = problem.lines().next().unwrap_or_default();
    println!("cargo::rustc-env=FRUITRAGE_PAGE_PROBLEM={reason}");
}

/// Makes the engine and says where it is, or why there is none.
fn make_engine(out: &Path) -> Result<PathBuf, String> {
    target::find_or_install()?;
    module::compile(&workplace(out))
}

/// Where the engine is compiled: it is the same for every profile and every system, so all builds
/// in a target directory share it. Output goes to `TARGET-DIRECTORY[/SYSTEM]/PROFILE/build/CRATE/out`.
fn workplace(out: &Path) -> PathBuf {
    let build = out.ancestors().nth(2).filter(|folder| folder.ends_with("build"));
    let above = build.and_then(|folder| folder.ancestors().nth(2));
    let system = env::var_os("TARGET").expect("cargo tells what it builds for");
    let shared = above.map(|folder| match folder.parent() {
        Some(parent) if folder.ends_with(&system) => parent,
        _ => folder,
    });
    shared.unwrap_or(out).join("page-engine")
}
