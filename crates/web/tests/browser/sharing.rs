//! Games in links.

use anyhow::{Context, ensure};

use crate::visit::{DESKTOP, visit};

#[test]
fn a_link_brings_the_whole_game_back() {
    visit(DESKTOP, async |visit| {
        visit
            .set("{size: 4, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'person'}")
            .await?;
        visit.settle().await?;
        visit.click_cell("A4").await?;
        visit.await_moves(1).await?;
        let board = visit.filled().await?;
        visit.press("Share").await?;
        let field = visit.await_one("dialog input[readonly]").await?;
        let link = field.value().await?.context("a link")?;
        let fragment = link.split_once('#').context("a fragment")?.1.to_owned();
        visit
            .set("{size: 6, fruits: 3, seed: '8', clock: 0, level: 1, opponent: 'person'}")
            .await?;
        visit.open(&format!("#{fragment}")).await?;
        visit.await_moves(1).await?;
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

#[test]
fn every_view_has_an_address_that_survives_a_reload_and_opens_elsewhere() {
    visit(DESKTOP, async |visit| {
        let address = async || visit.script::<String>("return location.hash").await;
        let await_address = async |part: &str| {
            visit
                .wait(&format!("an address with {part:?}"), async || {
                    Ok(address().await?.contains(part).then_some(()))
                })
                .await
        };
        visit
            .set("{size: 4, fruits: 3, seed: '7', clock: 0, level: 1, opponent: 'person'}")
            .await?;
        visit.settle().await?;
        visit.click_cell("A4").await?;
        visit.await_moves(1).await?;
        await_address("#game=4.3.7.p.p.A4").await?;
        let board = visit.filled().await?;
        visit.go("Analyse").await?;
        await_address("#analyse=4.3.7.p.p.A4").await?;
        visit.reload().await?;
        visit.await_text(".tabs [aria-current=page]", "Analyse").await?;
        visit
            .wait("the board", async || Ok((visit.filled().await? == board).then_some(())))
            .await?;

        // Somebody else has none of this.
        let elsewhere = async |fragment: &str| -> anyhow::Result<()> {
            visit.set("{size: 6, fruits: 3, seed: '8', clock: 0, level: 1}").await?;
            visit.open(fragment).await
        };
        elsewhere("#analyse=4.3.7.p.p.A4").await?;
        visit
            .wait("the board", async || Ok((visit.filled().await? == board).then_some(())))
            .await?;
        elsewhere("#analyse=board.01.2*").await?;
        visit.await_fruits(3).await?;
        elsewhere("#review=4.3.7.y.1.A4@1").await?;
        visit.await_text(".name", "Your friend").await?;
        visit.await_text(".points", "9").await?;
        await_address("@1").await?;
        visit.reload().await?;
        visit.await_text(".name", "Your friend").await?;
        elsewhere("#puzzle=7").await?;
        visit.await_text("h2", "Puzzle 7").await?;
        visit.reload().await?;
        visit.await_text("h2", "Puzzle 7").await?;
        Ok(())
    });
}

#[test]
fn a_link_comes_with_a_picture_of_the_board() {
    visit(DESKTOP, async |visit| {
        visit.press("Share").await?;
        visit.await_one(".shared-picture").await?;
        let drawn = visit
            .wait("a picture", async || {
                let (width, colours): (u32, usize) = visit
                    .script(
                        "const image = document.querySelector('.shared-picture'); \
                         const canvas = new OffscreenCanvas(40, 40); \
                         const context = canvas.getContext('2d'); \
                         context.drawImage(image, 0, 0, 40, 40); \
                         const data = new Uint32Array(context.getImageData(0, 0, 40, 40).data.buffer); \
                         return [image.naturalWidth, new Set(data).size]",
                    )
                    .await?;
                Ok((width > 0).then_some((width, colours)))
            })
            .await?;
        ensure!(drawn.0 == 800 && drawn.1 > 50, "{drawn:?}");
        Ok(())
    });
}
