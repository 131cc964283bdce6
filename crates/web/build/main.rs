//! Puts the site together that becomes part of the binary: the files of the page, the
//! drawings of the fruits, and the engine as WebAssembly.
//!
//! Nothing else depends on the page. Where its engine cannot be compiled, one warning says
//! why, the build goes on, and `fruitrage serve` gives the same reason.

mod module;
mod site;
mod target;

use std::env;
use std::fs;
use std::io;
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
    let site = out.join("site");
    // A file of an earlier version must not stay beside the new ones.
    let _ = fs::remove_dir_all(&site);
    let laid_out = lay_out(&site);
    let problem = make_engine(&out, &site).err().unwrap_or_default();
    if let Err(error) = laid_out.and_then(|()| site::list(&site, &out.join("site.rs"))) {
        println!("cargo::error=the page cannot be put together: {error}");
    }
    for line in problem.lines() {
        println!("cargo::warning={line}");
    }
    // Empty if there is none; of several lines the first says what is missing.
    let reason = problem.lines().next().unwrap_or_default();
    println!("cargo::rustc-env=FRUITRAGE_PAGE_PROBLEM={reason}");
}

/// Copies what needs no compiler.
fn lay_out(site: &Path) -> io::Result<()> {
    site::copy(Path::new(PAGE), site)?;
    fs::copy(FRUITS, site.join("fruits.svg"))?;
    Ok(())
}

/// Puts the engine into the site, or says why there is none.
fn make_engine(out: &Path, site: &Path) -> Result<(), String> {
    target::find_or_install()?;
    let module = module::compile(&out.join("target"))?;
    let wrapped = out.join("engine");
    module::wrap(&module, &wrapped)?;
    site::copy(&wrapped, &site.join("engine"))
        .map_err(|error| format!("the web page is left out: its engine cannot be copied: {error}"))
}
