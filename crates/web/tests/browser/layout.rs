//! Nothing sticks out, on a phone or on a desktop.

use anyhow::{Result, ensure};

use crate::visit::{DESKTOP, PHONE, Visit, visit};

async fn check_width(visit: &Visit, what: &str) -> Result<()> {
    let (content, window): (f64, f64) =
        visit.script("return [document.documentElement.scrollWidth, window.innerWidth]").await?;
    ensure!(content <= window, "{what}: {content} pixels in {window}");
    Ok(())
}

async fn check_views(visit: &Visit) -> Result<()> {
    for size in [1, 10, 26] {
        visit.set(&format!("{{size: {size}, fruits: 9, opponent: 'person'}}")).await?;
        for view in ["Play", "Puzzles", "Analyse", "Review", "Arena"] {
            visit.go(view).await?;
            check_width(visit, &format!("{view} with {size}×{size}")).await?;
            visit.screenshot(&format!("{view}-{size}")).await?;
        }
        visit.go("Play").await?;
        visit.press("New game").await?;
        visit.await_one("dialog[open]").await?;
        check_width(visit, "the dialog").await?;
    }
    Ok(())
}

#[test]
fn nothing_sticks_out_on_a_phone() {
    visit(PHONE, check_views);
}

#[test]
fn nothing_sticks_out_on_a_desktop() {
    visit(DESKTOP, check_views);
}
