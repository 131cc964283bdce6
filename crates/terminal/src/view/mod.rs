//! Drawing the state: the only place that knows how anything looks.

mod board;
mod game_panel;
mod review_panel;
mod style;
mod words;

use fruitrage_rules::{CellSet, Group};
use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::animation::Moment;
use crate::keys::HELP;
use crate::layout::{Layout, TooSmall};
use crate::state::{Mode, Question, State};
use crate::stepping::Stepping;
use crate::view::board::{Marks, Picture};
use crate::view::style::Style;

/// Draws the whole screen.
pub(crate) fn draw(state: &State, frame: &mut Frame) {
    match state.layout() {
        Err(too_small) => draw_too_small(state, too_small, frame),
        Ok(_) if matches!(state.mode, Mode::Help) => draw_help(state, frame),
        Ok(layout) => {
            draw_board(state, &layout, frame);
            draw_panel(state, &layout, frame);
            draw_foot(state, &layout, frame);
        }
    }
}

fn draw_too_small(state: &State, TooSmall { needed }: TooSmall, frame: &mut Frame) {
    let (columns, lines) = state.window;
    let (wide, high) = needed;
    let text = format!(
        "The window is too small: {columns} columns and {lines} lines. This board needs at least \
         {wide} columns and {high} lines. Make it larger, or q to quit."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

fn draw_help(state: &State, frame: &mut Frame) {
    let style = Style::new(state.look);
    let area = frame.area();
    let mut lines = vec![Line::styled("Fruit Rage: keys", Style::title())];
    lines.extend(HELP.map(|(keys, meaning)| Line::raw(format!("{keys:<15} {meaning}"))));
    let rules = [
        "",
        "Claim a group of connected fruits of one kind: k fruits score k × k points.",
        "What was above falls down. When the board is empty, more points win.",
        "A value is what the player to move gains over the opponent from here to the end.",
        "",
        "Any key goes back.",
    ];
    lines.extend(rules.map(|rule| Line::raw(style.in_reach(rule))));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

fn draw_board(state: &State, layout: &Layout, frame: &mut Frame) {
    let mut picture = match &state.mode {
        Mode::Review(stepping) => picture_of_review(stepping),
        _ => picture_of_game(state),
    };
    picture.first_row = match &state.mode {
        // The move that is shown has to be in sight.
        Mode::Review(stepping) => layout.scrolled_to(stepping.turn().choice.row(), state.scroll()),
        _ => state.scroll(),
    };
    let lines = board::lines(&picture, layout, state.look);
    frame.render_widget(Paragraph::new(lines), layout.board);
    if let Some(place) = picture.cursor.and_then(|cell| layout.place_of(cell, picture.first_row)) {
        frame.set_cursor_position(place);
    }
}

fn picture_of_game(state: &State) -> Picture {
    match state.moment() {
        Some(Moment::Marked(board, claimed)) => {
            Picture::new(&board, &Marks { selected: claimed, ..Marks::NONE })
        }
        Some(Moment::Falling(board)) => Picture::new(&board, &Marks::NONE),
        None => {
            let marks =
                Marks { selected: cells_of(state.selected()), advised: cells_of(state.advised()) };
            let picture = Picture::new(state.contest.board(), &marks);
            Picture { cursor: Some(state.cursor.cell), ..picture }
        }
    }
}

fn picture_of_review(stepping: &Stepping) -> Picture {
    let board = *stepping.board();
    let better = stepping.judgement().and_then(|judgement| judgement.best.first());
    let marks = Marks {
        selected: cells_of(board.group_at(stepping.turn().choice)),
        advised: cells_of(better.and_then(|&cell| board.group_at(cell))),
    };
    Picture::new(&board, &marks)
}

fn cells_of(group: Option<Group>) -> CellSet {
    group.map_or(CellSet::EMPTY, |group| *group.cells())
}

fn draw_panel(state: &State, layout: &Layout, frame: &mut Frame) {
    let style = Style::new(state.look);
    let height = usize::from(layout.panel.height);
    let lines = match (&state.mode, layout.beside) {
        (Mode::Review(stepping), true) => review_panel::beside(state, stepping, style, height),
        (Mode::Review(stepping), false) => review_panel::above(state, stepping, style),
        (_, true) => game_panel::beside(state, layout, style, height),
        (_, false) => game_panel::above(state, style),
    };
    frame.render_widget(Paragraph::new(lines), layout.panel);
}

fn draw_foot(state: &State, layout: &Layout, frame: &mut Frame) {
    let style = Style::new(state.look);
    let message = style.in_reach(&message(state));
    frame.render_widget(Paragraph::new(Line::styled(message, Style::title())), layout.message);
    let keys = Paragraph::new(Line::styled(style.in_reach(keys(state)), Style::quiet()));
    frame.render_widget(keys, layout.keys);
}

fn message(state: &State) -> String {
    match &state.mode {
        Mode::Asked(Question::Resign) => "Resign? y: yes, any other key: no".to_owned(),
        Mode::Asked(Question::NewGame) => {
            "Give this game up for a new one? y: yes, any other key: no".to_owned()
        }
        Mode::Asked(Question::Quit) => {
            "Leave? s: save and leave, y: leave, any other key: stay".to_owned()
        }
        _ if !state.coordinate.text().is_empty() => {
            format!("Claim {}_ (Enter claims, Esc does not)", state.coordinate.text())
        }
        _ if !state.message.is_empty() => state.message.clone(),
        _ => state.contest.outcome().unwrap_or_default(),
    }
}

const fn keys(state: &State) -> &'static str {
    match &state.mode {
        Mode::Asked(_) | Mode::Help => "",
        Mode::Review(_) => "←→ step  ↑↓ mistakes  q back  s save  n new game",
        Mode::Game if state.contest.is_over() => {
            "? help  q quit  n new game  v review  s save  u undo"
        }
        Mode::Game => "? help  q quit  ⏎ claim  ⇥ next  i hint  u undo  n new  s save  r resign",
    }
}
