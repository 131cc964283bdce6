//! `fruitrage standings`: what a tournament's store says.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fruitrage_arena::standings::{Standings, csv, html, markdown, text};
use fruitrage_arena::tournament::Store;
use fruitrage_pictures::{Rated, RatingPlot};

use crate::failure::Failure;
use crate::files;
use crate::tournament::{refused_store, store_of};

#[derive(Debug, Args)]
pub(crate) struct StandingsOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// For people, spreadsheets, programs, a wiki or a browser; or a plot of the ratings
    #[arg(long, value_enum, default_value = "text")]
    format: StandingsFormat,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print the record of this game instead, with what a loser by a fault was given,
    /// answered and printed
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["format", "json"])]
    game: Option<i64>,
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
    let is_source =
        options.store.is_dir() || options.store.extension().is_some_and(|ending| ending == "toml");
    let path = if is_source { store_of(&options.store) } else { options.store.clone() };
    if !options.store.exists() {
        return Err(Failure::file(
            &options.store,
            "expected a tournament or its store, found nothing",
        ));
    }
    if !path.exists() {
        return Err(Failure::file(&path, "expected a store, found none: nothing was played yet"));
    }
    let mut store = Store::read(&path).map_err(refused_store)?;
    let games = store.games().map_err(refused_store)?;
    if let Some(id) = options.game {
        let game = games.iter().find(|game| game.id == id);
        let known = || Failure::file(&path, format!("expected the number of a game, found {id}"));
        return files::print(&game.ok_or_else(known)?.record);
    }
    let agents = store.agents().map_err(refused_store)?;
    let standings = Standings::new(&agents, &games);
    let title = path.file_stem().unwrap_or_default().to_string_lossy();
    let format = if options.json { StandingsFormat::Json } else { options.format };
    files::print(&match format {
        StandingsFormat::Text => text(&standings),
        StandingsFormat::Csv => csv(&standings),
        StandingsFormat::Json => {
            serde_json::to_string(&standings).map_err(anyhow::Error::from)? + "\n"
        }
        StandingsFormat::Markdown => markdown(&standings),
        StandingsFormat::Html => html(&title, &standings, &games),
        StandingsFormat::Svg => rating_plot(&standings),
    })
}

fn rating_plot(standings: &Standings) -> String {
    let rated = standings.lines.iter().map(|line| {
        let rating = &line.rating.0;
        Rated { name: &line.name, value: rating.value, low: rating.low, high: rating.high }
    });
    RatingPlot(&rated.collect::<Vec<_>>()).to_string()
}
