//! What the size of the table does to the speed of a search.
//!
//! `cargo bench -p fruitrage-engine --bench table -- [SECONDS [ROUNDS [FIRST]]]` searches boards
//! from the seed `FIRST` on for so many seconds each, with the table that engines have unless they
//! are told otherwise and with tables that grow to other sizes, in turn. Time is that of the
//! processor, the system's work for the search included, so that what else runs on the machine
//! counts only where it drives the table out of a shared cache.

use std::time::Duration;

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Board, FruitKinds, Size, random_board};
use rustix::time::{ClockId, clock_gettime};

const SHAPES: [(usize, usize); 3] = [(10, 4), (16, 5), (26, 9)];

/// The most megabytes that a table grows to.
const SIZES: [usize; 6] = [2, 8, 32, 64, 256, 512];

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<f64>().ok());
    let seconds = numbers.next().unwrap_or(1.0);
    let rounds = numbers.next().unwrap_or(5.0) as u64;
    let first = numbers.next().unwrap_or(1.0) as u64;
    let default = Options::default().hash_megabytes;
    println!("million positions per second in {seconds} s, mean of {rounds} boards");
    println!("board     {default:>6} (default) {SIZES:>8?} MB, default against the best");
    for (width, kinds) in SHAPES {
        let mut speeds = [0.0; SIZES.len() + 1];
        for seed in first..first + rounds {
            let board = board(width, kinds, seed);
            for (speed, megabytes) in speeds.iter_mut().zip([default].into_iter().chain(SIZES)) {
                let report = search(&board, megabytes, Duration::from_secs_f64(seconds));
                *speed += report.nodes as f64 / report.elapsed.as_secs_f64() / rounds as f64 / 1e6;
            }
        }
        let best = speeds[1..].iter().copied().fold(0.0, f64::max);
        println!("{width}×{width}/{kinds}  {speeds:>8.2?}  {:.0}%", 100.0 * speeds[0] / best);
    }
}

fn board(width: usize, kinds: usize, seed: u64) -> Board {
    let (size, kinds) = (Size::new(width), FruitKinds::new(kinds));
    random_board(size.expect("a size"), kinds.expect("kinds of fruit"), seed)
}

fn search(board: &Board, hash_megabytes: usize, time: Duration) -> Report {
    let limits = Limits::move_time(time);
    let mut engine = Engine::new(Options { hash_megabytes, ..Options::default() });
    let report = engine.search(board, &limits, &processor_time, &Stop::new(), &mut |_| {});
    report.expect("a board with fruit has a move")
}

/// What this thread has used of a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
