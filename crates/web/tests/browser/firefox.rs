//! The same in Firefox: what browsers are known to do differently.

use anyhow::{Context, Result, ensure};
use thirtyfour::Key;

use crate::moving::press_while_falling;
use crate::visit::{typed, visit_in_firefox};

const PERSONS: &str = "{size: 6, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'person'}";

#[test]
fn a_group_is_seen_and_claimed_by_mouse() {
    visit_in_firefox(async |visit| {
        visit.set(PERSONS).await?;
        visit.settle().await?;
        visit.hover("A6").await?;
        visit.await_text(".aimed", "A6").await?;
        visit.await_one(".marks .aim[d]").await?;
        let (moves, moving) = press_while_falling(visit, "A6", "F6").await?;
        ensure!((moves, moving) == (1, 0), "{moves} moves, {moving} fruits on their way out");
        visit.click_cell("F6").await?;
        visit.await_moves(2).await
    });
}

#[test]
fn the_focus_shows_its_group_and_enter_claims_it_once() {
    visit_in_firefox(async |visit| {
        visit.set(PERSONS).await?;
        visit.settle().await?;
        visit.focus_board().await?;
        visit.keys(typed(Key::Down)).await?;
        visit.await_focus("A2").await?;
        visit.await_text(".aimed", "A2").await?;
        visit.await_one(".bubble:not([hidden])").await?;
        visit.keys(typed(Key::Enter)).await?;
        visit.await_moves(1).await?;
        visit.press("Help").await?;
        visit.await_one("dialog[open]").await?;
        visit.press("Close").await?;
        visit
            .wait("the focus where it was", async || {
                let focused: Option<String> = visit
                    .script("return document.activeElement.getAttribute('aria-label')")
                    .await?;
                Ok((focused.as_deref() == Some("Help")).then_some(()))
            })
            .await?;
        Ok(())
    });
}

#[test]
fn the_engine_answers_and_a_reload_keeps_the_game() {
    visit_in_firefox(async |visit| {
        visit
            .set("{size: 5, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'engine', first: 'you'}")
            .await?;
        visit.settle().await?;
        visit.click_cell("A5").await?;
        visit.await_moves(2).await?;
        let board = visit.filled().await?;
        visit.reload().await?;
        visit.await_moves(2).await?;
        ensure!(visit.filled().await? == board, "another board");
        Ok(())
    });
}

#[test]
fn a_record_is_reviewed_and_a_puzzle_solved() {
    visit_in_firefox(async |visit| -> Result<()> {
        visit.open("#review=4.3.7.y.1.A4@1").await?;
        visit.await_text(".name", "Your friend").await?;
        visit.await_one("table.summary").await?;
        visit.open("#puzzle=1").await?;
        visit.press("Show it").await?;
        visit.await_text(".status", "leads to").await?;
        visit.press("Share").await?;
        visit.await_one(".shared-picture").await?;
        // It is there before it is decoded.
        let picture = visit
            .wait("a picture", async || {
                let picture: (u32, String) = visit
                    .script(
                        "const one = document.querySelector('.shared-picture'); \
                         return [one.naturalWidth, document.querySelector('dialog input').value]",
                    )
                    .await?;
                Ok((picture.0 > 0).then_some(picture))
            })
            .await?;
        ensure!(picture.0 == 800 && picture.1.ends_with("#puzzle=1"), "{picture:?}");
        visit.await_one("dialog").await.map(drop).context("a dialog")
    });
}
