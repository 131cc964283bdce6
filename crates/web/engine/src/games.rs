//! Games: what the page knows of one, replayed into what it shows.

use std::time::Duration;

use fruitrage_rules::{
    Board, Cause, Ending, Game, Player, Record, Setup, TieRule, Verdict, quoted,
};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::boards::{GroupView, as_text, read_cell, read_kinds};

/// A game as the page keeps it: everything else follows from this.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Draft {
    /// The players' names.
    pub players: [String; 2],
    /// The board before the first move.
    pub board: String,
    /// How many kinds of fruit.
    pub kinds: u32,
    /// The seconds of each player for the whole game; none if untimed.
    pub clocks: Option<[f64; 2]>,
    /// The points of each player before anybody moves.
    #[serde(default)]
    pub handicap: [u32; 2],
    /// Who wins with equal points.
    #[serde(default)]
    pub ties: TieRule,
    /// Whether a lead that is final ends the game.
    #[serde(default)]
    pub calls_final_leads: bool,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The moves so far.
    pub moves: Vec<DraftMove>,
    /// Who lost whatever the score, if somebody did.
    #[serde(default)]
    pub forfeit: Option<Forfeit>,
    /// Whether the players agreed on a draw.
    #[serde(default)]
    pub agreed: bool,
}

/// A move and the time it took.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DraftMove {
    /// The cell that was chosen.
    pub cell: String,
    /// The time it took.
    pub seconds: f64,
}

/// Who lost whatever the score, and why.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// A cause as records name it.
    pub cause: String,
    /// 0 or 1.
    pub loser: usize,
    /// For people.
    #[serde(default)]
    pub detail: String,
}

/// A game replayed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// What it was made from.
    pub draft: Draft,
    /// The board's width.
    pub size: usize,
    /// Every move with what it did.
    pub turns: Vec<TurnView>,
    /// The board now.
    pub board: String,
    /// The points now.
    pub scores: [u32; 2],
    /// The seconds that each has left; none if untimed.
    pub clocks: Option<[f64; 2]>,
    /// Whose move it is; none if the game is over.
    pub to_move: Option<usize>,
    /// Whether one player's lead is more than all that is left can change.
    pub lead_is_final: bool,
    /// How it ended; none while it goes on.
    pub ending: Option<String>,
    /// Who won, as records say it; none while it goes on.
    pub winner: Option<String>,
}

/// A move of a game with what it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnView {
    /// The cell that was chosen.
    pub cell: String,
    /// Who moved.
    pub player: usize,
    /// What was claimed.
    pub group: GroupView,
    /// The time it took.
    pub seconds: f64,
    /// The board after it.
    pub board: String,
    /// The points after it.
    pub scores: [u32; 2],
    /// The clocks after it.
    pub clocks: Option<[f64; 2]>,
}

/// Replays a game.
///
/// ```
/// use fruitrage_web_engine::{replay, read_record};
///
/// let draft = serde_json::from_str(r#"{
///     "players": ["you", "engine"], "board": "01/21", "kinds": 3, "clocks": null,
///     "moves": [{"cell": "B2", "seconds": 0.25}]
/// }"#).unwrap();
/// let game = replay(draft).unwrap();
/// assert_eq!((game.scores, game.to_move), ([4, 0], Some(1)));
/// ```
pub fn replay(draft: Draft) -> Result<GameView, Problem> {
    let (game, turns) = replayed(&draft)?;
    Ok(view(draft, &game, turns))
}

/// The record of a game as text; one under way is recorded as interrupted.
pub fn write_record(draft: &Draft) -> Result<String, Problem> {
    let (game, _) = replayed(draft)?;
    let [first, second] = &draft.players;
    let record = Record::new([first, second], game);
    let noted = draft.notes.iter().fold(record, |record, note| record.with_note(note));
    Ok(noted.to_string())
}

/// Reads the text of a record.
pub fn read_record(text: &str) -> Result<GameView, Problem> {
    let record = Record::parse(text.as_bytes())?;
    let draft = draft_of(&record);
    let turns = replayed(&draft)?.1;
    Ok(view(draft, record.game(), turns))
}

/// The game that a draft describes, and what its moves did.
pub(crate) fn replayed(draft: &Draft) -> Result<(Game, Vec<TurnView>), Problem> {
    let mut game = Game::new(setup(draft)?);
    let mut turns = Vec::with_capacity(draft.moves.len());
    for (index, chosen) in draft.moves.iter().enumerate() {
        turns.push(play(&mut game, index + 1, chosen)?);
    }
    if let Some(Forfeit { cause, loser, detail }) = &draft.forfeit {
        let known = || Problem::value("a cause that records know", &quoted(cause));
        let cause: Cause = cause.parse().map_err(|()| known())?;
        let player = Player::BOTH.get(*loser);
        let player = player.ok_or_else(|| Problem::value("a loser 0 or 1", loser))?;
        game.forfeit(*player, cause, detail);
    }
    if draft.agreed {
        game.agree_on_a_draw();
    }
    Ok((game, turns))
}

fn setup(draft: &Draft) -> Result<Setup, Problem> {
    let board: Board = draft.board.parse()?;
    let mut setup = Setup::new(board, read_kinds(draft.kinds)?)?;
    if let Some([first, second]) = draft.clocks {
        setup = setup.with_clocks([positive_seconds(first)?, positive_seconds(second)?]);
    }
    if draft.calls_final_leads {
        setup = setup.calling_final_leads();
    }
    let most = Setup::MOST_HANDICAP;
    if let Some(given) = draft.handicap.iter().find(|&&given| given > most) {
        return Err(Problem::value(format!("a handicap of at most {most} points"), given));
    }
    Ok(setup.with_ties(draft.ties).with_handicap(draft.handicap))
}

fn play(game: &mut Game, number: usize, chosen: &DraftMove) -> Result<TurnView, Problem> {
    let cell = read_cell(&chosen.cell)?;
    let group = game.board().group_at(cell);
    let player = game.to_move().index();
    game.play(cell, seconds(chosen.seconds)?).map_err(|error| Problem::Turn { number, error })?;
    let group = group.expect("a cell that was played has a group");
    Ok(TurnView {
        cell: chosen.cell.clone(),
        player,
        group: GroupView::new(&group),
        seconds: chosen.seconds,
        board: as_text(game.board()),
        scores: game.scores(),
        clocks: clocks(game),
    })
}

fn view(draft: Draft, game: &Game, turns: Vec<TurnView>) -> GameView {
    let ending = game.ending();
    GameView {
        draft,
        size: game.board().size().get(),
        turns,
        board: as_text(game.board()),
        scores: game.scores(),
        clocks: clocks(game),
        to_move: ending.is_none().then(|| game.to_move().index()),
        lead_is_final: game.lead_is_final(),
        ending: ending.map(|ending| name_of(ending).to_owned()),
        winner: game.verdict().as_ref().map(Verdict::to_string),
    }
}

fn draft_of(record: &Record) -> Draft {
    let (game, setup) = (record.game(), record.game().setup());
    let moves = game
        .turns()
        .iter()
        .map(|turn| DraftMove { cell: turn.choice.to_string(), seconds: turn.spent.as_secs_f64() });
    let forfeit = match game.ending() {
        Some(Ending::Forfeit { loser, cause, detail }) => {
            Some(Forfeit { cause: cause.to_string(), loser: loser.index(), detail: detail.clone() })
        }
        _ => None,
    };
    Draft {
        players: record.players().clone(),
        board: as_text(setup.board()),
        kinds: setup.kinds().get() as u32,
        clocks: setup.clocks().map(|clocks| clocks.map(|clock| clock.as_secs_f64())),
        handicap: setup.handicap(),
        ties: setup.ties(),
        calls_final_leads: setup.calls_final_leads(),
        notes: record.notes().to_vec(),
        moves: moves.collect(),
        forfeit,
        agreed: game.ending() == Some(&Ending::Agreed),
    }
}

const fn name_of(ending: &Ending) -> &'static str {
    match ending {
        Ending::Finished => "finished",
        Ending::FinalLead => "final-lead",
        Ending::Agreed => "agreed",
        Ending::Interrupted => "interrupted",
        Ending::Forfeit { cause, .. } => cause.name(),
    }
}

fn clocks(game: &Game) -> Option<[f64; 2]> {
    let [first, second] = Player::BOTH.map(|player| game.clock(player));
    Some([first?.as_secs_f64(), second?.as_secs_f64()])
}

/// The longest time that records tell apart from a longer one.
const LONGEST_SECONDS: f64 = 1e9;

fn seconds(value: f64) -> Result<Duration, Problem> {
    Duration::try_from_secs_f64(value).ok().filter(|_| value <= LONGEST_SECONDS).ok_or_else(|| {
        Problem::value(
            "seconds, a number from 0 to a thousand million",
            &quoted(&value.to_string()),
        )
    })
}

pub(crate) fn positive_seconds(value: f64) -> Result<Duration, Problem> {
    seconds(value).ok().filter(|time| !time.is_zero()).ok_or_else(|| {
        Problem::value(
            "seconds, a number above 0 to a thousand million",
            &quoted(&value.to_string()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "\
fruitrage record 1
first you
second engine:level=3
size 3
fruits 2
clock 24.345 10
ties clock
final-leads play
note from the page
board
***
*10
000
moves
1 C2 16 0.25
2 B3 1 0.007
end finished
score 16 1
winner first
";

    #[test]
    fn a_record_is_read_shown_and_written_the_same() {
        let game = read_record(RECORD).unwrap();
        assert_eq!(game.turns[0].board, "***/***/*1*");
        assert_eq!(game.turns[1].clocks, Some([24.095, 9.993]));
        assert_eq!(
            (game.ending.as_deref(), game.winner.as_deref()),
            (Some("finished"), Some("first"))
        );
        assert_eq!(game.to_move, None);
        assert_eq!(write_record(&game.draft).unwrap(), RECORD);
        assert_eq!(replay(game.draft.clone()).unwrap(), game);
    }

    #[test]
    fn forfeits_keep_who_and_why() {
        let mut draft = read_record(RECORD).unwrap().draft;
        draft.moves.pop();
        draft.forfeit = Some(Forfeit { cause: "resigned".into(), loser: 0, detail: String::new() });
        let game = replay(draft.clone()).unwrap();
        assert_eq!(
            (game.ending.as_deref(), game.winner.as_deref()),
            (Some("resigned"), Some("second"))
        );
        assert!(write_record(&draft).unwrap().contains("\nend resigned first\n"));
    }

    #[test]
    fn a_game_under_way_is_recorded_as_interrupted() {
        let mut draft = read_record(RECORD).unwrap().draft;
        draft.moves.pop();
        assert_eq!(replay(draft.clone()).unwrap().to_move, Some(1));
        let again = read_record(&write_record(&draft).unwrap()).unwrap();
        assert_eq!(again.ending.as_deref(), Some("interrupted"));
        assert_eq!(again.draft, draft);
    }

    #[test]
    fn drafts_that_cannot_be_are_refused() {
        let good = read_record(RECORD).unwrap().draft;
        let refused = |change: &dyn Fn(&mut Draft)| {
            let mut draft = good.clone();
            change(&mut draft);
            replay(draft).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&|draft| draft.moves[0].cell = "A1".into()),
            "move 1: expected a cell with a fruit, but A1 is empty"
        );
        assert_eq!(
            refused(&|draft| draft.moves[1].seconds = 11.0),
            "move 2: expected a move within the 10 s left, but it took 11 s"
        );
        for absurd in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            assert!(refused(&|draft| draft.moves[0].seconds = absurd).contains("expected seconds"));
            assert!(refused(&|draft| draft.clocks = Some([1.0, absurd])).contains("above 0"));
        }
        assert_eq!(
            refused(&|draft| draft.kinds = 1),
            "expected fruits of 1 kinds, but B2 holds another"
        );
        let forfeit =
            |cause: &str, loser| Forfeit { cause: cause.into(), loser, detail: String::new() };
        assert_eq!(
            refused(&|draft| draft.forfeit = Some(forfeit("bored", 0))),
            "expected a cause that records know, found `bored`"
        );
        assert_eq!(
            refused(&|draft| draft.forfeit = Some(forfeit("resigned", 2))),
            "expected a loser 0 or 1, found 2"
        );
    }
}
