use std::fmt;

pub struct Board(Vec<Vec<u8>>);

impl Board {
    pub fn new<'a>(rows: impl Iterator<Item = &'a str>) -> Self {
        Board(rows.map(|row| row.as_bytes().to_vec()).collect())
    }

    /// The last fruit: at the bottom, on the right.
    pub fn last(&self) -> (usize, usize) {
        let row = self.0.len() - 1;
        let column = self.0[row].iter().rposition(|&fruit| fruit != b'*');
        (row, column.expect("what has fallen lies at the bottom"))
    }

    pub fn take(&mut self, row: usize, column: usize) {
        let fruit = self.0[row][column];
        let mut rest = vec![(row, column)];
        while let Some((row, column)) = rest.pop() {
            if self.0.get(row).and_then(|row| row.get(column)) != Some(&fruit) {
                continue;
            }
            self.0[row][column] = b'*';
            rest.push((row + 1, column));
            rest.push((row.wrapping_sub(1), column));
            rest.push((row, column + 1));
            rest.push((row, column.wrapping_sub(1)));
        }
    }

    pub fn fall(&mut self) {
        let size = self.0.len();
        for column in 0..size {
            let mut bottom = size;
            for row in (0..size).rev() {
                let fruit = std::mem::replace(&mut self.0[row][column], b'*');
                if fruit != b'*' {
                    bottom -= 1;
                    self.0[bottom][column] = fruit;
                }
            }
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.0 {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}
