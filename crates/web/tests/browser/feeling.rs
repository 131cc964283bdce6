//! Sound and vibration.

use anyhow::{Result, ensure};

use crate::visit::{DESKTOP, PHONE, Visit, visit};

/// Has the page count the tones it plays, with the contexts they are played in.
const LISTENING: &str = "globalThis.contexts = []; globalThis.tones = 0; \
    const Context = AudioContext; const Oscillator = OscillatorNode; \
    globalThis.AudioContext = class extends Context { constructor() { super(); contexts.push(this); } }; \
    globalThis.OscillatorNode = class extends Oscillator { constructor(...given) { super(...given); tones++; } };";

/// Has it count the vibrations, with what the browser said to them.
const FEELING: &str = "globalThis.vibrations = []; const vibrate = Navigator.prototype.vibrate; \
    Navigator.prototype.vibrate = function(length) { \
    const done = vibrate.call(this, length); vibrations.push(done); return done; };";

/// Tones so far, and the states of the contexts.
async fn heard(visit: &Visit) -> Result<(u32, Vec<String>)> {
    visit.script("return [tones, contexts.map(context => context.state)]").await
}

/// Waits until so many tones were played, by one context that runs.
async fn hears(visit: &Visit, tones: u32) -> Result<()> {
    let expected = (tones, vec!["running".to_owned()]);
    visit
        .wait(&format!("{tones} tones"), async || {
            Ok((heard(visit).await? == expected).then_some(()))
        })
        .await
}

/// Claims the first fruit by mouse.
async fn claim(visit: &Visit) -> Result<()> {
    let moves = visit.moves().await?;
    visit.settle().await?;
    let cells = visit.filled().await?;
    visit.click_cell(&cells[0]).await?;
    visit.await_moves(moves + 1).await
}

#[test]
fn a_claim_is_heard_once_sound_is_asked_for() {
    visit(DESKTOP, async |visit| {
        visit.prepare(LISTENING).await?;
        visit.set("{size: 5, fruits: 3, seed: '7', opponent: 'person'}").await?;
        claim(visit).await?;
        let (tones, contexts) = heard(visit).await?;
        ensure!(tones == 0 && contexts.is_empty(), "{tones} tones without being asked");
        visit.press("Sound is off").await?;
        claim(visit).await?;
        hears(visit, 1).await?;
        claim(visit).await?;
        hears(visit, 2).await?;
        visit.press("Sound is on").await?;
        claim(visit).await?;
        hears(visit, 2).await
    });
}

/// Browsers let no page make noise by itself.
#[test]
fn a_page_that_was_opened_with_sound_waits_for_the_visitor() {
    visit(DESKTOP, async |visit| {
        visit.press("Sound is off").await?;
        visit.button("Sound is on").await?;
        visit.prepare(LISTENING).await?;
        visit
            .set("{size: 5, fruits: 3, seed: '7', level: 1, opponent: 'engine', first: 'opponent'}")
            .await?;
        visit.await_moves(1).await?;
        let (tones, contexts) = heard(visit).await?;
        ensure!(tones == 0 && contexts.is_empty(), "{tones} tones, {contexts:?}");
        visit.settle().await?;
        let cells = visit.filled().await?;
        visit.click_cell(&cells[0]).await?;
        visit.await_moves(3).await?;
        hears(visit, 2).await
    });
}

#[test]
fn a_claim_is_felt_once_unless_that_is_switched_off() {
    visit(PHONE, async |visit| {
        visit.prepare(FEELING).await?;
        visit.set("{size: 5, fruits: 3, seed: '7', opponent: 'person'}").await?;
        let claim = async |moves: usize| {
            visit.settle().await?;
            let cells = visit.filled().await?;
            visit.tap(&cells[0]).await?;
            visit.await_moves(moves).await
        };
        let felt = async || visit.script::<Vec<bool>>("return vibrations").await;
        claim(1).await?;
        claim(2).await?;
        let vibrations = felt().await?;
        ensure!(vibrations == [true, true], "{vibrations:?}");
        visit.press("Help").await?;
        visit.tick("Vibration on phones").await?;
        visit.close().await?;
        claim(3).await?;
        let vibrations = felt().await?;
        ensure!(vibrations.len() == 2, "{vibrations:?}");
        Ok(())
    });
}
