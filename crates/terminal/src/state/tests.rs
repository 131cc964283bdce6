//! Events in, screens out.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use fruitrage_arena::{Answer, Evidence, Fault};
use fruitrage_engine::{Interval, Line};
use fruitrage_rules::{Cause, Ending, Verdict};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::text::Span;

use super::*;
use crate::look::Characters;
use crate::settings::tests::settings;
use crate::view;

const LOOK: Look = Look { characters: Characters::Emoji, colours: true, animation: false };

/// A state with a clock, and what it has asked for.
struct Scene {
    state: State,
    effects: Vec<Effect>,
    now: Duration,
}

impl Scene {
    fn new(settings: Settings, look: Look) -> Self {
        let (state, effects) = State::new(settings, look, (80, 24), Duration::ZERO);
        Self { state, effects, now: Duration::ZERO }
    }

    fn happen(&mut self, event: Event) {
        self.effects.extend(self.state.update(event, self.now));
    }

    fn press(&mut self, code: KeyCode) {
        self.happen(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn type_keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.happen(Event::Tick);
    }

    fn point(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.happen(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    fn screen(&self) -> String {
        let (columns, lines) = self.state.window;
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
        terminal.draw(|frame| view::draw(&self.state, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(columns.max(1)));
        rows.map(|row| text_of(row) + "\n").collect()
    }

    fn shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "`{text}` is not on the screen:\n{screen}");
    }

    /// The last question to the opponent.
    fn asked(&self) -> (Ticket, fruitrage_rules::Game) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Ask { ticket, game, .. } => Some((*ticket, game.clone())),
            _ => None,
        });
        asked.expect("the opponent was asked")
    }

    /// The opponent takes its first group.
    fn answer(&mut self) {
        let (ticket, game) = self.asked();
        let choice = game.board().groups().next().unwrap().name();
        self.happen(Event::Answered(ticket, reply(Ok(Answer { choice, board: None }))));
    }

    fn moves(&self) -> usize {
        self.state.contest.game().turns().len()
    }
}

/// A row as it is seen: a wide symbol hides the cell after it.
fn text_of(row: &[ratatui::buffer::Cell]) -> String {
    let mut text = String::new();
    let mut cells = row.iter();
    while let Some(cell) = cells.next() {
        text.push_str(cell.symbol());
        if Span::raw(cell.symbol()).width() == 2 {
            cells.next();
        }
    }
    text
}

fn reply(answer: Result<Answer, Fault>) -> Box<Reply> {
    let spent = Duration::from_millis(5);
    Box::new(Reply { spent, cpu: Duration::ZERO, answer, evidence: Evidence::default() })
}

fn report(choice: &str, value: i32, exact: bool) -> Report {
    let moves = vec![choice.parse().unwrap()];
    let lines = vec![Line { value, exact, moves }];
    let interval = Interval { least: -99, most: 99 };
    Report { depth: 9, lines, interval, nodes: 12_345, elapsed: Duration::ZERO, hashfull: 0 }
}

// The board of seed 7, 4×4 with 3 kinds:
//   A B C D
// 1 1 0 2 1
// 2 1 0 1 0
// 3 0 1 0 2
// 4 2 2 2 1

#[test]
fn the_group_under_the_cursor_is_in_brackets_with_what_it_would_score() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("hhj");
    scene.shows("A4: 3 × pear = +9");
    scene.shows(" 4 [🍐 🍐 🍐]🍌");
    scene.type_keys("l");
    scene.shows("B4: 3 × pear = +9");
    scene.shows("Move 1: your turn");
}

#[test]
fn a_whole_game_by_keyboard() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    while !scene.state.contest.is_over() {
        if scene.state.contest.awaits_person() {
            scene.press(KeyCode::Tab);
            scene.press(KeyCode::Enter);
        } else {
            scene.shows("thinks");
            scene.answer();
        }
    }
    let [you, rival] = scene.state.contest.game().scores();
    assert!(you > rival, "{you} {rival}");
    scene.shows(&format!("You win, {you} to {rival}."));
    scene.press(KeyCode::Enter);
    scene.shows("The game is over: n for a new one, v for a review.");
    scene.type_keys("n");
    scene.shows("seed 8");
    scene.shows("Move 1: greedy thinks");
}

#[test]
fn tab_goes_through_the_groups_by_size() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    let mut counts = Vec::new();
    let groups = scene.state.contest.board().groups().count();
    for _ in 0..groups {
        scene.press(KeyCode::Tab);
        counts.push(scene.state.selected().unwrap().count());
    }
    assert!(counts.is_sorted_by(|before, after| before >= after), "{counts:?}");
    scene.press(KeyCode::Tab);
    assert_eq!(scene.state.selected().unwrap().count(), counts[0]);
    scene.press(KeyCode::BackTab);
    assert_eq!(scene.state.selected().unwrap().count(), counts[groups - 1]);
}

#[test]
fn a_coordinate_can_be_typed_and_a_bad_one_is_explained() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("A4");
    scene.shows("Claim A4_");
    scene.shows("A4: 3 × pear = +9");
    scene.type_keys("\n");
    assert_eq!(scene.moves(), 1);
    scene.answer();
    scene.type_keys("Z9\n");
    scene.shows("There is no Z9: the board begins at A1 and ends at D4.");
    scene.type_keys("A99\n");
    scene.shows("There is no A99: the board begins at A1 and ends at D4.");
    scene.type_keys("B\n");
    scene.shows("Expected a coordinate such as G8, found B.");
    assert_eq!(scene.moves(), 2);
}

#[test]
fn the_mouse_marks_and_claims() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    let place = scene.state.layout().unwrap().place_of("A4".parse().unwrap(), 0).unwrap();
    scene.point(MouseEventKind::Moved, place);
    scene.shows("A4: 3 × pear = +9");
    assert_eq!(scene.moves(), 0);
    scene.point(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!(scene.moves(), 1);
    scene.point(MouseEventKind::Down(MouseButton::Left), place);
    scene.shows("It is not your turn.");
    assert_eq!(scene.moves(), 1);
    scene.point(MouseEventKind::Down(MouseButton::Left), (70, 20));
    assert_eq!(scene.moves(), 1);
}

#[test]
fn fruit_is_seen_falling_and_any_key_ends_it() {
    let look = Look { animation: true, ..LOOK };
    let mut scene = Scene::new(settings(4, "greedy"), look);
    scene.type_keys("A4\n");
    assert!(scene.state.rest() < Duration::from_millis(100));
    scene.shows(" 4 [🍐 🍐 🍐]🍌");
    scene.pass(100);
    scene.shows(" 4  ·  ·  ·  🍌");
    scene.answer();
    assert_eq!(scene.moves(), 1, "the answer waits until the board has settled");
    scene.press(KeyCode::Left);
    assert_eq!(scene.moves(), 2);
    scene.pass(1000);
    assert_eq!(scene.state.moment(), None);
    scene.shows("Move 3: your turn");
}

#[test]
fn nothing_is_claimed_on_a_board_that_was_not_seen() {
    let mut scene = Scene::new(settings(4, "human"), Look { animation: true, ..LOOK });
    scene.type_keys("A4\n");
    assert_eq!(scene.moves(), 1);
    scene.press(KeyCode::Enter);
    assert_eq!((scene.moves(), scene.state.moment()), (1, None), "the key has ended the fall");
    scene.press(KeyCode::Enter);
    assert_eq!(scene.moves(), 2);
    let place = scene.state.layout().unwrap().place_of("D4".parse().unwrap(), 0).unwrap();
    scene.point(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!((scene.moves(), scene.state.moment()), (2, None), "so has the button");
    scene.point(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!(scene.moves(), 3);
}

#[test]
fn a_clock_waits_for_the_animation_and_no_longer() {
    let timed = Settings { time: Some(Duration::from_secs(20)), ..settings(4, "human") };
    let mut scene = Scene::new(timed, Look { animation: true, ..LOOK });
    scene.type_keys("A4\n");
    scene.pass(240);
    assert_eq!(scene.state.contest.clock(Player::Second, scene.now), Some(Duration::from_secs(20)));
    scene.pass(12_000);
    scene.shows("0:08.0");
    scene.pass(8_000);
    scene.shows("First player wins, 9 to 0: second player ran out of time.");
}

#[test]
fn a_hint_is_shown_on_the_board_with_its_value() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("i");
    scene.shows("Hint: thinking");
    let ticket = match scene.effects.last() {
        Some(Effect::Advise { ticket, .. }) => *ticket,
        other => panic!("{other:?}"),
    };
    scene.happen(Event::Advised(ticket, report("A4", 7, false)));
    scene.shows("{🍐 🍐 🍐}");
    scene.shows("Hint: A4 +9, value +7");
    scene.shows("estimated, depth 9, 12.3k positions ...");
    scene.happen(Event::Advised(ticket, report("A4", 6, true)));
    scene.happen(Event::AdviceEnded(ticket));
    scene.shows("value +6");
    scene.shows("exact, depth 9");
    scene.type_keys("A4\n");
    assert!(!scene.screen().contains("Hint"));
    scene.happen(Event::Advised(ticket, report("A1", 1, true)));
    assert!(!scene.screen().contains("Hint"), "advice for another board is passed over");
}

#[test]
fn what_the_engine_thinks_is_told() {
    let mut scene = Scene::new(settings(4, "engine"), LOOK);
    scene.type_keys("A4\n");
    let (ticket, _) = scene.asked();
    scene.happen(Event::Thinking(ticket, report("B2", -3, false)));
    scene.shows("Thinks of B2, value -3");
    scene.type_keys("i");
    scene.shows("Hints are for your own turn.");
}

#[test]
fn a_take_back_passes_over_the_answer_to_what_was_taken_back() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("u");
    scene.shows("There is nothing to take back.");
    scene.type_keys("A4\n");
    let (ticket, game) = scene.asked();
    scene.type_keys("u");
    scene.shows("1 move taken back.");
    assert!(matches!(scene.effects.last(), Some(Effect::Dismiss)));
    let choice = game.board().groups().next().unwrap().name();
    scene.happen(Event::Answered(ticket, reply(Ok(Answer { choice, board: None }))));
    assert_eq!(scene.moves(), 0);
    scene.type_keys("A4\n");
    scene.answer();
    scene.type_keys("u");
    scene.shows("2 moves taken back.");
}

#[test]
fn resigning_and_a_new_game_are_confirmed() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("A4\n");
    scene.type_keys("r");
    scene.shows("Resign? y");
    scene.type_keys("x");
    assert!(!scene.state.contest.is_over());
    scene.type_keys("nx");
    assert_eq!(scene.moves(), 1);
    scene.type_keys("ry");
    scene.shows("Greedy wins, 9 to 0: you resigned.");
    scene.type_keys("n");
    assert_eq!(scene.moves(), 0);
    assert!(!scene.state.contest.is_over());
}

#[test]
fn leaving_an_unfinished_game_is_asked_for_and_force_keeps_it() {
    let leaves = |scene: &Scene| match scene.effects.last() {
        Some(Effect::Leave { keeps_game }) => Some(*keeps_game),
        _ => None,
    };
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("q");
    assert_eq!(leaves(&scene), Some(false));

    for (keys, left) in [("q", None), ("qn", None), ("qy", Some(false)), ("qs", Some(true))] {
        let mut scene = Scene::new(settings(4, "human"), LOOK);
        scene.type_keys("A4\n");
        scene.type_keys(keys);
        assert_eq!(leaves(&scene), left, "{keys}");
    }
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    for event in [Event::End, Event::Key(control_c)] {
        let mut scene = Scene::new(settings(4, "human"), LOOK);
        scene.type_keys("A4\n?");
        scene.happen(event);
        assert_eq!(leaves(&scene), Some(true));
    }
    let mut scene = Scene::new(settings(4, "human"), LOOK);
    scene.type_keys("A4\ns");
    assert!(matches!(scene.effects.last(), Some(Effect::Save)));
    scene.happen(Event::Saved(Ok(PathBuf::from("game"))));
    scene.shows("Saved as game.");
    scene.type_keys("q");
    assert_eq!(leaves(&scene), Some(false), "what is saved needs no question");
}

#[test]
fn a_program_that_fails_loses_and_the_reason_is_told() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("A4\n");
    let (ticket, _) = scene.asked();
    let fault = Fault { cause: Cause::Crashed, detail: "it fell over".to_owned() };
    scene.happen(Event::Answered(ticket, reply(Err(fault))));
    assert_eq!(scene.state.contest.game().verdict(), Some(Verdict::Won(Player::First)));
    assert!(matches!(scene.state.contest.game().ending(), Some(Ending::Forfeit { .. })));
    scene.shows("You win, 9 to 0: greedy forfeited the game (crashed: it fell over).");
}

#[test]
fn a_window_that_is_too_small_says_so_plays_nothing_and_recovers() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.happen(Event::Resized(31, 9));
    scene.shows("The window is too small");
    scene.type_keys("\n");
    assert_eq!(scene.moves(), 0);
    scene.happen(Event::Resized(80, 24));
    scene.shows("Move 1: your turn");
    for (columns, lines) in [(1, 1), (0, 0), (300, 2), (2, 300)] {
        scene.happen(Event::Resized(columns, lines));
        scene.screen();
    }
}

#[test]
fn every_board_is_aligned_and_the_cursor_in_sight_in_every_window() {
    for (size, window) in
        [(26, (80, 24)), (26, (56, 11)), (26, (110, 40)), (20, (80, 24)), (1, (32, 7))]
    {
        let (state, effects) = State::new(settings(size, "greedy"), LOOK, window, Duration::ZERO);
        let mut scene = Scene { state, effects, now: Duration::ZERO };
        let layout = scene.state.layout().unwrap();
        assert!(layout.place_of(scene.state.cursor.cell, scene.state.scroll()).is_some());
        for key in ["j", "k", "l", "h"] {
            scene.type_keys(&key.repeat(30));
            let at = format!("{}: ", scene.state.cursor.cell);
            scene.shows(&at);
            let layout = scene.state.layout().unwrap();
            let place = layout.place_of(scene.state.cursor.cell, scene.state.scroll());
            assert!(place.is_some(), "{size} {window:?} {key}");
        }
    }
}

#[test]
fn a_plain_look_is_nothing_but_ascii() {
    let look = Look { characters: Characters::Ascii, colours: false, animation: false };
    let mut scene = Scene::new(settings(4, "greedy"), look);
    let mut check = |keys: &str| {
        scene.type_keys(keys);
        let screen = scene.screen();
        assert!(screen.is_ascii(), "{screen}");
        screen
    };
    assert!(check("A4").contains(" 4 [P P P]B"));
    check("\n");
    check("?");
    check("?r");
    check("yv");
}

#[test]
fn a_review_steps_through_the_game_and_shows_the_better_move() {
    let mut scene = Scene::new(settings(4, "greedy"), LOOK);
    scene.type_keys("v");
    scene.shows("A review is for a game that is over.");
    scene.type_keys("A1\n");
    scene.answer();
    scene.type_keys("ryv");
    let (ticket, game) = match scene.effects.last() {
        Some(Effect::Review { ticket, game }) => (*ticket, game.clone()),
        other => panic!("{other:?}"),
    };
    scene.shows("1/2 you: A1 +4");
    scene.shows("0 of 2 moves judged");
    let mut engine = fruitrage_engine::Engine::new(fruitrage_engine::Options {
        hash_megabytes: 1,
        ..fruitrage_engine::Options::default()
    });
    let limits = fruitrage_engine::Limits::default();
    let (clock, stop) = (|| Duration::ZERO, fruitrage_engine::Stop::new());
    let mut judgements = Vec::new();
    let mut told = |judgement: &fruitrage_analysis::Judgement| judgements.push(judgement.clone());
    let review =
        fruitrage_analysis::review(&mut engine, &game, &limits, &clock, &stop, &mut told).unwrap();
    let first = review.judgements[0].clone();
    assert!(first.lost() > 0, "{first:?}");
    for judgement in judgements {
        scene.happen(Event::Judged(ticket, judgement));
    }
    scene.shows("2 of 2 moves judged");
    scene.happen(Event::Reviewed(ticket, review));
    scene.shows(&format!("Lost {} points", first.lost()));
    scene.shows(&format!("Better: {}", first.best[0]));
    scene.shows("accuracy");
    scene.press(KeyCode::Right);
    scene.shows("2/2 greedy: A3");
    scene.press(KeyCode::Right);
    scene.press(KeyCode::Up);
    scene.shows("1/2 you: A1");
    scene.type_keys("q");
    scene.shows("The game is over.");
}
