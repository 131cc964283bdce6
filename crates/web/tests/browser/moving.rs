//! Claims and what is seen of them.

use anyhow::{Result, ensure};
use thirtyfour::Key;

use crate::visit::{DESKTOP, Visit, typed, visit};

const TWO: &str = "{size: 8, fruits: 3, seed: '7', clock: 600, opponent: 'person'}";
const ENGINE: &str =
    "{size: 8, fruits: 3, seed: '7', clock: 600, level: 3, opponent: 'engine', first: 'you'}";

/// How long after a claim its points leave the board, in milliseconds, while something else
/// happens in each frame. They may come late on a busy machine, but do not go early.
async fn life_of_points(visit: &Visit, each_frame: &str) -> Result<f64> {
    let script = format!(
        "const done = arguments[0]; const cells = [...document.querySelectorAll('[data-cell]')]; \
         const since = performance.now(); let frame = 0; let seen = false; \
         new MutationObserver((_, observer) => {{ \
         const shown = document.querySelector('.score') !== null; \
         if (seen && !shown) {{ observer.disconnect(); done(performance.now() - since); }} \
         seen ||= shown; }}) \
         .observe(document.querySelector('.board-host'), {{childList: true, subtree: true}}); \
         (function next() {{ frame++; {each_frame}; requestAnimationFrame(next); }})(); \
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
            ensure!(life > 1000.0, "{life} ms");
            Ok(())
        });
    }
}

#[test]
fn what_the_opponent_took_stays_marked_and_told_under_a_resting_mouse() {
    visit(DESKTOP, async |visit| {
        visit.set(ENGINE).await?;
        visit.settle().await?;
        visit.click_cell("D8").await?;
        visit.await_moves(2).await?;
        visit.settle().await?;
        visit.hover("A8").await?;
        visit.await_text(".status.aimed", "A8").await?;
        visit.await_text(".status:not(.aimed)", "Engine, level 3 claimed").await?;
        // After the points have gone, the mark is still there.
        visit.await_none(".score").await?;
        ensure!(visit.count(".marks .taken[d]").await? == 1, "no mark where the claim was");
        Ok(())
    });
}

/// Claims at a cell and presses another as soon as fruit are moving; how many moves there are two
/// frames later, and how many fruits on their way out.
pub(crate) async fn press_while_falling(
    visit: &Visit,
    first: &str,
    second: &str,
) -> Result<(usize, usize)> {
    let script = format!(
        "const done = arguments[0]; const press = (cell) => {{ \
         const target = document.querySelector(`[data-cell=${{cell}}]`); \
         target.dispatchEvent(new PointerEvent('pointerdown', {{bubbles: true, pointerType: 'mouse'}})); \
         target.dispatchEvent(new PointerEvent('click', {{bubbles: true, detail: 1, pointerType: 'mouse'}})); }}; \
         const frame = requestAnimationFrame; \
         const counted = () => done([document.querySelectorAll('.moves li').length, \
         document.querySelectorAll('.ghost').length]); \
         new MutationObserver((_, observer) => {{ if (!document.querySelector('.ghost')) return; \
         observer.disconnect(); press('{second}'); frame(() => frame(counted)); }}) \
         .observe(document.querySelector('.board-host'), {{childList: true, subtree: true}}); \
         press('{first}');"
    );
    Ok(visit.driver.execute_async(script, Vec::new()).await?.convert()?)
}

#[test]
fn a_click_while_fruit_fall_ends_the_fall_and_claims_nothing() {
    visit(DESKTOP, async |visit| {
        visit.set(TWO).await?;
        visit.settle().await?;
        let (moves, moving) = press_while_falling(visit, "D8", "A8").await?;
        ensure!((moves, moving) == (1, 0), "{moves} moves, {moving} fruits on their way out");
        visit.click_cell("A8").await?;
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
        // The points are there for a second, which a busy machine may take to look.
        let script = "const done = arguments[0]; \
            new MutationObserver((_, observer) => { if (!document.querySelector('.score')) return; \
            observer.disconnect(); done(document.getAnimations().length); }) \
            .observe(document.querySelector('.board-host'), {childList: true, subtree: true}); \
            document.querySelector('[data-cell=D8]').click();";
        let moving: usize = visit.driver.execute_async(script, Vec::new()).await?.convert()?;
        ensure!(moving == 0, "{moving} animations");
        visit.await_one(".marks .taken[d]").await?;
        visit.await_moves(1).await
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
