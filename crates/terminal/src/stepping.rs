//! Stepping through a game that is over, while it is being judged.

use fruitrage_analysis::{Judgement, Review};
use fruitrage_rules::{Board, Game, Turn};

use crate::event::Ticket;

/// A review on the screen. It has at least one move.
#[derive(Clone, Debug)]
pub(crate) struct Stepping {
    pub(crate) ticket: Ticket,
    /// The boards before each move.
    boards: Vec<Board>,
    turns: Vec<Turn>,
    judgements: Vec<Option<Judgement>>,
    /// The whole, when everything is judged.
    pub(crate) review: Option<Review>,
    index: usize,
}

impl Stepping {
    /// Begins at the first move; none if there are no moves.
    pub(crate) fn new(game: &Game, ticket: Ticket) -> Option<Self> {
        let turns = game.turns().to_vec();
        let mut board = *game.setup().board();
        let boards = turns.iter().map_while(|turn| {
            let (after, _) = board.play(turn.choice).ok()?;
            Some(std::mem::replace(&mut board, after))
        });
        let boards = boards.collect();
        let judgements = vec![None; turns.len()];
        let some = Self { ticket, boards, turns, judgements, review: None, index: 0 };
        (!some.turns.is_empty()).then_some(some)
    }

    /// Which move is shown, from 0.
    pub(crate) const fn index(&self) -> usize {
        self.index
    }

    pub(crate) const fn length(&self) -> usize {
        self.turns.len()
    }

    /// Steps forwards or backwards, and not past the ends.
    pub(crate) fn step(&mut self, moves: isize) {
        self.go_to(self.index.saturating_add_signed(moves));
    }

    pub(crate) fn go_to(&mut self, index: usize) {
        self.index = index.min(self.turns.len() - 1);
    }

    /// To the next move, or the one before, that gave points away; stays if there is none.
    pub(crate) fn step_to_mistake(&mut self, forwards: bool) {
        let is_mistake = |index: &usize| {
            self.judgements[*index].as_ref().is_some_and(|judgement| judgement.lost() > 0)
        };
        let found = if forwards {
            (self.index + 1..self.turns.len()).find(is_mistake)
        } else {
            (0..self.index).rev().find(is_mistake)
        };
        self.index = found.unwrap_or(self.index);
    }

    /// The board before the move that is shown.
    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.index]
    }

    /// The move that is shown.
    pub(crate) fn turn(&self) -> &Turn {
        &self.turns[self.index]
    }

    /// What the move that is shown was worth, if it has been judged.
    pub(crate) fn judgement(&self) -> Option<&Judgement> {
        self.judgements[self.index].as_ref()
    }

    /// The moves with their judgements, as far as they have been judged.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (&Turn, Option<&Judgement>)> {
        self.turns.iter().zip(self.judgements.iter().map(Option::as_ref))
    }

    pub(crate) fn judge(&mut self, judgement: Judgement) {
        let index = judgement.index;
        if let Some(place) = self.judgements.get_mut(index) {
            *place = Some(judgement);
        }
    }

    /// How many moves have been judged.
    pub(crate) fn judged(&self) -> usize {
        self.judgements.iter().flatten().count()
    }
}
