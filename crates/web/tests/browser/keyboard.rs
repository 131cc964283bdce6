//! The page without a mouse.

use anyhow::ensure;
use thirtyfour::Key;

use crate::visit::{DESKTOP, typed, visit};

#[test]
fn the_group_under_the_focus_is_marked_and_told() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 6, fruits: 3, seed: '7', opponent: 'person'}").await?;
        visit.focus_board().await?;
        visit.await_text(".status.aimed", "A1").await?;
        visit.settle().await?;
        visit.await_one(".marks .aim[d]").await?;
        visit.await_text(".bubble", "+").await?;
        visit.keys([typed(Key::Right), typed(Key::Down)].concat()).await?;
        visit.await_text(".status.aimed", "B2").await?;
        Ok(())
    });
}

#[test]
fn tab_comes_back_to_where_it_was() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 6, fruits: 3, seed: '7', opponent: 'person'}").await?;
        visit.focus_board().await?;
        visit.keys([typed(Key::End), typed(Key::PageDown)].concat()).await?;
        visit.await_text(".status.aimed", "F6").await?;
        visit.keys(typed(Key::Tab)).await?;
        visit
            .wait("a focus elsewhere after one Tab", async || {
                Ok(visit.focused_cell().await?.is_none().then_some(()))
            })
            .await?;
        visit
            .driver
            .action_chain()
            .key_down(Key::Shift)
            .send_keys(Key::Tab)
            .key_up(Key::Shift)
            .perform()
            .await?;
        visit.await_focus("F6").await
    });
}

#[test]
fn a_smaller_board_can_be_reached_too() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 6, fruits: 3, seed: '7', opponent: 'person'}").await?;
        visit.focus_board().await?;
        visit.keys([typed(Key::End), typed(Key::PageDown)].concat()).await?;
        visit.go("Analyse").await?;
        visit.await_one("textarea").await?.send_keys("01\n10").await?;
        visit.press("Set up").await?;
        visit.await_fruits(4).await?;
        ensure!(visit.count("[data-cell][tabindex='0']").await? == 1, "no cell can be reached");
        visit.focus_board().await
    });
}

#[test]
fn a_dialog_gives_the_focus_back() {
    visit(DESKTOP, async |visit| {
        for close in ["the button", "the backdrop", "Escape"] {
            visit
                .script::<Option<u32>>(
                    "document.querySelector('[aria-keyshortcuts=n]').focus(); return null",
                )
                .await?;
            visit.keys(typed(Key::Enter)).await?;
            visit.await_one("dialog[open]").await?;
            match close {
                "the button" => visit.press("Close").await?,
                "the backdrop" => visit
                    .script::<Option<u32>>("document.querySelector('dialog').click(); return null")
                    .await
                    .map(|_| ())?,
                _ => visit.keys(typed(Key::Escape)).await?,
            }
            visit.await_none("dialog").await?;
            visit
                .wait(&format!("the focus where it was after {close}"), async || {
                    let focused: String =
                        visit.script("return document.activeElement.textContent").await?;
                    Ok((focused == "New game").then_some(()))
                })
                .await?;
        }
        Ok(())
    });
}

#[test]
fn a_digit_writes_fruit_and_leads_nowhere() {
    visit(DESKTOP, async |visit| {
        visit.go("Analyse").await?;
        visit.press("Paint pear").await?;
        visit.keys("4").await?;
        visit.focus_board().await?;
        visit.keys("4").await?;
        visit.await_one("[data-cell=A1][data-fruit='4']").await?;
        visit.await_text(".tabs [aria-current=page]", "Analyse").await?;
        Ok(())
    });
}
