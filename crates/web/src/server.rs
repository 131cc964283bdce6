//! The server: routes, headers, and the address it listens at.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::api::{self, is_known};
use crate::connections::serve;
use crate::refusal::Refusal;
use crate::snapshot::Arena;
use crate::{NoPage, page};

/// Nothing from outside, nothing inline; WebAssembly is compiled only from our own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

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

    /// Serves the page, and a tournament if there is one, until `stopped`; then finishes
    /// what is under way.
    pub async fn run(self, arena: Option<Arena>, stopped: impl Future<Output = ()>) {
        serve(self.listener, router(arena), stopped).await;
    }
}

fn router(arena: Option<Arena>) -> Router {
    Router::new()
        .nest("/api", api::routes(arena.map(Arc::new)))
        .fallback(file)
        .layer(middleware::from_fn(guard))
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
    let common = [(ETAG, asset.tag), (CACHE_CONTROL, "no-cache")];
    if is_known(&headers, asset.tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, asset.content_type)], asset.content).into_response()
}

/// Refuses what is not for reading, and gives every answer the headers that protect it.
async fn guard(request: Request, next: Next) -> Response {
    let is_long = request.uri().to_string().len() > LONGEST_URI;
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if is_long {
        StatusCode::URI_TOO_LONG.into_response()
    } else if is_reading {
        next.run(request).await
    } else {
        StatusCode::METHOD_NOT_ALLOWED.into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
