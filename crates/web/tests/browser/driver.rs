//! The driver of the browser: a process of our own, on a port of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// A driver that ends with the test, and its browser with it.
pub(crate) struct Driver {
    process: Child,
    pub(crate) address: String,
}

impl Driver {
    pub(crate) fn start() -> Result<Self> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .context("chromedriver cannot be started: ./test installs it")?;
        let output = BufReader::new(process.stdout.take().context("the driver says nothing")?);
        for line in output.lines() {
            let line = line?;
            if let Some(port) = line.split("successfully on port ").nth(1) {
                let port = port.trim_end_matches('.');
                return Ok(Self { process, address: format!("http://127.0.0.1:{port}") });
            }
        }
        anyhow::bail!("chromedriver has ended without a port")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
