//! The rules of The Fruit Rage: board, moves, gravity, games, clocks and texts.
//!
//! ```
//! use fruitrage_rules::{Board, Input, Output};
//!
//! let input = Input::parse(b"2\n3\n123.6\n01\n21\n").unwrap();
//! let largest = input.board.groups().max_by_key(|group| group.count()).unwrap();
//! let output = Output { choice: largest.name(), board: input.board.after(&largest) };
//! assert_eq!(output.to_string(), "B1\n0*\n2*\n");
//! ```
//!
//! Untrusted text becomes a validated type here, once; nothing past it checks again.
//! Nothing here searches, prints or reads the wall clock.
//!
//! The feature `serde` reads and writes values in any format, `arbitrary` makes them from
//! unstructured bytes.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod board;
mod cell;
mod column;
mod ending;
mod flood;
mod fruit;
mod game;
mod generator;
mod group;
mod input;
mod links;
mod output;
mod player;
mod position;
mod random;
pub mod record;
pub mod seconds;
pub mod seed;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod size;
mod text;
mod tree;

pub use board::{Board, IllegalMove};
pub use cell::{Cell, CellSet, NotACell};
pub use column::Column;
pub use ending::{Cause, Ending, Verdict};
pub use flood::Flood;
pub use fruit::{Fruit, FruitKinds, NotFruitKinds};
pub use game::{Game, PlayError, Turn};
pub use generator::Generator;
pub use group::{Group, Groups};
pub use input::Input;
pub use links::Links;
pub use output::Output;
pub use player::Player;
pub use position::read_position;
pub use random::random_board;
pub use record::Record;
pub use setup::{NotATieRule, Setup, TieRule, UnknownFruit};
pub use size::{NotSize, Size};
pub use text::{TextError, plain, plain_json, plain_name, quoted, quoted_within};
pub use tree::count_lines;
