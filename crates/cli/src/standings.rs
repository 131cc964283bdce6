//! `fruitrage standings`: what a tournament's store says.

use clap::{Args, ValueEnum};
use fruitrage_cli_support::{Failure, streams};
use fruitrage_league::standings::{Standings, csv, html, markdown, text};
use fruitrage_league::{Location, Store};
use fruitrage_pictures::{Rated, RatingPlot};

use crate::tournament::{refused_store, store_meant};
use crate::values::whole_number;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage standings examples/tournament.toml
  fruitrage standings cup.db --format html > standings.html
  fruitrage standings cup.db --game 17 | fruitrage review -"
)]
pub(crate) struct StandingsOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: Location,
    /// Text, a table for a spreadsheet or a wiki, a page, JSON, or a plot of the ratings
    #[arg(long, value_enum, default_value = "text")]
    format: StandingsFormat,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print the record of this game instead, with the evidence of any fault
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["format", "json"],
        value_parser = whole_number(1..=i64::MAX))]
    game: Option<i64>,
    /// Leave out the games of this worker; `tournament status` shows the numbers
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(1..=i64::MAX))]
    without: Vec<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StandingsFormat {
    Text,
    Csv,
    Json,
    Markdown,
    Html,
    Svg,
}

pub(crate) fn run(options: &StandingsOptions) -> Result<(), Failure> {
    let location = store_meant(&options.store)?;
    let mut store = Store::read(&location).map_err(refused_store)?;
    let mut games = store.games().map_err(refused_store)?;
    if let Some(id) = options.game {
        let game = games.iter().find(|game| game.id == id);
        let unknown = || Failure::Input(format!("{location}: there is no game {id}"));
        return streams::print(&game.ok_or_else(unknown)?.record);
    }
    refuse_unknown(&options.without, &mut store)?;
    games.retain(|game| !game.worker.is_some_and(|worker| options.without.contains(&worker)));
    let agents = store.agents().map_err(refused_store)?;
    let standings = Standings::new(&agents, &games);
    let format = if options.json { StandingsFormat::Json } else { options.format };
    streams::print(match format {
        StandingsFormat::Text => text(&standings),
        StandingsFormat::Csv => csv(&standings),
        StandingsFormat::Json => {
            serde_json::to_string(&standings).map_err(anyhow::Error::from)? + "\n"
        }
        StandingsFormat::Markdown => markdown(&standings),
        StandingsFormat::Html => html(&location.title(), &standings, &games),
        StandingsFormat::Svg => rating_plot(&standings),
    })
}

fn refuse_unknown(without: &[i64], store: &mut Store) -> Result<(), Failure> {
    if without.is_empty() {
        return Ok(());
    }
    let workers = store.workers().map_err(refused_store)?;
    match without.iter().find(|number| !workers.iter().any(|worker| worker.id == **number)) {
        Some(number) => {
            let location = store.location();
            Err(Failure::Input(format!("{location}: there is no worker {number}")))
        }
        None => Ok(()),
    }
}

fn rating_plot(standings: &Standings) -> String {
    let rated = standings.lines.iter().map(|line| {
        let rating = &line.rating.0;
        Rated { name: &line.name, value: rating.value, low: rating.low, high: rating.high }
    });
    RatingPlot(&rated.collect::<Vec<_>>()).to_string()
}
