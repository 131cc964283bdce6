//! Games in reviews, in standings and in frames of other pages: the page's own board.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use fruitrage_analysis::{Aggregate, ReviewedGame, page, review};
use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_league::standings::{Audience, Standings, html};
use fruitrage_league::{Selection, Store};
use fruitrage_rules::{FruitKinds, Game, Record, Setup};
use tempfile::TempDir;
use thirtyfour::Key;

use crate::visit::{DESKTOP, PHONE, Visit, typed, visit};
use crate::watching::game;

/// The first player takes one fruit where four could be had.
fn blunder() -> ReviewedGame {
    let setup = Setup::new("***/*10/000".parse().unwrap(), FruitKinds::new(2).unwrap()).unwrap();
    let mut game = Game::new(setup);
    for cell in ["B2", "A3"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    let record = Record::new(["Ada <b>", "Grace"], game);
    let mut engine = Engine::new(Options { hash_megabytes: 1, ..Options::default() });
    let (limits, clock) = (Limits::default(), || Duration::ZERO);
    let review =
        review(&mut engine, record.game(), &limits, &clock, &Stop::new(), &mut |_| {}).unwrap();
    ReviewedGame { source: "a.fruitrage".to_owned(), record, review }
}

/// Opens a page from a file, as somebody who was sent it.
async fn open_file(visit: &Visit, directory: &TempDir, text: &str) -> Result<PathBuf> {
    let path = directory.path().join("page.html");
    std::fs::write(&path, text)?;
    visit.driver.goto(&format!("file://{}", path.display())).await?;
    Ok(path)
}

#[test]
fn a_review_as_a_file_shows_the_game_on_the_pages_own_board() {
    let games = [blunder()];
    let text = page(&games, &Aggregate::of_all(&games));
    visit(DESKTOP, async |visit| {
        let directory = TempDir::new()?;
        let path = open_file(visit, &directory, &text).await?;
        let said = visit.await_text(".status", "Move 1").await?;
        ensure!(said.contains("Ada <b> claims B2 for 1. A3 was better by 30"), "{said}");
        ensure!(visit.filled().await?.len() == 5, "another board");
        visit.await_one(".marks .hint[d]").await?;
        visit.await_one(".graph .heading").await?;
        visit.keys(typed(Key::Right)).await?;
        visit.await_text(".status", "Move 2").await?;
        visit.await_text(".moves [aria-current]", "A3").await?;
        visit.press("To the end").await?;
        visit.await_text(".status", "Grace wins").await?;
        visit.driver.goto(&format!("file://{}#game-1-move-2", path.display())).await?;
        visit.await_text(".status", "Move 2").await?;
        visit.screenshot("review").await?;
        // What follows is a look at our own server again.
        visit.open("").await
    });
}

#[test]
fn a_review_as_a_file_fits_a_phone() {
    let games = [blunder()];
    let text = page(&games, &Aggregate::of_all(&games));
    visit(PHONE, async |visit| {
        let directory = TempDir::new()?;
        open_file(visit, &directory, &text).await?;
        visit.await_text(".status", "Move 1").await?;
        let wide: Vec<String> = visit
            .script(
                "const tables = [...document.querySelectorAll('table')].map((table) => table.parentElement); \
                 return [document.documentElement, ...tables] \
                 .filter(({scrollWidth, clientWidth}) => scrollWidth > clientWidth) \
                 .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth}`)",
            )
            .await?;
        ensure!(wide.is_empty(), "{wide:?}");
        visit.open("").await
    });
}

#[test]
fn standings_as_a_file_replay_their_games() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    for name in ["ada", "grace"] {
        store.register(name, name).unwrap();
    }
    for (first, second) in [("ada", "grace"), ("grace", "ada")] {
        let (key, record) = game(first, second);
        store.add(&key, &record).unwrap();
    }
    let selection = Selection::default();
    let standings = Standings::of(&mut store, &selection).unwrap();
    let text = html("The cup", &standings, &mut store, &selection, Audience::Organiser).unwrap();
    visit(DESKTOP, async |visit| {
        open_file(visit, &directory, &text).await?;
        visit.click("#game-2 > summary").await?;
        visit.await_text("#game-2 .status", "Move 1").await?;
        ensure!(visit.count("#game-2 .moves li").await? == 3, "not its moves");
        ensure!(visit.count("#game-1 .board").await? == 0, "what nobody opened is drawn");
        visit.keys(typed(Key::End)).await?;
        visit.await_text("#game-2 .status", "grace wins").await?;
        visit.screenshot("standings").await?;
        visit.open("").await
    });
}

/// A page on another port, which is another site to a browser, with ours in a frame.
fn framing(address: &str) -> Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let own = format!("http://{}/", listener.local_addr()?);
    let body = format!(
        "<!doctype html><title>A blog</title><iframe title=\"A game\" width=\"420\" height=\"600\" \
         src=\"{address}embed.html#game=4.3.7.y.3.A4\"></iframe>"
    );
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut lines = BufReader::new(&stream).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\
                 Connection: close\r\n\r\n{body}"
            );
        }
    });
    Ok(own)
}

#[test]
fn another_page_shows_a_game_in_a_frame() {
    visit(DESKTOP, async |visit| {
        visit.driver.goto(&framing(&visit.address)?).await?;
        visit.await_one("iframe").await?.enter_frame().await?;
        let said = visit.await_text(".status", "Move 1").await?;
        ensure!(said.contains("Player claims A4"), "it is nobody's own game: {said}");
        visit.press("Forward").await?;
        visit.await_text(".points", "9").await?;
        let link: String = visit.script("return document.getElementById('whole').href").await?;
        ensure!(link == format!("{}#game=4.3.7.y.3.A4", visit.address), "{link}");
        visit.open("").await
    });
}
