//! Claims and what is seen of them.

use std::time::Duration;

use anyhow::{Result, ensure};
use thirtyfour::Key;

use crate::visit::{DESKTOP, Visit, typed, visit};

const TWO: &str = "{size: 8, fruits: 3, seed: '7', clock: 600, opponent: 'person'}";
const ENGINE: &str =
    "{size: 8, fruits: 3, seed: '7', clock: 600, level: 3, opponent: 'engine', first: 'you'}";

/// How long the points of a claim are on the board, in milliseconds, looked at every frame;
/// something else happens in each of them.
async fn life_of_points(visit: &Visit, each_frame: &str) -> Result<f64> {
    let script = format!(
        "const done = arguments[0]; const start = performance.now(); let last = start; let frame = 0; \
         const cells = [...document.querySelectorAll('[data-cell]')]; \
         (function look() {{ const now = performance.now(); frame++; {each_frame}; \
         if (document.querySelector('.score')) last = now; \
         if (now - start < 2500) requestAnimationFrame(look); else done(last - start); }})(); \
         document.querySelector('[data-cell=D8]').click();"
    );
    Ok(visit.driver.execute_async(script, Vec::new()).await?.convert()?)
}

#[test]
fn points_float_for_a_second_whatever_the_clock_and_the_mouse_do() {
    let moving = "cells[frame % cells.length].dispatchEvent(\
        new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))";
    for each_frame in ["", moving] {
        visit(DESKTOP, async |visit| {
            visit.set(TWO).await?;
            visit.settle().await?;
            let life = life_of_points(visit, each_frame).await?;
            ensure!(life > 900.0, "{life} ms");
            Ok(())
        });
    }
}

#[test]
fn what_the_opponent_took_stays_marked_and_told_under_a_resting_mouse() {
    visit(DESKTOP, async |visit| {
        visit.set(ENGINE).await?;
        visit.settle().await?;
        visit.cell("D8").await?.click().await?;
        visit.await_moves(2).await?;
        visit.settle().await?;
        let cell = visit.cell("A8").await?;
        visit.driver.action_chain().move_to_element_center(&cell).perform().await?;
        visit.await_text(".status.aimed", "A8").await?;
        visit.await_text(".status:not(.aimed)", "Engine, level 3 claimed").await?;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        ensure!(visit.count(".marks .taken[d]").await? == 1, "no mark where the claim was");
        Ok(())
    });
}

#[test]
fn a_click_while_fruit_fall_ends_the_fall_and_claims_nothing() {
    visit(DESKTOP, async |visit| {
        visit.set(TWO).await?;
        visit.settle().await?;
        let (moves, moving): (usize, usize) = visit
            .driver
            .execute_async(
                "const done = arguments[0]; const press = (cell) => { \
                 const target = document.querySelector(`[data-cell=${cell}]`); \
                 target.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'mouse'})); \
                 target.dispatchEvent(new PointerEvent('click', {bubbles: true, detail: 1, pointerType: 'mouse'})); }; \
                 const frame = requestAnimationFrame; \
                 const counted = () => done([document.querySelectorAll('.moves li').length, \
                 document.querySelectorAll('.ghost').length]); \
                 const falling = () => { if (!document.querySelector('.ghost')) return frame(falling); \
                 press('A8'); frame(() => frame(counted)); }; \
                 press('D8'); falling();",
                Vec::new(),
            )
            .await?
            .convert()?;
        ensure!((moves, moving) == (1, 0), "{moves} moves, {moving} fruits on their way out");
        visit.cell("A8").await?.click().await?;
        visit.await_moves(2).await
    });
}

#[test]
fn a_held_key_is_one_move() {
    visit(DESKTOP, async |visit| {
        visit.set(TWO).await?;
        visit.focus_board().await?;
        visit.keys(typed(Key::PageDown)).await?;
        visit.settle().await?;
        visit
            .script::<Option<u32>>(
                "for (let count = 0; count < 9; count++) document.activeElement.dispatchEvent(\
                 new KeyboardEvent('keydown', {key: 'Enter', repeat: count > 0, bubbles: true, cancelable: true})); \
                 return null",
            )
            .await?;
        visit.await_moves(1).await?;
        visit.settle().await?;
        ensure!(visit.moves().await? == 1, "a held key has gone on");
        visit.keys(typed(Key::Enter)).await?;
        visit.await_moves(2).await
    });
}

#[test]
fn who_wants_no_motion_has_none_and_still_sees_the_claim() {
    visit(DESKTOP, async |visit| {
        let reduce = serde_json::json!({
            "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }]
        });
        visit.command("Emulation.setEmulatedMedia", reduce).await?;
        visit.set(TWO).await?;
        visit.cell("D8").await?.click().await?;
        visit.await_moves(1).await?;
        let moving: usize = visit.script("return document.getAnimations().length").await?;
        ensure!(moving == 0, "{moving} animations");
        ensure!(
            visit.count(".score").await? == 1 && visit.count(".marks .taken[d]").await? == 1,
            "nothing is told"
        );
        Ok(())
    });
}

#[test]
fn an_end_of_singles_is_finished_with_one_press() {
    visit(DESKTOP, async |visit| {
        visit.set("{size: 2, fruits: 10, seed: '11', opponent: 'person'}").await?;
        visit.press("Finish").await?;
        visit.await_one("[aria-label=Result]").await?;
        visit.await_text("[aria-label=Result]", "accuracy").await?;
        ensure!(visit.moves().await? == 4, "every fruit is a move");
        Ok(())
    });
}
