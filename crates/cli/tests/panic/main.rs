//! A panic in the middle of a game: the terminal is restored and the message can be read.
//!
//! The program that panics is the terminal player as it is, told to save with a function
//! that panics. This test starts itself as that program.

#[path = "../suite/pseudo_terminal.rs"]
#[expect(dead_code, reason = "shared with the other tests")]
mod pseudo_terminal;

use std::env;
use std::path::Path;

use fruitrage_arena::Host;
use fruitrage_rules::{FruitKinds, Size, TieRule};
use fruitrage_terminal::{Environment, Look, Opponent, Settings, Start, play_on_screen};

use pseudo_terminal::PseudoTerminal;

const PANICS: &str = "play-and-panic";

fn main() {
    if env::args().nth(1).as_deref() == Some(PANICS) {
        play_and_panic();
    } else {
        a_panic_restores_the_terminal_and_tells_its_message();
    }
}

fn play_and_panic() {
    let settings = Settings {
        size: Size::new(4).unwrap(),
        kinds: FruitKinds::new(3).unwrap(),
        seed: 7,
        time: None,
        ties: TieRule::Draw,
        opponent: Opponent::Human,
        start: Start::default(),
    };
    let look = Look::new(&Environment::of_the_process(), false, true);
    let save = |_: &Path, _: &str| panic!("the disk is on fire");
    play_on_screen(settings, look, Host::new().unwrap(), &save).unwrap();
}

fn a_panic_restores_the_terminal_and_tells_its_message() {
    let program = env::current_exe().unwrap();
    let directory = env::temp_dir();
    let mut terminal = PseudoTerminal::start(&program, &[PANICS], &directory, (80, 24));
    terminal.wait_for("Move 1: first player");
    assert!(terminal.is_taken());
    terminal.keys("s");
    assert_eq!(terminal.status().exit_code(), 101);
    terminal.wait_until_restored();
    terminal.wait_for("the disk is on fire");
}
