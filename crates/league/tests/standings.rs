//! Standings in every format, grades and exported games, from a store with a few games in it.

use std::fs;
use std::time::Duration;

use fruitrage_arena::{Host, Specification, referee};
use fruitrage_league::standings::{
    Audience, Standings, Ungraded, csv, grades, html, markdown, text,
};
use fruitrage_league::{
    Configuration, Entrant, Finished, GameKey, Grade, LeftOut, Search, Selection, Store, export,
    head_to_head, publish,
};
use fruitrage_rules::{Cause, Game, Player, Record};
use tempfile::TempDir;

/// A game in which the first player wins by far, or after a fault loses.
fn record(seed: u64, is_won: bool) -> Record {
    let event = Configuration::of(Vec::new()).events[0];
    if !is_won {
        let mut game = Game::new(event.setup(seed));
        game.forfeit(Player::First, Cause::Crashed, "expected status 0, found 1 <b>");
        return Record::new(["first", "second"], game);
    }
    let host = Host::new().unwrap();
    let agents = [Specification::Greedy, Specification::Random];
    let mut players = agents.map(|agent| host.start(&agent, seed).unwrap());
    referee(event.setup(seed), &mut players, &host.stop).record(["first", "second"])
}

/// Agents of which each beats all that come later; who loses crashes when it moves first.
fn store(names: &[&str]) -> (TempDir, Store) {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    for name in names {
        store.register(name, name).unwrap();
    }
    let mut seed = 0;
    for (place, winner) in names.iter().enumerate() {
        for loser in &names[place + 1..] {
            for (first, second) in [(winner, loser), (loser, winner)] {
                seed += 1;
                let key = GameKey {
                    round: 0,
                    board: 0,
                    event: "10×10, 4 fruits, 10 s".to_owned(),
                    first: (*first).to_owned(),
                    second: (*second).to_owned(),
                };
                store.add(&key, &record(seed, first == winner)).unwrap();
            }
        }
    }
    (directory, store)
}

fn of(store: &mut Store) -> Standings {
    Standings::of(store, &Selection::default()).unwrap()
}

fn page(store: &mut Store, audience: Audience) -> String {
    let standings = of(store);
    html("A & B", &standings, store, &Selection::default(), audience).unwrap()
}

const NAMES: [&str; 3] = ["first agent", "second agent", "third agent"];

#[test]
fn pairs_and_games_count_from_both_sides() {
    let (_directory, mut store) = store(&NAMES);
    let standings = of(&mut store);
    let names: Vec<&str> = standings.lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, NAMES);
    let counts: Vec<_> = standings
        .lines
        .iter()
        .map(|line| (line.pairs.won, line.pairs.lost, line.games.won, line.games.lost))
        .collect();
    assert_eq!(counts, [(2, 0, 4, 0), (1, 1, 2, 2), (0, 2, 0, 4)]);
    assert!(standings.lines[0].margin > 0.0 && standings.lines[2].margin < 0.0);
    assert_eq!(standings.between(NAMES[0], NAMES[2]).unwrap().won, 1);
    assert_eq!(standings.between(NAMES[2], NAMES[0]).unwrap().lost, 1);
    assert_eq!(standings.between(NAMES[0], NAMES[0]), None);
    assert_eq!((standings.games, standings.fault_count()), (6, 3));
    assert_eq!(standings.lines[2].faults["crashed"], 2);
}

#[test]
fn every_format_has_a_row_for_every_agent() {
    let (_directory, mut store) = store(&NAMES);
    let standings = of(&mut store);
    let page = page(&mut store, Audience::Organiser);
    for ((rank, name), pairs) in (1..).zip(NAMES).zip(["2–0–0", "1–0–1", "0–0–2"]) {
        let row = |text: &str, start: &str| {
            let mut rows = text.lines().filter(|line| line.trim_start().starts_with(start));
            let row = rows.next().unwrap_or_else(|| panic!("no {start} in {text}")).to_owned();
            assert_eq!(rows.next(), None, "{start} is there twice");
            row
        };
        assert!(row(&text(&standings), &format!("{rank}  {name} ")).contains(pairs));
        let values = format!(",{},", pairs.replace('–', ","));
        assert!(row(&csv(&standings), &format!("{rank},\"{name}\",")).contains(&values));
        let start = format!("| {rank} | {name} | ");
        let table = markdown(&standings);
        let (ranking, cross_table) = table.split_once("\n\n").unwrap();
        assert!(row(ranking, &start).contains(pairs));
        assert!(row(cross_table, &start).ends_with(" |"));
        let ranking = page.split("<h2>").next().unwrap();
        let start = format!("<tr><td class=\"number\">{rank}<td>{name}<td");
        assert!(row(ranking, &start).contains(pairs));
    }
}

#[test]
fn the_page_has_every_game_and_needs_nothing_else() {
    let (_directory, mut store) = store(&NAMES);
    let page = page(&mut store, Audience::Organiser);
    for id in 1..=6 {
        assert!(page.contains(&format!("href=\"#game-{id}\"")), "{id}");
        assert!(page.contains(&format!("id=\"game-{id}\"")), "{id}");
    }
    assert!(page.contains("<title>A &amp; B</title>"));
    assert!(page.contains("found 1 &lt;b&gt;") && !page.contains("found 1 <b>"));
    // The name of a namespace, which nobody fetches.
    let page = page.replace("\"http://www.w3.org/2000/svg\"", "");
    assert!(!page.contains("http") && !page.contains("src="));
}

#[test]
fn names_cannot_become_part_of_the_page() {
    let evil = "<script>alert(1)</script>";
    let (_directory, mut store) = store(&[evil, "b"]);
    let page = page(&mut store, Audience::Organiser);
    assert!(!page.contains(evil));
    assert!(page.contains("&lt;script&gt;alert(1)"));
}

#[test]
fn the_public_sees_no_faults_and_no_games() {
    let (_directory, mut store) = store(&NAMES);
    let page = page(&mut store, Audience::Public);
    assert!(page.contains(NAMES[0]) && page.contains("2–0–0"));
    for hidden in ["crashed", "found 1", "fruitrage record", "<h2>Games"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    let standings = of(&mut store).for_the_public();
    assert!(!text(&standings).contains("crashed"));
    assert!(!serde_json::to_string(&standings).unwrap().contains("crashed"));
}

#[test]
fn a_large_class_has_a_page_of_bearable_size() {
    let (_directory, mut store) = store(&["a", "b"]);
    for number in 0..200 {
        let name = format!("agent {number}");
        store.register(&name, &name).unwrap();
    }
    let page = page(&mut store, Audience::Organiser);
    assert!(page.len() < 2_000_000, "{}", page.len());
    let table = page.split("id=\"table\">").nth(1).unwrap().split("</script>").next().unwrap();
    assert_eq!(table.trim_end().lines().count(), 202);
    assert_eq!(table.matches("1.0.0 ").count(), 1);
}

#[test]
fn grades_are_for_beating_agents_of_the_tournament() {
    let (_directory, mut store) = store(&["anna", "level 3", "bert", "greedy", "carl"]);
    let rule =
        |grade: &str, beats: &str| Grade { grade: grade.to_owned(), beats: beats.to_owned() };
    let standings = of(&mut store);
    let report = grades(&standings, &[rule("A", "level 3"), rule("B", "greedy")]).unwrap();
    let rows: Vec<Vec<&str>> = report.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["agent", "grade", "rank"]);
    assert_eq!(rows[0][8..], ["\"against level 3\"", "\"against greedy\"", "problem"]);
    let graded: Vec<_> = rows[1..].iter().map(|row| (row[0], row[1])).collect();
    assert_eq!(graded, [("anna", "A"), ("bert", "B"), ("carl", "")]);
    assert_eq!(grades(&standings, &[]), Err(Ungraded::NoGrades));
    let unknown = grades(&standings, &[rule("A", "nobody")]).unwrap_err();
    assert!(unknown.to_string().contains("`nobody`"));
}

#[test]
fn who_does_not_play_is_in_every_format() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let path = std::path::Path::new("league.toml");
    let mut tournament = Configuration::parse(fruitrage_league::TEMPLATE, path).unwrap();
    tournament.left_out = vec![LeftOut::new("hugo, jr", &"does not build: expected `;` <b>")];
    publish(&tournament, &mut store, &Host::new().unwrap()).unwrap();
    let standings = of(&mut store);
    let told = "hugo, jr does not play: does not build: expected `;` <b>";
    assert!(text(&standings).lines().any(|line| line == told));
    assert!(csv(&standings).lines().any(|line| line == ",\"hugo, jr\",,,,0,0,0,0,0,0,,0,"));
    assert!(markdown(&standings).contains("\n- hugo, jr does not play: does not build: "));
    assert!(page(&mut store, Audience::Organiser).contains("expected `;` &lt;b&gt;"));
    let report = grades(&standings, &store.grades().unwrap()).unwrap();
    let row = "\"hugo, jr\",,,,,,0,0,,,\"does not build: expected `;` <b>\"";
    assert!(report.lines().any(|line| line == row), "{report}");
    let heading = report.lines().next().unwrap();
    assert_eq!(heading.split(',').count(), row.split(',').count() - 1, "a name with a comma");
    let standings = standings.for_the_public();
    for shown in [
        text(&standings),
        markdown(&standings),
        html("A", &standings, &mut store, &Selection::default(), Audience::Public).unwrap(),
        grades(&standings, &store.grades().unwrap()).unwrap(),
        serde_json::to_string(&standings).unwrap(),
    ] {
        assert!(shown.contains("hugo, jr") && !shown.contains("does not build"), "{shown}");
    }
}

#[test]
fn grades_are_kept_with_the_tournament() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    assert_eq!(store.grades().unwrap(), []);
    let path = std::path::Path::new("league.toml");
    let tournament = Configuration::parse(fruitrage_league::TEMPLATE, path).unwrap();
    publish(&tournament, &mut store, &Host::new().unwrap()).unwrap();
    assert_eq!(store.grades().unwrap(), tournament.grades);
}

#[test]
fn games_are_taken_home_with_every_move() {
    let (directory, mut store) = store(&NAMES);
    let folder = directory.path().join("home");
    fs::create_dir(&folder).unwrap();
    let search = Search { agent: Some(NAMES[2].to_owned()), ..Search::default() };
    let mut heard = 0;
    assert_eq!(export(&mut store, &search, &folder, &mut |written| heard = written).unwrap(), 4);
    assert_eq!(heard, 4);
    let list = fs::read_to_string(folder.join("games.csv")).unwrap();
    assert_eq!(list.lines().count(), 5);
    assert!(fs::read_to_string(folder.join("standings.csv")).unwrap().contains(NAMES[0]));
    for entry in fs::read_dir(folder.join("games")).unwrap() {
        let path = entry.unwrap().path();
        let record = Record::parse(&fs::read(&path).unwrap()).unwrap();
        let log = folder.join("logs").join(path.file_stem().unwrap()).with_extension("txt");
        let log = fs::read_to_string(log).unwrap();
        let moves = record.game().turns().len();
        let asked = log.matches("--- input.txt\n10\n4\n").count();
        assert_eq!(log.matches("--- output.txt").count(), moves);
        // Who crashed was asked, too, and did not answer.
        assert_eq!(asked, moves + usize::from(moves == 0));
        assert_eq!(log.contains("crashed"), moves == 0, "{log}");
    }
}

#[test]
fn what_was_printed_is_kept_with_its_move() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let entrants = ["a", "b"].map(|name| Entrant::new(name.to_owned(), Specification::Greedy));
    let tournament = Configuration::of(entrants.to_vec());
    publish(&tournament, &mut store, &Host::new().unwrap()).unwrap();
    let enrolment = fruitrage_league::Enrolment {
        name: "one".to_owned(),
        version: "1".to_owned(),
        jobs: 1,
        speed: None,
    };
    let worker = store.enrol(&enrolment).unwrap();
    let claim = store.claim(worker, Duration::from_mins(1)).unwrap().unwrap();
    let finish = |key: &GameKey| Finished {
        printed: vec![(2, "depth 5\0\n".to_owned())],
        ..Finished::new(key.clone(), record(1, true))
    };
    let finished: Vec<Finished> = claim.games.iter().map(finish).collect();
    store.keep(&claim, &finished, true, None).unwrap();
    let games = head_to_head(&mut store, "b", "a", &Selection::default()).unwrap();
    assert_eq!(games.len(), 2);
    let log = store.log(games[0].id).unwrap().unwrap();
    assert_eq!(log.printed, [(2, "depth 5\0\n".to_owned())]);
    let folder = directory.path().join("home");
    fs::create_dir(&folder).unwrap();
    export(&mut store, &Search::default(), &folder, &mut |_| ()).unwrap();
    let log = fs::read_to_string(folder.join("logs/000001.txt")).unwrap();
    let second_move = log.split("=== move 2").nth(1).unwrap().split("=== move 3").next().unwrap();
    assert!(second_move.contains("--- printed\ndepth 5"), "{log}");
    // What it printed at the second move is the second player's.
    for (agent, is_shown) in [("a", false), ("b", true)] {
        let folder = directory.path().join(agent);
        fs::create_dir(&folder).unwrap();
        let search = Search { agent: Some(agent.to_owned()), ..Search::default() };
        export(&mut store, &search, &folder, &mut |_| ()).unwrap();
        let log = fs::read_to_string(folder.join("logs/000001.txt")).unwrap();
        assert_eq!(log.contains("depth 5"), is_shown, "{log}");
    }
}

#[test]
fn an_author_takes_home_no_evidence_against_others() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let crashed = record(1, false)
        .with_note("input: 10")
        .with_note("output: A1")
        .with_note("printed: my secret");
    let key = GameKey {
        round: 0,
        board: 0,
        event: "10×10, 4 fruits, 10 s".to_owned(),
        first: "first".to_owned(),
        second: "second".to_owned(),
    };
    store.register("first", "first").unwrap();
    store.register("second", "second").unwrap();
    store.add(&key, &crashed).unwrap();
    for (agent, is_shown) in [("first", true), ("second", false)] {
        let folder = directory.path().join(agent);
        fs::create_dir(&folder).unwrap();
        let search = Search { agent: Some(agent.to_owned()), ..Search::default() };
        assert_eq!(export(&mut store, &search, &folder, &mut |_| ()).unwrap(), 1);
        let taken = fs::read_to_string(folder.join("games/000001.fruitrage")).unwrap();
        assert_eq!(taken.contains("my secret"), is_shown, "{taken}");
        assert!(taken.contains("input: 10") && taken.contains("crashed"), "{taken}");
        Record::parse(taken.as_bytes()).unwrap();
    }
}
