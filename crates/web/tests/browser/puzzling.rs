//! Puzzles.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::visit::{DESKTOP, PHONE, Visit, visit};

/// The page's own collection.
const PUZZLES: &str = include_str!("../../page/puzzles.jsonl");

/// The puzzle that is on the page.
async fn shown(visit: &Visit) -> Result<Value> {
    visit.settle().await?;
    let board: String = visit
        .script(
            "const cells = [...document.querySelectorAll('[data-fruit]')].map(one => one.dataset.fruit); \
             const size = Math.sqrt(cells.length); \
             return Array.from({length: size}, (_, row) => cells.slice(row * size, (row + 1) * size).join('')).join('/')",
        )
        .await?;
    let puzzles = PUZZLES.lines().map(serde_json::from_str::<Value>);
    let mut found =
        puzzles.filter_map(Result::ok).filter(|puzzle| puzzle["board"] == board.as_str());
    found.next().with_context(|| format!("{board} is in the collection"))
}

fn cell<'a>(puzzle: &'a Value, name: &str) -> Result<&'a str> {
    puzzle[name].as_str().context("a cell")
}

#[test]
fn the_puzzle_of_the_day_is_solved_and_counted() {
    visit(DESKTOP, async |visit| {
        visit.go("Puzzles").await?;
        visit.await_text(".status", "Today's puzzle").await?;
        let puzzle = shown(visit).await?;
        visit.click_cell(cell(&puzzle, "largest")?).await?;
        visit.await_text(".status", "the largest group is not the best here").await?;
        visit.click_cell(cell(&puzzle, "best")?).await?;
        visit.await_text(".status", "Yes: ").await?;
        visit.await_text("[aria-label=Puzzle]", "1 day in a row").await?;
        visit.press("Next puzzle").await?;
        let next = shown(visit).await?;
        ensure!(next != puzzle, "the same puzzle");
        visit.click_cell(cell(&next, "best")?).await?;
        visit.await_text("[aria-label=Puzzle]", "1 of").await?;
        visit.open("#puzzles").await?;
        visit.await_text("[aria-label=Puzzle]", "1 day in a row").await?;
        Ok(())
    });
}

#[test]
fn a_puzzle_under_a_finger() {
    visit(PHONE, async |visit| {
        visit.go("Puzzles").await?;
        visit.await_text(".status", "Today's puzzle").await?;
        let puzzle = shown(visit).await?;
        visit.tap(cell(&puzzle, "best")?).await?;
        visit.await_text(".status", "Yes: ").await?;
        Ok(())
    });
}
