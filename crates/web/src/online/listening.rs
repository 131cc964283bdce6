//! Several servers on one database: each hears of what the others have written.

use std::sync::Weak;
use std::time::Duration;

use fruitrage_league::Address;
use sqlx::postgres::PgListener;

use super::hub::Hub;
use super::store::CHANNEL;
use super::table::Order;

/// A database that is away is asked again after this.
const PAUSE: Duration = Duration::from_secs(1);

/// Wakes rooms of this server when another server has written.
pub(crate) async fn listen(address: Address, hub: Weak<Hub>) {
    while hub.strong_count() > 0 {
        if let Err(error) = hear(&address, &hub).await {
            tracing::warn!(%error, "other servers are not heard");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(address: &Address, hub: &Weak<Hub>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(address.with_password()).await?;
    listener.listen(CHANNEL).await?;
    // What was said before is not heard any more.
    if let Some(hub) = hub.upgrade() {
        hub.look_again();
    }
    loop {
        let told = listener.recv().await?;
        let Some(hub) = hub.upgrade() else { return Ok(()) };
        if let Ok(room) = told.payload().parse() {
            hub.tell_if_awake(&room, Order::News);
        }
    }
}
