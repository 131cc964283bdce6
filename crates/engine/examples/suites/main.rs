//! Makes and verifies the solved positions of `suites/`; see `suites/README.md`.
//!
//! ```sh
//! cargo run --release -p fruitrage-engine --example suites -- make suites
//! cargo run --release -p fruitrage-engine --example suites -- verify suites
//! ```

mod naive;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_engine::{Limits, Options, Stop, solve};
use fruitrage_rules::seed::mix;
use fruitrage_rules::{Board, Cell, FruitKinds, Generator, Size, random_board};
use naive::{Prover, Stacks};

/// A file of positions that were made alike.
struct Suite {
    file: &'static str,
    size: usize,
    kinds: usize,
    /// How many random moves are played before the position.
    moves: usize,
    count: u64,
    /// Positions that take more to solve are passed over.
    most_nodes: u64,
    /// Positions that take less to solve are passed over: what is left is hard.
    least_nodes: u64,
    verifier: Verifier,
}

/// What finds values and best moves a second time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verifier {
    /// The prover of `naive.rs`, which shares nothing with the library.
    Naive,
    /// The library's solver, where the other would take too long.
    Solver,
}

impl Verifier {
    const fn name(self) -> &'static str {
        match self {
            Self::Naive => "the naive prover",
            Self::Solver => "the solver alone",
        }
    }
}

const fn suite(file: &'static str, size: usize, kinds: usize, count: u64) -> Suite {
    let (most_nodes, least_nodes, verifier) = (u64::MAX, 0, Verifier::Naive);
    Suite { file, size, kinds, moves: 0, count, most_nodes, least_nodes, verifier }
}

const fn later(file: &'static str, size: usize, kinds: usize, moves: usize, count: u64) -> Suite {
    Suite { moves, ..suite(file, size, kinds, count) }
}

const SUITES: [Suite; 15] = [
    suite("4x4-2.txt", 4, 2, 200),
    suite("4x4-3.txt", 4, 3, 500),
    suite("4x4-4.txt", 4, 4, 300),
    suite("5x5-3.txt", 5, 3, 500),
    suite("5x5-4.txt", 5, 4, 150),
    suite("6x6-3-full.txt", 6, 3, 100),
    later("6x6-3.txt", 6, 3, 3, 100),
    later("6x6-4.txt", 6, 4, 7, 100),
    suite("7x7-3-full.txt", 7, 3, 20),
    later("7x7-3.txt", 7, 3, 6, 200),
    later("7x7-4.txt", 7, 4, 14, 200),
    Suite { verifier: Verifier::Solver, ..suite("8x8-3-full.txt", 8, 3, 4) },
    later("8x8-3.txt", 8, 3, 13, 100),
    later("8x8-4.txt", 8, 4, 24, 100),
    Suite { least_nodes: 20_000, most_nodes: 400_000, ..later("hard.txt", 6, 4, 3, 10) },
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", folder, files @ ..] => make(Path::new(folder), files),
        ["verify", folder] => verify(Path::new(folder)),
        _ => Err("expected `make FOLDER [FILE…]` or `verify FOLDER`".into()),
    }
}

/// Makes these files, or all if none are named.
fn make(folder: &Path, files: &[&str]) -> Result<(), Box<dyn Error>> {
    let is_wanted = |suite: &&Suite| files.is_empty() || files.contains(&suite.file);
    for suite in SUITES.iter().filter(is_wanted) {
        let start = Instant::now();
        let mut text = heading(suite);
        let mut made = 0;
        for seed in 1.. {
            if made == suite.count {
                break;
            }
            let board = position(suite, seed);
            if board.is_empty() {
                continue;
            }
            let Some(solved) = Solved::find(&board, suite.most_nodes) else { continue };
            if solved.nodes < suite.least_nodes {
                continue;
            }
            let (value, best) = (solved.value, solved.best_moves());
            writeln!(text, "{board:#} value={value} best={best} seed={seed}")?;
            made += 1;
        }
        fs::write(folder.join(suite.file), text)?;
        eprintln!("{}: {made} positions, {:.1} s", suite.file, start.elapsed().as_secs_f64());
    }
    Ok(())
}

fn heading(suite: &Suite) -> String {
    let Suite { size, kinds, moves, .. } = suite;
    let after = match moves {
        0 => String::new(),
        _ => format!(", after {moves} random moves"),
    };
    let verifier = suite.verifier.name();
    format!(
        "# {size}×{size}, {kinds} kinds of fruit{after}; verified by {verifier}; see README.md\n"
    )
}

/// The board of a seed after some moves, each group as likely as the other.
fn position(suite: &Suite, seed: u64) -> Board {
    let size = Size::new(suite.size).expect("the sizes above are right");
    let kinds = FruitKinds::new(suite.kinds).expect("the kinds above are right");
    let mut board = random_board(size, kinds, seed);
    let mut chance = Generator::new(mix(&[seed, 1]));
    for _ in 0..suite.moves {
        let groups = board.groups().count();
        if groups == 0 {
            break;
        }
        let group = board.groups().nth(chance.below(groups)).expect("one of so many");
        board.claim(&group);
    }
    board
}

/// What is known of a position.
struct Solved {
    value: i32,
    /// Every move that keeps the value, by its first cell.
    best: Vec<Cell>,
    /// What the value took.
    nodes: u64,
}

impl Solved {
    fn find(board: &Board, most_nodes: u64) -> Option<Self> {
        let (value, nodes) = exact(board, most_nodes)?;
        let mut best = Vec::new();
        for group in board.groups() {
            let (reply, _) = exact(&board.after(&group), u64::MAX)?;
            if group.points() as i32 - reply == value {
                best.push(group.name());
            }
        }
        Some(Self { value, best, nodes })
    }

    fn best_moves(&self) -> String {
        self.best.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }
}

/// The exact value by the solver, and the positions that it took; none if these are too many.
fn exact(board: &Board, most_nodes: u64) -> Option<(i32, u64)> {
    let options = Options { hash_megabytes: 64, ..Options::default() };
    let limits = Limits { nodes: Some(most_nodes), ..Limits::NONE };
    let clock = || Duration::ZERO;
    let found = solve(board, options, &limits, &clock, &Stop::new(), &mut |_| {}).ok()?;
    Some((found.value, found.nodes))
}

/// Verifies every line of every suite, on all processors.
fn verify(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut all = 0;
    for suite in &SUITES {
        let start = Instant::now();
        let checked = verify_suite(folder, suite)?;
        let (verifier, seconds) = (suite.verifier.name(), start.elapsed().as_secs_f64());
        println!("{}: {checked} positions, by {verifier}, {seconds:.1} s", suite.file);
        all += checked;
    }
    println!("{all} positions verified");
    Ok(())
}

fn verify_suite(folder: &Path, suite: &Suite) -> Result<usize, String> {
    let refuse = |problem: String| format!("{}: {problem}", suite.file);
    let text = fs::read_to_string(folder.join(suite.file)).map_err(|it| refuse(it.to_string()))?;
    let lines = text.strip_prefix(&heading(suite));
    let lines =
        lines.ok_or_else(|| refuse(format!("expected `{}` first", heading(suite).trim())))?;
    let lines: Vec<&str> = lines.lines().collect();
    if lines.len() as u64 != suite.count {
        return Err(refuse(format!("expected {} positions, found {}", suite.count, lines.len())));
    }
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let check_from = |first: usize| {
        let mut lines = lines.iter().skip(first).step_by(workers);
        lines.try_for_each(|line| check(suite, line).map_err(|it| refuse(format!("{line}: {it}"))))
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|it| scope.spawn(move || check_from(it))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no check panics"))
    })?;
    Ok(lines.len())
}

/// Verifies one line: where the position comes from, its value and its best moves.
fn check(suite: &Suite, line: &str) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = line.split(' ').collect();
    let [rows, value, best, seed] = words[..] else { return Err("expected four fields".into()) };
    let board: Board = rows.parse()?;
    let value: i32 = field(value, "value")?.parse()?;
    if position(suite, field(seed, "seed")?.parse()?) != board {
        return Err("the seed gives another board".into());
    }
    let found = match suite.verifier {
        Verifier::Naive => best_by_naive_prover(rows, value),
        Verifier::Solver => best_by_solver(&board, value),
    };
    let found = found.ok_or("another value was found")?;
    let expected = field(best, "best")?;
    if found == expected { Ok(()) } else { Err(format!("the best moves are {found}").into()) }
}

fn field<'a>(word: &'a str, name: &str) -> Result<&'a str, String> {
    let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| format!("expected {name}=…, found {word}"))
}

/// The moves that keep this value as they are written, if it is the right one.
fn best_by_naive_prover(rows: &str, value: i32) -> Option<String> {
    let side = rows.split('/').count();
    let best = Prover::default().best_moves(&Stacks::read(rows)?, value)?;
    let name = |(column, height): (usize, usize)| {
        format!("{}{}", char::from(b'A' + column as u8), side - height)
    };
    Some(best.into_iter().map(name).collect::<Vec<_>>().join(","))
}

fn best_by_solver(board: &Board, value: i32) -> Option<String> {
    let solved = Solved::find(board, u64::MAX).filter(|solved| solved.value == value)?;
    Some(solved.best_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Full boards of 6×6 and more take minutes: `suites/verify` does those, too.
    #[test]
    fn every_line_of_every_smaller_suite_is_true() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
        let is_small = |suite: &&Suite| !suite.file.ends_with("-full.txt");
        for suite in SUITES.iter().filter(is_small) {
            verify_suite(&folder, suite).unwrap_or_else(|problem| panic!("{problem}"));
        }
    }

    #[test]
    fn a_wrong_line_is_refused() {
        let naive = suite("", 3, 3, 1);
        let board = position(&naive, 5);
        let solved = Solved::find(&board, u64::MAX).unwrap();
        let (value, best) = (solved.value, solved.best_moves());
        for suite in [Suite { verifier: Verifier::Solver, ..suite("", 3, 3, 1) }, naive] {
            let is_true = |value: i32, best: &str, seed: u64| {
                check(&suite, &format!("{board:#} value={value} best={best} seed={seed}")).is_ok()
            };
            assert!(is_true(value, &best, 5));
            assert!(!is_true(value + 2, &best, 5) && !is_true(value - 2, &best, 5));
            assert!(!is_true(value, "B9", 5) && !is_true(value, &format!("{best},C1"), 5));
            assert!(!is_true(value, &best, 6));
        }
    }
}
