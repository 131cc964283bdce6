//! The Fruit Rage in pictures: boards, whole games and graphs as SVG, and as PNG with
//! the feature `png`.
//!
//! ```
//! use fruitrage_pictures::BoardPicture;
//!
//! let board = "***/*10/000".parse().unwrap();
//! let picture = BoardPicture::new(&board).to_string();
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```
//!
//! Every picture is a value that is written as a complete SVG document, and needs
//! nothing outside itself. Coordinates and numbers are drawn as paths, so that they look
//! the same without any fonts; names of players are text, which a PNG does not have.

mod animation;
mod board;
mod colours;
mod fruits;
mod letters;
mod margins;
mod outline;
#[cfg(feature = "png")]
mod raster;
mod ratings;
mod replay;
mod scale;
mod sheet;
mod text;

pub use animation::Animation;
pub use board::BoardPicture;
pub use fruits::FRUITS;
pub use margins::MarginGraph;
#[cfg(feature = "png")]
pub use raster::{NotDrawn, png};
pub use ratings::{Rated, RatingPlot};
pub use replay::{replay_end, replay_head, replay_record};
pub use text::escaped;
