//! A question to the engine, as JSON.

use fruitrage_engine::{Level, Limits, Options};
use fruitrage_rules::{Board, Cell, quoted, seconds};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

/// What a host asks for, one object per line.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Search a position.
    Ask(Box<Question>),
    /// Break off the questions with this id.
    Cancel(Value),
    /// Break off all questions.
    CancelAll,
}

/// A position to be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The host's name for the question, a text or a number; answers carry it.
    pub id: Value,
    /// The position, after all moves.
    pub board: Board,
    /// How long it is searched.
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
    /// How strong the engine plays.
    pub level: Level,
    /// Whether every depth is reported, not only the last.
    pub reports: bool,
}

/// Why a line is no question.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct NotAQuestion {
    /// Whose it was, if that much could be read.
    pub id: Value,
    /// What was expected and what came.
    pub message: String,
}

/// An object as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    id: Value,
    board: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    time: Option<Value>,
    clock: Option<Value>,
    depth: Option<u32>,
    nodes: Option<u64>,
    lines: Option<usize>,
    level: Option<u8>,
    #[serde(default)]
    reports: bool,
    cancel: Option<Value>,
    #[serde(default)]
    cancel_all: bool,
}

impl Request {
    /// Reads a line.
    ///
    /// ```
    /// use fruitrage_protocol::Request;
    ///
    /// let line = br#"{"id": 1, "board": "01/21", "nodes": 1000}"#;
    /// let Request::Ask(question) = Request::parse(line).unwrap() else { panic!() };
    /// assert_eq!(question.limits.nodes, Some(1000));
    ///
    /// let error = Request::parse(br#"{"id": 1, "board": "01/2x"}"#).unwrap_err();
    /// assert_eq!(error.id, 1);
    /// assert!(error.to_string().starts_with("expected a board (line 2, column 2: "));
    /// ```
    pub fn parse(line: &[u8]) -> Result<Self, NotAQuestion> {
        let expected = "expected a question as one JSON object";
        let refuse = |id: Value, message: String| NotAQuestion { id, message };
        let object: Value = serde_json::from_slice(line.trim_ascii())
            .map_err(|error| refuse(Value::Null, format!("{expected}: {error}")))?;
        if !object.is_object() {
            return Err(refuse(Value::Null, format!("{expected}, found {}", shown(&object))));
        }
        let written = Written::deserialize(&object)
            .map_err(|error| refuse(id_of(&object), format!("{expected}: {error}")))?;
        let id = Some(&written.id).filter(|id| is_id(id)).cloned().unwrap_or_default();
        read(written).map_err(|message| NotAQuestion { id, message })
    }
}

/// The id of an object that is wrong otherwise.
fn id_of(object: &Value) -> Value {
    object.get("id").filter(|id| is_id(id)).cloned().unwrap_or_default()
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_number()
}

fn read(written: Written) -> Result<Request, String> {
    if written.cancel_all {
        return Ok(Request::CancelAll);
    }
    if let Some(id) = written.cancel {
        return if is_id(&id) {
            Ok(Request::Cancel(id))
        } else {
            Err(format!("expected an id to cancel, a text or a number, found {}", shown(&id)))
        };
    }
    if !is_id(&written.id) {
        let found = shown(&written.id);
        return Err(format!("expected an id, a text or a number, found {found}"));
    }
    let text = written.board.ok_or("expected a board, found none")?;
    let mut board: Board = text
        .parse()
        .map_err(|error| format!("expected a board ({error}), found {}", quoted(&text)))?;
    for word in &written.moves {
        board = after(&board, word)?;
    }
    let limits = Limits {
        move_time: written.time.as_ref().map(time).transpose()?,
        clock: written.clock.as_ref().map(time).transpose()?,
        depth: above_zero("a depth", written.depth)?,
        nodes: above_zero("a number of nodes", written.nodes)?,
    };
    let lines = written.lines.unwrap_or(1);
    if !(1..=Options::MOST_LINES).contains(&lines) {
        return Err(format!("expected 1 to {} lines, found {lines}", Options::MOST_LINES));
    }
    let level = written.level.map_or(Some(Level::FULL), Level::new);
    let level = level.ok_or("expected a level from 1 to 10, found another number")?;
    let Written { id, reports, .. } = written;
    Ok(Request::Ask(Box::new(Question { id, board, limits, lines, level, reports })))
}

fn after(board: &Board, word: &str) -> Result<Board, String> {
    let cell: Cell =
        word.parse().map_err(|_| format!("expected a move such as G8, found {}", quoted(word)))?;
    let played = board.play(cell);
    played
        .map(|(after, _)| after)
        .map_err(|error| format!("expected a legal move ({error}), found {}", quoted(word)))
}

fn time(value: &Value) -> Result<std::time::Duration, String> {
    let time = value.as_number().and_then(|number| seconds::parse_positive(&number.to_string()));
    time.ok_or_else(|| format!("expected seconds, a number above 0, found {}", shown(value)))
}

fn above_zero<T: PartialEq + From<u8>>(what: &str, number: Option<T>) -> Result<Option<T>, String> {
    if number == Some(T::from(0)) {
        return Err(format!("expected {what} above 0, found `0`"));
    }
    Ok(number)
}

fn shown(value: &Value) -> String {
    if value.is_null() { "none".to_owned() } else { quoted(&value.to_string()) }
}
