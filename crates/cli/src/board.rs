//! `fruitrage board`: a random board from a seed.

use std::time::{SystemTime, UNIX_EPOCH};

use fruitrage_cli_support::{Failure, streams};
use fruitrage_pictures::BoardPicture;
use fruitrage_rules::{Input, random_board};
use serde_json::json;

use crate::arguments::{BoardOptions, RandomBoardOptions};

pub(crate) fn run(options: &BoardOptions) -> Result<(), Failure> {
    options.pictures.check(&[])?;
    let RandomBoardOptions { size, fruits, seed: wanted } = options.random;
    let seed = wanted.unwrap_or_else(seed_of_the_moment);
    let board = random_board(size, fruits, seed);
    let text = if options.json {
        let rows: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
        let (size, fruits) = (size.get(), fruits.get());
        json!({ "size": size, "fruits": fruits, "seed": seed, "rows": rows }).to_string() + "\n"
    } else if let Some(time_left) = options.time {
        Input { kinds: fruits, time_left, board }.to_string()
    } else {
        format!("{board}\n")
    };
    options.pictures.write(&BoardPicture::new(&board).to_string())?;
    if !options.pictures.take_standard_output() {
        streams::print(text)?;
    }
    if wanted.is_none() && !options.json {
        streams::print_error(&format!("seed {seed}"));
    }
    Ok(())
}

/// Short enough to be typed again.
pub(crate) fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs() & 0xFFFF
}
