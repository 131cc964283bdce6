//! Links as codes that telephones read.

use fruitrage_rooms::message::LONGEST_LINK;
use qrcode::{Color, EcLevel, QrCode};

/// The rows of a code, dark where true; none if the link is too long.
fn modules(link: &str) -> Option<Vec<Vec<bool>>> {
    if link.len() > LONGEST_LINK {
        return None;
    }
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let width = code.width();
    let dark: Vec<bool> = code.to_colors().iter().map(|color| *color == Color::Dark).collect();
    Some(dark.chunks(width).map(<[bool]>::to_vec).collect())
}

/// A link as rows of 0 and 1.
pub(crate) fn rows(link: &str) -> Option<Vec<String>> {
    let row = |row: Vec<bool>| row.iter().map(|dark| if *dark { '1' } else { '0' }).collect();
    Some(modules(link)?.into_iter().map(row).collect())
}

/// A link as a code for a terminal, light on dark with the margin that readers need; two rows
/// in a line. None if the link is too long.
///
/// ```
/// let code = fruitrage_web::code_of("http://192.168.1.5:8080/").unwrap();
/// assert!(code.contains('▀') && code.lines().count() < 25);
/// ```
pub fn code_of(link: &str) -> Option<String> {
    const MARGIN: usize = 2;
    let modules = modules(link)?;
    let width = modules.len() + 2 * MARGIN;
    let is_light = |row: usize, column: usize| {
        let module = row.checked_sub(MARGIN).and_then(|row| modules.get(row));
        let module = module.and_then(|row| row.get(column.checked_sub(MARGIN)?));
        !module.copied().unwrap_or(false)
    };
    let two_rows = |row: usize| -> String {
        let sign =
            |column| match (is_light(row, column), row + 1 < width && is_light(row + 1, column)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            };
        (0..width).map(sign).collect()
    };
    Some((0..width).step_by(2).map(two_rows).collect::<Vec<_>>().join("\n"))
}
