//! Two greedy players play a game, which is then written as a record.

use std::time::Duration;

use fruitrage_rules::{FruitKinds, Game, Group, Record, Setup, Size, random_board};

fn main() {
    let (size, kinds) = (Size::new(6).unwrap(), FruitKinds::new(3).unwrap());
    let board = random_board(size, kinds, 7);
    let mut game = Game::new(Setup::new(board, kinds).expect("the board has these kinds"));
    while game.ending().is_none() {
        let largest = game.board().groups().max_by_key(Group::count).expect("there is a move");
        game.play(largest.name(), Duration::ZERO).expect("it is one of the board's groups");
    }
    let record = Record::new(["Ada", "Grace"], game);
    print!("{record}");
    assert_eq!(Record::parse(record.to_string().as_bytes()).as_ref(), Ok(&record));
}

#[test]
fn it_runs() {
    main();
}
