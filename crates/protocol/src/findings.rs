//! What a search has found, as JSON.

use fruitrage_engine::{Line, Report};
use fruitrage_rules::{Board, Cell};
use serde_json::{Map, Value, json};

/// What was found on a board, as the fields of an object; on an empty board nothing is
/// searched, and everything is known.
///
/// ```
/// let board = "**/**".parse().unwrap();
/// let found = fruitrage_protocol::as_json(&board, None);
/// assert_eq!((&found["value"], &found["exact"]), (&0.into(), &true.into()));
/// ```
pub fn as_json(board: &Board, report: Option<&Report>) -> Map<String, Value> {
    let found = report.map_or_else(
        || json!({ "value": 0, "exact": true, "moves": [], "lines": [] }),
        |report| {
            let best = report.best();
            let lines: Vec<Value> = report.lines.iter().map(|line| as_line(board, line)).collect();
            json!({
                "value": best.value,
                "exact": best.exact,
                "moves": cells(&best.moves),
                "lines": lines,
                "depth": report.depth,
                "nodes": report.nodes,
                "seconds": report.elapsed.as_secs_f64(),
                "nps": report.nodes_per_second(),
                "hashfull": report.hashfull,
            })
        },
    );
    let mut object = Map::new();
    object.insert("board".to_owned(), format!("{board:#}").into());
    if let Value::Object(found) = found {
        object.extend(found);
    }
    object
}

fn as_line(board: &Board, line: &Line) -> Value {
    let points = board.group_at(line.moves[0]).map_or(0, |group| group.points());
    json!({
        "move": line.moves[0].to_string(),
        "points": points,
        "value": line.value,
        "exact": line.exact,
        "moves": cells(&line.moves),
    })
}

fn cells(moves: &[Cell]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
