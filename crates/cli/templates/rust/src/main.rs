//! {{NAME}}: an agent for The Fruit Rage.
//!
//! It is started anew for every move: it reads input.txt, writes output.txt and ends. What it
//! wants to remember until its next move it can write to a file of its own in this directory.

use std::error::Error;
use std::fs;

const EMPTY: u8 = b'*';

/// A cell is its row, 0 at the top, and its column.
type Cell = (usize, usize);

#[derive(Clone)]
struct Board {
    size: usize,
    rows: Vec<Vec<u8>>,
}

impl Board {
    /// All moves: every group once, the largest first.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let mut seen = vec![vec![false; self.size]; self.size];
        let mut groups = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                if self.rows[row][column] != EMPTY && !seen[row][column] {
                    groups.push(self.group_at((row, column), &mut seen));
                }
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The cells that are claimed together with this one.
    fn group_at(&self, start: Cell, seen: &mut [Vec<bool>]) -> Vec<Cell> {
        let fruit = self.rows[start.0][start.1];
        let mut group = vec![start];
        seen[start.0][start.1] = true;
        let mut next = 0;
        while next < group.len() {
            let (row, column) = group[next];
            next += 1;
            // Above and left of the first row or column is nothing: it wraps to a huge number.
            let neighbours = [
                (row + 1, column),
                (row.wrapping_sub(1), column),
                (row, column + 1),
                (row, column.wrapping_sub(1)),
            ];
            for (r, c) in neighbours {
                if r < self.size && c < self.size && !seen[r][c] && self.rows[r][c] == fruit {
                    seen[r][c] = true;
                    group.push((r, c));
                }
            }
        }
        group
    }

    /// The board after a move: the group is gone, and what was above it has fallen.
    fn play(&self, group: &[Cell]) -> Board {
        let mut after = self.clone();
        for &(row, column) in group {
            after.rows[row][column] = EMPTY;
        }
        for column in 0..self.size {
            let mut target = self.size;
            for row in (0..self.size).rev() {
                let fruit = std::mem::replace(&mut after.rows[row][column], EMPTY);
                if fruit != EMPTY {
                    target -= 1;
                    after.rows[target][column] = fruit;
                }
            }
        }
        after
    }
}

/// The move to play. HERE IS WHERE A SEARCH GOES.
///
/// The largest group is a fair start. To look ahead, try each group, `play` it, and ask what
/// the opponent gains from there: a move is worth the square of its size less that. Begin with
/// few moves ahead, look further while there is time, and keep the best so far. The seconds
/// are left for ALL moves of the game: plan for about half as many as there are groups, and
/// keep a reserve.
fn choose(board: &Board, _seconds: f64) -> Option<Vec<Cell>> {
    board.groups().into_iter().next()
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string("input.txt")?;
    let mut words = text.split_whitespace();
    let size: usize = words.next().ok_or("no size")?.parse()?;
    let _kinds: usize = words.next().ok_or("no kinds of fruit")?.parse()?;
    let seconds: f64 = words.next().ok_or("no time")?.parse()?;
    let rows = words.take(size).map(|row| row.as_bytes().to_vec()).collect();
    let board = Board { size, rows };

    let group = choose(&board, seconds).ok_or("an empty board")?;
    let after = board.play(&group);

    // The move, which any of its cells names, and the board after it.
    let (row, column) = group[0];
    let mut output = format!("{}{}\n", char::from(b'A' + column as u8), row + 1);
    for row in &after.rows {
        output += &String::from_utf8_lossy(row);
        output.push('\n');
    }
    fs::write("output.txt", output)?;
    Ok(())
}
