//! What the page costs to load, and that it works without a network.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::visit::{DESKTOP, Visit, visit};

#[test]
fn few_requests_and_few_bytes() {
    visit(DESKTOP, async |visit| {
        let (requests, bytes): (usize, u64) = visit
            .script(
                "const all = performance.getEntriesByType('resource').filter(one => one.transferSize > 0 && !one.name.includes('service-worker')); \
                 const page = performance.getEntriesByType('navigation'); \
                 return [all.length + 1, [...all, ...page].reduce((sum, one) => sum + one.encodedBodySize, 0)]",
            )
            .await?;
        ensure!(requests <= 9, "{requests} requests");
        ensure!(bytes < 300_000, "{bytes} bytes");
        Ok(())
    });
}

#[test]
fn memory_can_be_shared_with_the_engine() {
    visit(DESKTOP, async |visit| {
        ensure!(visit.script::<bool>("return crossOriginIsolated").await?, "it cannot");
        Ok(())
    });
}

async fn set_offline(visit: &Visit, offline: bool) -> Result<()> {
    let conditions = json!({
        "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1
    });
    visit.command("Network.enable", json!({})).await?;
    visit.command("Network.emulateNetworkConditions", conditions).await
}

#[test]
fn the_page_opens_without_a_network() {
    visit(DESKTOP, async |visit| {
        visit
            .set("{size: 6, fruits: 3, seed: '7', level: 1, opponent: 'engine', first: 'opponent'}")
            .await?;
        let ready =
            "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))";
        visit.driver.execute_async(ready, Vec::new()).await?.convert::<bool>()?;
        // Once more, so that the worker answers for everything.
        visit.open("").await?;
        set_offline(visit, true).await?;
        visit.open("").await?;
        visit.await_moves(1).await?;
        set_offline(visit, false).await
    });
}

#[test]
fn the_board_is_there_before_the_engine() {
    visit(DESKTOP, async |visit| {
        let never = "const real = fetch; window.fetch = (asked, ...more) => \
            String(asked.url ?? asked).endsWith('.wasm') ? new Promise(() => {}) : real(asked, ...more);";
        visit.prepare(never).await?;
        visit.remember("{size: 6, fruits: 3, seed: '7'}").await?;
        visit.show("").await?;
        visit.await_fruits(36).await
    });
}
