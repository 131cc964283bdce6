//! Games in links.

use anyhow::{Context, ensure};

use crate::visit::{DESKTOP, visit};

#[test]
fn a_link_brings_the_whole_game_back() {
    visit(DESKTOP, async |visit| {
        visit
            .set("{size: 4, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'person'}")
            .await?;
        visit.cell("A4").await?.click().await?;
        visit.wait("a move", async || Ok((visit.moves().await? == 1).then_some(()))).await?;
        let board = visit.filled().await?;
        visit.press("Share").await?;
        let field = visit.await_one("dialog input[readonly]").await?;
        let link = field.value().await?.context("a link")?;
        let fragment = link.split_once('#').context("a fragment")?.1.to_owned();
        visit
            .set("{size: 6, fruits: 3, seed: '8', clock: 0, level: 1, opponent: 'person'}")
            .await?;
        visit.open(&format!("#{fragment}")).await?;
        visit
            .wait("the shared game", async || Ok((visit.moves().await? == 1).then_some(())))
            .await?;
        ensure!(visit.filled().await? == board, "another board");
        Ok(())
    });
}

#[test]
fn a_broken_link_is_refused_with_a_message() {
    visit(DESKTOP, async |visit| {
        for broken in
            ["#game=", "#game=x", "#game=AAAA", "#game=%00", "#game=S0stLlEoys9NVShKTcwGAA"]
        {
            visit.open(broken).await?;
            visit.await_text("[role=alert]", "The link").await?;
            ensure!(!visit.filled().await?.is_empty(), "no board after {broken}");
        }
        Ok(())
    });
}
