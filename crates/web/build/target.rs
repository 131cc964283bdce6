//! The compiler's target for WebAssembly, which a Rust installation need not have.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What the engine is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// How long a download may take; where there is no network, rustup can wait for minutes.
const PATIENCE: Duration = Duration::from_mins(2);

/// Makes sure that the compiler has the target, or says what mends it.
pub(crate) fn find_or_install() -> Result<(), String> {
    let libraries = libraries()?;
    // The folder of all targets: a build after the target was added begins here again.
    if let Some(targets) = libraries.parent().and_then(|target| target.parent()) {
        println!("cargo::rerun-if-changed={}", targets.display());
    }
    if libraries.is_dir() {
        return Ok(());
    }
    let Some(toolchain) = env::var_os("RUSTUP_TOOLCHAIN") else {
        return Err(missing(
            "install Rust's standard library for it (Debian: libstd-rust-dev-wasm32, \
             Fedora: rust-std-static-wasm32-unknown-unknown)",
        ));
    };
    if installs(toolchain) && libraries.is_dir() {
        Ok(())
    } else {
        Err(missing(&format!("run `rustup target add {TARGET}`")))
    }
}

fn missing(remedy: &str) -> String {
    format!(
        "the web page is left out: its engine needs the Rust target {TARGET}; {remedy} and build again"
    )
}

/// Where the compiler keeps the target's libraries, whether they are there or not.
fn libraries() -> Result<PathBuf, String> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(compiler)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|error| format!("the web page is left out: rustc cannot be asked: {error}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Asks rustup for the target, and says whether it came in time.
fn installs(toolchain: OsString) -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET, "--toolchain"]).arg(toolchain);
    rustup.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    rustup.spawn().is_ok_and(succeeds_in_time)
}

fn succeeds_in_time(mut process: Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match process.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => return false,
        }
    }
    let _ = process.kill();
    let _ = process.wait();
    false
}
