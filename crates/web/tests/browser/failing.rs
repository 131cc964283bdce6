//! An engine that fails: a fresh worker is asked once, and then the visitor.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::visit::{DESKTOP, Visit, visit_with_complaints};

/// A worker that cannot be loaded.
const MISSING: &str = "return new Real('missing.js', options);";

/// A worker whose engine traps: its clock is `(func (result f64) unreachable)`, so that it
/// happens in the middle of the module.
const TRAPPING: &str = "
    const script = (...lines) => URL.createObjectURL(new Blob(lines, {type: 'text/javascript'}));
    const trap = script(`
        const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 124, 3, 2, 1, 0,
            7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11];
        const {trap} = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports;
        const load = WebAssembly.instantiateStreaming;
        WebAssembly.instantiateStreaming = (response, {page}) => load(response, {page: {...page, now: trap}});
    `);
    return new Real(script(`import '${trap}'; import '${new URL(address, location.href)}';`), options);
";

/// Opens a game that the engine begins. The page's first workers are made by `failing`.
async fn sabotage(visit: &Visit, failing: &str, failures: u32) -> Result<()> {
    // The page's own policy refuses workers from elsewhere.
    visit.command("Page.setBypassCSP", json!({ "enabled": true })).await?;
    let script = format!(
        "const Real = Worker; const failing = (address, options) => {{ {failing} }}; \
         globalThis.workers = 0; globalThis.Worker = class {{ constructor(...given) {{ \
         return workers++ < {failures} ? failing(...given) : new Real(...given); }} }};"
    );
    visit.prepare(&script).await?;
    visit
        .set("{size: 5, fruits: 3, seed: '7', level: 1, opponent: 'engine', first: 'opponent'}")
        .await
}

/// The engine answers, now and after the visitor's claim, from the last of so many workers.
async fn goes_on(visit: &Visit, expected: u32) -> Result<()> {
    visit.await_moves(1).await?;
    visit.settle().await?;
    let cells = visit.filled().await?;
    visit.click_cell(&cells[0]).await?;
    visit.await_moves(3).await?;
    let workers: u32 = visit.script("return workers").await?;
    ensure!(workers == expected, "{workers} workers instead of {expected}");
    Ok(())
}

/// One failure is not noticed.
async fn is_replaced(visit: &Visit, failing: &str) -> Result<()> {
    sabotage(visit, failing, 1).await?;
    goes_on(visit, 2).await?;
    let told = visit.texts("[role=alert]").await?.concat();
    ensure!(told.is_empty(), "the visitor is told: {told}");
    Ok(())
}

/// Two are, and the visitor decides.
async fn is_tried_again(visit: &Visit, failing: &str) -> Result<String> {
    sabotage(visit, failing, 2).await?;
    let told = visit.await_text("[role=alert]", "The engine has failed").await?;
    visit.press("Try again").await?;
    goes_on(visit, 3).await?;
    Ok(told)
}

#[test]
fn a_worker_that_cannot_be_loaded_is_replaced() {
    visit_with_complaints(DESKTOP, async |visit| is_replaced(visit, MISSING).await);
}

#[test]
fn an_engine_that_cannot_be_loaded_says_so_and_is_tried_again() {
    visit_with_complaints(DESKTOP, async |visit| {
        is_tried_again(visit, MISSING).await?;
        Ok(())
    });
}

#[test]
fn an_engine_that_traps_is_replaced() {
    visit_with_complaints(DESKTOP, async |visit| is_replaced(visit, TRAPPING).await);
}

#[test]
fn an_engine_that_traps_again_says_so_and_is_tried_again() {
    visit_with_complaints(DESKTOP, async |visit| {
        let told = is_tried_again(visit, TRAPPING).await?;
        ensure!(told.contains("unreachable"), "{told}");
        Ok(())
    });
}
