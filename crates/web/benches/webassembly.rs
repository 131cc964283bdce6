//! The engine as WebAssembly against the same engine natively: `fruitrage bench` in both,
//! in turns, in Node, which has Chromium's compiler.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

const TURNS: usize = 5;

/// Runs the bench twice: the first time warms the compiler up.
const SCRIPT: &str = "
    import { readFileSync } from 'node:fs';
    import initialise, { bench } from './engine.js';
    await initialise(readFileSync(new URL('engine.wasm', import.meta.url)));
    bench();
    console.log(JSON.stringify(bench()));
";

fn main() {
    let directory = tempfile::tempdir().expect("a directory for the module");
    for (ending, name) in [(".js", "engine.js"), (".wasm", "engine.wasm")] {
        let is_it = |name: &str| name.starts_with("assets/engine.") && name.ends_with(ending);
        let asset = fruitrage_web::assets().iter().find(|asset| is_it(asset.name));
        let content = asset.expect("the engine is there").content;
        std::fs::write(directory.path().join(name), content).expect("the module is written");
    }
    std::fs::write(directory.path().join("package.json"), "{\"type\": \"module\"}")
        .expect("written");
    std::fs::write(directory.path().join("bench.js"), SCRIPT).expect("the script is written");
    let mut ratios: Vec<f64> = (0..TURNS).map(|_| turn(directory.path())).collect();
    ratios.sort_by(f64::total_cmp);
    println!("WebAssembly has {:.2} of the native speed (median of {TURNS})", ratios[TURNS / 2]);
}

/// The speed of WebAssembly over the native one.
fn turn(directory: &Path) -> f64 {
    let start = Instant::now();
    let native = fruitrage_engine::bench(&|| start.elapsed(), &mut |_, _| {});
    let output = Command::new("node").arg(directory.join("bench.js")).output().expect("node runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let module: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!(module["nodes"], native.nodes, "the same positions are looked at");
    let seconds = module["seconds"].as_f64().expect("seconds");
    let ratio = native.elapsed.as_secs_f64() / seconds;
    println!(
        "{} positions: {:.3} s natively, {seconds:.3} s as WebAssembly: {ratio:.2}",
        native.nodes,
        native.elapsed.as_secs_f64()
    );
    ratio
}
