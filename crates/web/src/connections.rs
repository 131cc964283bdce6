//! Connections: how many, how long, and how they end.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::encryption::Encryption;

/// More visitors at one time wait until one has gone.
const MOST_CONNECTIONS: usize = 512;

/// A visitor who does not finish asking, or asks nothing more, is not waited for.
const LONGEST_REQUEST: Duration = Duration::from_secs(15);

/// Nor is one who does not read the answers.
const LONGEST_CONNECTION: Duration = Duration::from_mins(10);

/// More than any browser's headers.
const MOST_HEADER_BYTES: usize = 32 * 1024;

/// How long answers under way may take when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// When the system has no more connections to give, it is asked again after this.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections until `stopped`, then finishes those that are being answered.
pub(crate) async fn serve(
    listener: TcpListener,
    encryption: Option<Encryption>,
    router: Router,
    stopped: impl Future<Output = ()>,
) {
    // Every connection has a receiver, so that it is known when all are closed.
    let stopping = watch::Sender::new(false);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let accepting = async {
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    // A move is one small packet, and waits for nothing.
                    let _ = stream.set_nodelay(true);
                    let service = router.clone().layer(Extension(peer));
                    let served = greet(stream, encryption.clone(), service, stopping.subscribe());
                    tokio::spawn(async move {
                        // A visitor who goes away in the middle is no failure.
                        let _ = timeout(LONGEST_CONNECTION, served).await;
                        drop(place);
                    });
                }
                Err(_) => sleep(PAUSE).await,
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        () = stopped => {}
    }
    drop(listener);
    stopping.send_replace(true);
    let _ = timeout(LAST_ANSWERS, stopping.closed()).await;
}

/// Serves a connection, encrypted if that is wanted.
async fn greet(
    stream: TcpStream,
    encryption: Option<Encryption>,
    service: Router,
    stopping: watch::Receiver<bool>,
) {
    match encryption {
        None => serve_one(stream, service, stopping).await,
        Some(encryption) => {
            if let Ok(Ok(stream)) = timeout(LONGEST_REQUEST, encryption.greet(stream)).await {
                serve_one(stream, service, stopping).await;
            }
        }
    }
}

async fn serve_one(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    service: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_REQUEST)
        .max_buf_size(MOST_HEADER_BYTES);
    let service = TowerToHyperService::new(service);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
