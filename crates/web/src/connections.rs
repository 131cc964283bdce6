//! Connections: how many, how long, and how they end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

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
    router: Router,
    stopped: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let accepting = async {
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let served = serve_one(stream, router.clone(), &connections);
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
    let _ = timeout(LAST_ANSWERS, connections.shutdown()).await;
}

fn serve_one(
    stream: TcpStream,
    router: Router,
    connections: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_REQUEST)
        .max_buf_size(MOST_HEADER_BYTES);
    let service = TowerToHyperService::new(router);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let watched = connections.watch(connection);
    async move {
        let _ = watched.await;
    }
}
