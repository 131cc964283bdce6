//! Reviews of records.

use anyhow::{Context, Result, ensure};
use thirtyfour::Key;

use crate::visit::{DESKTOP, PHONE, Visit, typed, visit};

/// The first player takes one fruit where four could be had, and loses by it.
const RECORD: &str = "\
fruitrage record 1
first Ada
second Grace
size 3
fruits 2
clock none
ties draw
final-leads play
board
***
*10
000
moves
1 B2 1 0
2 A3 16 0
end finished
score 1 16
winner second
";

async fn paste(visit: &Visit, record: &str) -> Result<()> {
    visit.go("Review").await?;
    visit.await_one("textarea").await?.send_keys(record).await?;
    visit.press("Review").await
}

#[test]
fn a_record_is_reviewed_and_the_better_move_shown() {
    visit(DESKTOP, async |visit| {
        paste(visit, RECORD).await?;
        visit.await_text(".moves .lost", "−30").await?;
        visit.await_text(".turnings", "1. B2").await?;
        visit.await_text(".summary", "Grace").await?;
        visit.click(".turnings button").await?;
        let said = visit.await_text(".status", "Move 1").await?;
        ensure!(said.contains("was better by 30"), "{said}");
        let marked = visit.await_one(".marks .hint[d]").await?.attr("d").await?;
        ensure!(
            marked.as_deref() == Some("M2,1L3,1L3,2L3,3L2,3L1,3L0,3L0,2L1,2L2,2Z"),
            "{marked:?}"
        );
        visit.keys(typed(Key::Right)).await?;
        visit.await_text(".status", "Move 2").await?;
        visit.await_one("svg.graph, .graph svg, figure.graph").await.context("the graph")?;
        Ok(())
    });
}

#[test]
fn a_record_that_could_not_have_happened_is_refused_with_its_place() {
    visit(DESKTOP, async |visit| {
        paste(visit, &RECORD.replace("1 B2 1 0", "1 A1 1 0")).await?;
        let said = visit.await_text("[role=alert]", "line 14").await?;
        ensure!(said.contains("A1 is empty"), "{said}");
        ensure!(visit.count(".moves").await? == 0, "a game is shown");
        Ok(())
    });
}

#[test]
fn mistakes_are_gone_through_and_better_moves_found() {
    visit(DESKTOP, async |visit| {
        paste(visit, RECORD).await?;
        // It begins where something went wrong: here with the first move.
        visit.await_text(".status", "was better by 30").await?;
        visit.press("Find better").await?;
        visit.await_text(".status", "find a better claim than B2").await?;
        ensure!(visit.count(".marks .hint[d]").await? == 0, "the answer is shown");
        visit.settle().await?;
        visit.click_cell("B2").await?;
        visit.await_text(".status", "B2 is not it").await?;
        visit.click_cell("C2").await?;
        visit.await_text(".status", "Yes: A3 is better").await?;
        visit.press("Go on").await?;
        let disabled = visit.button("Find better").await?.attr("disabled").await?;
        ensure!(disabled.is_none(), "it cannot be tried once more");
        Ok(())
    });
}

#[test]
fn the_better_line_is_played_out_and_leads_back_to_the_game() {
    visit(DESKTOP, async |visit| {
        paste(visit, RECORD).await?;
        visit.await_text(".status", "was better by 30").await?;
        visit.press("Better line").await?;
        // By itself, to its end.
        visit.await_text(".status", "Better line, 2 of 2: Grace claims B3 for 1").await?;
        visit.await_text(".status", "Ada wins by 15").await?;
        visit.settle().await?;
        ensure!(visit.filled().await?.is_empty(), "fruit is left");
        let points = visit.texts(".player .points").await?.concat();
        ensure!(points.contains("16"), "{points}");
        visit.keys(typed(Key::Left)).await?;
        visit.await_text(".status", "Better line, 1 of 2: Ada claims A3 for 16").await?;
        visit.press("Back to the game").await?;
        visit.await_text(".status", "was better by 30").await?;
        ensure!(visit.filled().await?.len() == 5, "another board than before");
        Ok(())
    });
}

#[test]
fn what_a_move_lost_covers_nothing_of_what_it_scored() {
    for screen in [PHONE, DESKTOP] {
        visit(screen, async |visit| {
            paste(visit, RECORD).await?;
            visit.await_text(".moves .lost", "−30").await?;
            let between: f64 = visit
                .script(
                    "const row = document.querySelector('.moves li'); const words = document.createRange(); \
                     words.selectNodeContents(row.querySelector('.scored')); \
                     return row.querySelector('.lost').getBoundingClientRect().left \
                     - words.getBoundingClientRect().right",
                )
                .await?;
            ensure!(between >= 0.0, "{between} pixels between them");
            Ok(())
        });
    }
}

#[test]
fn a_reload_keeps_the_review_and_its_place() {
    visit(DESKTOP, async |visit| {
        paste(visit, RECORD).await?;
        visit.await_one("table.summary").await?;
        visit.keys(typed(Key::Right)).await?;
        visit.await_text(".status", "Move 2").await?;
        visit.reload().await?;
        visit.await_text(".status", "Move 2").await?;
        visit.await_one("table.summary").await.context("what was found")?;
        visit.await_text(".tabs [aria-current=page]", "Review").await?;
        Ok(())
    });
}
