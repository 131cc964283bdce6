//! The driver of the browser: a process of our own, on a port of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// Where `./test` puts the driver of Firefox.
const GECKODRIVER: &str = "../../target/page-tools/bin/geckodriver";

/// A driver that ends with the test, and its browser with it.
pub(crate) struct Driver {
    process: Child,
    pub(crate) address: String,
}

impl Driver {
    /// Of Chromium.
    pub(crate) fn start() -> Result<Self> {
        Self::run(&mut Command::new("chromedriver"), "successfully on port ")
    }

    /// Of Firefox.
    pub(crate) fn of_firefox() -> Result<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GECKODRIVER);
        Self::run(&mut Command::new(path), "Listening on 127.0.0.1:")
    }

    /// Starts a driver, which says its port after some words.
    fn run(command: &mut Command, words: &str) -> Result<Self> {
        let mut process = command
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{command:?} cannot be started: ./test installs it"))?;
        let output = BufReader::new(process.stdout.take().context("the driver says nothing")?);
        let mut lines = output.lines();
        while let Some(line) = lines.next().transpose()? {
            if let Some(port) = line.split(words).nth(1) {
                let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                // A driver that cannot go on talking ends.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(Self { process, address });
            }
        }
        anyhow::bail!("{command:?} has ended without a port")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
