//! How fast a worker's machine is, and whether its engine is the tournament's.

use std::thread;
use std::time::Instant;

use fruitrage_arena::Specification;
use fruitrage_engine::bench;

use crate::{Configuration, Entrant, Store, StoreError};

/// How many positions per second this machine searches in each of so many games at one time:
/// the slowest counts. All engines of a tournament must be the same search.
pub(super) fn measure(
    store: &mut Store,
    tournament: &Configuration,
    jobs: usize,
) -> Result<i64, StoreError> {
    let one = || {
        let start = Instant::now();
        bench(&|| start.elapsed(), &mut |_, _| {})
    };
    let benches = thread::scope(|scope| {
        let started: Vec<_> = (0..jobs).map(|_| scope.spawn(one)).collect();
        started.into_iter().filter_map(|bench| bench.join().ok()).collect::<Vec<_>>()
    });
    let is_engine = |entrant: &Entrant| matches!(entrant.specification, Specification::Engine(_));
    if let Some(bench) = benches.first().filter(|_| tournament.entrants.iter().any(is_engine)) {
        store.agree("signature of the search", &bench.nodes.to_string())?;
    }
    let speeds =
        benches.iter().map(|bench| (bench.nodes as f64 / bench.elapsed.as_secs_f64()) as i64);
    Ok(speeds.min().unwrap_or_default())
}
