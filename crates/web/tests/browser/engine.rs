//! The engine as WebAssembly is the engine.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::visit::{DESKTOP, Visit, visit};

/// The address of a file whose name has its hash in it.
fn address(visit: &Visit, start: &str, ending: &str) -> String {
    let is_it = |name: &str| name.starts_with(start) && name.ends_with(ending);
    let found = fruitrage_web::assets().iter().find(|asset| is_it(asset.name));
    format!("{}{}", visit.address, found.unwrap().name)
}

/// Asks a worker of the page's own, with the engine at hand as `engine`.
async fn in_worker(visit: &Visit, question: &str) -> Result<Value> {
    let (worker, engine) =
        (address(visit, "assets/worker.", ".js"), address(visit, "assets/engine.", ".js"));
    let script = format!(
        "const done = arguments[0];\
         const worker = new Worker('{worker}', {{type: 'module'}});\
         worker.onmessage = ({{data}}) => {{ if (data.kind !== 'progress') {{ worker.terminate(); done(data); }} }};\
         worker.onerror = (event) => done({{kind: 'failed', message: event.message}});\
         import('{engine}').then(async engine => {{ await engine.default();\
         worker.postMessage({{kind: 'ask', ticket: 1, question: {question}}}); }});"
    );
    Ok(visit.driver.execute_async(script, Vec::new()).await?.convert()?)
}

#[test]
fn it_looks_at_the_same_positions_as_the_native_one() {
    let start = Instant::now();
    let native = fruitrage_engine::bench(&|| start.elapsed(), &mut |_, _| {});
    visit(DESKTOP, async |visit| {
        let engine = address(visit, "assets/engine.", ".js");
        let script = format!(
            "const done = arguments[0]; import('{engine}').then(async engine => {{ \
             await engine.default(); done(engine.bench()); }})"
        );
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
            let question = format!(
                "{{kind: 'move', board: engine.randomBoard(26, {kinds}, '5'), \
                 limits: {{moveSeconds: 3}}}}"
            );
            let answer = in_worker(visit, &question).await?;
            ensure!(answer["kind"] == "answered", "{kinds} kinds: {answer}");
            ensure!(answer["found"]["lines"][0]["moves"][0].is_string(), "{answer}");
        }
        Ok(())
    });
}

#[test]
fn a_stopped_analysis_goes_on_from_where_it_was() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 12, fruits: 4, seed: '7', opponent: 'person'}").await?;
        visit.go("Analyse").await?;
        let start = async || visit.click("[aria-label='Best lines'] button.primary").await;
        start().await?;
        visit
            .wait("a million positions", async || {
                Ok(searched(visit).await?.filter(|(_, nodes)| *nodes > 1e6))
            })
            .await?;
        visit.press("Stop").await?;
        visit.await_text("[aria-label='Best lines']", "stopped").await?;
        let (depth, _) = searched(visit).await?.context("a depth")?;
        // The page itself sees what it tells first, however seldom this test looks.
        let watch = "window.first = null; \
             const card = document.querySelector('[aria-label=\"Best lines\"]'); \
             const told = () => [...card.querySelectorAll('p')].map((one) => one.textContent) \
             .find((text) => text.startsWith('Depth '))?.split(' positions')[0] ?? ''; \
             const before = told(); \
             new MutationObserver((_, observer) => { const now = told(); \
             if (now === before || now === '') return; \
             observer.disconnect(); first = now; }) \
             .observe(card, {childList: true, characterData: true, subtree: true}); return null";
        visit.script::<Option<u32>>(watch).await?;
        start().await?;
        let first = visit.wait("a depth", async || Ok(visit.script("return first").await?)).await?;
        let (again, _) = depth_and_nodes(&[first]).context("a depth")?;
        ensure!(again >= depth, "depth {again} after {depth}");
        Ok(())
    });
}

#[test]
fn one_worker_is_kept_whatever_is_asked() {
    visit(DESKTOP, async |visit| {
        let counting = "const Real = Worker; globalThis.workers = 0; globalThis.Worker = class { \
            constructor(...given) { globalThis.workers++; return new Real(...given); } };";
        visit.prepare(counting).await?;
        visit.set("{size: 12, fruits: 4, seed: '7', opponent: 'person'}").await?;
        visit.go("Analyse").await?;
        visit.click("[aria-label='Best lines'] button.primary").await?;
        visit.await_text("[aria-label='Best lines']", "Depth").await?;
        // Other lines, another cell, a stop, and on.
        visit
            .script::<Option<u32>>(
                "const lines = document.querySelector('[aria-label=\"Best lines\"] select'); \
                 lines.value = '5'; lines.dispatchEvent(new Event('change', {bubbles: true})); return null",
            )
            .await?;
        visit
            .wait(
                "five lines",
                async || Ok((visit.count(".lines .line").await? == 5).then_some(())),
            )
            .await?;
        visit.press("Paint cherries").await?;
        visit.click_cell("A1").await?;
        visit.await_one("[data-cell=A1][data-fruit='9']").await?;
        visit.await_text("[aria-label='Best lines']", "Depth").await?;
        visit.press("Stop").await?;
        visit.click("[aria-label='Best lines'] button.primary").await?;
        visit.button("Stop").await?;
        visit.await_text("[aria-label='Best lines']", "Depth").await?;
        let workers: u32 = visit.script("return workers").await?;
        ensure!(workers == 1, "{workers} workers");
        Ok(())
    });
}

/// How deep the analysis on the page is, and how many positions it has looked at.
async fn searched(visit: &Visit) -> Result<Option<(u32, f64)>> {
    Ok(depth_and_nodes(&visit.texts("[aria-label='Best lines'] p").await?))
}

fn depth_and_nodes(texts: &[String]) -> Option<(u32, f64)> {
    texts.iter().find_map(|text| {
        let (depth, rest) = text.strip_prefix("Depth ")?.split_once(" · ")?;
        let count = rest.split(" positions").next()?;
        let (number, unit) = count.split_once(' ').unwrap_or((count, ""));
        let factor = match unit {
            "k" => 1e3,
            "M" => 1e6,
            _ => 1.0,
        };
        Some((depth.parse().ok()?, number.parse::<f64>().ok()? * factor))
    })
}

/// It is told twice a second; that a busy machine tells it less often is no fault of the page.
#[test]
fn progress_is_told_within_a_depth() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 26, fruits: 5, seed: '7', opponent: 'person'}").await?;
        visit.go("Analyse").await?;
        visit.click("[aria-label='Best lines'] button.primary").await?;
        let (mut depth, mut told) = (0, Vec::new());
        visit
            .wait("four texts of one depth", async || {
                let Some((now, nodes)) = searched(visit).await? else { return Ok(None) };
                if now != depth {
                    (depth, told) = (now, Vec::new());
                }
                if !told.contains(&nodes) {
                    told.push(nodes);
                }
                Ok((told.len() >= 4).then_some(()))
            })
            .await
    });
}
