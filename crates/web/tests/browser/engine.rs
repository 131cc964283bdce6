//! The engine as WebAssembly is the engine.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::visit::{DESKTOP, Visit, visit};

/// Runs a script in a worker that has the engine as `engine`, as the page does.
async fn in_worker(visit: &Visit, script: &str) -> Result<Value> {
    let worker = format!(
        "const done = arguments[0];\
         const worker = new Worker(new URL('services/worker.js', location.href), {{type: 'module'}});\
         worker.onmessage = ({{data}}) => {{ if (data.kind !== 'progress') {{ worker.terminate(); done(data); }} }};\
         worker.onerror = (event) => done({{kind: 'failed', message: event.message}});\
         {script}"
    );
    Ok(visit.driver.execute_async(worker, Vec::new()).await?.convert()?)
}

#[test]
fn it_looks_at_the_same_positions_as_the_native_one() {
    let start = Instant::now();
    let native = fruitrage_engine::bench(&|| start.elapsed(), &mut |_, _| {});
    visit(DESKTOP, async |visit| {
        let script = "const done = arguments[0]; import('./engine/engine.js').then(async engine => { \
                      await engine.default(); done(engine.bench()); })";
        let found: Value = visit.driver.execute_async(script, Vec::new()).await?.convert()?;
        ensure!(found["nodes"] == native.nodes, "{found}, natively {}", native.nodes);
        Ok(())
    });
}

/// The search is as deep as the board is large, and a browser's stack is small.
#[test]
fn the_largest_boards_are_searched_without_end_of_the_stack() {
    visit(DESKTOP, async |visit| {
        for kinds in [1, 2, 9] {
            let script = format!(
                "import('./engine/engine.js').then(async engine => {{ await engine.default(); \
                 worker.postMessage({{kind: 'search', board: engine.randomBoard(26, {kinds}, '5'), \
                 limits: {{moveSeconds: 3}}}}); }});"
            );
            let answer = in_worker(visit, &script).await?;
            ensure!(answer["kind"] == "done", "{kinds} kinds: {answer}");
            ensure!(answer["found"]["lines"][0]["moves"][0].is_string(), "{answer}");
        }
        Ok(())
    });
}
