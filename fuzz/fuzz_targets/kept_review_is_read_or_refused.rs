//! Any bytes are refused or are a review of the game that is the same when kept again.
#![no_main]

use std::time::Duration;

use fruitrage_analysis::{keep, read_kept};
use fruitrage_rules::{FruitKinds, Game, Setup};
use libfuzzer_sys::fuzz_target;

fn game() -> Game {
    let kinds = FruitKinds::new(2).unwrap();
    let mut game = Game::new(Setup::new("***/*10/000".parse().unwrap(), kinds).unwrap());
    for cell in ["B2", "A3"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    game
}

fuzz_target!(|bytes: &[u8]| {
    let game = game();
    if let Some(review) = read_kept(bytes, "key", &game) {
        assert!(review.judgements.iter().all(|judgement| judgement.lost() >= 0));
        assert_eq!(read_kept(keep("key", &review).as_bytes(), "key", &game), Some(review));
    }
});
