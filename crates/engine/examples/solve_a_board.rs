//! The exact value of a position, and best play to the end.

use std::time::{Duration, Instant};

use fruitrage_engine::{Limits, Options, Stop, solve};
use fruitrage_rules::Board;

fn main() {
    let board: Board = "0120/1201/2012/0112".parse().unwrap();
    let start = Instant::now();
    let clock = || start.elapsed();
    let limits = Limits::move_time(Duration::from_mins(1));
    let options = Options { hash_megabytes: 16, ..Options::default() };
    let solution = solve(&board, options, &limits, &clock, &Stop::new(), &mut |_| {})
        .expect("a board of this size is solved at once");
    println!("{board}\nis worth {:+} to the player to move", solution.value);

    let (mut board, mut margin, mut sign) = (board, 0, 1);
    for cell in solution.line {
        let (after, claimed) = board.play(cell).expect("best play is legal");
        println!("{cell} for {}", claimed.points());
        margin += sign * claimed.points() as i32;
        (board, sign) = (after, -sign);
    }
    assert!(board.is_empty());
    assert_eq!(margin, solution.value);
}

#[test]
fn it_runs() {
    main();
}
