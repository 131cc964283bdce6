//! `fruitrage standings`: what a tournament's store says.

use clap::{Args, ValueEnum};
use fruitrage_cli_support::{Failure, streams};
use fruitrage_league::standings::{Audience, Standings, csv, grades, html, markdown, text};
use fruitrage_league::{Selection, Store, head_to_head};
use fruitrage_pictures::{Rated, RatingPlot};
use fruitrage_rules::plain_name;

use crate::store_argument::StoreArgument;
use crate::tournament::{refused_store, store_meant};
use crate::values::whole_number;

#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  fruitrage standings examples/tournament.toml
  fruitrage standings cup.db --format html > standings.html
  fruitrage standings cup.db --between anna greedy
  fruitrage standings cup.db --game 17 | fruitrage review -"
)]
pub(crate) struct StandingsOptions {
    /// The store, or the file or folder of its tournament
    #[arg(value_name = "STORE")]
    store: StoreArgument,
    /// Text, a table for a spreadsheet, a wiki or a gradebook, a page, JSON, or a plot
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
    /// Count the games of all versions of an agent, each version as an agent of its own
    #[arg(long)]
    all_versions: bool,
    /// Leave out what is not for everybody: faults, and what programs printed
    #[arg(long)]
    public: bool,
    /// Show the games of two agents against each other instead
    #[arg(long, num_args = 2, value_names = ["AGENT", "OPPONENT"],
        conflicts_with_all = ["format", "json", "game", "all_versions"])]
    between: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StandingsFormat {
    Text,
    Csv,
    Json,
    Markdown,
    Html,
    Svg,
    // Help of its own would take every option two lines.
    Grades,
}

pub(crate) fn run(options: &StandingsOptions) -> Result<(), Failure> {
    let location = store_meant(&options.store.location()?)?;
    let mut store = Store::read(&location).map_err(refused_store)?;
    if let Some(id) = options.game {
        let record = store.record(id).map_err(refused_store)?;
        let unknown = || Failure::Input(format!("{location}: there is no game {id}"));
        return streams::print_text(&record.ok_or_else(unknown)?);
    }
    refuse_unknown(&options.without, &mut store)?;
    let selection = Selection {
        all_versions: options.all_versions,
        without: options.without.clone(),
        until: None,
    };
    if let [agent, opponent] = &options.between[..] {
        return between(&mut store, &selection, agent, opponent);
    }
    let mut standings = Standings::of(&mut store, &selection).map_err(refused_store)?;
    let audience = if options.public { Audience::Public } else { Audience::Organiser };
    if options.public {
        standings = standings.for_the_public();
    }
    let format = if options.json { StandingsFormat::Json } else { options.format };
    streams::print(match format {
        StandingsFormat::Text => return streams::print_text(&text(&standings)),
        StandingsFormat::Csv => csv(&standings),
        StandingsFormat::Json => return streams::print_json(&standings),
        StandingsFormat::Markdown => markdown(&standings),
        StandingsFormat::Html => {
            html(&location.title(), &standings, &mut store, &selection, audience)
                .map_err(refused_store)?
        }
        StandingsFormat::Grades => {
            let rules = store.grades().map_err(refused_store)?;
            grades(&standings, &rules)
                .map_err(|error| Failure::Input(format!("{location}: {error}")))?
        }
        StandingsFormat::Svg => rating_plot(&standings),
    })
}

/// The games of two agents against each other, and what they come to.
fn between(
    store: &mut Store,
    selection: &Selection,
    agent: &str,
    opponent: &str,
) -> Result<(), Failure> {
    let standings = Standings::of(store, selection).map_err(refused_store)?;
    for name in [agent, opponent] {
        if !standings.lines.iter().any(|line| line.name == name) {
            let location = store.location();
            return Err(Failure::Input(format!("{location}: there is no agent `{name}`")));
        }
    }
    let games = head_to_head(store, agent, opponent, selection).map_err(refused_store)?;
    let [own, other] = [agent, opponent].map(plain_name);
    let mut lines = Vec::new();
    for game in &games {
        let (is_first, margin) = (game.key.first == agent, game.result.margin);
        let margin = if is_first { margin } else { -margin };
        let moves = if is_first { "first" } else { "second" };
        let fault = game.fault.as_ref().map(|fault| {
            let loser = [&game.key.first, &game.key.second][fault.loser.index()];
            format!("  {} lost ({}): {}", plain_name(loser), fault.cause, fault.detail)
        });
        let board = game.key.board + 1;
        lines.push(format!(
            "game {}: {}, board {board}, {own} moved {moves}: {margin:+}{}",
            game.id,
            game.key.event,
            fault.unwrap_or_default()
        ));
    }
    let pairs = standings.between(agent, opponent).unwrap_or_default();
    lines.push(format!(
        "{own} against {other}: pairs won {}, drawn {}, lost {}",
        pairs.won, pairs.drawn, pairs.lost
    ));
    streams::print_text(&(lines.join("\n") + "\n"))
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
