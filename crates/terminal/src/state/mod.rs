//! The state of the screen, and how events change it.

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent};
use fruitrage_arena::Reply;
use fruitrage_engine::Report;
use fruitrage_rules::{Board, Cell, Group, IllegalMove, Player, Turn};

use crate::animation::{Animation, Moment};
use crate::contest::{Contest, Refused};
use crate::coordinate::{Coordinate, is_written_as_cell, not_on_board};
use crate::cursor::Cursor;
use crate::effect::Effect;
use crate::event::{Event, Ticket};
use crate::keys::{Wish, wish};
use crate::layout::{Layout, TooSmall};
use crate::look::Look;
use crate::pointing::{Pointing, pointing};
use crate::settings::Settings;
use crate::stepping::Stepping;

/// How often an animation is drawn.
const FRAME: Duration = Duration::from_millis(30);

/// How often a running clock is looked at.
const CLOCK_TICK: Duration = Duration::from_millis(100);

/// How long to wait when nothing moves.
const LONG: Duration = Duration::from_hours(1);

/// What the keys are for just now.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    Game,
    Asked(Question),
    Help,
    Review(Box<Stepping>),
}

/// What has to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Resign,
    NewGame,
    Quit,
}

/// What the engine advises.
#[derive(Clone, Debug)]
pub(crate) enum Hint {
    /// It has just begun to think.
    Awaited,
    /// What it has found so far, or in the end.
    Found { report: Report, is_final: bool },
}

/// Everything that the screen shows.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) look: Look,
    settings: Settings,
    /// Which game of the sitting, from 0.
    number: u64,
    pub(crate) contest: Contest,
    pub(crate) window: (u16, u16),
    pub(crate) cursor: Cursor,
    pub(crate) coordinate: Coordinate,
    pub(crate) mode: Mode,
    pub(crate) message: String,
    animation: Option<Animation>,
    /// The opponent's answer that came while its board was still falling.
    waiting: Option<Box<Reply>>,
    /// What the opponent thinks, if it says.
    pub(crate) thinking: Option<Report>,
    pub(crate) hint: Option<Hint>,
    asked: Ticket,
    helped: Ticket,
    last_ticket: Ticket,
    /// How many moves the game had when it was saved, and whether it was over.
    saved: Option<(usize, bool)>,
    pub(crate) now: Duration,
    effects: Vec<Effect>,
}

impl State {
    /// A first game, and what has to be done to begin it.
    pub(crate) fn new(
        settings: Settings,
        look: Look,
        window: (u16, u16),
        now: Duration,
    ) -> (Self, Vec<Effect>) {
        let mut state = Self {
            look,
            number: 0,
            contest: Contest::new(&settings, 0, now),
            cursor: Cursor::new(settings.size),
            settings,
            window,
            coordinate: Coordinate::default(),
            mode: Mode::Game,
            message: String::new(),
            animation: None,
            waiting: None,
            thinking: None,
            hint: None,
            asked: Ticket::default(),
            helped: Ticket::default(),
            last_ticket: Ticket::default(),
            saved: None,
            now,
            effects: Vec::new(),
        };
        state.keep_cursor_in_sight();
        state.ask_if_it_is_their_turn();
        let effects = std::mem::take(&mut state.effects);
        (state, effects)
    }

    /// Takes an event that happened at a time, and says what is to be done.
    pub(crate) fn update(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        self.now = now;
        self.go_on();
        match event {
            Event::Key(key) => self.press(key),
            Event::Mouse(mouse) => self.point(mouse),
            Event::Resized(columns, lines) => {
                self.window = (columns, lines);
                self.keep_cursor_in_sight();
            }
            Event::Thinking(ticket, report) if ticket == self.asked => {
                self.thinking = Some(report);
            }
            Event::Answered(ticket, reply) if ticket == self.asked => {
                self.waiting = Some(reply);
                self.go_on();
            }
            Event::Advised(ticket, report) if ticket == self.helped => {
                self.hint = Some(Hint::Found { report, is_final: false });
            }
            Event::AdviceEnded(ticket) if ticket == self.helped => self.end_advice(),
            Event::Judged(ticket, judgement) => {
                if let Some(stepping) = self.review_of(ticket) {
                    stepping.judge(judgement);
                }
            }
            Event::Reviewed(ticket, review) => {
                if let Some(stepping) = self.review_of(ticket) {
                    stepping.review = Some(review);
                }
            }
            Event::Saved(outcome) => self.hear_of_saving(outcome),
            Event::Suspend => self.effects.push(Effect::Suspend),
            Event::End => self.leave(true),
            Event::Tick
            | Event::Thinking(..)
            | Event::Answered(..)
            | Event::Advised(..)
            | Event::AdviceEnded(_)
            | Event::Line(_)
            | Event::InputEnded
            | Event::Broken(_) => {}
        }
        std::mem::take(&mut self.effects)
    }

    /// How long nothing changes unless something happens.
    pub(crate) fn rest(&self) -> Duration {
        if self.animation.is_some() {
            FRAME
        } else if !self.contest.is_over() && self.settings.time.is_some() {
            CLOCK_TICK
        } else {
            LONG
        }
    }

    pub(crate) fn layout(&self) -> Result<Layout, TooSmall> {
        Layout::new(self.window, self.settings.size, self.look.has_emoji())
    }

    pub(crate) fn scroll(&self) -> usize {
        self.layout().map_or(0, |layout| self.cursor.scroll(&layout))
    }

    /// What of a move is being shown now.
    pub(crate) fn moment(&self) -> Option<Moment> {
        self.animation.as_ref()?.at(self.now)
    }

    /// The group that a claim would take.
    pub(crate) fn selected(&self) -> Option<Group> {
        self.contest.board().group_at(self.cursor.cell)
    }

    /// The group that the engine advises to take.
    pub(crate) fn advised(&self) -> Option<Group> {
        match self.hint.as_ref()? {
            Hint::Awaited => None,
            Hint::Found { report, .. } => self.contest.board().group_at(report.best().moves[0]),
        }
    }

    /// The last move and who made it.
    pub(crate) fn last_move(&self) -> Option<(Player, Turn)> {
        let turns = self.contest.game().turns();
        turns.last().map(|&turn| (Player::BOTH[(turns.len() - 1) % 2], turn))
    }

    /// What time alone brings about: animations end, answers that waited are played,
    /// clocks run out.
    fn go_on(&mut self) {
        if self.moment().is_none() {
            self.animation = None;
        }
        if self.animation.is_none()
            && let Some(reply) = self.waiting.take()
        {
            self.play_answer(&reply);
        }
        if self.contest.end_if_out_of_time(self.now) {
            self.hear_of_the_end();
        }
    }

    /// Shows the rest of a move at once, and says whether there was any. The next player's
    /// clock has waited for it.
    fn skip_animation(&mut self) -> bool {
        let was_moving = self.animation.take().is_some();
        if was_moving && self.contest.awaits_person() {
            self.contest.begin_turn(self.now);
        }
        self.go_on();
        was_moving
    }

    fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let was_moving = self.skip_animation();
        let Some(wish) = wish(key) else { return };
        match wish {
            Wish::End => return self.leave(true),
            Wish::Suspend => return self.effects.push(Effect::Suspend),
            // What cannot be seen is not played.
            Wish::Quit if self.layout().is_err() => return self.leave(true),
            _ if self.layout().is_err() => return,
            // Nor is what was not seen yet: the key has ended the fall.
            Wish::Claim if was_moving => return,
            _ => {}
        }
        match &mut self.mode {
            Mode::Game => self.grant(wish),
            Mode::Help => self.mode = Mode::Game,
            Mode::Asked(question) => {
                let question = *question;
                self.mode = Mode::Game;
                self.message.clear();
                self.hear_answer(question, wish);
            }
            Mode::Review(stepping) => match wish {
                Wish::Move(-1, _) => stepping.step(-1),
                Wish::Move(1, _) | Wish::Claim => stepping.step(1),
                Wish::Move(_, rows) => stepping.step_to_mistake(rows > 0),
                Wish::ToStart => stepping.go_to(0),
                Wish::ToEnd => stepping.go_to(usize::MAX),
                Wish::Save => self.effects.push(Effect::Save),
                Wish::NewGame => {
                    self.end_review();
                    self.begin_next_game();
                }
                Wish::Quit | Wish::Cancel | Wish::Review => self.end_review(),
                _ => {}
            },
        }
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Type(key) => return self.type_coordinate(key),
            Wish::Erase if self.coordinate.remove_last() => return self.follow_coordinate(),
            Wish::Claim if !self.coordinate.text().is_empty() => return self.claim_coordinate(),
            _ => self.coordinate.clear(),
        }
        self.message.clear();
        if !matches!(wish, Wish::NextGroup | Wish::PreviousGroup) {
            self.cursor.end_tour();
        }
        match wish {
            Wish::Move(columns, rows) => self.move_cursor(columns, rows),
            Wish::ToStart => self.move_cursor(isize::MIN, 0),
            Wish::ToEnd => self.move_cursor(isize::MAX, 0),
            Wish::NextGroup => self.jump(1),
            Wish::PreviousGroup => self.jump(-1),
            Wish::Claim => self.claim(self.cursor.cell),
            Wish::Hint => self.ask_for_hint(),
            Wish::TakeBack => self.take_back(),
            Wish::NewGame if self.contest.is_unfinished() => self.confirm(Question::NewGame),
            Wish::NewGame => self.begin_next_game(),
            Wish::Resign if !self.contest.is_over() => self.confirm(Question::Resign),
            Wish::Save => self.effects.push(Effect::Save),
            Wish::Review => self.begin_review(),
            Wish::Help => self.mode = Mode::Help,
            Wish::Quit if self.contest.is_unfinished() && !self.is_saved() => {
                self.confirm(Question::Quit);
            }
            Wish::Quit => self.leave(false),
            _ => {}
        }
    }

    fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    fn confirm(&mut self, question: Question) {
        self.mode = Mode::Asked(question);
    }

    fn hear_answer(&mut self, question: Question, wish: Wish) {
        match (question, wish) {
            (Question::Resign, Wish::Yes) if !self.contest.is_over() => {
                self.dismiss_rival();
                self.contest.resign();
                self.hear_of_the_end();
            }
            (Question::NewGame, Wish::Yes) => self.begin_next_game(),
            (Question::Quit, Wish::Yes) => self.leave(false),
            (Question::Quit, Wish::Save) => self.leave(true),
            _ => {}
        }
    }

    fn point(&mut self, mouse: MouseEvent) {
        let Ok(layout) = self.layout() else { return };
        let Some(pointing) = pointing(mouse, &layout, self.scroll()) else { return };
        match (pointing, &mut self.mode) {
            (Pointing::Wheel(rows), Mode::Game) => {
                self.cursor.scroll_by(rows, &layout);
            }
            (Pointing::Wheel(rows), Mode::Review(stepping)) => stepping.step(rows),
            (Pointing::At(cell), Mode::Game) => {
                self.cursor.cell = cell;
                self.cursor.end_tour();
            }
            (Pointing::Clicked(cell), Mode::Game) => {
                let was_moving = self.skip_animation();
                self.coordinate.clear();
                self.message.clear();
                self.cursor.cell = cell;
                if !was_moving {
                    self.claim(cell);
                }
            }
            (Pointing::Clicked(_), Mode::Help) => self.mode = Mode::Game,
            _ => {}
        }
    }

    fn move_cursor(&mut self, columns: isize, rows: isize) {
        self.cursor.move_by(columns, rows, self.settings.size);
        self.keep_cursor_in_sight();
    }

    fn keep_cursor_in_sight(&mut self) {
        if let Ok(layout) = self.layout() {
            self.cursor.keep_in_sight(&layout);
        }
    }

    fn jump(&mut self, by: isize) {
        self.cursor.jump(by, self.contest.board());
        self.keep_cursor_in_sight();
    }

    fn type_coordinate(&mut self, key: char) {
        if self.coordinate.take(key) {
            self.message.clear();
            self.follow_coordinate();
        }
    }

    /// The cursor goes where the coordinate points to.
    fn follow_coordinate(&mut self) {
        let cell = self.coordinate.cell().filter(|cell| cell.is_on(self.settings.size));
        self.cursor.put(cell);
        self.keep_cursor_in_sight();
    }

    fn claim_coordinate(&mut self) {
        let typed = self.coordinate.text();
        match self.coordinate.cell() {
            Some(cell) => self.claim(cell),
            None if is_written_as_cell(typed) => {
                self.message = sentence(&not_on_board(typed, self.settings.size));
            }
            None => self.message = format!("Expected a coordinate such as G8, found {typed}."),
        }
        self.coordinate.clear();
    }

    fn claim(&mut self, cell: Cell) {
        if self.contest.awaits_rival() {
            self.say("It is not your turn.");
            return;
        }
        let before = *self.contest.board();
        match self.contest.claim(cell, self.now) {
            Ok(turn) => self.show_move(&before, turn),
            Err(Refused::Over) => {
                self.say("The game is over: n for a new one, v for a review.");
            }
            Err(Refused::Illegal(IllegalMove::Outside { cell, size })) => {
                self.message = sentence(&not_on_board(&cell.to_string(), size));
            }
            Err(Refused::Illegal(illegal)) => self.message = sentence(&illegal.to_string()),
            Err(Refused::OutOfTime) => self.hear_of_the_end(),
        }
    }

    fn play_answer(&mut self, reply: &Reply) {
        self.thinking = None;
        if !self.contest.awaits_rival() {
            return;
        }
        let before = *self.contest.board();
        match (self.contest.answer(reply, self.now), self.last_move()) {
            (Ok(()), Some((_, turn))) => self.show_move(&before, turn),
            _ => self.hear_of_the_end(),
        }
    }

    /// What follows a move of anybody.
    fn show_move(&mut self, before: &Board, turn: Turn) {
        self.forget_hint();
        if let Some(group) = before.group_at(turn.choice).filter(|_| self.look.animation) {
            self.animation = Some(Animation::new(before, &group, self.now));
            if self.contest.awaits_person() {
                self.contest.begin_turn(self.now + Animation::LENGTH);
            }
        }
        self.cursor.land(self.contest.board());
        self.keep_cursor_in_sight();
        if self.contest.is_over() {
            self.hear_of_the_end();
        }
        self.ask_if_it_is_their_turn();
    }

    fn ask_if_it_is_their_turn(&mut self) {
        if self.contest.awaits_rival() {
            self.asked = self.new_ticket();
            self.effects.push(Effect::Ask {
                ticket: self.asked,
                game: self.contest.as_told(),
                timed: self.settings.time.is_some(),
            });
        }
    }

    fn new_ticket(&mut self) -> Ticket {
        self.last_ticket = self.last_ticket.next();
        self.last_ticket
    }

    /// Whatever the opponent is asked, its answer is not wanted any more.
    fn dismiss_rival(&mut self) {
        self.asked = self.new_ticket();
        self.waiting = None;
        self.thinking = None;
        self.effects.push(Effect::Dismiss);
    }

    fn hear_of_the_end(&mut self) {
        self.forget_hint();
        self.message.clear();
        if matches!(self.mode, Mode::Asked(_)) {
            self.mode = Mode::Game;
        }
    }

    fn ask_for_hint(&mut self) {
        if !self.contest.awaits_person() {
            self.say("Hints are for your own turn.");
            return;
        }
        self.helped = self.new_ticket();
        self.hint = Some(Hint::Awaited);
        self.effects.push(Effect::Advise { ticket: self.helped, board: *self.contest.board() });
    }

    fn end_advice(&mut self) {
        if let Some(Hint::Found { is_final, .. }) = &mut self.hint {
            *is_final = true;
        }
    }

    fn forget_hint(&mut self) {
        if self.hint.take().is_some() {
            self.helped = self.new_ticket();
            self.effects.push(Effect::EndHelp);
        }
    }

    fn take_back(&mut self) {
        if self.contest.moves_to_take_back().is_none() {
            self.say("There is nothing to take back.");
            return;
        }
        self.dismiss_rival();
        self.forget_hint();
        self.animation = None;
        let count = self.contest.take_back(self.now).unwrap_or_default();
        let plural = if count == 1 { "" } else { "s" };
        self.message = format!("{count} move{plural} taken back.");
        self.saved = None;
        self.ask_if_it_is_their_turn();
    }

    fn begin_next_game(&mut self) {
        self.dismiss_rival();
        self.forget_hint();
        self.number += 1;
        self.contest = Contest::new(&self.settings, self.number, self.now);
        self.animation = None;
        self.saved = None;
        self.message.clear();
        self.ask_if_it_is_their_turn();
    }

    fn begin_review(&mut self) {
        if !self.contest.is_over() {
            self.say("A review is for a game that is over.");
            return;
        }
        let ticket = self.new_ticket();
        match Stepping::new(self.contest.game(), ticket) {
            Some(stepping) => {
                self.mode = Mode::Review(Box::new(stepping));
                let game = self.contest.game().clone();
                self.effects.push(Effect::Review { ticket, game });
            }
            None => self.say("There is no move to review."),
        }
    }

    fn review_of(&mut self, ticket: Ticket) -> Option<&mut Stepping> {
        match &mut self.mode {
            Mode::Review(stepping) if stepping.ticket == ticket => Some(stepping),
            _ => None,
        }
    }

    fn end_review(&mut self) {
        self.mode = Mode::Game;
        self.effects.push(Effect::EndHelp);
    }

    fn hear_of_saving(&mut self, outcome: Result<PathBuf, String>) {
        match outcome {
            Ok(path) => {
                self.saved = Some(self.progress());
                self.message = format!("Saved as {}.", path.display());
            }
            Err(problem) => self.message = format!("Not saved: {problem}"),
        }
    }

    fn progress(&self) -> (usize, bool) {
        (self.contest.game().turns().len(), self.contest.is_over())
    }

    fn is_saved(&self) -> bool {
        self.saved == Some(self.progress())
    }

    /// Leaves; an unfinished game that is not saved yet is kept if it should be.
    fn leave(&mut self, keeps: bool) {
        let keeps_game = keeps && self.contest.is_unfinished() && !self.is_saved();
        self.effects.push(Effect::Leave { keeps_game });
    }
}

/// A message as a sentence.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests;
