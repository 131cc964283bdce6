//! The visitor's own games.

use anyhow::ensure;

use crate::playing::click_to_the_end;
use crate::visit::{DESKTOP, visit};

#[test]
fn finished_games_are_kept_with_a_rating_and_can_be_looked_at_again() {
    visit(DESKTOP, async |visit| {
        visit
            .set("{size: 2, fruits: 2, seed: '3', clock: 0, level: 1, opponent: 'engine', first: 'you'}")
            .await?;
        click_to_the_end(visit).await?;
        visit.await_text("[aria-label=Result]", "Your rating: ").await?;
        visit.await_text("[aria-label=Result]", "% accuracy").await?;
        visit.go("Review").await?;
        visit.await_text(".results .rating", "from 1 game").await?;
        visit.reload().await?;
        let row = visit.await_text(".results tbody tr", "1").await?;
        ensure!(row.starts_with('1'), "the level: {row}");
        visit.click(".results-list button").await?;
        // There is such a table beside the list, too.
        visit.await_one(".review table.summary").await?;
        ensure!(visit.moves().await? > 0, "not the game");
        visit.press("Another game").await?;
        visit.press("Forget all").await?;
        visit.press("Really forget all of them?").await?;
        visit.await_text(".results", "kept here").await?;
        Ok(())
    });
}
