//! What to do about faults.

/// What a fault usually means, in plain words, by the name of its cause.
///
/// ```
/// use fruitrage_arena::check::advice;
///
/// assert!(advice("illegal-move").starts_with("Columns are letters"));
/// ```
pub fn advice(cause: &str) -> &'static str {
    match cause {
        "out-of-time" => {
            "The third line of input.txt is the time left for the whole rest of the game."
        }
        "crashed" => {
            "The program must exit with status 0; what it printed may tell why it did not."
        }
        "no-output" => {
            "The answer goes to output.txt in the directory that the program is started in."
        }
        "malformed-output" => {
            "The first line is the move, such as G8; then come the n rows of the board."
        }
        "illegal-move" => {
            "Columns are letters from A at the left, rows are numbers from 1 at the top."
        }
        "wrong-board" => "Remove the connected group, let each column fall, and fill up with *.",
        "memory" => "The program used more memory than it may.",
        "output-too-large" => "The program wrote or printed far more than an answer.",
        _ => "See docs/arena.md and docs/protocol.md for what is expected.",
    }
}
