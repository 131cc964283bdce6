//! A whole game as a moving picture.

use std::fmt::{self, Display};

use fruitrage_rules::{Board, Cell, CellSet, Fruit, Record, Verdict};

use crate::colours::{INK, MARK_EDGE};
use crate::fruits::placed;
use crate::outline::outline;
use crate::sheet::{FRUIT_WIDTH, Sheet};
use crate::text::{escaped, number, shortened};

/// Seconds: of a move, until its group goes, of the fall after it, of the end.
const MOVE: f64 = 1.4;
const SHOWN: f64 = 0.8;
const FALL: f64 = 0.3;
const END: f64 = 4.0;

/// The height of the lines above the board.
const HEAD: usize = 44;
const LONGEST_NAME: usize = 24;

/// A whole game as a moving picture, an animated SVG document when it is displayed.
///
/// ```
/// use fruitrage_pictures::Animation;
/// use fruitrage_rules::{FruitKinds, Game, Record, Setup};
///
/// let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
/// let record = Record::new(["Ada", "Grace"], Game::new(setup));
/// assert!(Animation::new(&record).to_string().contains("Ada 0 – 0 Grace"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    record: &'a Record,
}

impl<'a> Animation<'a> {
    /// The game of a record.
    pub const fn new(record: &'a Record) -> Self {
        Self { record }
    }

    fn film(self) -> Film {
        let game = self.record.game();
        let mut film = Film::new(game.setup().board());
        for turn in game.turns() {
            film.play(turn.choice);
        }
        film
    }

    /// What stands above the board before each move and at the end.
    fn captions(self) -> Vec<[String; 2]> {
        let game = self.record.game();
        let [first, second] =
            self.record.players().each_ref().map(|name| shortened(name, LONGEST_NAME));
        let mut scores = game.setup().handicap();
        let mut captions = Vec::new();
        for (index, turn) in game.turns().iter().enumerate() {
            let name = [&first, &second][index % 2];
            let line = format!("{}. {name}: {}, {} points", index + 1, turn.choice, turn.points);
            captions.push([format!("{first} {} – {} {second}", scores[0], scores[1]), line]);
            scores[index % 2] += turn.points;
        }
        let verdict = game.verdict().map_or_else(String::new, |verdict| match verdict {
            Verdict::Won(winner) => {
                format!("{} won", [&first, &second][winner.index()])
            }
            other => other.to_string(),
        });
        captions.push([format!("{first} {} – {} {second}", scores[0], scores[1]), verdict]);
        captions
    }
}

impl Display for Animation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.record.game().setup().board();
        let sheet = Sheet::new(board.size(), HEAD);
        let film = self.film();
        sheet.begin(board, "A game of The Fruit Rage").fmt(f)?;
        for (index, caption) in self.captions().iter().enumerate() {
            film.write_caption(f, index, caption)?;
        }
        for actor in &film.actors {
            film.write_actor(f, sheet, actor)?;
        }
        for (index, claimed) in film.claimed.iter().enumerate() {
            film.write_claim(f, sheet, index, claimed)?;
        }
        writeln!(f, "</svg>")
    }
}

/// One fruit through the whole game.
struct Actor {
    fruit: Fruit,
    start: Cell,
    /// The rows it falls to, and after which move.
    falls: Vec<(usize, usize)>,
    /// The move that claims it.
    claimed_by: Option<usize>,
}

impl Actor {
    /// Where its upper edge is, and when.
    fn heights(&self, sheet: Sheet, end: f64) -> Vec<(f64, usize)> {
        let mut height = sheet.fruit_top(self.start.row());
        let mut frames = vec![(0.0, height)];
        for &(index, row) in &self.falls {
            frames.push((second(index) + SHOWN, height));
            height = sheet.fruit_top(row);
            frames.push((second(index) + SHOWN + FALL, height));
        }
        frames.push((end, height));
        frames
    }
}

/// The second at which a move begins.
fn second(index: usize) -> f64 {
    index as f64 * MOVE
}

/// All fruits through the whole game: the differences of its boards.
struct Film {
    actors: Vec<Actor>,
    board: Board,
    /// Which actor is in a cell, from the top of each column.
    columns: Vec<Vec<usize>>,
    /// What each move claimed.
    claimed: Vec<CellSet>,
}

impl Film {
    fn new(board: &Board) -> Self {
        let mut actors = Vec::new();
        let mut columns = vec![Vec::new(); board.size().get()];
        for start in board.filled().iter() {
            if let Some(fruit) = board.fruit_at(start) {
                columns[start.column()].push(actors.len());
                actors.push(Actor { fruit, start, falls: Vec::new(), claimed_by: None });
            }
        }
        Self { actors, board: *board, columns, claimed: Vec::new() }
    }

    fn play(&mut self, choice: Cell) {
        let (after, group) = self.board.play(choice).expect("a record's moves are possible");
        let index = self.claimed.len();
        for (column, there) in self.columns.iter_mut().enumerate() {
            let cells = |board: &Board| {
                let rows = board.columns()[column].filled();
                (0..board.size().get()).filter(move |row| rows >> row & 1 != 0)
            };
            let claimed = group.cells().columns[column];
            let mut stay = Vec::new();
            for (&actor, row) in there.iter().zip(cells(&self.board)) {
                if claimed >> row & 1 != 0 {
                    self.actors[actor].claimed_by = Some(index);
                } else {
                    stay.push((actor, row));
                }
            }
            for (&(actor, from), to) in stay.iter().zip(cells(&after)) {
                if from != to {
                    self.actors[actor].falls.push((index, to));
                }
            }
            *there = stay.into_iter().map(|(actor, _)| actor).collect();
        }
        self.board = after;
        self.claimed.push(*group.cells());
    }

    fn seconds(&self) -> f64 {
        self.claimed.len() as f64 * MOVE + END
    }

    /// An attribute that changes in steps or evenly through the whole film: its values
    /// and from which second on they hold.
    fn change(&self, attribute: &str, mode: &str, frames: &[(f64, impl Display)]) -> String {
        let seconds = self.seconds();
        let values: Vec<String> = frames.iter().map(|(_, value)| value.to_string()).collect();
        let times: Vec<String> =
            frames.iter().map(|(time, _)| number(time / seconds, 5).to_string()).collect();
        format!(
            r#"<animate attributeName="{attribute}" calcMode="{mode}" values="{}" keyTimes="{}" dur="{}s" repeatCount="indefinite"/>"#,
            values.join(";"),
            times.join(";"),
            number(seconds, 1),
        )
    }

    /// Visible from a second to another, or to the end.
    fn visible(&self, from: f64, to: Option<f64>) -> String {
        let mut frames = vec![(from, "visible")];
        if from > 0.0 {
            frames.insert(0, (0.0, "hidden"));
        }
        frames.extend(to.map(|to| (to, "hidden")));
        self.change("visibility", "discrete", &frames)
    }

    fn write_caption(
        &self,
        f: &mut fmt::Formatter<'_>,
        index: usize,
        caption: &[String; 2],
    ) -> fmt::Result {
        let end = (index < self.claimed.len()).then_some(second(index + 1));
        let visible = self.visible(second(index), end);
        let [score, line] = caption.each_ref().map(|text| escaped(text));
        writeln!(
            f,
            r#"<g fill="{INK}" font-family="sans-serif" font-size="15" visibility="hidden">{visible}<text x="14" y="22" font-weight="bold">{score}</text><text x="14" y="42">{line}</text></g>"#
        )
    }

    fn write_actor(&self, f: &mut fmt::Formatter<'_>, sheet: Sheet, actor: &Actor) -> fmt::Result {
        let mut inside = String::new();
        if !actor.falls.is_empty() {
            inside += &self.change("y", "linear", &actor.heights(sheet, self.seconds()));
        }
        if let Some(index) = actor.claimed_by {
            inside += &self.visible(0.0, Some(second(index) + SHOWN));
        }
        let (x, y) = sheet.corner(actor.start);
        placed(actor.fruit, x, y, FRUIT_WIDTH, &inside).fmt(f)
    }

    fn write_claim(
        &self,
        f: &mut fmt::Formatter<'_>,
        sheet: Sheet,
        index: usize,
        claimed: &CellSet,
    ) -> fmt::Result {
        // A moment later than the board settles, so that it can be looked at first.
        let visible =
            self.visible(second(index) + MOVE - SHOWN - FALL, Some(second(index) + SHOWN + FALL));
        writeln!(
            f,
            r#"<path d="{}" fill="none" stroke="{MARK_EDGE}" stroke-width="3" stroke-linecap="round" visibility="hidden">{visible}</path>"#,
            outline(sheet, claimed),
        )
    }
}
