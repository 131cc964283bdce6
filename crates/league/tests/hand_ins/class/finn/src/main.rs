mod board;

use board::Board;

fn main() -> std::io::Result<()> {
    let text = std::fs::read_to_string("input.txt")?;
    let mut board = Board::new(text.split_whitespace().skip(3));
    let (row, column) = board.last();
    board.take(row, column);
    board.fall();
    std::fs::write("output.txt", format!("{}{}\n{board}", (b'A' + column as u8) as char, row + 1))
}
