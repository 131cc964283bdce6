//! What the size of the table does to a search: to its speed, and to how soon it gets anywhere.
//!
//! `cargo bench -p fruitrage-engine --bench table -- [SECONDS [ROUNDS [FIRST]]]` searches boards
//! from the seed `FIRST` on for so many seconds each, with the table that engines have unless they
//! are told otherwise and with tables that grow to other sizes, in turn. Time is that of the
//! processor, the system's work for the search included. What else runs on the machine still makes
//! a search slower, by the caches they share, but never faster: so everybody has two turns, and the
//! faster one counts.
//!
//! A small table stays in the cache and forgets: it looks at more positions per second, many of
//! them again. So the time to a depth is told as well, the greatest that all sizes have reached.

use std::time::Duration;

use fruitrage_engine::{Engine, Limits, Options, Report, Stop};
use fruitrage_rules::{Board, FruitKinds, Size, random_board};
use rustix::time::{ClockId, clock_gettime};

const SHAPES: [(usize, usize); 3] = [(10, 4), (16, 5), (26, 9)];

/// The most megabytes that a table grows to; the first is the default.
const SIZES: [usize; 7] = [128, 2, 8, 32, 64, 256, 512];

/// How often each search is repeated.
const TURNS: usize = 2;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<f64>().ok());
    let seconds = numbers.next().unwrap_or(1.0);
    let rounds = numbers.next().unwrap_or(5.0) as u64;
    let first = numbers.next().unwrap_or(1.0) as u64;
    assert_eq!(SIZES[0], Options::default().hash_megabytes);
    println!("{seconds} s for each of {rounds} boards, tables of {SIZES:?} MB, default first");
    println!("million positions per second (mean), and time to a depth (geometric mean)");
    for (width, kinds) in SHAPES {
        let mut speeds = [0.0; SIZES.len()];
        let mut logarithms = [0.0; SIZES.len()];
        for seed in first..first + rounds {
            let board = board(width, kinds, seed);
            let time = Duration::from_secs_f64(seconds);
            let turns =
                [(); TURNS].map(|()| SIZES.map(|megabytes| search(&board, megabytes, time)));
            let searches = turns.into_iter().reduce(faster).expect("there is a turn");
            let times = times_to_a_depth(&searches);
            for (index, reports) in searches.iter().enumerate() {
                speeds[index] += speed(reports) as f64 / rounds as f64 / 1e6;
                logarithms[index] += (times[index] / times[0]).ln() / rounds as f64;
            }
        }
        let best = speeds.iter().copied().fold(0.0, f64::max);
        let share = 100.0 * speeds[0] / best;
        println!("{width}×{width}/{kinds}  {speeds:.2?}, default against the best {share:.0}%");
        println!("         {:.2?} of the default's time", logarithms.map(f64::exp));
    }
}

fn board(width: usize, kinds: usize, seed: u64) -> Board {
    let (size, kinds) = (Size::new(width), FruitKinds::new(kinds));
    random_board(size.expect("a size"), kinds.expect("kinds of fruit"), seed)
}

/// Everything that a search reports, and its last word.
fn search(board: &Board, hash_megabytes: usize, time: Duration) -> Vec<Report> {
    let limits = Limits::move_time(time);
    let mut engine = Engine::new(Options { hash_megabytes, ..Options::default() });
    let mut reports = Vec::new();
    let mut note = |report: &Report| reports.push(report.clone());
    let last = engine.search(board, &limits, &processor_time, &Stop::new(), &mut note);
    reports.extend(last);
    reports
}

/// Of two turns, the faster search with each size.
fn faster<const N: usize>(one: [Vec<Report>; N], other: [Vec<Report>; N]) -> [Vec<Report>; N] {
    let mut others = other.into_iter();
    one.map(|one| {
        let other = others.next().expect("as many sizes");
        if speed(&other) > speed(&one) { other } else { one }
    })
}

/// Positions per second.
fn speed(reports: &[Report]) -> u64 {
    reports.last().expect("a search reports").nodes_per_second()
}

/// How many seconds each search took to the greatest depth that all have reached.
fn times_to_a_depth<const N: usize>(searches: &[Vec<Report>; N]) -> [f64; N] {
    let deepest = |reports: &Vec<Report>| reports.iter().map(|report| report.depth).max();
    let depth = searches.iter().filter_map(deepest).min();
    searches.each_ref().map(|reports| {
        let reached = reports.iter().find(|report| Some(report.depth) >= depth);
        reached.map_or(f64::NAN, |report| report.elapsed.as_secs_f64())
    })
}

/// What this thread has used of a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
