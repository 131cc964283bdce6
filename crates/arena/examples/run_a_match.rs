//! A match of two agents that are built in, every board from both sides.
//!
//! To let programs play, too, a binary hands its hidden command to `supervisor::run`, as
//! `crates/cli/src/main.rs` does.

use std::time::Duration;

use fruitrage_arena::duel::Duel;
use fruitrage_arena::{Conditions, Host};
use fruitrage_rules::{FruitKinds, Size, TieRule};

fn main() {
    let duel = Duel {
        agents: ["engine:level=3", "greedy"].map(|name| name.parse().unwrap()),
        conditions: Conditions {
            size: Size::new(6).unwrap(),
            kinds: FruitKinds::new(3).unwrap(),
            time: Duration::from_mins(1),
            ties: TieRule::Draw,
            calls_final_leads: true,
        },
        pairs: 4,
        seed: 1,
        jobs: 1,
        sprt: None,
    };
    let host = Host::new().expect("this machine can tell its current directory");
    let result = duel
        .play(&host, &mut |pair, _| {
            println!("pair {}: {:+} points", pair.number + 1, pair.result.margin);
        })
        .expect("both agents are built in");
    println!("{:?}", result.tally);
}

#[test]
fn it_runs() {
    main();
}
