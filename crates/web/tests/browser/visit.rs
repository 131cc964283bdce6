//! A visit to the page: what a person does there, and what must hold of every visit.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fruitrage_web::{Arena, Server};
use serde_json::json;
use thirtyfour::common::capabilities::chrome::ChromeCapabilities;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::common::log::LoggingPrefsLogLevel;
use thirtyfour::prelude::*;
use tokio::sync::oneshot;

use crate::driver::Driver;

/// How long a test waits for anything before it fails.
const DEADLINE: Duration = Duration::from_secs(90);

/// How often it looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

pub(crate) const DESKTOP: (u32, u32) = (1280, 800);
pub(crate) const PHONE: (u32, u32) = (360, 640);

/// A key as text to be typed.
pub(crate) fn typed(key: Key) -> String {
    char::from(key).to_string()
}

/// A browser at our server.
pub(crate) struct Visit {
    pub(crate) driver: WebDriver,
    address: String,
}

/// Opens a browser of this size at a server of our own and lets the test use the page. In
/// the end nothing may have been complained about, and nothing asked for outside.
pub(crate) fn visit(size: (u32, u32), test: impl AsyncFnOnce(&Visit) -> Result<()>) {
    visit_with(size, None, test);
}

/// The same with a tournament to watch.
pub(crate) fn visit_with(
    size: (u32, u32),
    arena: Option<Arena>,
    test: impl AsyncFnOnce(&Visit) -> Result<()>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(async {
        let server = Server::bind((Ipv4Addr::LOCALHOST, 0).into()).await?;
        let address = format!("http://{}/", server.address());
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = server.run(arena, async move {
            let _ = stopped.await;
        });
        let testing = async move {
            let outcome = test_in_browser(size, address, test).await;
            let _ = stop.send(());
            outcome
        };
        tokio::join!(serving, testing).1
    });
    if let Err(error) = outcome {
        panic!("{error:#}");
    }
}

async fn test_in_browser(
    size: (u32, u32),
    address: String,
    test: impl AsyncFnOnce(&Visit) -> Result<()>,
) -> Result<()> {
    let driver = Driver::start()?;
    let visit = Visit { driver: browser(&driver, size).await?, address };
    let outcome = async {
        visit.open("").await?;
        test(&visit).await?;
        visit.check_quiet().await?;
        visit.check_alone().await
    }
    .await;
    if outcome.is_err() {
        visit.screenshot("failed").await?;
    }
    visit.driver.quit().await?;
    outcome
}

async fn browser(driver: &Driver, (width, height): (u32, u32)) -> Result<WebDriver> {
    let mut wanted = ChromeCapabilities::new();
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--hide-scrollbars",
        // Whatever the page might ask for elsewhere is not found.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ] {
        wanted.add_arg(argument)?;
    }
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    let screen = json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1.0, "mobile": false, "touch": false } });
    wanted.add_experimental_option("mobileEmulation", screen)?;
    Ok(WebDriver::new(&driver.address, wanted).await?)
}

impl Visit {
    /// Opens the page anew at a fragment and waits until it is there.
    pub(crate) async fn open(&self, fragment: &str) -> Result<()> {
        // Another fragment alone would not load the page again.
        self.driver.goto("about:blank").await?;
        self.driver.goto(&format!("{}{fragment}", self.address)).await?;
        self.await_one("main").await?;
        Ok(())
    }

    /// Waits until a condition gives something.
    pub(crate) async fn wait<T>(
        &self,
        what: &str,
        mut condition: impl AsyncFnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let deadline = Instant::now() + DEADLINE;
        loop {
            // What is drawn anew while it is looked at is looked at again.
            match condition().await {
                Ok(Some(found)) => return Ok(found),
                Err(error) if Instant::now() > deadline => {
                    return Err(error).context(what.to_owned());
                }
                Ok(None) if Instant::now() > deadline => bail!("{what}: not within {DEADLINE:?}"),
                _ => tokio::time::sleep(BETWEEN_LOOKS).await,
            }
        }
    }

    /// Waits for an element.
    pub(crate) async fn await_one(&self, css: &str) -> Result<WebElement> {
        self.wait(css, async || Ok(self.driver.find_all(By::Css(css)).await?.into_iter().next()))
            .await
    }

    /// Waits until an element's text has a part.
    pub(crate) async fn await_text(&self, css: &str, part: &str) -> Result<String> {
        self.wait(&format!("{css} with {part:?}"), async || {
            let texts = self.texts(css).await?;
            Ok(texts.into_iter().find(|text| text.contains(part)))
        })
        .await
    }

    pub(crate) async fn count(&self, css: &str) -> Result<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    pub(crate) async fn texts(&self, css: &str) -> Result<Vec<String>> {
        let mut texts = Vec::new();
        for element in self.driver.find_all(By::Css(css)).await? {
            texts.push(element.text().await?);
        }
        Ok(texts)
    }

    /// The button of this name, by its text or its label.
    pub(crate) async fn button(&self, name: &str) -> Result<WebElement> {
        let path = format!("//button[normalize-space()='{name}' or @aria-label='{name}']");
        self.wait(name, async || {
            for button in self.driver.find_all(By::XPath(path.clone())).await? {
                if button.is_displayed().await? && button.is_enabled().await? {
                    return Ok(Some(button));
                }
            }
            Ok(None)
        })
        .await
    }

    /// Clicks the button of this name.
    pub(crate) async fn press(&self, name: &str) -> Result<()> {
        self.button(name).await?.click().await?;
        Ok(())
    }

    /// Goes to one of the views by its link.
    pub(crate) async fn go(&self, view: &str) -> Result<()> {
        self.driver.find(By::LinkText(view)).await?.click().await?;
        self.await_text(".tabs [aria-current=page]", view).await?;
        Ok(())
    }

    /// Presses keys wherever the focus is.
    pub(crate) async fn keys(&self, keys: impl AsRef<str>) -> Result<()> {
        Ok(self.driver.action_chain().send_keys(keys.as_ref()).perform().await?)
    }

    /// What a script gives back.
    pub(crate) async fn script<T: serde::de::DeserializeOwned>(&self, script: &str) -> Result<T> {
        Ok(self.driver.execute(script, Vec::new()).await?.convert()?)
    }

    /// Has the page remember these settings for the next game.
    pub(crate) async fn set(&self, settings: &str) -> Result<()> {
        let script = format!(
            "localStorage.setItem('fruitrage.settings', JSON.stringify({settings})); \
             localStorage.removeItem('fruitrage.game');"
        );
        self.check_quiet().await?;
        // On the way out the page keeps its own: it must not be there any more. For a
        // picture alone, the browser asks for an icon that we do not have.
        self.driver.goto(&format!("{}icon.svg", self.address)).await?;
        self.driver.execute(script, Vec::new()).await?;
        self.driver.browser_log().await?;
        self.open("").await
    }

    /// The cells that hold a fruit.
    pub(crate) async fn filled(&self) -> Result<Vec<String>> {
        self.script(
            "return [...document.querySelectorAll('[role=gridcell]')]\
             .filter(cell => cell.querySelector('svg')).map(cell => cell.dataset.cell)",
        )
        .await
    }

    pub(crate) async fn cell(&self, name: &str) -> Result<WebElement> {
        Ok(self.driver.find(By::Css(format!("[data-cell='{name}']"))).await?)
    }

    pub(crate) async fn moves(&self) -> Result<usize> {
        self.count(".moves li").await
    }

    pub(crate) async fn is_over(&self) -> Result<bool> {
        Ok(self.count("[aria-label=Result]").await? > 0)
    }

    /// Waits until nothing moves.
    pub(crate) async fn settle(&self) -> Result<()> {
        self.wait("an end of all movement", async || {
            let moving: usize = self.script("return document.getAnimations().length").await?;
            Ok((moving == 0).then_some(()))
        })
        .await
    }

    /// Keeps a picture of the page beside the test's results.
    pub(crate) async fn screenshot(&self, name: &str) -> Result<PathBuf> {
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{name}.png"));
        self.driver.execute("scrollTo(0, 0)", Vec::new()).await?;
        self.driver.screenshot(&path).await?;
        Ok(path)
    }

    /// Nothing may have been complained about on the console.
    async fn check_quiet(&self) -> Result<()> {
        let complaints: Vec<String> = self
            .driver
            .browser_log()
            .await?
            .into_iter()
            .filter(|entry| ["SEVERE", "WARNING"].contains(&entry.level.as_str()))
            .map(|entry| entry.message)
            .collect();
        ensure!(complaints.is_empty(), "on the console: {complaints:#?}");
        Ok(())
    }

    /// Nothing may have been asked for but from our own server.
    async fn check_alone(&self) -> Result<()> {
        let asked: Vec<String> = self
            .script("return performance.getEntriesByType('resource').map(one => one.name)")
            .await?;
        let ours = |name: &&String| name.starts_with(&self.address) || name.starts_with("blob:");
        let outside: Vec<&String> = asked.iter().filter(|name| !ours(name)).collect();
        ensure!(outside.is_empty(), "asked for {outside:?}");
        Ok(())
    }
}
