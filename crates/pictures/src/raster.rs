//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// An SVG document drawn as a PNG so many times its own size. Text is left out: what
/// fonts there are differs from machine to machine.
///
/// ```
/// use fruitrage_pictures::{BoardPicture, png};
///
/// let board = "01/21".parse().unwrap();
/// let bytes = png(&BoardPicture::new(&board).to_string(), 2.0).unwrap();
/// assert!(bytes.starts_with(b"\x89PNG"));
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, NotDrawn> {
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| NotDrawn(error.to_string()))?;
    let size = tree.size();
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut picture = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or_else(|| NotDrawn("its size is not one that a picture can have".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| NotDrawn(error.to_string()))
}

/// The document cannot be drawn, and why.
#[derive(Debug, Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct NotDrawn(String);
