//! Reading a record: every line is checked against the game as it is replayed.

use std::time::Duration;

use super::{HEADING, Record, display_ending, name_of_final_leads};
use crate::text::{Line, Lines, TextError};
use crate::{Board, Game, Player, Setup, seconds};

pub(super) fn record(text: &[u8]) -> Result<Record, TextError> {
    let mut lines = Lines::new(text)?;
    exactly(&mut lines, HEADING)?;
    let first = field(&mut lines, "first", "the first player's name", some_text)?;
    let second = field(&mut lines, "second", "the second player's name", some_text)?;
    let (setup, notes) = setup(&mut lines)?;
    let mut game = Game::new(setup);
    moves(&mut lines, &mut game)?;
    result(&mut lines, &mut game)?;
    lines.expect_end()?;
    let mut record = Record::new([first, second], game);
    record.notes = notes;
    Ok(record)
}

fn setup(lines: &mut Lines) -> Result<(Setup, Vec<String>), TextError> {
    let size = field(lines, "size", "a whole number from 1 to 26", |text| text.parse().ok())?;
    let kinds = field(lines, "fruits", "a whole number from 1 to 10", |text| text.parse().ok())?;
    let clock = "`none`, or the seconds of the first and of the second player";
    let clocks = field(lines, "clock", clock, clocks)?;
    let handicap = handicap(lines)?;
    let ties = field(lines, "ties", "`draw` or `clock`", |text| text.parse().ok())?;
    let final_leads = field(lines, "final-leads", "`play` or `call`", |text| {
        [false, true].into_iter().find(|&called| name_of_final_leads(called) == text)
    })?;
    let notes = notes(lines);
    exactly(lines, "board")?;
    let board = Board::read(lines, size, kinds)?;
    exactly(lines, "moves")?;

    let mut setup = Setup::new(board, kinds).expect("the board was read with these kinds");
    if let Some(clocks) = clocks {
        setup = setup.with_clocks(clocks);
    }
    if final_leads {
        setup = setup.calling_final_leads();
    }
    Ok((setup.with_ties(ties).with_handicap(handicap), notes))
}

/// The outer `Option` is whether the text can be read, the inner whether there are clocks.
#[expect(clippy::option_option, reason = "the two levels answer two questions")]
fn clocks(text: &str) -> Option<Option<[Duration; 2]>> {
    if text == "none" {
        return Some(None);
    }
    let (first, second) = text.split_once(' ')?;
    let positive = |text| seconds::parse_exact(text).filter(|time| !time.is_zero());
    Some(Some([positive(first)?, positive(second)?]))
}

/// The points before the first move; there is no line for them if nobody has any.
fn handicap(lines: &mut Lines) -> Result<[u32; 2], TextError> {
    if lines.peek().is_none_or(|line| value_of(line.text(), "handicap").is_none()) {
        return Ok([0; 2]);
    }
    let most = Setup::MOST_HANDICAP;
    let expected =
        format!("the points of the first and of the second player, up to {most} and not both 0");
    field(lines, "handicap", &expected, |text| {
        let (first, second) = text.split_once(' ')?;
        let points = |text: &str| {
            let points: u32 = text.parse().ok().filter(|&points| points <= most)?;
            (points.to_string() == text).then_some(points)
        };
        Some([points(first)?, points(second)?]).filter(|points| *points != [0; 2])
    })
}

fn notes(lines: &mut Lines) -> Vec<String> {
    let mut notes = Vec::new();
    while let Some(note) = lines.peek().and_then(|line| value_of(line.text(), "note")) {
        notes.push(note.trim().to_owned());
        lines.take();
    }
    notes
}

/// Plays the lines `NUMBER CELL POINTS SECONDS` as long as they come.
fn moves(lines: &mut Lines, game: &mut Game) -> Result<(), TextError> {
    while let Some(line) = lines.peek().filter(|line| value_of(line.text(), "end").is_none()) {
        lines.take();
        let number = game.turns().len() + 1;
        let shape = || format!("`end …`, or move {number} as `{number} CELL POINTS SECONDS`");
        let words: Vec<&str> = line.text().split(' ').collect();
        let &[count, cell, points, spent] = &words[..] else {
            return Err(line.error(shape()));
        };
        if count != number.to_string() {
            return Err(line.error_of(count, shape()));
        }
        let choice = cell.parse().map_err(|_| line.error_of(cell, shape()))?;
        let time = seconds::parse_exact(spent).ok_or_else(|| line.error_of(spent, shape()))?;
        let turn = game
            .play(choice, time)
            .map_err(|refused| line.error(format!("move {number} to be possible: {refused}")))?;
        if points != turn.points.to_string() {
            let expected = format!("{} as the points of move {number}", turn.points);
            return Err(line.error_of(points, expected));
        }
    }
    Ok(())
}

fn result(lines: &mut Lines, game: &mut Game) -> Result<(), TextError> {
    let how = "`finished`, `final-lead`, `agreed`, `interrupted`, or CAUSE and the loser `first` or \
               `second`";
    let line = lines.next_or(|| format!("`end` and {how}"))?;
    let text =
        value_of(line.text(), "end").ok_or_else(|| line.error(format!("`end` and {how}")))?;
    end(game, text).ok_or_else(|| line.error_of(text, how))?;
    let ending = display_ending(game.ending().expect("the game was just ended"));
    same_as_replayed(&line, text, &ending)?;

    let [first, second] = game.scores();
    exactly(lines, &format!("score {first} {second}"))?;
    let verdict = game.verdict().expect("the game was just ended");
    exactly(lines, &format!("winner {verdict}"))
}

/// Ends a game that is still under way as the text says; none if it says nothing known.
fn end(game: &mut Game, text: &str) -> Option<()> {
    let (cause, loser) = text.split_once(' ').unwrap_or((text, ""));
    match cause {
        "finished" | "final-lead" => {}
        "agreed" => game.agree_on_a_draw(),
        "interrupted" => game.interrupt(),
        _ => {
            let (loser, detail) = loser.split_once(' ').unwrap_or((loser, ""));
            let loser = Player::BOTH.into_iter().find(|player| player.to_string() == loser)?;
            game.forfeit(loser, cause.parse().ok()?, detail);
        }
    }
    // "finished" of a game that goes on ends it as interrupted, which is then refused.
    game.interrupt();
    Some(())
}

fn same_as_replayed(line: &Line, text: &str, ending: &str) -> Result<(), TextError> {
    if text == ending {
        return Ok(());
    }
    let expected = match ending {
        "interrupted" => "moves until the game is over, or another ending".to_owned(),
        _ => format!("`{ending}`, as the moves say"),
    };
    Err(line.error_of(text, expected))
}

/// Reads a line that starts with a keyword and has a value that `read` understands.
fn field<'a, T>(
    lines: &mut Lines<'a>,
    key: &str,
    expected: &str,
    read: impl Fn(&'a str) -> Option<T>,
) -> Result<T, TextError> {
    let line = lines.next_or(|| format!("`{key}` and {expected}"))?;
    let text =
        value_of(line.text(), key).ok_or_else(|| line.error(format!("`{key}` and {expected}")))?;
    read(text).ok_or_else(|| line.error_of(text, expected))
}

/// What follows the keyword and a space; an empty text if only the keyword is there.
fn value_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(key)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

fn some_text(text: &str) -> Option<&str> {
    (!text.trim().is_empty()).then_some(text)
}

fn exactly(lines: &mut Lines, expected: &str) -> Result<(), TextError> {
    let line = lines.next_or(|| format!("`{expected}`"))?;
    if line.text() == expected { Ok(()) } else { Err(line.error(format!("`{expected}`"))) }
}

#[cfg(test)]
mod tests {
    use crate::{Ending, Player, Record};

    const RECORD: &str = "\
fruitrage record 1
first engine:level=3
second python3 mine.py
size 3
fruits 2
clock 24.345 10
ties clock
final-leads play
note Round 2, board 17
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

    fn refused(from: &str, to: &str) -> String {
        assert!(RECORD.contains(from), "{from}");
        Record::parse(RECORD.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_record_reads_and_writes_the_same() {
        let record = Record::parse(RECORD.as_bytes()).unwrap();
        assert_eq!(record.to_string(), RECORD);
        assert_eq!(record.game().scores(), [16, 1]);
        assert_eq!(record.notes(), ["Round 2, board 17"]);
        let crlf = RECORD.replace('\n', " \r\n");
        assert_eq!(Record::parse(crlf.as_bytes()).unwrap(), record);
    }

    #[test]
    fn a_handicap_counts_from_the_start() {
        let text = RECORD
            .replace("ties clock", "handicap 0 20\nties clock")
            .replace("score 16 1\nwinner first", "score 16 21\nwinner second");
        let record = Record::parse(text.as_bytes()).unwrap();
        assert_eq!(record.to_string(), text);
        assert_eq!(record.game().setup().handicap(), [0, 20]);
        for wrong in ["0 0", "0 -1", "+0 20", "20", "0 100001"] {
            let refused =
                Record::parse(text.replace("0 20", wrong).as_bytes()).unwrap_err().to_string();
            assert!(refused.starts_with("line 7, column 10: expected the points"), "{refused}");
        }
    }

    #[test]
    fn forfeits_keep_who_and_why() {
        let text = RECORD
            .replace("2 B3 1 0.007\nend finished", "end crashed second killed by SIGSEGV")
            .replace("16 1", "16 0");
        let record = Record::parse(text.as_bytes()).unwrap();
        assert_eq!(record.to_string(), text);
        assert!(matches!(
            record.game().ending(),
            Some(Ending::Forfeit { loser: Player::Second, .. })
        ));
    }

    #[test]
    fn refusals_say_where_and_what() {
        for (from, to, message) in [
            (
                "record 1",
                "record 2",
                "line 1, column 1: expected `fruitrage record 1`, found `fruitrage record 2`",
            ),
            (
                "first engine:level=3",
                "first ",
                "line 2, column 6: expected the first player's name, found nothing",
            ),
            (
                "size 3",
                "size 27",
                "line 4, column 6: expected a whole number from 1 to 26, found `27`",
            ),
            (
                "24.345 10",
                "24.345",
                "line 6, column 7: expected `none`, or the seconds of the first and of the second player, found `24.345`",
            ),
            (
                "000",
                "002",
                "line 13, column 3: expected a fruit 0 to 1 or `*` in row 3 of 3 of the board, found `2`",
            ),
            (
                "1 C2 16",
                "1 A1 16",
                "line 15, column 1: expected move 1 to be possible: expected a cell with a fruit, but A1 is empty, found `1 A1 16 0.25`",
            ),
            (
                "1 C2 16",
                "1 C2 9",
                "line 15, column 6: expected 16 as the points of move 1, found `9`",
            ),
            (
                "2 B3",
                "3 B3",
                "line 16, column 1: expected `end …`, or move 2 as `2 CELL POINTS SECONDS`, found `3`",
            ),
            (
                "0.007",
                "10",
                "line 16, column 1: expected move 2 to be possible: expected a move within the 10 s left, but it took 10 s, found `2 B3 1 10`",
            ),
            (
                "2 B3 1 0.007\n",
                "",
                "line 16, column 5: expected moves until the game is over, or another ending, found `finished`",
            ),
            (
                "end finished",
                "end resigned first",
                "line 17, column 5: expected `finished`, as the moves say, found `resigned first`",
            ),
            (
                "end finished",
                "end bored",
                "line 17, column 5: expected `finished`, `final-lead`, `agreed`, `interrupted`, or CAUSE and the loser `first` or `second`, found `bored`",
            ),
            (
                "score 16 1",
                "score 16 2",
                "line 18, column 1: expected `score 16 1`, found `score 16 2`",
            ),
            (
                "winner first\n",
                "",
                "line 19, column 1: expected `winner first`, found the end of the text",
            ),
        ] {
            assert_eq!(refused(from, to), message);
        }
    }

    #[test]
    fn every_truncation_is_refused() {
        let complete = RECORD.trim_end().len();
        for length in 0..complete {
            assert!(Record::parse(&RECORD.as_bytes()[..length]).is_err(), "{length} bytes");
        }
    }
}
