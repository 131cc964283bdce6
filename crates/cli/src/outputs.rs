//! Files that a command writes beside what it prints.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_pictures::png;

/// How much larger a PNG is than its drawing says.
const PNG_SCALE: f32 = 2.0;

/// Pictures that a command writes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureOptions {
    /// Draw the board as SVG; - for standard output, instead of text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the board as PNG; - for standard output, instead of text
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

impl PictureOptions {
    fn paths(&self) -> Vec<&Path> {
        self.svg.iter().chain(&self.png).map(PathBuf::as_path).collect()
    }

    /// Whether there is any picture to write.
    pub(crate) fn are_asked_for(&self) -> bool {
        !self.paths().is_empty()
    }

    /// Whether a picture is printed, and nothing else can be.
    pub(crate) fn take_standard_output(&self) -> bool {
        self.paths().into_iter().any(streams::is_standard)
    }

    /// Refuses what could not be written in the end, before there is any work.
    pub(crate) fn check(&self, inputs: &[&Path]) -> Result<(), Failure> {
        check(&self.paths(), inputs)
    }

    /// Writes an SVG document in the forms that were asked for.
    pub(crate) fn write(&self, svg: &str) -> Result<(), Failure> {
        if let Some(path) = &self.png {
            write(path, &png(svg, PNG_SCALE).map_err(anyhow::Error::from)?)?;
        }
        self.svg.as_ref().map_or(Ok(()), |path| write(path, svg.as_bytes()))
    }
}

/// Refuses outputs in directories that are not there, outputs that are one file or a
/// directory, and outputs that would overwrite what is read.
pub(crate) fn check(outputs: &[&Path], inputs: &[&Path]) -> Result<(), Failure> {
    for (index, path) in outputs.iter().enumerate() {
        if outputs[..index].contains(path) {
            return Err(Failure::file(
                path,
                "expected a different file for each output, found this one twice",
            ));
        }
        if streams::is_standard(path) {
            continue;
        }
        files::expect_place(path)?;
        let there = fs::canonicalize(path).ok();
        if there.is_some() && inputs.iter().any(|input| fs::canonicalize(input).ok() == there) {
            return Err(Failure::file(path, "expected a file to write, found one that is read"));
        }
    }
    Ok(())
}

/// Writes a file whole, or prints it for `-`.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if streams::is_standard(path) { streams::print(content) } else { files::write(path, content) }
}
