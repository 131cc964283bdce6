//! `fruitrage bench`: the signature of the search, and its speed.

use std::time::Instant;

use fruitrage_cli_support::{Failure, streams};
use fruitrage_engine::bench;
use serde_json::json;

use crate::arguments::BenchOptions;

pub(crate) fn run(options: &BenchOptions, start: Instant) -> Result<(), Failure> {
    let bench = bench(&|| start.elapsed(), &mut |board, nodes| {
        if !options.json {
            streams::print_error(&format!("{nodes:>10}  {board}"));
        }
    });
    let seconds = bench.elapsed.as_secs_f64();
    let speed = (bench.nodes as f64 / seconds) as u64;
    streams::print(if options.json {
        let object = json!({ "nodes": bench.nodes, "seconds": seconds, "nodes_per_second": speed });
        format!("{object}\n")
    } else {
        format!("signature {}\nspeed {speed} nodes per second\n", bench.nodes)
    })
}
