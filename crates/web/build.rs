//! Compiles the engine to WebAssembly and wraps it for the page, whatever the profile of
//! this build: a page whose engine is not optimised is no use to try anything with.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The drawings of the fruits, for the pictures and for the page alike.
const FRUITS: &str = "../pictures/src/fruits.svg";

/// What the engine is made from, seen from this crate.
const SOURCES: [&str; 8] = [
    "../../Cargo.toml",
    "../../Cargo.lock",
    "../rules/Cargo.toml",
    "../rules/src",
    "../engine/Cargo.toml",
    "../engine/src",
    "engine/Cargo.toml",
    "engine/src",
];

fn main() {
    for source in SOURCES.iter().chain(&["build.rs", "engine/build.rs", "page", FRUITS]) {
        println!("cargo::rerun-if-changed={source}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells where output goes"));
    let module = compile(&out.join("target"));
    let site = out.join("site");
    // A file of an earlier version must not stay beside the new ones.
    let _ = fs::remove_dir_all(&site);
    wrap(&module, &site.join("engine"));
    if let Err(error) = fs::copy(FRUITS, site.join("fruits.svg")) {
        fail(&format!("{FRUITS}: {error}"));
    }
}

/// Compiles the engine in a target directory of its own, so that it does not wait for the
/// lock that this build holds.
fn compile(target_directory: &Path) -> PathBuf {
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo tells its own path"));
    cargo
        .args(["build", "--locked", "--profile", "release", "--target", TARGET])
        .args(["--manifest-path", "engine/Cargo.toml", "--target-dir"])
        .arg(target_directory);
    // Flags and wrappers for this machine's code are not for that machine's.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_for_us = ["RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC"]
            .contains(&name.as_str())
            || name.starts_with("CARGO_FEATURE_")
            || name.starts_with("CARGO_CFG_")
            || name.starts_with("CARGO_PROFILE_")
            || name.starts_with("RUSTC_WRAPPER")
            || name.starts_with("RUSTC_WORKSPACE_WRAPPER")
            || name == "CARGO_BUILD_TARGET";
        if is_for_us {
            cargo.env_remove(name);
        }
    }
    let output = cargo.output().unwrap_or_else(|error| fail(&format!("cargo: {error}")));
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        fail(&format!("the engine cannot be compiled to WebAssembly:\n{said}{}", advice(&said)));
    }
    target_directory.join(TARGET).join("release/fruitrage_web_engine.wasm")
}

/// What helps when the compiler cannot make WebAssembly at all.
fn advice(said: &str) -> String {
    if said.contains("can't find crate for `core`") || said.contains("can't find crate for `std`") {
        format!("\nThe target is missing: rustup target add {TARGET}")
    } else {
        String::new()
    }
}

/// Writes the JavaScript module around the WebAssembly.
fn wrap(module: &Path, directory: &Path) {
    let made = Bindgen::new()
        .input_path(module)
        .out_name("engine")
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.remove_producers_section(true).generate(directory));
    if let Err(error) = made {
        fail(&format!("the engine's module cannot be made: {error:#}"));
    }
}

fn fail(message: &str) -> ! {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    std::process::exit(1);
}
