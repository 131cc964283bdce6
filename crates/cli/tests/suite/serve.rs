//! `fruitrage serve`, asked over real connections.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{fruitrage, standard_error, standard_output};
use crate::waiting::{DEADLINE, wait_for};

/// A server of our own, ended with the test.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::from_command(fruitrage(&["serve", "--port", "0"]).args(arguments))
    }

    /// A server of its own arguments.
    pub(crate) fn from_command(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {said:?}")).to_owned();
        Self { process, address }
    }

    pub(crate) fn process(&mut self) -> &mut Child {
        &mut self.process
    }

    /// Sends a request as it is and reads the answer to its end.
    pub(crate) fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        Answer::read(&answer)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        self.send(&format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        ))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In lower case.
    head: String,
    pub(crate) body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer's head");
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body: String::from_utf8_lossy(&bytes[end + 4..]).into_owned() }
    }

    fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default()
    }
}

/// The file of the page that has its hash in its name and ends like this.
fn asset(page: &str, start: &str, ending: &str) -> String {
    let names = page.split('"').filter(|part| part.starts_with("assets/"));
    let found = names.into_iter().find(|name| name.contains(start) && name.ends_with(ending));
    format!("/{}", found.unwrap_or_else(|| panic!("no {start} in {page}")))
}

#[test]
fn files_are_compressed_for_who_can_read_it_and_never_asked_for_again() {
    let server = Server::start(&[]);
    let script = asset(&server.get("/").body, "page.", ".js");
    let plain = server.get(&script);
    assert_eq!(plain.header("content-encoding"), "");
    assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
    let packed = server.ask("GET", &script, "Accept-Encoding: x, gzip;q=0.5\r\n");
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.header("vary"), "accept-encoding");
    assert_ne!(packed.header("etag"), plain.header("etag"), "another form, another tag");
    let length = |answer: &Answer| answer.header("content-length").parse::<usize>().unwrap();
    assert!(2 * length(&packed) < length(&plain));
    let refused = server.ask("GET", &script, "Accept-Encoding: gzip;q=0\r\n");
    assert_eq!(refused.header("content-encoding"), "");
    assert_eq!(server.get("/").header("cache-control"), "no-cache");
}

#[test]
fn the_page_comes_with_headers_that_protect_it() {
    let server = Server::start(&[]);
    let page = server.get("/");
    let engine = asset(&page.body, "engine.", ".js");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.body.contains("<title>Fruit Rage</title>"));
    assert!(page.body.contains("http-equiv=\"Content-Security-Policy\""), "for the export, too");
    for answer in [page, server.get(&engine), server.get("/nowhere")] {
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{}", answer.head);
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let server = Server::start(&[]);
    let first = server.get("/icon.svg");
    let tag = first.header("etag").to_owned();
    let known = server.ask("GET", "/icon.svg", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    let other = server.ask("GET", "/icon.svg", "If-None-Match: \"old\"\r\n");
    assert_eq!((other.status, other.body), (200, first.body));
}

#[test]
fn nothing_outside_the_page_is_given() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
        "/assets/",
        "/.fruitrage-export",
        "/api.d.ts",
        "/package.json",
        "/index.html%00",
    ] {
        let answer = server.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("[package]"), "{path}");
    }
}

#[test]
fn what_is_not_for_reading_or_too_long_is_refused() {
    let server = Server::start(&[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        for path in ["/", "/api/tournament"] {
            let answer = server.ask(method, path, "");
            assert_eq!(
                (answer.status, answer.header("allow")),
                (405, "get, head"),
                "{method} {path}"
            );
        }
    }
    assert_eq!(server.ask("HEAD", "/", "").body, "");
    assert_eq!(server.get(&format!("/?{}", "a".repeat(5000))).status, 414);
    let large = server.ask("GET", "/", &format!("X: {}\r\n", "a".repeat(100_000)));
    assert_eq!(large.status, 431);
    assert_eq!(server.send("nonsense\r\n\r\n").status, 400);
}

#[test]
fn without_a_tournament_the_arena_says_so() {
    let server = Server::start(&[]);
    assert_eq!(server.json("/api/tournament"), Value::Null);
    for path in [
        "/api/games",
        "/api/game/1",
        "/api/live",
        "/api/live/1/1",
        "/api/history",
        "/api/agent?name=a",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404);
        let said: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(said["error"], "no tournament is served here");
    }
}

/// A tournament of two agents with so many pairs, played by now.
fn play(directory: &Path, pairs: u32) {
    let pairs = pairs.to_string();
    let run = fruitrage(&["tournament", "league.toml", "--pairs", &pairs])
        .current_dir(directory)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
}

fn league() -> TempDir {
    let directory = TempDir::new().unwrap();
    let text = "pairs = 2\n[[event]]\nsize = 4\nfruits = 3\ntime = 20\n\
                [[agent]]\ncommand = 'greedy'\n[[agent]]\ncommand = 'random'\n";
    fs::write(directory.path().join("league.toml"), text).unwrap();
    directory
}

#[test]
fn a_tournament_is_shown_as_it_goes_on() {
    let directory = league();
    let file = directory.path().join("league.toml");
    let server = Server::start(&["--store", file.to_str().unwrap()]);
    let before = server.json("/api/tournament");
    assert_eq!((&before["name"], &before["finished"]), (&"league".into(), &0.into()));
    assert_eq!((&before["planned"], &before["status"]), (&Value::Null, &Value::Null));

    play(directory.path(), 1);
    wait_for("two games", || server.json("/api/tournament")["finished"] == 2);
    play(directory.path(), 2);
    wait_for("four games", || server.json("/api/tournament")["finished"] == 4);
    let shown = server.json("/api/tournament");
    let names: Vec<&str> = shown["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 2);
    assert_eq!((&shown["planned"], &shown["status"]["done"]), (&4.into(), &2.into()));
    assert_eq!(shown["table"][0][0], Value::Null);
    assert_eq!(shown["table"][0][1]["won"], shown["table"][1][0]["lost"]);
}

#[test]
fn who_does_not_play_is_told_with_the_reason() {
    let directory = league();
    let file = directory.path().join("league.toml");
    let text =
        fs::read_to_string(&file).unwrap() + "[[agent]]\nname = 'lost'\ncommand = './lost'\n";
    fs::write(&file, text).unwrap();
    let run = fruitrage(&["tournament", "league.toml"]).current_dir(&directory).output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", standard_error(&run));
    let server = Server::start(&["--store", file.to_str().unwrap()]);
    let left_out = &server.json("/api/tournament")["leftOut"];
    assert_eq!(left_out.as_array().map(Vec::len), Some(1), "{left_out}");
    assert_eq!(left_out[0]["agent"], "lost");
    let reason = left_out[0]["reason"].as_str().unwrap();
    assert!(reason.contains("`./lost` was not found"), "{reason}");
}

/// Who plays a tournament makes its file first and begins the tournament in it a moment later.
#[test]
fn a_store_that_is_just_being_made_is_not_refused() {
    let directory = league();
    fs::write(directory.path().join("league.db"), "").unwrap();
    let file = directory.path().join("league.toml");
    let server = Server::start(&["--store", file.to_str().unwrap()]);
    assert_eq!(server.json("/api/tournament")["planned"], Value::Null);
    play(directory.path(), 1);
    wait_for("two games", || server.json("/api/tournament")["finished"] == 2);
}

#[test]
fn a_large_class_has_no_table_of_who_beat_whom() {
    let directory = TempDir::new().unwrap();
    let agent = |number: u32| format!("[[agent]]\nname = 'agent {number}'\ncommand = 'greedy'\n");
    let agents: String = (0..61).map(agent).collect();
    let event = "[[event]]\nsize = 2\nfruits = 2\ntime = 20\n";
    let text = format!("format = 'gauntlet'\n{event}{agents}");
    fs::write(directory.path().join("league.toml"), text).unwrap();
    play(directory.path(), 1);
    let store = directory.path().join("league.db");
    let server = Server::start(&["--store", store.to_str().unwrap()]);
    let shown = server.json("/api/tournament");
    assert_eq!(shown["standings"].as_array().unwrap().len(), 61);
    assert_eq!(shown["table"], Value::Null);
    assert_eq!(server.json("/api/games?agent=agent%200")["total"], 120);
}

#[test]
fn games_are_listed_in_pages_and_given_as_records() {
    let directory = league();
    play(directory.path(), 2);
    let store = directory.path().join("league.db");
    let server = Server::start(&["--store", store.to_str().unwrap()]);
    assert_eq!(server.json("/api/tournament")["planned"], 4);
    let all = server.json("/api/games");
    assert_eq!((&all["total"], all["games"].as_array().unwrap().len()), (&4.into(), 4));
    let page = server.json("/api/games?agent=greedy&opponent=random&offset=1&limit=2");
    assert_eq!(page["games"].as_array().unwrap()[..], all["games"].as_array().unwrap()[1..3]);
    assert_eq!(server.json("/api/games?agent=nobody")["total"], 0);

    let game = &all["games"][0];
    let record = server.get(&format!("/api/game/{}", game["id"]));
    assert_eq!(record.header("content-type"), "text/plain; charset=utf-8");
    let first = format!("\nfirst {}\n", game["first"].as_str().unwrap());
    assert!(record.body.starts_with("fruitrage record 1\n") && record.body.contains(&first));
    assert!(record.body.contains(&format!("\nwinner {}\n", game["winner"].as_str().unwrap())));

    for path in [
        "/api/games?limit=0",
        "/api/games?limit=201",
        "/api/games?offset=-1",
        "/api/games?x=1",
        "/api/game/one",
    ] {
        assert_eq!(server.get(path).status, 400, "{path}");
    }
    assert_eq!(server.get("/api/game/99").status, 404);
}

/// A tournament whose one game takes minutes, ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_game_under_way_is_shown_move_by_move() {
    let directory = TempDir::new().unwrap();
    let text = "[[event]]\nsize = 26\nfruits = 9\ntime = 600\n\
                [[agent]]\ncommand = 'engine'\n[[agent]]\ncommand = 'greedy'\n";
    fs::write(directory.path().join("league.toml"), text).unwrap();
    let mut tournament = fruitrage(&["tournament", "league.toml", "--jobs", "1"]);
    let tournament = tournament.current_dir(directory.path()).stdout(Stdio::null());
    let _running = Running(tournament.stderr(Stdio::null()).spawn().unwrap());
    let file = directory.path().join("league.toml");
    let server = Server::start(&["--store", file.to_str().unwrap()]);
    let mut live = Value::Null;
    wait_for("a move", || {
        live = server.json("/api/live");
        live["games"][0]["moves"].as_u64().is_some_and(|moves| moves > 0)
    });
    assert_eq!(live["total"], 1);
    let game = &live["games"][0];
    assert_eq!(game["position"].as_str().unwrap().split('/').count(), 26);
    assert_eq!((&game["first"], &game["second"]), (&"engine".into(), &"greedy".into()));
    let followed = format!("/api/live/{}/{}", game["pair"], game["number"]);
    wait_for("another move", || {
        let record = server.json(&followed)["record"].as_str().unwrap().to_owned();
        let record = fruitrage_rules::Record::parse(record.as_bytes()).unwrap();
        record.game().turns().len() as u64 > game["moves"].as_u64().unwrap()
    });
    let other = server.json(&format!("/api/live/{}/2", game["pair"]));
    assert_eq!((&other["record"], &other["game"]), (&Value::Null, &Value::Null));
    assert_eq!(server.get("/api/live/x/1").status, 400);
}

#[test]
fn an_agent_has_a_page_and_standings_a_past() {
    let directory = league();
    play(directory.path(), 1);
    play(directory.path(), 3);
    let store = directory.path().join("league.db");
    let server = Server::start(&["--store", store.to_str().unwrap()]);
    let history = server.json("/api/history");
    let games: Vec<u64> =
        history.as_array().unwrap().iter().map(|one| one["games"].as_u64().unwrap()).collect();
    assert!(games.is_sorted() && games.last() == Some(&6), "{games:?}");
    let first = &history[0];
    let then = server.json(&format!("/api/tournament?at={}", first["at"]));
    assert_eq!((&then["finished"], &then["asOf"]), (&first["games"], &first["at"]));
    assert_eq!(server.json("/api/tournament")["finished"], 6);
    assert_eq!(server.get("/api/tournament?at=1").status, 404);
    assert_eq!(server.get("/api/tournament?at=x").status, 400);

    let greedy = server.json("/api/agent?name=greedy");
    assert_eq!(greedy["standing"]["name"], "greedy");
    assert_eq!(greedy["meetings"][0]["opponent"], "random");
    assert_eq!(greedy["faults"], Value::Array(Vec::new()));
    let stages = greedy["history"].as_array().unwrap();
    assert_eq!(stages.len(), games.len());
    assert_eq!(stages.last().unwrap()["rating"], greedy["standing"]["rating"]);
    assert_eq!(server.get("/api/agent?name=nobody").status, 404);
    assert_eq!(server.get("/api/agent").status, 400);
}

#[test]
fn what_is_no_tournament_is_refused() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("notes.db");
    let run = fruitrage(&["serve", "--port", "0", "--store"]).arg(&path).output().unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", standard_error(&run));
    fs::write(&path, "not a store, but a text that is long enough to be looked into").unwrap();
    let run = fruitrage(&["serve", "--port", "0", "--store"]).arg(&path).output().unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", standard_error(&run));
    assert!(standard_error(&run).contains("notes.db"), "{}", standard_error(&run));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let run = fruitrage(&["serve", "--port", &port]).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let said = standard_error(&run);
    assert!(
        said.contains(&format!("127.0.0.1:{port} is in use")) && said.contains("--port"),
        "{said}"
    );
}

#[test]
fn a_polite_kill_ends_it_in_good_order() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        let process = server.process.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        assert_eq!(server.process.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn the_page_is_exported_as_files() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("site");
    for _ in 0..2 {
        let run = fruitrage(&["serve", "--export"]).arg(&directory).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
        assert!(standard_output(&run).contains("site"));
    }
    let server = Server::start(&[]);
    let page = fs::read_to_string(directory.join("index.html")).unwrap();
    assert_eq!(page, server.get("/").body);
    let names = fs::read_dir(directory.join("assets")).unwrap().map(|entry| entry.unwrap().path());
    assert!(names.into_iter().any(|path| path.extension().is_some_and(|ending| ending == "wasm")));

    fs::write(parent.path().join("mine.txt"), "mine").unwrap();
    let run = fruitrage(&["serve", "--export"]).arg(parent.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(
        standard_error(&run).contains("expected an empty directory"),
        "{}",
        standard_error(&run)
    );
    assert!(!parent.path().join("index.html").exists());
}
