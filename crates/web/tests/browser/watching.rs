//! A tournament as the page shows it.

use std::time::Duration;

use anyhow::{Result, ensure};
use fruitrage_arena::{Host, Specification};
use fruitrage_league::{
    Claim, Configuration, Enrolment, Entrant, Finished, GameKey, Shown, Store, publish,
};
use fruitrage_rules::{FruitKinds, Game, Record, Setup, Size};
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
        visit
            .wait("standings of two games", async || {
                let standings = visit.texts(".standings tbody tr").await?;
                let is_even = |row: &String| row.contains("0–1–0") || row.contains("1–0–1");
                Ok((standings.len() == 2 && standings.iter().all(is_even)).then_some(()))
            })
            .await?;
        visit.press("Watch game 2").await?;
        visit.await_text(".tabs [aria-current=page]", "Review").await?;
        visit.await_moves(3).await
    });
}

/// A game of a claim after its first moves.
fn under_way(claim: &Claim, tournament: &Configuration, moves: usize) -> Shown {
    let key = claim.games[0].clone();
    let mut game = Game::new(tournament.events[0].setup(claim.seed));
    for _ in 0..moves {
        let cell = game.board().groups().next().unwrap().name();
        game.play(cell, Duration::ZERO).unwrap();
    }
    let record = Record::new([&key.first, &key.second], game);
    Shown { claim: claim.clone(), key, record }
}

/// Both games of a claim, played to their end.
fn finished(claim: &Claim, tournament: &Configuration) -> Vec<Finished> {
    let play = |key: &GameKey| {
        let mut game = Game::new(tournament.events[0].setup(claim.seed));
        while game.ending().is_none() {
            let cell = game.board().groups().next().unwrap().name();
            game.play(cell, Duration::ZERO).unwrap();
        }
        Finished::new(key.clone(), Record::new([&key.first, &key.second], game))
    };
    claim.games.iter().map(play).collect()
}

#[test]
fn a_game_under_way_is_followed_move_by_move_and_an_agent_has_a_page() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("league.db");
    let entrants =
        ["ada", "grace"].map(|name| Entrant::new(name.to_owned(), Specification::Greedy));
    let mut tournament = Configuration { pairs: 2, ..Configuration::of(entrants.to_vec()) };
    tournament.events[0].size = Size::new(5).unwrap();
    let mut store = Store::open(&path).unwrap();
    publish(&tournament, &mut store, &Host::new().unwrap()).unwrap();
    let enrolment =
        Enrolment { name: "one".to_owned(), version: "1".to_owned(), jobs: 1, speed: None };
    let worker = store.enrol(&enrolment).unwrap();
    let lease = Duration::from_hours(1);
    let earlier = store.claim(worker, lease).unwrap().unwrap();
    store.keep(&earlier, &finished(&earlier, &tournament), true, None).unwrap();
    let claim = store.claim(worker, lease).unwrap().unwrap();
    let open = move || Store::read(&path).map(Some);
    let arena = Arena::new("league".to_owned(), Box::new(open)).unwrap();
    // The store is written by a thread of its own: it has a runtime, too.
    let mut store = Some(store);
    let mut write = move |work: &(dyn Fn(&mut Store) + Sync)| {
        let mut moved = store.take().unwrap();
        let writing = std::thread::scope(|scope| {
            scope
                .spawn(move || {
                    work(&mut moved);
                    moved
                })
                .join()
                .unwrap()
        });
        store = Some(writing);
    };
    visit_with(DESKTOP, Some(arena), async |visit| {
        let mut show = |moves: usize| {
            write(&|store| store.show(&[under_way(&claim, &tournament, moves)]).unwrap());
        };
        show(1);
        visit.go("Arena").await?;
        visit.press("Follow ada against grace").await?;
        visit.await_moves(1).await?;
        show(3);
        visit.await_moves(3).await?;
        visit.await_text(".status", "grace to move").await?;
        write(&|store| {
            store.keep(&claim, &finished(&claim, &tournament), true, None).unwrap();
        });
        visit.await_text("main", "This game is over").await?;
        visit.press("Look through it").await?;
        visit.await_text(".tabs [aria-current=page]", "Review").await?;
        visit.go("Arena").await?;
        visit.press("Back to the tournament").await?;
        visit.await_text("main", "As of").await?;
        visit.press("ada").await?;
        visit.await_text("main h1", "ada").await?;
        for part in ["Rating over time", "Record", "No game was lost by a fault", "Games of ada"] {
            visit.await_text("main", part).await?;
        }
        visit.press("Look for them").await?;
        visit.await_text("main", "4 games looked through").await?;
        let worst = visit.texts(".faults li").await?;
        ensure!(
            !worst.is_empty() && worst.iter().all(|one| one.contains("gave away")),
            "{worst:?}"
        );
        Ok(())
    });
}

#[test]
fn without_a_tournament_the_page_says_so() {
    visit(DESKTOP, async |visit| -> Result<()> {
        visit.go("Arena").await?;
        visit.await_text("main", "There is no tournament here").await?;
        Ok(())
    });
}
