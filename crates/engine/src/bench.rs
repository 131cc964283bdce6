//! A fixed set of searches: the number of nodes they take is the search's signature.

use std::time::Duration;

use fruitrage_rules::{FruitKinds, Size, random_board};

use crate::{Clock, Engine, Limits, Options, Stop};

/// Width, kinds of fruit and seed of a board, and the depth it is searched to; without a
/// depth it is solved.
const SEARCHES: [(usize, usize, u64, Option<u32>); 10] = [
    (5, 3, 1, None),
    (6, 3, 0, None),
    (6, 4, 3, None),
    (7, 3, 1, None),
    (8, 5, 1, Some(16)),
    (10, 4, 2, Some(18)),
    (13, 7, 3, Some(20)),
    (16, 5, 4, Some(20)),
    (26, 2, 5, Some(10)),
    (26, 9, 6, Some(18)),
];

/// What the bench found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The positions looked at: the same on every machine, for the same search.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Runs the fixed searches with one thread; `progress` is called with each when it is done.
///
/// ```no_run
/// use std::time::Instant;
///
/// let start = Instant::now();
/// let bench = fruitrage_engine::bench(&|| start.elapsed(), &mut |_, _| {});
/// println!("{} nodes in {:?}", bench.nodes, bench.elapsed);
/// ```
pub fn bench(clock: &dyn Clock, progress: &mut dyn FnMut(&str, u64)) -> Bench {
    let start = clock.now();
    let mut engine = Engine::new(Options { hash_megabytes: 16, ..Options::default() });
    let mut nodes = 0;
    for (size, kinds, seed, depth) in SEARCHES {
        let size = Size::new(size).expect("the bench's sizes are sizes");
        let kinds = FruitKinds::new(kinds).expect("the bench has kinds of fruit");
        engine.forget();
        let limits = Limits { depth, ..Limits::default() };
        let board = random_board(size, kinds, seed);
        let report = engine.search(&board, &limits, clock, &Stop::new(), &mut |_| {});
        let searched = report.map_or(0, |report| report.nodes);
        progress(&format!("{size}×{size}, {kinds} fruits, seed {seed}"), searched);
        nodes += searched;
    }
    Bench { nodes, elapsed: clock.now().saturating_sub(start) }
}
