//! A visit to the page: what a person does there, and what must hold of every visit.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fruitrage_web::{Arena, Door, Online, OnlineSettings, Server, Service};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::chrome::ChromeCapabilities;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::common::log::LoggingPrefsLogLevel;
use thirtyfour::prelude::*;
use tokio::sync::oneshot;

use crate::driver::Driver;
use crate::slowness::slow_down;

/// How long a test waits for anything before it fails.
const DEADLINE: Duration = Duration::from_mins(5);

/// How often it looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

/// What the page is seen and touched with.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    width: u32,
    height: u32,
    is_touched: bool,
}

pub(crate) const DESKTOP: Screen = Screen { width: 1280, height: 800, is_touched: false };
pub(crate) const PHONE: Screen = Screen { width: 360, height: 640, is_touched: true };
pub(crate) const TABLET: Screen = Screen { width: 768, height: 1024, is_touched: true };
pub(crate) const LANDSCAPE: Screen = Screen { width: 844, height: 390, is_touched: true };
pub(crate) const SMALL_LANDSCAPE: Screen = Screen { width: 640, height: 360, is_touched: true };

/// What a test is run in.
#[derive(Clone, Copy)]
enum Browser {
    Chromium(Screen),
    Firefox,
}

/// A key as text to be typed.
pub(crate) fn typed(key: Key) -> String {
    char::from(key).to_string()
}

/// A browser at our server.
pub(crate) struct Visit {
    pub(crate) driver: WebDriver,
    pub(crate) address: String,
    /// Where browsers are started.
    drivers: String,
    browser: Browser,
    /// Whether nothing may be complained about.
    is_quiet: bool,
}

/// Opens a browser of this size at a server of our own and lets the test use the page. In
/// the end nothing may have been complained about, and nothing asked for outside.
pub(crate) fn visit(screen: Screen, test: impl AsyncFnOnce(&Visit) -> Result<()>) {
    visit_with(screen, None, test);
}

/// The same with a tournament to watch.
pub(crate) fn visit_with(
    screen: Screen,
    arena: Option<Arena>,
    test: impl AsyncFnOnce(&Visit) -> Result<()>,
) {
    visit_as(Browser::Chromium(screen), arena, true, test);
}

/// The same where something is missing, which the browser complains about.
pub(crate) fn visit_with_complaints(screen: Screen, test: impl AsyncFnOnce(&Visit) -> Result<()>) {
    visit_as(Browser::Chromium(screen), None, false, test);
}

/// The same in Firefox, on a desktop.
pub(crate) fn visit_in_firefox(test: impl AsyncFnOnce(&Visit) -> Result<()>) {
    visit_as(Browser::Firefox, None, false, test);
}

fn visit_as(
    browser: Browser,
    arena: Option<Arena>,
    is_quiet: bool,
    test: impl AsyncFnOnce(&Visit) -> Result<()>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(async {
        let server = Server::bind((Ipv4Addr::LOCALHOST, 0).into()).await?;
        let address = format!("http://{}/", server.address());
        let (stop, stopped) = oneshot::channel::<()>();
        let online = Online::open(OnlineSettings::default()).await?;
        let service =
            Service { arena, online: Some(online), door: Door::default(), encryption: None };
        let serving = server.run(service, async move {
            let _ = stopped.await;
        });
        let testing = async move {
            let outcome = test_in_browser(browser, address, is_quiet, test).await;
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
    browser: Browser,
    address: String,
    is_quiet: bool,
    test: impl AsyncFnOnce(&Visit) -> Result<()>,
) -> Result<()> {
    let process = match browser {
        Browser::Chromium(_) => Driver::start()?,
        Browser::Firefox => Driver::of_firefox()?,
    };
    let drivers = process.address.clone();
    let driver = started(browser, &drivers).await?;
    let visit = Visit { driver, address, drivers, browser, is_quiet };
    let outcome = async {
        visit.open("").await?;
        test(&visit).await?;
        visit.check_quiet().await?;
        visit.check_alone().await
    }
    .await;
    // What fails after that would hide why it had failed before.
    if outcome.is_err() {
        let _ = visit.screenshot("failed").await;
    }
    let end = visit.driver.quit().await;
    drop(process);
    outcome.and(end.map_err(Into::into))
}

async fn started(browser: Browser, drivers: &str) -> Result<WebDriver> {
    match browser {
        Browser::Chromium(screen) => chromium(drivers, screen).await,
        Browser::Firefox => firefox(drivers).await,
    }
}

async fn firefox(drivers: &str) -> Result<WebDriver> {
    let mut wanted = DesiredCapabilities::firefox();
    wanted.set_headless()?;
    let driver = session(drivers, wanted).await?;
    driver.set_window_rect(0, 0, DESKTOP.width, DESKTOP.height).await?;
    Ok(driver)
}

async fn chromium(drivers: &str, screen: Screen) -> Result<WebDriver> {
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
    let Screen { width, height, is_touched } = screen;
    let device = json!({ "deviceMetrics": {
        "width": width, "height": height, "pixelRatio": 1.0, "mobile": is_touched, "touch": is_touched
    } });
    wanted.add_experimental_option("mobileEmulation", device)?;
    let driver = session(drivers, wanted).await?;
    slow_down(&driver).await?;
    Ok(driver)
}

/// A session whose answers are waited for longer than for what they are about.
async fn session(drivers: &str, wanted: impl Into<Capabilities>) -> Result<WebDriver> {
    let driver =
        WebDriver::builder(drivers, wanted).request_timeout(2 * DEADLINE).connect().await?;
    driver.set_script_timeout(DEADLINE).await?;
    driver.set_page_load_timeout(DEADLINE).await?;
    Ok(driver)
}

impl Visit {
    /// Another browser at the same server, to be quit by whoever has it.
    pub(crate) async fn beside(&self, fragment: &str) -> Result<Self> {
        let other = Self {
            driver: started(self.browser, &self.drivers).await?,
            address: self.address.clone(),
            drivers: self.drivers.clone(),
            browser: self.browser,
            is_quiet: self.is_quiet,
        };
        other.open(fragment).await?;
        Ok(other)
    }

    /// Ends such a browser, after looking whether it had to complain.
    pub(crate) async fn quit(self) -> Result<()> {
        self.check_quiet().await?;
        Ok(self.driver.quit().await?)
    }

    /// Opens the page anew at a fragment and waits until it answers: before its rules are there,
    /// it only shows something.
    pub(crate) async fn open(&self, fragment: &str) -> Result<()> {
        self.show(fragment).await?;
        self.await_answers().await
    }

    /// Loads the page again and waits until it answers.
    pub(crate) async fn reload(&self) -> Result<()> {
        self.driver.refresh().await?;
        self.await_answers().await
    }

    async fn await_answers(&self) -> Result<()> {
        self.await_one("#page:not([aria-busy]) main").await?;
        Ok(())
    }

    /// Opens the page anew at a fragment and waits until there is something to see.
    pub(crate) async fn show(&self, fragment: &str) -> Result<()> {
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

    /// Waits until there is no such element.
    pub(crate) async fn await_none(&self, css: &str) -> Result<()> {
        self.wait(&format!("no {css}"), async || Ok((self.count(css).await? == 0).then_some(())))
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
        self.wait(name, async || self.displayed(name).await).await
    }

    async fn displayed(&self, name: &str) -> Result<Option<WebElement>> {
        let path = format!("//button[normalize-space()='{name}' or @aria-label='{name}']");
        for button in self.driver.find_all(By::XPath(path)).await? {
            if button.is_displayed().await? && button.is_enabled().await? {
                return Ok(Some(button));
            }
        }
        Ok(None)
    }

    /// Clicks an element as soon as there is one that nothing covers.
    pub(crate) async fn click(&self, css: &str) -> Result<()> {
        self.click_by(By::Css(css)).await
    }

    /// Clicks a cell. Where fruit may be moving, that has to be waited for first: a press that ends
    /// a movement does nothing else.
    pub(crate) async fn click_cell(&self, name: &str) -> Result<()> {
        self.click(&format!("[data-cell='{name}']")).await
    }

    /// Clicks the box with this label.
    pub(crate) async fn tick(&self, label: &str) -> Result<()> {
        self.click_by(By::XPath(format!("//label[normalize-space()='{label}']/input"))).await
    }

    async fn click_by(&self, by: By) -> Result<()> {
        self.wait(&format!("a click on {by:?}"), async || {
            Ok(Some(self.driver.find(by.clone()).await?.click().await?))
        })
        .await
    }

    /// Moves the mouse over a cell.
    pub(crate) async fn hover(&self, name: &str) -> Result<()> {
        let cell = self.await_one(&format!("[data-cell='{name}']")).await?;
        Ok(self.driver.action_chain().move_to_element_center(&cell).perform().await?)
    }

    /// Closes the dialog. What is below it cannot be touched before it is gone.
    pub(crate) async fn close(&self) -> Result<()> {
        self.press("Close").await?;
        self.await_none("dialog").await
    }

    /// Clicks the button of this name.
    pub(crate) async fn press(&self, name: &str) -> Result<()> {
        self.wait(name, async || {
            let button = self.displayed(name).await?;
            if let Some(button) = &button {
                button.click().await?;
            }
            Ok(button.map(drop))
        })
        .await
    }

    /// Goes to one of the views by its link.
    pub(crate) async fn go(&self, view: &str) -> Result<()> {
        self.wait(view, async || {
            let link = self.driver.find(By::LinkText(view)).await?;
            Ok(Some(link.click().await?))
        })
        .await?;
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

    /// Opens the page with these settings for the next game.
    pub(crate) async fn set(&self, settings: &str) -> Result<()> {
        self.remember(settings).await?;
        self.open("").await
    }

    /// Has the page remember these settings for the next game.
    pub(crate) async fn remember(&self, settings: &str) -> Result<()> {
        let script = format!(
            "localStorage.setItem('fruitrage.settings', JSON.stringify({settings})); \
             localStorage.removeItem('fruitrage.game'); sessionStorage.clear();"
        );
        self.check_quiet().await?;
        // On the way out the page keeps its own: it must not be there any more. For a
        // picture alone, the browser asks for an icon that we do not have.
        self.driver.goto(&format!("{}icon.svg", self.address)).await?;
        self.driver.execute(script, Vec::new()).await?;
        if self.is_quiet {
            self.driver.browser_log().await?;
        }
        Ok(())
    }

    /// The cells that hold a fruit.
    pub(crate) async fn filled(&self) -> Result<Vec<String>> {
        self.script(
            "return [...document.querySelectorAll('[data-fruit]:not([data-fruit=\"*\"])')]\
             .map(cell => cell.dataset.cell)",
        )
        .await
    }

    /// Waits until so many cells hold a fruit.
    pub(crate) async fn await_fruits(&self, count: usize) -> Result<()> {
        self.wait(&format!("{count} fruits"), async || {
            Ok((self.filled().await?.len() == count).then_some(()))
        })
        .await
    }

    /// Gives the browser a command of its developer tools.
    pub(crate) async fn command(&self, name: &str, parameters: Value) -> Result<()> {
        self.driver.cdp().send_raw(name, parameters).await?;
        Ok(())
    }

    /// Has a script run before the page's own from now on.
    pub(crate) async fn prepare(&self, script: &str) -> Result<()> {
        self.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await
    }

    /// Puts a finger on a cell and lifts it again.
    pub(crate) async fn tap(&self, name: &str) -> Result<()> {
        self.slide(&[name]).await
    }

    async fn centre(&self, name: &str) -> Result<(f64, f64)> {
        self.script(&format!(
            "const {{x, y, width, height}} = document.querySelector('[data-cell={name}]')\
             .getBoundingClientRect(); return [x + width / 2, y + height / 2]"
        ))
        .await
    }

    /// Puts a finger on the first of these cells, goes over the others, and lifts it.
    pub(crate) async fn slide(&self, names: &[&str]) -> Result<()> {
        let touch = async |kind: &str, points: Value| {
            let event = json!({ "type": kind, "touchPoints": points });
            self.command("Input.dispatchTouchEvent", event).await
        };
        for (index, name) in names.iter().enumerate() {
            let (x, y) = self.centre(name).await?;
            let kind = if index == 0 { "touchStart" } else { "touchMove" };
            touch(kind, json!([{ "x": x, "y": y }])).await?;
        }
        touch("touchEnd", json!([])).await?;
        Ok(())
    }

    /// Whether an element is on the screen as a whole, without scrolling.
    pub(crate) async fn is_on_screen(&self, css: &str) -> Result<bool> {
        self.script(&format!(
            "const {{top, left, right, bottom}} = document.querySelector(\"{css}\").getBoundingClientRect(); \
             const {{clientWidth, clientHeight}} = document.documentElement; \
             return top >= 0 && left >= 0 && right <= clientWidth && bottom <= clientHeight"
        ))
        .await
    }

    /// Waits until so many moves were made.
    pub(crate) async fn await_moves(&self, count: usize) -> Result<()> {
        self.wait(&format!("{count} moves"), async || {
            Ok((self.moves().await? == count).then_some(()))
        })
        .await
    }

    /// Waits until the focus is on a cell.
    pub(crate) async fn await_focus(&self, cell: &str) -> Result<()> {
        self.wait(&format!("the focus on {cell}"), async || {
            Ok(self.focused_cell().await?.filter(|focused| focused == cell).map(drop))
        })
        .await
    }

    /// Which cell has the focus.
    pub(crate) async fn focused_cell(&self) -> Result<Option<String>> {
        self.script("return document.activeElement?.dataset?.cell ?? null").await
    }

    /// Presses Tab until the focus is on the board.
    pub(crate) async fn focus_board(&self) -> Result<()> {
        for _ in 0..40 {
            if self.focused_cell().await?.is_some() {
                return Ok(());
            }
            self.keys(typed(Key::Tab)).await?;
        }
        bail!("the board cannot be reached with the Tab key")
    }

    pub(crate) async fn moves(&self) -> Result<usize> {
        self.count(".moves li").await
    }

    pub(crate) async fn is_over(&self) -> Result<bool> {
        Ok(self.count("[aria-label=Result]").await? > 0)
    }

    /// Waits until what has happened by now is drawn, which the page does once a frame.
    pub(crate) async fn drawn(&self) -> Result<()> {
        let frame = "const done = arguments[0]; requestAnimationFrame(() => done(null))";
        self.driver.execute_async(frame, Vec::new()).await?;
        Ok(())
    }

    /// Waits until nothing moves, nor will because of what has happened by now.
    pub(crate) async fn settle(&self) -> Result<()> {
        self.drawn().await?;
        self.wait("an end of all movement", async || {
            let moving = "return document.getAnimations().length + \
                          document.querySelectorAll('[data-moving]').length";
            Ok((self.script::<usize>(moving).await? == 0).then_some(()))
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
        if !self.is_quiet {
            return Ok(());
        }
        let complaints: Vec<String> = self
            .driver
            .browser_log()
            .await?
            .into_iter()
            .filter(|entry| ["SEVERE", "WARNING"].contains(&entry.level.as_str()))
            .map(|entry| entry.message)
            // Asked for by the browser itself where we stop between two pages.
            .filter(|message| !message.contains("/favicon.ico"))
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
