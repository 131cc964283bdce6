//! Playing every move of a position: groups and key kept up to date by the move, beside
//! labelling the whole board anew after it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fruitrage_engine::{Move, Position};
use fruitrage_rules::{Board, FruitKinds, Size, random_board};

fn board(size: usize, kinds: usize) -> Board {
    let size = Size::new(size).expect("a size");
    random_board(size, FruitKinds::new(kinds).expect("a number of kinds"), 1)
}

fn play(criterion: &mut Criterion) {
    for (size, kinds) in [(6, 3), (10, 4), (16, 5), (26, 2), (26, 9)] {
        let mut group = criterion.benchmark_group(format!("play {size}×{size} with {kinds}"));
        let position = Position::new(&board(size, kinds));
        let moves: Vec<Move> = position.moves().collect();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function("incremental", |bencher| {
            let mut next = position.clone();
            bencher.iter(|| {
                for &chosen in &moves {
                    position.play(chosen, &mut next);
                    black_box(&next);
                }
            });
        });
        group.bench_function("labelled anew", |bencher| {
            bencher.iter(|| {
                for &chosen in &moves {
                    black_box(position.play_from_scratch(chosen));
                }
            });
        });
    }
}

criterion_group!(benches, play);
criterion_main!(benches);
