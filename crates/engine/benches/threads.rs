//! How much faster two threads reach a depth than one.
//!
//! `cargo bench -p fruitrage-engine --bench threads -- [FIRST [COUNT]]` takes boards from the
//! seed `FIRST` on. Each is searched to the depth that takes one thread about a second on the
//! mirrored board: a depth that was chosen on the board itself would be one that one thread
//! happens to reach quickly. Boards where one thread sees everything that it looks at to its
//! end sooner than that are passed over: there, all depths take next to no time. What else is
//! on the processors decides the result, and single searches differ widely, so that only the
//! mean of many on a quiet machine tells anything.

use std::time::{Duration, Instant};

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Board, Cell, FruitKinds, Size, random_board};

/// The widths of boards and their kinds of fruit, in turn.
const SHAPES: [(usize, usize); 8] =
    [(10, 4), (12, 5), (14, 3), (16, 5), (16, 8), (20, 6), (26, 4), (26, 9)];

/// How long one thread may search the mirrored board.
const TRIAL: Duration = Duration::from_secs(1);

/// Searches that come so deep within a trial see everything that they look at to its end.
const DEEPEST: u32 = 60;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let first = numbers.next().unwrap_or(1);
    let count = numbers.next().unwrap_or(56);
    let mut ratios = Ratios::default();
    for (seed, (width, kinds)) in (first..first + count).zip(SHAPES.into_iter().cycle()) {
        let size = Size::new(width).expect("a size");
        let board = random_board(size, FruitKinds::new(kinds).expect("kinds of fruit"), seed);
        let depth = depth_in_time(&mirrored(&board));
        if depth == DEEPEST {
            continue;
        }
        let [one, two] = [1, 2].map(|threads| reach(&board, depth, threads));
        print!("{width}×{width}/{kinds}, seed {seed}, depth {depth}: ");
        ratios.add(&one, &two);
    }
    ratios.conclude();
}

fn mirrored(board: &Board) -> Board {
    let last = board.size().get() - 1;
    Board::from_fn(board.size(), |cell| {
        let opposite = Cell::new(last - cell.column(), cell.row());
        board.fruit_at(opposite.expect("a cell of the same board"))
    })
}

/// The depth that one thread reaches in the time of a trial.
fn depth_in_time(board: &Board) -> u32 {
    let stop = Stop::new();
    let report = search(board, DEEPEST, 1, &stop, &mut |report| {
        if report.elapsed > TRIAL {
            stop.stop();
        }
    });
    report.depth
}

fn reach(board: &Board, depth: u32, threads: usize) -> Report {
    search(board, depth, threads, &Stop::new(), &mut |_| {})
}

fn search(
    board: &Board,
    depth: u32,
    threads: usize,
    stop: &Stop,
    hear: &mut dyn FnMut(&Report),
) -> Report {
    let start = Instant::now();
    let mut engine = Engine::new(Options { threads, hash_megabytes: 64, ..Options::default() });
    let limits = Limits::depth(depth);
    let report = engine.search(board, &limits, &|| start.elapsed(), stop, hear);
    report.expect("a board with fruit has a move")
}

/// Two threads against one, as logarithms of ratios.
#[derive(Default)]
struct Ratios {
    times: Vec<f64>,
    nodes: Vec<f64>,
    seconds: [f64; 2],
}

impl Ratios {
    fn add(&mut self, one: &Report, two: &Report) {
        let seconds = [one, two].map(|report| report.elapsed.as_secs_f64());
        let time = seconds[0] / seconds[1];
        let nodes = two.nodes as f64 / one.nodes as f64;
        println!("{:.2} s and {:.2} s, {time:.2}, nodes {nodes:.2}", seconds[0], seconds[1]);
        self.times.push(time.ln());
        self.nodes.push(nodes.ln());
        self.seconds = [self.seconds[0] + seconds[0], self.seconds[1] + seconds[1]];
    }

    fn conclude(&self) {
        let (time, time_error) = mean(&self.times);
        let (nodes, _) = mean(&self.nodes);
        let [one, two] = self.seconds;
        println!(
            "two threads are {:.2} times as fast (standard error {:.0}%), with {:.2} times the nodes",
            time.exp(),
            100.0 * time_error,
            nodes.exp(),
        );
        println!("in all {one:.1} s and {two:.1} s, {:.2} times as fast", one / two);
    }
}

/// The mean of some values and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count * (count - 1.0))).sqrt())
}
