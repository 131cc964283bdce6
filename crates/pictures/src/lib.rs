//! The Fruit Rage in pictures.

/// The drawings of all kinds of fruit: an SVG document of the symbols `fruit-0` to
/// `fruit-9`, each in a square of 100 by 100.
///
/// ```
/// assert!(fruitrage_pictures::FRUITS.contains(r#"<symbol id="fruit-9""#));
/// ```
pub const FRUITS: &str = include_str!("fruits.svg");
