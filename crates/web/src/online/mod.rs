//! Rooms in which people and programs meet: the part of the server that is not only read.

mod agents;
mod bucket;
mod clock;
mod code;
mod hub;
#[cfg(feature = "postgres")]
mod listening;
mod socket;
mod store;
mod table;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use fruitrage_rooms::message::LONGEST_REQUEST;
use serde::Serialize;

use crate::refusal::Refusal;
pub use agents::{AgentLimits, ListedAgent};
pub use code::code_of;
pub use hub::VisitorLimits;
pub use store::{KeepError, Shelf};

use self::agents::Agents;
use self::hub::Hub;
use self::store::Store;

/// How often the server says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long visitors are given to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The rooms of a server.
#[derive(Clone)]
pub struct Online {
    hub: Arc<Hub>,
    shelf: Shelf,
    is_behind_proxy: bool,
}

impl std::fmt::Debug for Online {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Online").field("shelf", &self.shelf).finish_non_exhaustive()
    }
}

/// What rooms there may be, and where they are kept.
#[derive(Clone, Debug)]
pub struct OnlineSettings {
    /// Where rooms are kept.
    pub shelf: Shelf,
    /// Programs that visitors may choose.
    pub agents: Vec<ListedAgent>,
    /// How many games of programs there may be.
    pub agent_limits: AgentLimits,
    /// How many visitors there may be.
    pub visitor_limits: VisitorLimits,
    /// Whether a proxy says where visitors come from.
    pub is_behind_proxy: bool,
}

impl Default for OnlineSettings {
    /// Rooms that end with the server, and no programs.
    fn default() -> Self {
        Self {
            shelf: Shelf::Memory,
            agents: Vec::new(),
            agent_limits: AgentLimits::default(),
            visitor_limits: VisitorLimits::default(),
            is_behind_proxy: false,
        }
    }
}

impl Online {
    /// Opens the store and goes on with every game in it. Needs a Tokio runtime.
    pub async fn open(settings: OnlineSettings) -> Result<Self, KeepError> {
        let OnlineSettings { shelf, agents, agent_limits, visitor_limits, is_behind_proxy } =
            settings;
        let store = Store::open(&shelf)?;
        let hub = Hub::new(store, Agents::new(agents, agent_limits), visitor_limits);
        hub.restore(shelf.is_shared()).await?;
        let beating = Arc::downgrade(&hub);
        tokio::spawn(async move {
            while let Some(hub) = beating.upgrade() {
                if hub.awake() > 0 {
                    hub.store.alive(hub.clock.now());
                }
                drop(hub);
                tokio::time::sleep(HEARTBEAT).await;
            }
        });
        #[cfg(feature = "postgres")]
        if let Shelf::At(fruitrage_league::Location::Postgres(address)) = &shelf {
            tokio::spawn(listening::listen(address.clone(), Arc::downgrade(&hub)));
        }
        Ok(Self { hub, shelf, is_behind_proxy })
    }

    /// Tells everybody that the server stops, and waits a moment until they have heard it.
    pub(crate) async fn close(&self) {
        self.hub.close();
        let all_gone = async {
            while self.hub.has_visitors() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, all_gone).await;
    }

    pub(crate) fn routes(&self) -> Router {
        Router::new()
            .route("/online", get(about))
            .route("/room", get(room))
            .with_state(self.clone())
    }

    /// Whether rooms can be kept now.
    pub(crate) async fn is_healthy(&self) -> bool {
        self.hub.store.check().await.is_ok()
    }
}

/// What can be played here.
#[derive(Serialize)]
struct About {
    agents: Vec<String>,
}

async fn about(State(online): State<Online>) -> Json<About> {
    Json(About { agents: online.hub.agents.names().map(ToString::to_string).collect() })
}

/// The address that a visitor comes from.
fn address_of(peer: SocketAddr, headers: &HeaderMap, is_behind_proxy: bool) -> IpAddr {
    let forwarded = headers.get("x-forwarded-for").filter(|_| is_behind_proxy);
    let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    last.and_then(|address| address.trim().parse().ok()).unwrap_or_else(|| peer.ip())
}

async fn room(
    State(online): State<Online>,
    Extension(peer): Extension<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let address = address_of(peer, &headers, online.is_behind_proxy);
    let Ok(upgrade) = upgrade else {
        return Refusal::bad("expected a WebSocket").into_response();
    };
    let Some(admission) = online.hub.admit(address) else {
        tracing::warn!(%address, "too many connections");
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections").into_response();
    };
    upgrade
        .max_message_size(LONGEST_REQUEST)
        .max_frame_size(LONGEST_REQUEST)
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| socket::serve(socket, Arc::clone(&online.hub), admission))
}
