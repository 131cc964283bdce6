//! A tournament as the page shows it.

use std::time::Duration;

use anyhow::{Result, ensure};
use fruitrage_league::{GameKey, Store};
use fruitrage_rules::{FruitKinds, Game, Record, Setup};
use fruitrage_web::Arena;
use tempfile::TempDir;

use crate::visit::{DESKTOP, visit, visit_with};

/// A game that the first player wins by three points.
pub(crate) fn game(first: &str, second: &str) -> (GameKey, Record) {
    let setup = Setup::new("01/21".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
    let mut game = Game::new(setup);
    for cell in ["B1", "A1", "A2"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    let event = "2×2, 3 fruits, 1 s".to_owned();
    let names = (first.to_owned(), second.to_owned());
    let key = GameKey { round: 0, board: 0, event, first: names.0, second: names.1 };
    (key, Record::new([first, second], game))
}

#[test]
fn standings_follow_the_games_and_games_are_replayed() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("league.db");
    let mut store = Store::open(&path).unwrap();
    for name in ["ada", "grace"] {
        store.register(name, name).unwrap();
    }
    let read = path.clone();
    let open = move || Store::read(&read).map(Some);
    let arena = Arena::new("league".to_owned(), Box::new(open)).unwrap();
    visit_with(DESKTOP, Some(arena), async |visit| {
        visit.go("Arena").await?;
        visit.await_text("main", "league").await?;
        let (key, record) = game("ada", "grace");
        let adding = std::thread::spawn(move || {
            store.add(&key, &record).unwrap();
            store
        });
        let mut store = adding.join().unwrap();
        visit.button("Watch game 1").await?;
        let adding = std::thread::spawn(move || {
            let (key, record) = game("grace", "ada");
            store.add(&key, &record).unwrap();
        });
        adding.join().unwrap();
        // The list does not move under a hand: newer games are asked for.
        visit
            .script::<Option<u32>>(
                "document.querySelector('[aria-label=\"Watch game 1\"]').focus(); return null",
            )
            .await?;
        visit.press("Show 1 newer game").await?;
        visit.button("Watch game 2").await?;
        let standings = visit.texts(".standings tbody tr").await?;
        ensure!(
            standings.len() == 2
                && standings.iter().all(|row| row.contains("0–1–0") || row.contains("1–0–1")),
            "{standings:?}"
        );
        visit.press("Watch game 2").await?;
        visit.await_text(".tabs [aria-current=page]", "Review").await?;
        visit.wait("three moves", async || Ok((visit.moves().await? == 3).then_some(()))).await?;
        Ok(())
    });
}

#[test]
fn without_a_tournament_the_page_says_so() {
    visit(DESKTOP, async |visit| -> Result<()> {
        visit.go("Arena").await?;
        let said = visit.await_text("main", "tournament").await?;
        ensure!(said.to_lowercase().contains("no tournament"), "{said}");
        Ok(())
    });
}
