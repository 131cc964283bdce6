//! The situations that a program is tried in, from the simplest to the hardest.

use std::time::Duration;

use fruitrage_rules::{Board, FruitKinds, Setup, Size, random_board};

/// A position and a clock.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What it is.
    pub name: &'static str,
    /// Whether a program must master it.
    pub essential: bool,
    /// Whether the lines of `input.txt` end with CRLF, as on Windows.
    pub crlf: bool,
    board: Board,
    kinds: FruitKinds,
    time: Duration,
}

impl Situation {
    fn new(name: &'static str, board: &Board, kinds: usize, seconds: f64) -> Self {
        let kinds = FruitKinds::new(kinds).expect("the numbers of kinds here are right");
        let time = Duration::from_secs_f64(seconds);
        Self { name, essential: true, crlf: false, board: *board, kinds, time }
    }

    fn with_crlf(self) -> Self {
        Self { crlf: true, ..self }
    }

    fn for_advice(self) -> Self {
        Self { essential: false, ..self }
    }

    /// The game that begins with it.
    pub fn setup(&self) -> Setup {
        let setup = Setup::new(self.board, self.kinds).expect("the boards here have their kinds");
        setup.with_clocks([self.time; 2])
    }
}

fn drawn(size: usize, kinds: usize, seed: u64) -> Board {
    let size = Size::new(size).expect("the sizes here are right");
    random_board(size, FruitKinds::new(kinds).expect("the kinds here are right"), seed)
}

fn written(rows: &str) -> Board {
    rows.parse().expect("the boards here are well written")
}

/// All situations.
///
/// ```
/// use fruitrage_arena::check::situations;
///
/// assert_eq!(situations()[0].setup().board().to_string(), "0");
/// ```
pub fn situations() -> Vec<Situation> {
    let middle = drawn(10, 4, 1);
    vec![
        Situation::new("the smallest board, 1×1", &written("0"), 1, 10.0),
        Situation::new("2×2 with 3 kinds", &written("01/21"), 3, 123.6),
        Situation::new("one fruit left", &written("***/***/*0*"), 1, 257.2),
        Situation::new("fruit that falls", &written("***/*10/000"), 2, 24.345),
        Situation::new("a full board of one kind, p = 1", &written("000/000/000"), 1, 30.0),
        Situation::new("ten kinds, p = 10", &drawn(10, 10, 2), 10, 30.0),
        Situation::new("p = 10 with one kind on the board", &written("444/444/444"), 10, 7.24),
        Situation::new("10×10 with 4 kinds", &middle, 4, 30.0),
        Situation::new("Windows line endings (CRLF) in input.txt", &middle, 4, 30.0).with_crlf(),
        Situation::new(
            "columns that are empty",
            &written("*0**1/*0**1/*1**0/*0*21/*0*20"),
            3,
            30.0,
        ),
        Situation::new("little time, 1 s on 10×10", &middle, 4, 1.0),
        Situation::new("the largest board, 26×26 with 5 kinds", &drawn(26, 5, 3), 5, 60.0),
        Situation::new("26×26 with 9 kinds and a small clock, 3 s", &drawn(26, 9, 4), 9, 3.0),
        Situation::new("26×26 of one kind", &drawn(26, 1, 5), 1, 30.0),
        Situation::new("hardly any time, 0.2 s on 10×10", &middle, 4, 0.2).for_advice(),
        Situation::new("fruit hanging over holes", &written("012/***/210"), 3, 30.0).for_advice(),
    ]
}

/// The game that is played to its end.
pub(super) fn whole_game() -> Setup {
    Situation::new("a whole game", &drawn(10, 4, 6), 4, 30.0).setup()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_situation_has_a_move_and_its_own_name() {
        let all = situations();
        for (index, situation) in all.iter().enumerate() {
            assert!(!situation.setup().board().is_empty(), "{}", situation.name);
            assert!(all[..index].iter().all(|other| other.name != situation.name));
        }
    }

    #[test]
    fn only_the_situation_that_says_so_has_hanging_fruit() {
        for situation in situations() {
            let hanging = situation.name.contains("hanging");
            assert_eq!(situation.setup().board().is_settled(), !hanging, "{}", situation.name);
        }
    }
}
