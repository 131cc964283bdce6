//! What organisers do to a tournament, and what must not happen to it meanwhile, on a file
//! and on a database.

#[cfg(feature = "postgres")]
#[allow(dead_code)]
#[path = "../../cli/tests/suite/postgres.rs"]
mod postgres;

#[cfg(feature = "postgres")]
#[path = "../../cli/tests/suite/waiting.rs"]
mod waiting;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use fruitrage_arena::{Host, Specification};
use fruitrage_league::standings::Standings;
use fruitrage_league::{
    Configuration, Enrolment, Entrant, Finished, Format, GameKey, Location, News, Publication,
    Rematch, RunError, Search, Selection, Status, Store, StoredGame, publish, run,
};
use fruitrage_rules::Size;
use tempfile::TempDir;

/// Runs a test with a new file and, where it can be, with a new database.
fn on_both(test: impl Fn(&Location)) {
    let directory = TempDir::new().unwrap();
    test(&Location::File(directory.path().join("league.db")));
    #[cfg(feature = "postgres")]
    test(&postgres::shared().database());
}

fn host() -> Host {
    Host::new().unwrap()
}

/// Agents by their names, all of them greedy, on small boards.
fn tournament(agents: &[&str]) -> Configuration {
    let entrants =
        agents.iter().map(|name| Entrant::new((*name).to_owned(), Specification::Greedy));
    let mut tournament = Configuration::of(entrants.collect());
    tournament.events[0].size = Size::new(4).unwrap();
    tournament.has_own_events = true;
    tournament
}

/// Plays everything, and gives how many games that were. In a database by hand: a worker
/// would measure how fast its machine is, which takes a while.
fn play(tournament: &Configuration, store: &mut Store) -> Result<usize, RunError> {
    let mut played = 0;
    if !store.location().is_shared() {
        let mut hear = |news: &News| played += usize::from(matches!(news, News::Played(_)));
        run(tournament, store, &host(), 1, &mut hear)?;
        return Ok(played);
    }
    loop {
        publish(tournament, store, &host())?;
        let worker = enrol(store);
        let before = played;
        while let Some(claim) = store.claim(worker, Duration::from_mins(1))? {
            let finish = |key: &GameKey| Finished::new(key.clone(), record(claim.seed));
            let finished: Vec<Finished> = claim.games.iter().map(finish).collect();
            store.keep(&claim, &finished, true, None)?;
            played += finished.len();
        }
        if played == before {
            return Ok(played);
        }
    }
}

fn enrol(store: &mut Store) -> i64 {
    let enrolment =
        Enrolment { name: "here".to_owned(), version: "1".to_owned(), jobs: 1, speed: None };
    store.enrol(&enrolment).unwrap()
}

fn changed(name: &str, specification: &str, tournament: &Configuration) -> Configuration {
    let mut tournament = tournament.clone();
    let entrant = tournament.entrants.iter_mut().find(|entrant| entrant.name == name).unwrap();
    entrant.specification = specification.parse().unwrap();
    tournament
}

fn games_of(store: &mut Store, agent: &str) -> BTreeSet<i64> {
    let search = Search { agent: Some(agent.to_owned()), ..Search::default() };
    store.find(&search).unwrap().iter().map(|game| game.id).collect()
}

fn standings(store: &mut Store) -> Standings {
    Standings::of(store, &Selection::default()).unwrap()
}

#[test]
fn a_changed_agent_is_a_new_version_and_only_its_games_are_played_again() {
    on_both(|location| {
        let before = tournament(&["a", "b", "c"]);
        let mut store = Store::open(location).unwrap();
        assert_eq!(play(&before, &mut store).unwrap(), 6);
        let others = games_of(&mut store, "b");
        let old = games_of(&mut store, "a");
        let after = changed("a", "random", &before);
        let publication = publish(&after, &mut store, &host()).unwrap();
        assert_eq!(publication.changed, [("a".to_owned(), 2)]);
        assert_eq!(play(&after, &mut store).unwrap(), 4);
        assert!(games_of(&mut store, "a").is_disjoint(&old));
        assert_eq!(games_of(&mut store, "b").intersection(&others).count(), 2);
        assert_eq!(standings(&mut store).games, 6);
        // On request all versions are there, each as an agent of its own.
        let all = Selection { all_versions: true, ..Selection::default() };
        let all = Standings::of(&mut store, &all).unwrap();
        assert_eq!((all.games, all.lines.len()), (10, 4));
        assert!(all.lines.iter().any(|line| line.name == "a (2)"));
        // What it was before is known, and so are its games.
        let publication = publish(&before, &mut store, &host()).unwrap();
        assert_eq!(publication.changed, [("a".to_owned(), 1)]);
        assert_eq!(play(&before, &mut store).unwrap(), 0);
        assert_eq!(games_of(&mut store, "a"), old);
    });
}

#[test]
fn a_replaced_file_is_noticed_and_a_copied_folder_is_the_same() {
    on_both(|location| {
        let directory = TempDir::new().unwrap();
        let entered = |folder: &Path, text: &str, store: &mut Store| -> Publication {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join("agent.py"), text).unwrap();
            let mut tournament = tournament(&["a"]);
            let words = ["python3".to_owned(), folder.join("agent.py").display().to_string()];
            let entrant = Entrant {
                folder: Some(folder.canonicalize().unwrap()),
                ..Entrant::new("mine".to_owned(), Specification::Files(words.to_vec()))
            };
            tournament.entrants.push(entrant);
            publish(&tournament, store, &host()).unwrap()
        };
        let mut store = Store::open(location).unwrap();
        let (here, there) = (directory.path().join("here"), directory.path().join("there"));
        assert_eq!(entered(&here, "print(1)", &mut store).changed, []);
        assert_eq!(entered(&there, "print(1)", &mut store).changed, []);
        assert_eq!(entered(&here, "print(2)", &mut store).changed, [("mine".to_owned(), 2)]);
        let commands: BTreeSet<String> =
            store.versions().unwrap().into_iter().map(|version| version.command).collect();
        assert!(commands.contains("python3 agent.py"), "{commands:?}");
    });
}

#[test]
fn an_excluded_worker_of_a_file_does_not_stop_it() {
    on_both(|location| {
        let tournament = tournament(&["a", "b", "c"]);
        let mut store = Store::open(location).unwrap();
        play(&tournament, &mut store).unwrap();
        let before = games_of(&mut store, "a");
        let workers = store.workers().unwrap();
        let worker = workers.iter().find(|worker| worker.games > 0).unwrap().id;
        assert_eq!(store.exclude(worker).unwrap(), Some(6));
        assert_eq!(standings(&mut store).games, 0);
        // It was a mistake: everything is as it was.
        assert_eq!(store.include(worker).unwrap(), Some(6));
        assert_eq!(store.include(worker).unwrap(), None);
        assert_eq!(games_of(&mut store, "a"), before);
        assert!(Status::of(&mut store).unwrap().is_complete());
        // It was none: everything is played again, and the first games never come back.
        store.exclude(worker).unwrap();
        assert_eq!(play(&tournament, &mut store).unwrap(), 6);
        assert_eq!(store.include(worker).unwrap(), Some(0));
        assert_eq!(standings(&mut store).games, 6);
        assert!(games_of(&mut store, "a").is_disjoint(&before));
    });
}

#[test]
fn a_game_and_an_agent_can_be_played_again() {
    on_both(|location| {
        let tournament = tournament(&["a", "b", "c"]);
        let mut store = Store::open(location).unwrap();
        play(&tournament, &mut store).unwrap();
        let game = store.games().unwrap()[0].id;
        assert_eq!(store.rematch(&Rematch::Game(game)).unwrap(), Some(1));
        assert_eq!(store.rematch(&Rematch::Game(game)).unwrap(), None);
        assert!(store.record(game).unwrap().is_some(), "it can still be looked at");
        assert_eq!(play(&tournament, &mut store).unwrap(), 2);
        assert_eq!(store.rematch(&Rematch::Agent("c".to_owned())).unwrap(), Some(2));
        assert_eq!(store.rematch(&Rematch::Agent("z".to_owned())).unwrap(), None);
        assert_eq!(play(&tournament, &mut store).unwrap(), 4);
        assert_eq!(standings(&mut store).games, 6);
    });
}

#[test]
fn a_removed_agent_neither_plays_nor_counts_until_it_is_taken_in_again() {
    on_both(|location| {
        let tournament = tournament(&["a", "b", "c"]);
        let mut store = Store::open(location).unwrap();
        play(&tournament, &mut store).unwrap();
        assert!(store.remove("c", true).unwrap());
        assert!(!store.remove("z", true).unwrap());
        assert_eq!(standings(&mut store).games, 2);
        assert_eq!(store.agents().unwrap(), ["a", "b"]);
        let more = Configuration { pairs: 2, ..tournament.clone() };
        let publication = publish(&more, &mut store, &host()).unwrap();
        assert_eq!(publication.removed, ["c"]);
        assert_eq!(play(&more, &mut store).unwrap(), 2);
        store.remove("c", false).unwrap();
        assert_eq!(play(&more, &mut store).unwrap(), 4);
        assert_eq!(standings(&mut store).games, 12);
    });
}

#[test]
fn another_tournament_sets_aside_what_waits_and_loses_nothing() {
    on_both(|location| {
        let (one, other) = (tournament(&["a", "b", "c"]), tournament(&["x", "y"]));
        let mut store = Store::open(location).unwrap();
        publish(&one, &mut store, &host()).unwrap();
        let publication = publish(&other, &mut store, &host()).unwrap();
        assert_eq!(publication.absent, ["a", "b", "c"]);
        assert_eq!(play(&other, &mut store).unwrap(), 2);
        assert_eq!(play(&one, &mut store).unwrap(), 6);
        assert_eq!(standings(&mut store).games, 8);
    });
}

#[test]
fn events_are_added_only_when_asked_for() {
    on_both(|location| {
        let small = tournament(&["a", "b"]);
        let mut store = Store::open(location).unwrap();
        play(&small, &mut store).unwrap();
        // Nothing is said about events: those of the store are played.
        let mut silent = Configuration::of(small.entrants.clone());
        silent.pairs = 2;
        assert_eq!(play(&silent, &mut store).unwrap(), 2);
        let sizes: BTreeSet<String> =
            store.games().unwrap().into_iter().map(|game| game.key.event).collect();
        assert_eq!(sizes, BTreeSet::from(["4×4, 4 fruits, 10 s".to_owned()]));
        let mut large = small.clone();
        large.events[0].size = Size::new(5).unwrap();
        let refused = play(&large, &mut store).unwrap_err().to_string();
        assert!(refused.contains("begun with (4×4, 4 fruits, 10 s), found 5×5"), "{refused}");
        assert!(refused.contains("--add-events"), "{refused}");
        let mut both = Configuration { adds_events: true, ..large };
        both.events.push(small.events[0]);
        assert_eq!(play(&both, &mut store).unwrap(), 2);
    });
}

#[test]
fn a_seed_is_secret_and_kept_and_boards_do_not_follow_from_each_other() {
    let seeds = |tournament: &Configuration| -> Vec<u64> {
        let directory = TempDir::new().unwrap();
        let mut store = Store::open(&directory.path().join("league.db")).unwrap();
        publish(tournament, &mut store, &host()).unwrap();
        let seed = store.seed().unwrap().unwrap();
        publish(tournament, &mut store, &host()).unwrap();
        assert_eq!(store.seed().unwrap(), Some(seed));
        let worker = enrol(&mut store);
        let mut seeds = vec![seed];
        while let Some(claim) = store.claim(worker, Duration::from_mins(1)).unwrap() {
            seeds.push(claim.seed);
        }
        seeds
    };
    let random = Configuration { pairs: 3, ..tournament(&["a", "b", "c"]) };
    let (one, other) = (seeds(&random), seeds(&random));
    assert_eq!(one.iter().chain(&other).collect::<BTreeSet<_>>().len(), 20);
    let given = Configuration { seed: Some(7), ..random };
    let boards = seeds(&given);
    assert_eq!((boards[0], boards.len()), (7, 10));
    assert_eq!(boards, seeds(&given));
    assert!(boards[1..].windows(2).all(|two| two[0].abs_diff(two[1]) > 1000));
}

#[test]
fn a_withdrawal_in_the_middle_of_a_swiss_round_does_not_end_it() {
    on_both(|location| {
        let all = Configuration {
            format: Format::Swiss,
            rounds: 4,
            ..tournament(&["a", "b", "c", "d", "e", "f"])
        };
        let mut store = Store::open(location).unwrap();
        publish(&all, &mut store, &host()).unwrap();
        // One pair of the first round is played; then an agent leaves that has not played.
        let worker = enrol(&mut store);
        let claim = store.claim(worker, Duration::from_mins(1)).unwrap().unwrap();
        let finished: Vec<Finished> =
            claim.games.iter().map(|key| Finished::new(key.clone(), record(claim.seed))).collect();
        store.keep(&claim, &finished, true, None).unwrap();
        let played: BTreeSet<&String> =
            claim.games.iter().flat_map(|key| [&key.first, &key.second]).collect();
        let gone = all.entrants.iter().find(|entrant| !played.contains(&entrant.name)).unwrap();
        let mut left = all.clone();
        left.entrants.retain(|entrant| entrant.name != gone.name);
        play(&left, &mut store).unwrap();
        let status = Status::of(&mut store).unwrap();
        assert_eq!(status.rounds.unwrap().drawn, 4);
        assert!(status.is_complete(), "{status:?}");
        // A late comer plays the rounds that are still to be drawn.
        let mut longer = Configuration { rounds: 6, ..left };
        longer.entrants.push(Entrant::new("late".to_owned(), Specification::Greedy));
        play(&longer, &mut store).unwrap();
        assert_eq!(games_of(&mut store, "late").len(), 4);
        assert!(Status::of(&mut store).unwrap().is_complete());
    });
}

/// A finished game between two greedy agents.
fn record(seed: u64) -> fruitrage_rules::Record {
    let conditions = tournament(&[]).events[0];
    let mut players = [0, 1].map(|_| host().start(&Specification::Greedy, 1).unwrap());
    fruitrage_arena::referee(conditions.setup(seed), &mut players, &host().stop)
        .record(["first", "second"])
}

#[test]
fn an_agent_that_cannot_be_started_stops_nobody() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let folder = directory.path().join("broken");
    fs::create_dir(&folder).unwrap();
    let mut tournament = tournament(&["a", "b", "c"]);
    // It can be found, and no helper is there to start it.
    let program = Specification::Files(vec!["sh".to_owned()]);
    let entrant = Entrant { folder: Some(folder), ..Entrant::new("broken".to_owned(), program) };
    tournament.entrants.push(entrant);
    let host = Host { helper: directory.path().join("no-such-helper"), ..host() };
    let mut refused = Vec::new();
    let mut hear = |news: &News| {
        if let News::Refused { agent, .. } = news {
            refused.push((*agent).to_owned());
        }
    };
    run(&tournament, &mut store, &host, 2, &mut hear).unwrap();
    refused.dedup();
    assert_eq!(refused, ["broken"]);
    assert_eq!(standings(&mut store).games, 6);
    let listed: Vec<String> =
        store.refusals().unwrap().into_iter().map(|refusal| refusal.agent).collect();
    assert_eq!(listed, ["broken"]);
    assert_eq!(Status::of(&mut store).unwrap().waiting, 3);
}

#[test]
fn who_is_not_found_does_not_play_and_stops_nobody() {
    for format in [Format::RoundRobin, Format::Swiss] {
        let directory = TempDir::new().unwrap();
        let mut store = Store::open(&directory.path().join("league.db")).unwrap();
        let here = Host { base: directory.path().to_owned(), ..host() };
        let four = tournament(&["a", "b", "c", "lost"]);
        let four = Configuration { format, rounds: 2, ..changed("lost", "./lost", &four) };
        let mut told = Vec::new();
        let mut hear = |news: &News| {
            if let News::Published(publication) = news {
                told.clone_from(&publication.left_out);
            }
        };
        run(&four, &mut store, &here, 1, &mut hear).unwrap();
        assert_eq!(told.len(), 1);
        assert!(told[0].agent == "lost" && told[0].reason.contains("./lost"), "{told:?}");
        assert_eq!(standings(&mut store).left_out, told);
        let status = Status::of(&mut store).unwrap();
        assert!(status.is_complete(), "{status:?}");
        let games = if format == Format::Swiss { 4 } else { 6 };
        assert_eq!(standings(&mut store).games, games);
        // Once it is there it plays.
        run(&changed("lost", "greedy", &four), &mut store, &here, 1, &mut |_| ()).unwrap();
        assert!(format == Format::Swiss || games_of(&mut store, "lost").len() == 6);
        let two = tournament(&["a", "lost"]);
        let refused = run(&changed("lost", "./lost", &two), &mut store, &here, 1, &mut |_| ());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("that can play, found 1: agent `lost`: "), "{refused}");
    }
}

#[test]
fn whose_files_are_missing_does_not_play_and_stops_nobody() {
    let directory = TempDir::new().unwrap();
    let text = "[[agent]]\nname = 'a'\ncommand = 'greedy'\n[[agent]]\nname = 'b'\n\
        command = 'random'\n[[agent]]\nname = 'lost'\ncommand = 'sh x'\nfolder = 'no/such'\n\
        [[agent]]\nname = 'blind'\ncommand = 'sh x'\nallow-read = ['nothing']\n";
    let four = Configuration::parse(text, &directory.path().join("league.toml")).unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    run(&four, &mut store, &host(), 1, &mut |_| ()).unwrap();
    let standings = standings(&mut store);
    assert_eq!((standings.games, standings.lines.len()), (2, 2));
    let told: Vec<(&str, bool)> = standings
        .left_out
        .iter()
        .map(|it| (it.agent.as_str(), it.reason.contains("such") || it.reason.contains("nothing")))
        .collect();
    assert_eq!(told, [("lost", true), ("blind", true)], "{:?}", standings.left_out);
}

#[test]
fn nobody_takes_the_place_of_a_champion_that_cannot_play() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let here = Host { base: directory.path().to_owned(), ..host() };
    let mut three = changed("b", "./lost", &tournament(&["a", "b", "c"]));
    three.format = Format::Gauntlet;
    three.entrants[1].champion = true;
    let refused = run(&three, &mut store, &here, 1, &mut |_| ()).unwrap_err().to_string();
    assert!(refused.starts_with("expected a champion that can play, found `b`: "), "{refused}");
    three.entrants[2].champion = true;
    run(&three, &mut store, &here, 1, &mut |_| ()).unwrap();
    assert_eq!(standings(&mut store).games, 2);
}

#[test]
fn no_swiss_round_waits_for_who_cannot_be_started() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let mut swiss = tournament(&["a", "b", "c"]);
    let program = Specification::Files(vec!["sh".to_owned()]);
    swiss.entrants.insert(0, Entrant::new("broken".to_owned(), program));
    let swiss = Configuration { format: Format::Swiss, rounds: 3, ..swiss };
    let host = Host { helper: directory.path().join("no-such-helper"), ..host() };
    run(&swiss, &mut store, &host, 1, &mut |_| ()).unwrap();
    let status = Status::of(&mut store).unwrap();
    assert_eq!(status.rounds.unwrap().drawn, 3);
    assert_eq!(status.waiting, 0);
    // A pair in each round; the third agent has a bye, or was drawn against the broken one.
    assert_eq!(standings(&mut store).games, 6);
    assert_eq!(store.refusals().unwrap().len(), 1);
    let left_out = standings(&mut store).left_out;
    assert_eq!(left_out.len(), 1);
    assert!(left_out[0].reason.starts_with("on this machine: "), "{left_out:?}");
}

#[test]
fn a_handicap_is_points_before_the_first_move() {
    let directory = TempDir::new().unwrap();
    let text = |handicap: u32| {
        format!(
            "seed = 3\npairs = 3\n[[event]]\nsize = 4\nfruits = 2\ntime = 8\n\
             [[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'random'\nhandicap = {handicap}\n"
        )
    };
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    let mut margins = |handicap: u32| -> Vec<i64> {
        let league = Path::new("league.toml");
        let tournament = Configuration::parse(&text(handicap), league).unwrap();
        run(&tournament, &mut store, &host(), 1, &mut |_| ()).unwrap();
        let games = store.games().unwrap();
        let of_greedy = |game: &StoredGame| {
            let sign = if game.key.first == "greedy" { 1 } else { -1 };
            sign * game.result.margin
        };
        for game in &games {
            let record = store.record(game.id).unwrap().unwrap();
            assert_eq!(record.contains("\nhandicap "), handicap > 0, "{record}");
        }
        games.iter().map(of_greedy).collect()
    };
    let even = margins(0);
    // The same games, each with so many points less for the other: a new version.
    let given: Vec<i64> = even.iter().map(|margin| margin - 500).collect();
    assert_eq!(margins(500), given);
    let table = standings(&mut store);
    assert_eq!((table.lines[0].name.as_str(), table.games), ("random", 6));
}

#[test]
fn odds_change_an_agents_clock_and_nobody_elses() {
    let directory = TempDir::new().unwrap();
    let text = "[[event]]\nsize = 3\nfruits = 2\ntime = 8\n[[agent]]\ncommand = 'greedy'\n\
                [[agent]]\ncommand = 'random'\ntime-odds = 0.25\n";
    let tournament = Configuration::parse(text, Path::new("league.toml")).unwrap();
    let mut store = Store::open(&directory.path().join("league.db")).unwrap();
    run(&tournament, &mut store, &host(), 1, &mut |_| ()).unwrap();
    for game in store.games().unwrap() {
        let record = store.record(game.id).unwrap().unwrap();
        let record = fruitrage_rules::Record::parse(record.as_bytes()).unwrap();
        let clocks = record.game().setup().clocks().unwrap();
        let of: BTreeMap<&String, u64> =
            record.players().iter().zip(clocks.map(|clock| clock.as_secs())).collect();
        assert_eq!((of[&"greedy".to_owned()], of[&"random".to_owned()]), (8, 2));
    }
}

#[test]
fn tables_hold_what_they_promise() {
    on_both(|location| {
        let mut store = Store::open(location).unwrap();
        publish(&tournament(&["a", "b"]), &mut store, &host()).unwrap();
        let unknown = GameKey {
            round: 0,
            board: 0,
            event: "4×4".to_owned(),
            first: "a".to_owned(),
            second: "nobody".to_owned(),
        };
        let refused = store.add(&unknown, &record(1)).unwrap_err().to_string();
        assert!(refused.contains("`nobody`"), "{refused}");
        let key = GameKey { second: "b".to_owned(), ..unknown };
        store.add(&key, &record(1)).unwrap();
        assert!(store.add(&key, &record(1)).is_err(), "a game counts once");
        assert_eq!(store.games().unwrap().len(), 1);
    });
}

#[test]
fn a_store_can_be_looked_at_while_it_is_written_and_where_nobody_can_write() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("league.db");
    let mut store = Store::open(&path).unwrap();
    run(&tournament(&["a", "b"]), &mut store, &host(), 1, &mut |_| ()).unwrap();
    assert_eq!(standings(&mut Store::read(&path).unwrap()).games, 2);
    drop(store);
    assert!(!directory.path().join("league.db-wal").exists(), "at rest it is one file");
    let copy = directory.path().join("copy.db");
    fs::copy(&path, &copy).unwrap();
    assert_eq!(standings(&mut Store::read(&copy).unwrap()).games, 2);
}
