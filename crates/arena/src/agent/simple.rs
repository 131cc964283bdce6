//! The simple players: opponents for a first agent, and yardsticks.

use std::time::{Duration, Instant};

use fruitrage_rules::{Game, Group};

use super::{Agent, Answer, Evidence, Reply};
use fruitrage_rules::Generator;

/// Takes the largest group, of equal ones the leftmost.
pub(super) struct Greedy;

impl Agent for Greedy {
    fn choose(&mut self, game: &Game) -> Reply {
        reply(|| {
            let groups = game.board().groups();
            groups.reduce(|best, group| if group.count() > best.count() { group } else { best })
        })
    }
}

/// Takes any group, each as likely as the other.
pub(super) struct Random(pub(super) Generator);

impl Agent for Random {
    fn choose(&mut self, game: &Game) -> Reply {
        reply(|| game.board().groups().nth(self.0.below(game.board().groups().count())))
    }
}

fn reply(choose: impl FnOnce() -> Option<Group>) -> Reply {
    let start = Instant::now();
    let group = choose().expect("a game that goes on has a move");
    Reply {
        spent: start.elapsed(),
        cpu: Duration::ZERO,
        answer: Ok(Answer { choice: group.name(), board: None }),
        evidence: Evidence::default(),
    }
}
