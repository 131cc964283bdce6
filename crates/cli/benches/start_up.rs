//! What one call of the agent costs beyond its thinking: the whole process on a 2×2
//! board, beside a process that does nothing.

use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};

fn start_up(criterion: &mut Criterion) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("input.txt"), "2\n3\n123.6\n01\n21\n")
        .expect("the directory is writable");
    let mut group = criterion.benchmark_group("start-up");
    group.bench_function("true", |bencher| bencher.iter(|| run(&mut Command::new("true"))));
    group.bench_function("agent on 2×2", |bencher| {
        bencher.iter(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
            run(command.arg("agent").arg(directory.path()));
        });
    });
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status().expect("the program starts");
    assert!(status.success());
}

criterion_group!(benches, start_up);
criterion_main!(benches);
