//! The page under a finger.

use anyhow::{Result, ensure};

use crate::visit::{LANDSCAPE, PHONE, Visit, visit};

/// On a first visit something else stands there first.
async fn skip_welcome(visit: &Visit) -> Result<()> {
    visit.press("Skip").await
}

#[test]
fn small_cells_are_shown_first_and_claimed_by_a_second_tap() {
    visit(PHONE, async |visit| {
        visit.set("{size: 10, fruits: 4, seed: '7', opponent: 'person'}").await?;
        visit.settle().await?;
        visit.tap("E5").await?;
        visit.await_text(".status.aimed", "E5").await?;
        // It aims as soon as it comes; whatever it does by going is drawn now, too.
        visit.drawn().await?;
        ensure!(visit.moves().await? == 0, "the first tap has claimed");
        visit.tap("E5").await?;
        visit.await_moves(1).await
    });
}

#[test]
fn a_finger_slides_to_the_group_it_means_and_a_button_claims_it() {
    visit(PHONE, async |visit| {
        visit.set("{size: 26, fruits: 5, seed: '7', opponent: 'person'}").await?;
        visit.settle().await?;
        visit.slide(&["E5", "H9", "M13"]).await?;
        visit.await_text(".status.aimed", "M13").await?;
        visit.drawn().await?;
        ensure!(visit.moves().await? == 0, "sliding has claimed");
        visit.click("button.claim").await?;
        visit.await_moves(1).await
    });
}

#[test]
fn large_cells_are_claimed_at_once() {
    visit(PHONE, async |visit| {
        visit.set("{size: 5, fruits: 3, seed: '7', opponent: 'person'}").await?;
        visit.settle().await?;
        visit.tap("B5").await?;
        visit.await_moves(1).await
    });
}

#[test]
fn a_first_visit_explains_itself_on_the_screen() {
    for screen in [PHONE, LANDSCAPE] {
        visit(screen, async |visit| {
            visit.set("{size: 10, fruits: 4, seed: '7'}").await?;
            for step in ["1 of 3", "2 of 3", "3 of 3"] {
                visit.await_text(".welcome", step).await?;
                ensure!(visit.is_on_screen(".welcome .controls").await?, "{step}");
                visit.click(".welcome .primary").await?;
            }
            visit.await_none(".welcome").await
        });
    }
}

/// The buttons that lead there are below the board.
#[test]
fn what_is_new_begins_at_the_top() {
    visit(PHONE, async |visit| {
        visit.press("New game").await?;
        visit.await_one("dialog[open]").await?;
        let scrolled: f64 =
            visit.script("return document.querySelector('dialog').scrollTop").await?;
        ensure!(scrolled == 0.0, "the dialog begins at {scrolled}");
        visit.press("Start").await?;
        visit.go("Puzzles").await?;
        for name in ["Next puzzle", "Next puzzle", "Puzzle of the day"] {
            visit.button(name).await?;
            visit.script::<Option<u32>>("scrollTo(0, 1000); return null").await?;
            visit.press(name).await?;
            visit
                .wait("the top", async || {
                    Ok((visit.script::<f64>("return scrollY").await? == 0.0).then_some(()))
                })
                .await?;
        }
        Ok(())
    });
}

#[test]
fn the_button_that_claims_covers_no_words() {
    for screen in [PHONE, LANDSCAPE] {
        visit(screen, async |visit| {
            visit.set("{size: 26, fruits: 5, seed: '7', opponent: 'person'}").await?;
            visit.settle().await?;
            visit.tap("M13").await?;
            visit.await_one("button.claim").await?;
            let covered: Vec<String> = visit
                .script(
                    "const button = document.querySelector('button.claim').getBoundingClientRect(); \
                     return [...document.querySelectorAll('.status-area .status')].filter((line) => { \
                     const words = document.createRange(); words.selectNodeContents(line); \
                     return [...words.getClientRects()].some(({left, right, top, bottom}) => \
                     left < button.right && right > button.left && top < button.bottom && bottom > button.top); }) \
                     .map((line) => line.textContent)",
                )
                .await?;
            ensure!(covered.is_empty(), "{covered:?}");
            Ok(())
        });
    }
}

#[test]
fn board_and_tools_fit_on_a_small_phone() {
    visit(PHONE, async |visit| {
        skip_welcome(visit).await?;
        for size in [6, 10, 26] {
            visit.set(&format!("{{size: {size}, fruits: 5, seed: '7'}}")).await?;
            visit.settle().await?;
            for part in [".board", ".status", "[role=toolbar] button"] {
                ensure!(visit.is_on_screen(part).await?, "{part} with {size}×{size}");
            }
            ensure!(visit.count(".letters span").await? == size, "no letters with {size}×{size}");
            let shown: bool =
                visit.script("return document.querySelector('.letters').offsetHeight > 5").await?;
            ensure!(shown, "the letters are hidden with {size}×{size}");
            visit.screenshot(&format!("{size}")).await?;
        }
        Ok(())
    });
}

#[test]
fn the_board_fits_on_a_phone_on_its_side() {
    visit(LANDSCAPE, async |visit| {
        skip_welcome(visit).await?;
        for size in [6, 10, 26] {
            visit.set(&format!("{{size: {size}, fruits: 5, seed: '7'}}")).await?;
            visit.settle().await?;
            for part in [".board", ".players", ".status"] {
                ensure!(visit.is_on_screen(part).await?, "{part} with {size}×{size}");
            }
            visit.screenshot(&format!("{size}")).await?;
        }
        for view in ["Analyse", "Review"] {
            visit.go(view).await?;
            if view == "Analyse" {
                ensure!(visit.is_on_screen(".board").await?, "the board of {view}");
            }
        }
        Ok(())
    });
}
