//! Analysis of a position that was pasted.

use anyhow::ensure;

use crate::visit::{DESKTOP, visit};

#[test]
fn the_exact_value_of_a_pasted_board_is_found() {
    visit(DESKTOP, async |visit| {
        visit.go("Analyse").await?;
        let text = visit.await_one("textarea").await?;
        text.send_keys("3\n2\n24.345\n***\n*10\n000\n").await?;
        visit.press("Set up").await?;
        visit.await_fruits(5).await?;
        // The tab has the same name: the button is within the card.
        visit.click("[aria-label='Best lines'] button.primary").await?;
        visit.await_text(".lines .value", "+15").await?;
        visit.await_one(".lines .value.exact").await?;
        let meter = visit.await_one("[role=meter]").await?;
        let told = meter.attr("aria-valuetext").await?;
        ensure!(told.as_deref() == Some("+15, proved"), "{told:?}");
        visit.click(".line-moves button").await?;
        visit.await_fruits(1).await
    });
}

#[test]
fn a_board_that_cannot_be_read_is_refused_with_its_place() {
    visit(DESKTOP, async |visit| {
        visit.go("Analyse").await?;
        let before = visit.filled().await?;
        visit.await_one("textarea").await?.send_keys("01\n2x").await?;
        visit.press("Set up").await?;
        let said = visit.await_text("[role=alert]", "line 2, column 2").await?;
        ensure!(said.contains("expected a fruit 0 to 9"), "{said}");
        ensure!(visit.filled().await? == before, "the board has changed");
        Ok(())
    });
}
