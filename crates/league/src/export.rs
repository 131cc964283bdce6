//! Games to take home: their records, and what every program was given, answered and printed.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fruitrage_rules::{Ending, Game, Input, Output, Player, Record};
use thiserror::Error;

use crate::standings::{Standings, csv, games_csv};
use crate::{Search, Selection, Store, StoreError, StoredGame};

/// Why games cannot be written.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A record cannot be read.
    #[error("game {game}: {reason}")]
    Record {
        /// The game's number.
        game: i64,
        /// Why.
        reason: String,
    },
}

/// Writes games into a folder that is there: `standings.csv`, `games.csv`, a record for each
/// game in `games`, and in `logs` what the players were given, answered and printed at every
/// move. `hear` is told how many are written.
///
/// Inputs and outputs follow from the record: the referee writes the one, and lets the other
/// pass only if it says the same. The output of a fault is in the record's notes. The games of
/// one agent are for its author, who is not shown what opponents print.
pub fn export(
    store: &mut Store,
    search: &Search,
    folder: &Path,
    hear: &mut dyn FnMut(usize),
) -> Result<usize, ExportError> {
    let write = |path: PathBuf, text: &str| {
        fs::write(&path, text).map_err(|error| ExportError::File { path, error })
    };
    for inner in ["games", "logs"] {
        let path = folder.join(inner);
        fs::create_dir(&path).map_err(|error| ExportError::File { path, error })?;
    }
    let selection = Selection {
        all_versions: search.all_versions,
        without: search.without.clone(),
        until: search.until,
    };
    let standings = Standings::of(store, &selection)?;
    write(folder.join("standings.csv"), &csv(&standings))?;
    let mut list = games_csv::heading();
    let mut written = 0;
    for game in store.find(search)? {
        let refuse = |reason: String| ExportError::Record { game: game.id, reason };
        let log = store.log(game.id)?.ok_or_else(|| refuse("it has no record".to_owned()))?;
        let record = Record::parse(log.record.as_bytes());
        let record = record.map_err(|error| refuse(error.to_string()))?;
        let (record, printed) = match &search.agent {
            Some(agent) if game.key.first == *agent => {
                for_its_author(Player::First, record, log.printed)
            }
            Some(_) => for_its_author(Player::Second, record, log.printed),
            None => (record, log.printed),
        };
        let name = format!("{:06}", game.id);
        write(folder.join("games").join(format!("{name}.fruitrage")), &record.to_string())?;
        let told = told(&record, &printed).map_err(refuse)?;
        write(folder.join("logs").join(format!("{name}.txt")), &told)?;
        list += &games_csv::row(&game);
        written += 1;
        hear(written);
    }
    write(folder.join("games.csv"), &list)?;
    Ok(written)
}

/// What was printed, and at which move.
type Printed = Vec<(usize, String)>;

/// A game as the author of one player may take it home: without what the opponent printed, and
/// without what it wrote if it was at fault.
fn for_its_author(own: Player, record: Record, mut printed: Printed) -> (Record, Printed) {
    let player_at = |number: usize| if number % 2 == 1 { Player::First } else { Player::Second };
    printed.retain(|(number, _)| player_at(*number) == own);
    match record.game().ending() {
        Some(Ending::Forfeit { loser, .. }) if *loser != own => {
            let players = record.players().each_ref().map(String::as_str);
            let bare = Record::new(players, record.game().clone());
            let is_evidence =
                |note: &str| note.starts_with("output: ") || note.starts_with("printed: ");
            let notes = record.notes().iter().filter(|note| !is_evidence(note));
            (notes.fold(bare, |bare, note| bare.with_note(note)), printed)
        }
        _ => (record, printed),
    }
}

/// A game, move by move.
fn told(record: &Record, printed: &Printed) -> Result<String, String> {
    let mut text = String::new();
    let mut game = Game::new(*record.game().setup());
    // Writing to a text cannot fail.
    for (number, turn) in (1..).zip(record.game().turns()) {
        let player = game.to_move();
        let _ = heading(&mut text, number, player, record);
        let _ = writeln!(text, "--- input.txt");
        let _ = write!(text, "{}", input(&game));
        game.play(turn.choice, turn.spent).map_err(|error| error.to_string())?;
        let output = Output { choice: turn.choice, board: *game.board() };
        let _ = write!(text, "--- output.txt, after {:.3} s\n{output}", turn.spent.as_secs_f64());
        say_printed(&mut text, number, printed);
    }
    if let Some(Ending::Forfeit { cause, detail, .. }) = record.game().ending() {
        let number = record.game().turns().len() + 1;
        let _ = heading(&mut text, number, game.to_move(), record);
        let _ = write!(text, "--- input.txt\n{}", input(&game));
        for note in record.notes().iter().filter(|note| note.starts_with("output: ")) {
            let _ = writeln!(text, "{note}");
        }
        say_printed(&mut text, number, printed);
        let _ = writeln!(text, "--- {cause}: {detail}");
    }
    Ok(text)
}

fn heading(text: &mut String, number: usize, player: Player, record: &Record) -> std::fmt::Result {
    writeln!(text, "=== move {number}: {} ({player})", record.players()[player.index()])
}

fn input(game: &Game) -> Input {
    let time_left = game.clock(game.to_move()).unwrap_or_default();
    Input { kinds: game.setup().kinds(), time_left, board: *game.board() }
}

fn say_printed(text: &mut String, number: usize, printed: &Printed) {
    for (_, printed) in printed.iter().filter(|(at, _)| *at == number) {
        let _ = writeln!(text, "--- printed\n{}", printed.trim_end_matches('\n'));
    }
}

/// The games of an agent against another, and what they say together.
pub fn head_to_head(
    store: &mut Store,
    agent: &str,
    opponent: &str,
    selection: &Selection,
) -> Result<Vec<StoredGame>, StoreError> {
    let search = Search {
        agent: Some(agent.to_owned()),
        opponent: Some(opponent.to_owned()),
        ..selection.search()
    };
    store.find(&search)
}
