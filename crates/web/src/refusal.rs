//! What the server says when it does not give what was asked for.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refusal with its reason, as JSON.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    reason: String,
}

impl Refusal {
    /// The question cannot be understood.
    pub(crate) fn bad(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, reason: reason.into() }
    }

    /// Not for whoever asks.
    pub(crate) fn forbidden(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, reason: reason.into() }
    }

    /// There is no such thing.
    pub(crate) fn missing(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, reason: reason.into() }
    }

    /// Not now.
    pub(crate) fn unavailable(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::SERVICE_UNAVAILABLE, reason: reason.into() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.reason }).to_string();
        let headers =
            [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        (self.status, headers, body).into_response()
    }
}
