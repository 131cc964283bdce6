//! What axe-core finds.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::visit::{DESKTOP, PHONE, Visit, visit};

/// Where `./test` puts it.
const AXE: &str = "../../target/page-tools/node_modules/axe-core/axe.min.js";

async fn check(visit: &Visit, what: &str) -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE);
    let axe = std::fs::read_to_string(&path)
        .with_context(|| format!("{}: ./test fetches it", path.display()))?;
    visit.driver.execute(axe, Vec::new()).await?;
    let script = "const done = arguments[0]; axe.run().then(found => done(found.violations), \
                  problem => done([{impact: 'critical', id: String(problem), nodes: []}]))";
    let found: Vec<Value> = visit.driver.execute_async(script, Vec::new()).await?.convert()?;
    let serious: Vec<String> = found
        .iter()
        .filter(|one| one["impact"] == "serious" || one["impact"] == "critical")
        .map(|one| format!("{}: {}", one["id"], one["nodes"][0]["html"]))
        .collect();
    ensure!(serious.is_empty(), "{what}: {serious:#?}");
    Ok(())
}

async fn check_views(visit: &Visit) -> Result<()> {
    for theme in ["light", "dark"] {
        visit
            .script::<Value>(&format!(
                "localStorage.setItem('fruitrage.theme', '\"{theme}\"'); return null"
            ))
            .await?;
        visit.open("").await?;
        for view in ["Play", "Puzzles", "Analyse", "Review", "Arena"] {
            visit.go(view).await?;
            if view == "Puzzles" {
                visit.await_one("[aria-label=Puzzle]").await?;
            }
            visit.settle().await?;
            check(visit, &format!("{view}, {theme}")).await?;
        }
        visit.go("Play").await?;
        visit.press("New game").await?;
        visit.await_one("dialog[open]").await?;
        visit.settle().await?;
        check(visit, "the dialog for a new game").await?;
        visit.close().await?;
        visit.press("Help").await?;
        visit.await_one("dialog[open]").await?;
        visit.settle().await?;
        check(visit, "the help").await?;
        visit.close().await?;
    }
    Ok(())
}

/// The views with something in them: a reviewed game, an analysis with lines.
async fn check_filled(visit: &Visit) -> Result<()> {
    visit.set("{size: 4, fruits: 3, seed: '7', opponent: 'person'}").await?;
    for count in 1..=3 {
        visit.settle().await?;
        let cells = visit.filled().await?;
        visit.click_cell(&cells[cells.len() - 1]).await?;
        visit.await_moves(count).await?;
    }
    visit.go("Review").await?;
    visit.press("The game just played").await?;
    visit.await_one("table.summary").await?;
    visit.settle().await?;
    check(visit, "a reviewed game").await?;
    visit.go("Analyse").await?;
    visit.click("[aria-label='Best lines'] button.primary").await?;
    visit.await_one(".lines .value").await?;
    check(visit, "an analysis").await
}

#[test]
fn nothing_serious_where_there_is_something_to_see() {
    visit(DESKTOP, check_filled);
}

#[test]
fn nothing_serious_where_there_is_something_to_see_on_a_phone() {
    visit(PHONE, check_filled);
}

#[test]
fn nothing_serious_on_a_desktop() {
    visit(DESKTOP, check_views);
}

#[test]
fn nothing_serious_on_a_phone() {
    visit(PHONE, check_views);
}
