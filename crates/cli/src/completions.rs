//! `fruitrage completions`: what a shell needs to complete our commands and options.

use clap::Args;
use clap_complete::Shell;
use fruitrage_cli_support::{Failure, streams};

use crate::arguments::shown_program;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(fruitrage completions bash)    in ~/.bashrc
  source <(fruitrage completions zsh)     in ~/.zshrc, after compinit
  fruitrage completions fish | source     in ~/.config/fish/config.fish
  fruitrage completions powershell | Out-String | Invoke-Expression
                                          in $PROFILE")]
pub(crate) struct CompletionsOptions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(options: &CompletionsOptions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut shown_program(), "fruitrage", &mut script);
    streams::print(script)
}
