//! A page that is slow on purpose, so that a test that does not wait for it fails every time and
//! not only on a busy machine.

use anyhow::{Result, bail};
use serde_json::{Value, json};
use thirtyfour::WebDriver;

/// Says what is to be slow; see CONTRIBUTING.md.
const VARIABLE: &str = "FRUITRAGE_SLOW_PAGE";

/// Whatever is drawn is drawn later.
const FRAMES: &str = "
    const frame = requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => setTimeout(() => frame(draw), 400);
";

/// The engine and the server hear later, and are heard later. Whom nobody listens to any more
/// by then is not heard at all.
const MESSAGES: &str = "
    const later = (work) => setTimeout(work, 300);
    for (const [{prototype}, tell] of [[Worker, 'postMessage'], [WebSocket, 'send']]) {
        const told = prototype[tell];
        prototype[tell] = function (...given) { later(() => told.apply(this, given)); };
        const heard = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
        Object.defineProperty(prototype, 'onmessage', {...heard, set(listen) {
            const listener = listen && ((event) => later(() => this.onmessage === listener && listen.call(this, event)));
            heard.set.call(this, listener);
        }});
    }
    const ask = fetch;
    globalThis.fetch = (...given) => new Promise(later).then(() => ask(...given));
";

/// Slows the pages of a browser down, as far as that is asked for.
pub(crate) async fn slow_down(driver: &WebDriver) -> Result<()> {
    let Ok(what) = std::env::var(VARIABLE) else { return Ok(()) };
    match what.as_str() {
        "frames" => prepare(driver, FRAMES).await,
        "messages" => prepare(driver, MESSAGES).await,
        "processor" => {
            command(driver, "Emulation.setCPUThrottlingRate", json!({ "rate": 6 })).await
        }
        _ => bail!("{VARIABLE} is frames, messages or processor, and not {what:?}"),
    }
}

async fn prepare(driver: &WebDriver, script: &str) -> Result<()> {
    // What a script declares would be seen by the page's own.
    let source = format!("{{ {script} }}");
    command(driver, "Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await
}

async fn command(driver: &WebDriver, name: &str, parameters: Value) -> Result<()> {
    driver.cdp().send_raw(name, parameters).await?;
    Ok(())
}
