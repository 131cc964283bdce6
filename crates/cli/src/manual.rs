//! `fruitrage manual`: the manual pages, one for each command.

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use fruitrage_cli_support::{Failure, files, streams};

use crate::arguments::shown_program;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fruitrage manual ~/.local/share/man/man1    then: man fruitrage-play
  fruitrage manual man && man -l man/fruitrage.1")]
pub(crate) struct ManualOptions {
    /// Where fruitrage.1 and the pages of all commands go; created if missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn run(options: &ManualOptions) -> Result<(), Failure> {
    files::make_directory(&options.directory)?;
    let mut program = shown_program().disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    render(&program, &mut pages).map_err(anyhow::Error::from)?;
    for (name, text) in &pages {
        files::write(&options.directory.join(name), text)?;
    }
    let directory = options.directory.display();
    streams::print(format!("Wrote {} manual pages to {directory}\n", pages.len()))
}

/// The page of a command and those of the commands inside it, each with its file's name.
fn render(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let page = Man::new(command.clone())
        .source(concat!("fruitrage ", env!("CARGO_PKG_VERSION")))
        .manual("Fruit Rage");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    render_examples(command, &mut text)?;
    pages.push((page.get_filename(), text));
    for inner in command.get_subcommands() {
        render(inner, pages)?;
    }
    Ok(())
}

/// What follows the help, line by line as it is written there.
fn render_examples(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    let Some(help) = command.get_after_help().map(ToString::to_string) else { return Ok(()) };
    let mut page = Roff::new();
    page.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in help.lines().filter(|line| !line.starts_with("Example")) {
        page.text([roman(line)]);
    }
    page.control("fi", []).to_writer(text)
}
