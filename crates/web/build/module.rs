//! The engine as a WebAssembly module.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::target::TARGET;

/// Compiles the engine with optimisation, whatever the profile of this build: nothing can
/// be tried on a page with a slow one. It has a target directory of its own, so that it
/// does not wait for the lock that this build holds.
pub(crate) fn compile(target_directory: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo tells its own path"));
    cargo
        .args(["build", "--locked", "--profile", "page", "--target", TARGET])
        .args(["--manifest-path", "engine/Cargo.toml", "--target-dir"])
        .arg(target_directory);
    for name in env::vars_os().map(|(name, _)| name).filter(|name| is_for_this_machine(name)) {
        cargo.env_remove(name);
    }
    let failed = |said: &str| {
        format!("the web page is left out: its engine cannot be compiled to WebAssembly\n{said}")
    };
    let output = cargo.output().map_err(|error| failed(&format!("cargo: {error}")))?;
    if output.status.success() {
        Ok(target_directory.join(TARGET).join("page/fruitrage_web_engine.wasm"))
    } else {
        Err(failed(&String::from_utf8_lossy(&output.stderr)))
    }
}

/// Flags and wrappers for this machine's code are not for WebAssembly.
fn is_for_this_machine(name: &std::ffi::OsStr) -> bool {
    const NAMES: [&str; 5] =
        ["RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC", "CARGO_BUILD_TARGET"];
    const PREFIXES: [&str; 5] = [
        "CARGO_FEATURE_",
        "CARGO_CFG_",
        "CARGO_PROFILE_",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
    ];
    let name = name.to_string_lossy();
    NAMES.contains(&name.as_ref()) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
