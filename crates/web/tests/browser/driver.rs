//! The driver of the browser: a process of our own, on a port of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

/// Where `./test` puts the driver of Firefox.
const GECKODRIVER: &str = "../../target/page-tools/bin/geckodriver";

/// How often a driver is started until it has a port.
const ATTEMPTS: usize = 10;

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

    /// Starts a driver, which says its port after some words. `ChromeDriver` lets the system
    /// choose a port of IPv6 and then wants the same of IPv4: it ends if that is taken.
    fn run(command: &mut Command, words: &str) -> Result<Self> {
        command.arg("--port=0").stdout(Stdio::piped());
        for _ in 0..ATTEMPTS {
            if let Some(driver) = Self::attempt(command, words)? {
                return Ok(driver);
            }
        }
        bail!("{command:?} has ended without a port {ATTEMPTS} times")
    }

    /// Starts a driver once. `None` if it ends without a port.
    fn attempt(command: &mut Command, words: &str) -> Result<Option<Self>> {
        let mut process = command
            .spawn()
            .with_context(|| format!("{command:?} cannot be started: ./test installs it"))?;
        let output = BufReader::new(process.stdout.take().context("the driver says nothing")?);
        let mut lines = output.lines();
        while let Some(line) = lines.next().transpose()? {
            if let Some(port) = line.split(words).nth(1) {
                let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                // A driver that cannot go on talking ends.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(Some(Self { process, address }));
            }
        }
        process.wait()?;
        Ok(None)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
