//! `fruitrage tournament init`: a tournament file to begin with.

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_cli_support::{Failure, files, streams};
use fruitrage_league::{SCHEMA, TEMPLATE};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage tournament init cup.toml
  fruitrage tournament init submissions/tournament.toml

Beside it tournament.schema.json is written, by which editors complete keys and mark mistakes.")]
pub(crate) struct InitOptions {
    /// The file to write, which must not be there
    #[arg(value_name = "FILE", default_value = "tournament.toml")]
    file: PathBuf,
}

pub(crate) fn run(options: &InitOptions) -> Result<(), Failure> {
    let file = &options.file;
    if file.exists() {
        return Err(Failure::file(file, "expected a new file, found one that is there"));
    }
    let schema = file.with_file_name("tournament.schema.json");
    files::write(&schema, SCHEMA)?;
    files::write(file, TEMPLATE)?;
    // In a folder of hand-ins these play as well.
    let played = match file.parent() {
        Some(folder) if file.ends_with("tournament.toml") => {
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
        }
        _ => file,
    };
    let (file, played) = (file.display(), played.display());
    streams::print_text(&format!(
        "{file} is ready to be changed; `fruitrage tournament {played}` plays it\n"
    ))
}
