//! Pictures of the main views, as docs/images has them; see docs/web.md.

use crate::visit::{DESKTOP, LANDSCAPE, PHONE, Visit, visit};

/// A game on 10×10 with 4 kinds of fruit, seed 7, after eight moves.
const GAME: &str = "#game=LcxNTsMwEAXg_ZziXQBpfpoGkFggFegVWIZ4UlmkdmUnreD0yA27TzPvvamscSnDyVF8zCVAaIq\
    lLvjMK1UfcwrwdIrJn2e_-vxiVOOvQ5imVq3Y0Tjn8RspJ6clekUow42mmIb5YfYhVFzm4YdSXhzVPaC\
    nrzyUQMKmwiIsxGZmaqJGyiJmLCZkLKLKxkxqwixqptQ6ev-QiElLm5Gwihq3q0oL6_-CtQUzOuerVxI\
    c9rA9mBRHYUij4dBt2uFDN3V47TftcezwBKYeb7s7HvG-wVNATIuXsl4WD1THXBx9j47pFlPygjUFH2P\
    wQH8";

async fn open_game(visit: &Visit, theme: &str) -> anyhow::Result<()> {
    let script = format!(
        "localStorage.setItem('fruitrage.welcomed', 'true'); \
         localStorage.setItem('fruitrage.theme', '\"{theme}\"'); return null"
    );
    visit.script::<Option<u32>>(&script).await?;
    visit.open(GAME).await?;
    visit.await_moves(8).await?;
    visit.settle().await
}

#[test]
fn on_a_desktop() {
    visit(DESKTOP, async |visit| {
        open_game(visit, "light").await?;
        visit.screenshot("play").await?;
        visit.go("Puzzles").await?;
        visit.await_one("[aria-label=Puzzle]").await?;
        visit.settle().await?;
        visit.screenshot("puzzle").await?;
        visit.go("Review").await?;
        visit.press("The game just played").await?;
        visit.await_one("table.summary").await?;
        visit.click(".moves li:nth-child(8) button").await?;
        visit.await_one(".moves li:nth-child(8) [aria-current]").await?;
        visit.settle().await?;
        visit.screenshot("review").await?;
        visit.go("Analyse").await?;
        visit.press("From the game").await?;
        visit.click("[aria-label='Best lines'] button.primary").await?;
        visit.await_text(".lines .value", "+").await?;
        visit.press("Stop").await?;
        visit.settle().await?;
        visit.screenshot("analyse").await?;
        Ok(())
    });
}

#[test]
fn on_a_phone() {
    visit(PHONE, async |visit| {
        open_game(visit, "light").await?;
        visit.screenshot("play").await?;
        Ok(())
    });
}

#[test]
fn on_a_phone_on_its_side() {
    visit(LANDSCAPE, async |visit| {
        open_game(visit, "light").await?;
        visit.screenshot("play").await?;
        Ok(())
    });
}

#[test]
fn in_the_dark() {
    visit(DESKTOP, async |visit| {
        open_game(visit, "dark").await?;
        visit.screenshot("play").await?;
        Ok(())
    });
}
