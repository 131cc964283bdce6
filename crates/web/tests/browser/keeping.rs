//! What a tab keeps, and what it leaves to others.

use anyhow::{Result, ensure};
use thirtyfour::WindowHandle;

use crate::visit::{DESKTOP, Visit, visit};

const TWO: &str = "{size: 6, fruits: 3, seed: '7', opponent: 'person'}";

async fn claim_in(visit: &Visit, tab: &WindowHandle, moves: usize) -> Result<()> {
    visit.driver.switch_to_window(tab.clone()).await?;
    visit.settle().await?;
    let cells = visit.filled().await?;
    visit.click_cell(&cells[moves]).await?;
    visit.await_moves(moves).await
}

#[test]
fn two_tabs_keep_a_game_each() {
    visit(DESKTOP, async |visit| {
        visit.set(TWO).await?;
        let first = visit.driver.window().await?;
        claim_in(visit, &first, 1).await?;
        let second = visit.driver.new_tab().await?;
        visit.driver.switch_to_window(second.clone()).await?;
        visit.open("").await?;
        visit.await_moves(1).await?;
        visit.press("New game").await?;
        visit.press("Start").await?;
        visit.press("Leave it").await?;
        visit.await_moves(0).await?;
        claim_in(visit, &second, 1).await?;
        claim_in(visit, &second, 2).await?;
        // The first tab is only looked at, and reloaded.
        visit.driver.switch_to_window(first.clone()).await?;
        visit.reload().await?;
        visit.await_moves(1).await?;
        // A third goes on with what was moved in last, although the first was left last.
        visit.driver.close_window().await?;
        visit.driver.switch_to_window(second).await?;
        let third = visit.driver.new_tab().await?;
        visit.driver.switch_to_window(third).await?;
        visit.open("").await?;
        visit.await_moves(2).await
    });
}

#[test]
fn a_reload_keeps_the_analysed_board() {
    visit(DESKTOP, async |visit| {
        visit.go("Analyse").await?;
        visit.await_one("textarea").await?.send_keys("01\n10").await?;
        visit.press("Set up").await?;
        visit.await_fruits(4).await?;
        visit.reload().await?;
        visit.await_text(".tabs [aria-current=page]", "Analyse").await?;
        visit.await_fruits(4).await
    });
}

#[test]
fn analyse_shows_the_game_being_played() {
    visit(DESKTOP, async |visit| {
        visit.set(TWO).await?;
        let tab = visit.driver.window().await?;
        claim_in(visit, &tab, 1).await?;
        let board = visit.filled().await?;
        visit.go("Analyse").await?;
        ensure!(visit.filled().await? == board, "another board");
        Ok(())
    });
}

#[test]
fn a_position_that_is_dropped_on_a_game_is_opened() {
    visit(DESKTOP, async |visit| {
        visit
            .script::<Option<u32>>(
                "const files = new DataTransfer(); \
                 files.items.add(new File(['2\\n3\\n123.6\\n01\\n21\\n'], 'input.txt', {type: 'text/plain'})); \
                 document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: files})); \
                 return null",
            )
            .await?;
        visit.await_text(".tabs [aria-current=page]", "Analyse").await?;
        visit.await_fruits(4).await
    });
}

#[test]
fn an_analysis_that_has_seen_everything_says_so() {
    visit(DESKTOP, async |visit| {
        visit.go("Analyse").await?;
        visit.await_one("textarea").await?.send_keys("0123\n1230\n2301\n3012").await?;
        visit.press("Set up").await?;
        visit.click("[aria-label='Best lines'] button.primary").await?;
        let text = visit
            .wait("an end", async || {
                let texts = visit.texts("[aria-label='Best lines'] p").await?;
                Ok(texts
                    .into_iter()
                    .find(|text| text.contains("proved") || text.contains("to the end")))
            })
            .await?;
        ensure!(!text.contains("stopped"), "{text}");
        Ok(())
    });
}
