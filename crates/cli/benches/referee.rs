//! What the referee costs a move: the same program started bare, under the referee, and
//! under the referee in the sandbox. The program only copies a file, so that what differs
//! is the referee's: writing the input, starting through the supervisor, ending what is left,
//! reading and checking the answer.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use fruitrage_arena::{Host, Specification};
use fruitrage_rules::{FruitKinds, Game, Setup};

fn moves(criterion: &mut Criterion) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let answer = directory.path().join("answer.txt");
    fs::write(&answer, "A1\n*\n").expect("the directory is writable");
    let answer = answer.to_str().expect("a path of plain characters");
    let setup = Setup::new("0".parse().expect("a board"), FruitKinds::new(1).expect("one kind"))
        .expect("the board has one kind")
        .with_clocks([Duration::from_secs(10); 2]);
    let game = Game::new(setup);
    let host = Host {
        helper: PathBuf::from(env!("CARGO_BIN_EXE_fruitrage")),
        ..Host::new().expect("the current directory is known")
    };
    let words = ["cp", answer, "output.txt"].map(str::to_owned).to_vec();

    let mut group = criterion.benchmark_group("a move");
    group.bench_function("bare spawn", |bencher| {
        let output = directory.path().join("output.txt");
        bencher.iter(|| {
            // To write over a file takes the disk longer than to write a new one.
            let _ = fs::remove_file(&output);
            let mut command = Command::new("cp");
            command.args(&words[1..]).current_dir(directory.path()).stdin(Stdio::null());
            assert!(command.status().expect("cp starts").success());
        });
    });
    for (name, host) in
        [("refereed", host.clone()), ("refereed in the sandbox", host.clone().sandboxed())]
    {
        let mut agent = host.start(&Specification::Files(words.clone()), 1).expect("cp starts");
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert!(agent.choose(&game).answer.is_ok()));
        });
    }
    group.bench_function("refereed in the sandbox, a new game each time", |bencher| {
        let host = host.clone().sandboxed();
        bencher.iter(|| {
            let mut agent = host.start(&Specification::Files(words.clone()), 1).expect("cp starts");
            assert!(agent.choose(&game).answer.is_ok());
        });
    });
}

criterion_group!(benches, moves);
criterion_main!(benches);
