//! The results of a match so far.

use serde::Serialize;

use crate::{Elo, Estimate, Score};

/// How many were won, drawn and lost, from one side's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How many were won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// How many were lost.
    pub lost: u32,
}

impl Count {
    /// One more.
    pub const fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// All of them.
    pub const fn total(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The part that was won, draws as halves; a half if there was nothing.
    pub fn score(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.total())
    }
}

/// The results of a match, from the first side's point of view.
///
/// ```
/// use fruitrage_statistics::{Score, Tally};
///
/// let mut tally = Tally::default();
/// tally.add(Score::Won, 18.0, [Score::Won, Score::Lost]);
/// assert_eq!((tally.pairs.won, tally.games.total()), (1, 2));
/// assert_eq!(tally.margin().unwrap().value, 18.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The pairs.
    pub pairs: Count,
    /// The games.
    pub games: Count,
    margins: Vec<f64>,
}

impl Tally {
    /// One more pair: who won it and by how much, and who won its games.
    pub fn add(&mut self, pair: Score, margin: f64, games: [Score; 2]) {
        self.pairs.add(pair);
        self.margins.push(margin);
        for game in games {
            self.games.add(game);
        }
    }

    /// The mean margin of a pair; none before the first.
    pub fn margin(&self) -> Option<Estimate> {
        Estimate::mean(&self.margins)
    }

    /// The difference of strength; none before the first pair.
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs.total();
        (pairs > 0).then(|| Elo::of_score(self.pairs.score(), pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_halves_and_nothing_is_a_half() {
        let score = |won, drawn, lost| Count { won, drawn, lost }.score();
        assert!((score(1, 2, 1) - 0.5).abs() < 1e-12);
        assert!((score(3, 1, 0) - 0.875).abs() < 1e-12);
        assert!((score(0, 0, 0) - 0.5).abs() < 1e-12);
        assert!((score(0, 1, 9) - 0.05).abs() < 1e-12);
    }

    #[test]
    fn pairs_and_games_are_counted_apart() {
        let mut tally = Tally::default();
        assert!(tally.margin().is_none() && tally.elo().is_none());
        tally.add(Score::Lost, -5.0, [Score::Won, Score::Lost]);
        tally.add(Score::Drawn, 0.0, [Score::Drawn, Score::Drawn]);
        assert_eq!(tally.pairs, Count { won: 0, drawn: 1, lost: 1 });
        assert_eq!(tally.games, Count { won: 1, drawn: 2, lost: 1 });
        assert!((tally.margin().unwrap().value + 2.5).abs() < 1e-12);
        assert!((tally.elo().unwrap().value.unwrap() - -190.85).abs() < 0.01);
    }
}
