//! Two people in two browsers, and somebody who watches.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::visit::{DESKTOP, PHONE, Visit, visit};

/// Opens a room on a small board and gives the invitation's fragment.
async fn invitation(host: &Visit, clock: u32) -> Result<String> {
    let offer = json!({ "name": "Ada", "size": 4, "fruits": 3, "clock": clock });
    host.script::<Option<u32>>(&format!(
        "localStorage.setItem('fruitrage.offer', JSON.stringify({offer})); return null"
    ))
    .await?;
    host.open("#online").await?;
    host.press("Play a friend").await?;
    let link = host.await_one(".invitation").await?.value().await?.unwrap_or_default();
    host.await_one(".code").await?;
    Ok(link.split_once('#').map(|(_, fragment)| format!("#{fragment}")).unwrap_or_default())
}

async fn join(guest: &Visit) -> Result<()> {
    let name = guest.await_one("input[type=text]").await?;
    name.clear().await?;
    name.send_keys("Grace").await?;
    guest.press("Join the game").await?;
    guest.await_one(".board-host").await?;
    Ok(())
}

/// Whoever is to move claims a group, until nobody is.
async fn play(players: [&Visit; 2]) -> Result<()> {
    loop {
        let count = players[0].moves().await?;
        let mover = players[0]
            .wait("somebody to move", async || {
                for player in players {
                    if player.is_over().await? {
                        return Ok(Some(None));
                    }
                    let status = player.texts(".status").await?;
                    if status.iter().any(|text| text.to_lowercase().ends_with("your move")) {
                        return Ok(Some(Some(player)));
                    }
                }
                Ok(None)
            })
            .await?;
        let Some(mover) = mover else { return Ok(()) };
        mover.settle().await?;
        let cells = mover.filled().await?;
        mover.click_cell(&cells[0]).await?;
        for player in players {
            player
                .wait("the move", async || Ok((player.moves().await? > count).then_some(())))
                .await?;
        }
    }
}

#[test]
fn two_friends_play_a_whole_game_with_clocks_and_a_rematch_while_another_watches() {
    visit(DESKTOP, async |host| {
        let fragment = invitation(host, 3600).await?;
        host.screenshot("waiting").await?;
        let guest = host.beside(&fragment).await?;
        guest.screenshot("invited").await?;
        join(&guest).await?;
        host.await_one(".board-host").await?;
        host.press("Link to watch").await?;
        let link = host.await_one("dialog input").await?.value().await?.unwrap_or_default();
        host.close().await?;
        let watch = link.split_once('#').map(|(_, end)| format!("#{end}")).unwrap_or_default();
        ensure!(!watch.contains('.'), "who watches is not invited: {watch}");
        let spectator = host.beside(&watch).await?;
        spectator.await_text(".players", "Grace").await?;
        play([host, &guest]).await?;
        host.screenshot("over").await?;
        ensure!(host.count("[role=timer]").await? == 2, "two clocks");
        spectator.await_one("[aria-label=Result]").await?;
        let result = spectator.texts("[aria-label=Result] h2").await?;
        ensure!(!result[0].contains("You"), "{result:?}");
        spectator.quit().await?;
        host.press("Rematch").await?;
        guest.await_text(".offer", "Ada asks for a rematch").await?;
        guest.press("Accept").await?;
        for player in [host, &guest] {
            player.await_moves(0).await?;
        }
        host.press("Offer a draw").await?;
        guest.press("Accept").await?;
        host.await_text("[aria-label=Result]", "Both agreed on a draw").await?;
        guest.press("Rematch").await?;
        host.press("Accept").await?;
        guest.await_none("[aria-label=Result]").await?;
        guest.press("Resign").await?;
        host.await_text("[aria-label=Result]", "Grace resigned").await?;
        guest.quit().await
    });
}

#[test]
fn a_reload_and_a_lost_connection_go_on_and_a_game_is_reviewed() {
    visit(PHONE, async |host| {
        let fragment = invitation(host, 3600).await?;
        host.screenshot("waiting").await?;
        let guest = host.beside(&fragment).await?;
        join(&guest).await?;
        host.await_one(".board-host").await?;
        guest.reload().await?;
        guest.await_text(".players", "You").await?;
        guest.screenshot("table").await?;
        let offline = |is_offline: bool| json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        // The connection stays closed until the network is back.
        guest.command("Network.enable", json!({})).await?;
        guest.command("Network.emulateNetworkConditions", offline(true)).await?;
        guest.command("Network.emulateNetworkConditions", offline(false)).await?;
        host.press("Resign").await?;
        guest.await_text("[aria-label=Result]", "Ada resigned").await?;
        Ok(guest.driver.quit().await?)
    });
}
