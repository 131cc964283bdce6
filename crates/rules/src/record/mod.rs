//! Game records: a text that a person can read, compare and edit.
//!
//! The grammar is in `docs/records.md`.

mod read;

use std::fmt;

use crate::game::one_line;
use crate::{Ending, Game, TextError, Turn, seconds};

/// The first line of every record: what it is, and the version of the format.
const HEADING: &str = "fruitrage record 1";

/// A finished game with its players' names.
///
/// Writing and reading again gives the same record. Reading replays the game, so a
/// record that was read is one that could have happened.
///
/// ```
/// use std::time::Duration;
/// use fruitrage_rules::{FruitKinds, Game, Record, Setup};
///
/// let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
/// let mut game = Game::new(setup);
/// game.play("B1".parse().unwrap(), Duration::from_millis(250)).unwrap();
/// let record = Record::new(["Ada", "Grace"], game);
/// let text = record.to_string();
/// assert!(text.contains("\n1 B1 4 0.25\nend interrupted\nscore 4 0\n"));
/// assert_eq!(Record::parse(text.as_bytes()).unwrap(), record);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    players: [String; 2],
    notes: Vec<String>,
    game: Game,
}

impl Record {
    /// The first line of every record.
    pub const HEADING: &str = HEADING;

    /// A record of a game; one still under way is recorded as interrupted.
    pub fn new(players: [&str; 2], mut game: Game) -> Self {
        game.interrupt();
        let named = |name: &str| match one_line(name) {
            name if name.is_empty() => "unnamed".to_owned(),
            name => name,
        };
        Self { players: players.map(named), notes: Vec::new(), game }
    }

    /// The same with a remark more, made one line.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.notes.push(one_line(note));
        self
    }

    /// Reads the text of a record.
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        read::record(text)
    }

    /// The names of the first and the second player.
    pub const fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The remarks.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The game, which has ended.
    pub const fn game(&self) -> &Game {
        &self.game
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.game.setup();
        let [first, second] = &self.players;
        writeln!(f, "{HEADING}\nfirst {first}\nsecond {second}")?;
        writeln!(f, "size {}\nfruits {}", setup.board().size(), setup.kinds())?;
        match setup.clocks() {
            Some([first, second]) => {
                writeln!(f, "clock {} {}", seconds::display(first), seconds::display(second))?;
            }
            None => writeln!(f, "clock none")?,
        }
        if let [first, second] = setup.handicap()
            && first + second > 0
        {
            writeln!(f, "handicap {first} {second}")?;
        }
        writeln!(f, "ties {}", setup.ties())?;
        writeln!(f, "final-leads {}", name_of_final_leads(setup.calls_final_leads()))?;
        for note in &self.notes {
            writeln!(f, "{}", format!("note {note}").trim_end())?;
        }
        writeln!(f, "board\n{}\nmoves", setup.board())?;
        for (number, turn) in (1..).zip(self.game.turns()) {
            let Turn { choice, points, spent } = turn;
            writeln!(f, "{number} {choice} {points} {}", seconds::display(*spent))?;
        }
        self.write_result(f)
    }
}

impl Record {
    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = self.game.ending().expect("a record's game has ended");
        writeln!(f, "end {}", display_ending(ending))?;
        let [first, second] = self.game.scores();
        let verdict = self.game.verdict().expect("a game that has ended has a verdict");
        writeln!(f, "score {first} {second}\nwinner {verdict}")
    }
}

const fn name_of_final_leads(called: bool) -> &'static str {
    if called { "call" } else { "play" }
}

fn display_ending(ending: &Ending) -> String {
    match ending {
        Ending::Finished => "finished".to_owned(),
        Ending::FinalLead => "final-lead".to_owned(),
        Ending::Agreed => "agreed".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
        Ending::Forfeit { loser, cause, detail } => {
            format!("{cause} {loser} {detail}").trim_end().to_owned()
        }
    }
}
