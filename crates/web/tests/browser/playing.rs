//! Whole games, by mouse and by keyboard.

use anyhow::{Context, Result, ensure};
use thirtyfour::Key;

use crate::visit::{DESKTOP, PHONE, Visit, typed, visit};

const SMALL: &str =
    "{size: 4, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'person', first: 'you'}";
const AGAINST_ENGINE: &str =
    "{size: 5, fruits: 3, seed: '7', clock: 1800, level: 1, opponent: 'engine', first: 'you'}";

/// Clicks fruits until the game is over.
pub(crate) async fn click_to_the_end(visit: &Visit) -> Result<()> {
    while has_a_turn(visit).await? {
        let before = visit.moves().await?;
        let cells = visit.filled().await?;
        let cell = cells.get(before % cells.len().max(1)).context("a fruit is left")?;
        visit.click_cell(cell).await?;
        visit
            .wait("a move by mouse", async || Ok((visit.moves().await? > before).then_some(())))
            .await?;
    }
    Ok(())
}

/// Waits until the visitor is to move, and says so, or until the game is over.
async fn has_a_turn(visit: &Visit) -> Result<bool> {
    visit
        .wait("a turn or an end", async || {
            visit.settle().await?;
            let is_over = visit.is_over().await?;
            let is_turn = visit.count(".grid.usable").await? > 0;
            Ok((is_over || is_turn).then_some(!is_over))
        })
        .await
}

#[test]
fn a_whole_game_against_the_engine_by_mouse() {
    visit(DESKTOP, async |visit| {
        visit.set(AGAINST_ENGINE).await?;
        visit.press("New game").await?;
        visit.press("Start").await?;
        visit.await_none("dialog").await?;
        visit.await_fruits(25).await?;
        click_to_the_end(visit).await?;
        ensure!(visit.filled().await?.is_empty(), "fruits are left");
        let points: u32 = scored(visit).await?.iter().sum();
        let texts = visit.texts(".player .points").await?;
        let numbers =
            texts.iter().filter_map(|text| text.split_whitespace().next()?.parse::<u32>().ok());
        let shown: u32 = numbers.sum();
        ensure!(points > 0 && points == shown, "moves scored {points}, {shown} is shown");
        Ok(())
    });
}

/// What the moves in the list scored.
async fn scored(visit: &Visit) -> Result<Vec<u32>> {
    let texts = visit.texts(".moves .scored").await?;
    texts.iter().map(|text| Ok(text.trim_start_matches('+').parse()?)).collect()
}

#[test]
fn a_whole_game_by_keyboard_alone() {
    visit(DESKTOP, async |visit| {
        visit.set(SMALL).await?;
        visit.keys("n").await?;
        visit.await_one("dialog[open]").await?;
        visit.keys(typed(Key::Enter)).await?;
        // The board before had as many: the new one is there when nothing covers it.
        visit.await_none("dialog").await?;
        visit.await_fruits(16).await?;
        visit.focus_board().await?;
        while !visit.is_over().await? {
            let before = visit.moves().await?;
            walk_to_a_fruit(visit).await?;
            // A key that ends the fall claims nothing.
            visit.settle().await?;
            visit.keys(typed(Key::Enter)).await?;
            visit
                .wait("a move by keyboard", async || {
                    Ok((visit.moves().await? > before).then_some(()))
                })
                .await?;
        }
        ensure!(visit.filled().await?.is_empty(), "fruits are left");
        Ok(())
    });
}

async fn walk_to_a_fruit(visit: &Visit) -> Result<()> {
    let target = visit.filled().await?.pop().context("a fruit is left")?;
    let place = |cell: &str| (i32::from(cell.as_bytes()[0]), cell[1..].parse::<i32>().unwrap_or(0));
    let here = visit.focused_cell().await?.context("the focus is on the board")?;
    let ((from_column, from_row), (column, row)) = (place(&here), place(&target));
    let steps = |count: i32, forward: Key, back: Key| {
        let key = if count > 0 { forward } else { back };
        typed(key).repeat(count.unsigned_abs() as usize)
    };
    visit.keys(steps(column - from_column, Key::Right, Key::Left)).await?;
    visit.keys(steps(row - from_row, Key::Down, Key::Up)).await?;
    visit.await_focus(&target).await
}

#[test]
fn what_a_group_is_worth_is_told_before_it_is_claimed() {
    visit(DESKTOP, async |visit| {
        visit.set(SMALL).await?;
        visit.hover("A4").await?;
        let told = visit.await_text(".bubble", "+").await?;
        let cell = visit.await_one("[data-cell=A4]").await?;
        let label = cell.attr("aria-label").await?.context("a cell has a label")?;
        let points = format!("{} point", told.trim_start_matches('+'));
        ensure!(label.starts_with("A4, ") && label.contains(&points), "{label}, {told}");
        Ok(())
    });
}

#[test]
fn moves_are_taken_back_and_a_reload_loses_nothing() {
    visit(DESKTOP, async |visit| {
        visit.set(SMALL).await?;
        for count in 1..=2 {
            visit.settle().await?;
            let cells = visit.filled().await?;
            visit.click_cell(&cells[count]).await?;
            visit.await_moves(count).await?;
        }
        let before = visit.filled().await?;
        visit.open("").await?;
        visit.await_moves(2).await?;
        ensure!(visit.filled().await? == before, "the board has changed");
        visit.press("Take back").await?;
        visit.await_moves(1).await
    });
}

#[test]
fn a_move_taken_back_gives_no_time_back() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 6, fruits: 3, seed: '7', clock: 1800, opponent: 'person'}").await?;
        visit.settle().await?;
        let left = async || {
            let clocks = visit.texts(".player.side-0 .clock").await?;
            let seconds =
                clocks.first().and_then(|text| text.split_once(':')).map(|(minutes, seconds)| {
                    60.0 * minutes.parse::<f64>().unwrap_or(0.0)
                        + seconds.parse::<f64>().unwrap_or(0.0)
                });
            Ok::<_, anyhow::Error>(seconds)
        };
        let spent = visit
            .wait("two seconds less", async || {
                Ok(left().await?.filter(|seconds| *seconds <= 1798.0))
            })
            .await?;
        visit.click_cell("C6").await?;
        visit.await_moves(1).await?;
        visit.press("Take back").await?;
        visit.await_moves(0).await?;
        let after = left().await?;
        ensure!(after.is_some_and(|seconds| seconds <= spent), "{spent} s, then {after:?}");
        Ok(())
    });
}

#[test]
fn a_game_on_a_phone() {
    visit(PHONE, async |visit| {
        visit.set(AGAINST_ENGINE).await?;
        visit.settle().await?;
        visit.tap("C3").await?;
        visit
            .wait("a move by finger", async || Ok((visit.moves().await? >= 1).then_some(())))
            .await?;
        click_to_the_end(visit).await?;
        visit.button("Review this game").await?;
        Ok(())
    });
}
