//! The server: routes, headers, and the address it listens at.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::api::{self, is_known};
use crate::connections::serve;
use crate::door::{Closed, Door};
use crate::encryption::Encryption;
use crate::online::Online;
use crate::refusal::Refusal;
use crate::snapshot::Arena;
use crate::{Asset, NoPage, page};

/// Nothing from outside, nothing inline; WebAssembly is compiled only from our own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The page that other pages show in their frames: it has nothing to be tricked into.
const EMBEDDED: &str = "/embed.html";

/// What that page is allowed.
const EMBEDDED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// What has its content in its name is never asked for again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A longer path or question is none of ours.
const LONGEST_URI: usize = 4096;

/// Why there is no server.
#[derive(Debug, Error)]
pub enum BindError {
    /// There is nothing to serve.
    #[error(transparent)]
    NoPage(#[from] NoPage),
    /// Somebody else does.
    #[error("{0} is in use: another program listens there; choose another with --port")]
    Taken(SocketAddr),
    /// Anything else.
    #[error("cannot listen at {address}: {error}")]
    Other {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
}

/// A server that listens, and serves when it is told to.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens at an address; port 0 is any that is free.
    pub async fn bind(address: SocketAddr) -> Result<Self, BindError> {
        page()?;
        let refuse = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => BindError::Taken(address),
            _ => BindError::Other { address, error },
        };
        let listener = TcpListener::bind(address).await.map_err(refuse)?;
        let address = listener.local_addr().map_err(refuse)?;
        Ok(Self { listener, address })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves the page, and whatever else there is, until `stopped`; then finishes what is
    /// under way and tells the players.
    pub async fn run(self, service: Service, stopped: impl Future<Output = ()>) {
        let online = service.online.clone();
        let farewell = async move {
            stopped.await;
            if let Some(online) = online {
                online.close().await;
            }
        };
        let encryption = service.encryption.clone();
        serve(self.listener, encryption, router(service), farewell).await;
    }
}

/// What is served beside the page.
#[derive(Debug, Default)]
pub struct Service {
    /// A tournament to watch.
    pub arena: Option<Arena>,
    /// Rooms to play in.
    pub online: Option<Online>,
    /// Who is answered.
    pub door: Door,
    /// What connections are encrypted with.
    pub encryption: Option<Encryption>,
}

fn router(Service { arena, online, door, .. }: Service) -> Router {
    let door = Arc::new(door);
    let mut api = api::routes(arena.map(Arc::new));
    if let Some(online) = &online {
        api = api.merge(online.routes());
    }
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(move || health(online)))
        .fallback(file)
        .layer(middleware::from_fn(move |request, next| guard(Arc::clone(&door), request, next)))
}

/// Whether all is well, for whoever watches over the server.
async fn health(online: Option<Online>) -> Response {
    let is_well = match online {
        Some(online) => online.is_healthy().await,
        None => true,
    };
    let answer = if is_well {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "no store")
    };
    (answer.0, [(CACHE_CONTROL, "no-store")], answer.1).into_response()
}

/// A file of the page.
async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().strip_prefix('/') {
        Some("") => "index.html",
        Some(name) => name,
        None => "",
    };
    let Some(asset) = crate::asset(name) else {
        return Refusal::missing("there is no such file").into_response();
    };
    let (encoding, content) = encoded(asset, &headers);
    let tag = format!("\"{}{encoding}\"", asset.tag);
    let caching = if asset.is_immutable { FOR_EVER } else { "no-cache" };
    let common = [
        (ETAG, tag.clone()),
        (CACHE_CONTROL, caching.to_owned()),
        (VARY, ACCEPT_ENCODING.as_str().to_owned()),
    ];
    if is_known(&headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let mut response = (common, [(CONTENT_TYPE, asset.content_type)], content).into_response();
    if !encoding.is_empty() {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The smallest form of a file that the visitor can read, and what it is encoded with.
fn encoded(asset: &'static Asset, headers: &HeaderMap) -> (&'static str, &'static [u8]) {
    match asset.gzip {
        Some(packed) if accepts(headers, "gzip") => ("gzip", packed),
        _ => ("", asset.content),
    }
}

/// Whether the visitor reads an encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let is_refused =
            weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !is_refused
    })
}

fn turned_away(closed: Closed) -> Refusal {
    tracing::info!(?closed, "turned away");
    Refusal::forbidden(match closed {
        Closed::Host => "the server does not know itself by this name: see `serve --host`",
        Closed::Origin => "another page may not ask here",
    })
}

/// Refuses what is not for reading, and gives every answer the headers that protect it.
async fn guard(door: Arc<Door>, request: Request, next: Next) -> Response {
    let is_embedded = request.uri().path() == EMBEDDED;
    let closed = door.check(request.headers()).err();
    let is_long = request.uri().to_string().len() > LONGEST_URI;
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if let Some(closed) = closed {
        turned_away(closed).into_response()
    } else if is_long {
        StatusCode::URI_TOO_LONG.into_response()
    } else if is_reading {
        next.run(request).await
    } else {
        (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response()
    };
    let headers = response.headers_mut();
    let (policy, readers) =
        if is_embedded { (EMBEDDED_POLICY, "cross-origin") } else { (POLICY, "same-origin") };
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        // With these two, threads of the page may share memory: a search sees at once that it
        // is to stop.
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), readers),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
