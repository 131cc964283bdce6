//! Nothing sticks out, on a phone or on a desktop.

use anyhow::{Result, ensure};

use crate::visit::{DESKTOP, LANDSCAPE, PHONE, SMALL_LANDSCAPE, TABLET, Visit, visit};

async fn check_width(visit: &Visit, what: &str) -> Result<()> {
    let (content, window): (f64, f64) =
        // On a phone the window grows with what sticks out; what the page is laid out in does not.
        visit.script("const {scrollWidth, clientWidth} = document.documentElement; return [scrollWidth, clientWidth]").await?;
    ensure!(content <= window, "{what}: {content} pixels in {window}");
    Ok(())
}

/// All ways to other views are to be seen, each in one line.
async fn check_header(visit: &Visit) -> Result<()> {
    for part in [".tabs", ".tabs a:first-child", ".tabs a:last-child", "[aria-label=Help]"] {
        ensure!(visit.is_on_screen(part).await?, "{part} is not on the screen");
    }
    let (hidden, height): (f64, f64) = visit
        .script(
            "const tabs = document.querySelector('.tabs'); \
             return [tabs.scrollWidth - tabs.clientWidth, document.querySelector('.header').offsetHeight]",
        )
        .await?;
    ensure!(hidden <= 0.0, "{hidden} pixels of the tabs are hidden");
    ensure!(height <= 60.0, "a header of {height} pixels");
    Ok(())
}

#[test]
fn six_tabs_and_the_title_fit_into_one_line() {
    for screen in [PHONE, LANDSCAPE, TABLET, DESKTOP] {
        visit(screen, check_header);
    }
}

async fn check_views(visit: &Visit) -> Result<()> {
    for size in [1, 10, 26] {
        visit.set(&format!("{{size: {size}, fruits: 9, opponent: 'person'}}")).await?;
        for view in ["Play", "Puzzles", "Analyse", "Review", "Arena"] {
            visit.go(view).await?;
            if view == "Puzzles" {
                visit.await_one("[aria-label=Puzzle]").await?;
            }
            check_width(visit, &format!("{view} with {size}×{size}")).await?;
            visit.screenshot(&format!("{view}-{size}")).await?;
        }
        visit.go("Play").await?;
        visit.press("New game").await?;
        visit.await_one("dialog[open]").await?;
        check_width(visit, "the dialog").await?;
    }
    Ok(())
}

#[test]
fn nothing_sticks_out_on_a_phone() {
    visit(PHONE, check_views);
}

#[test]
fn nothing_sticks_out_on_a_small_phone_on_its_side() {
    visit(SMALL_LANDSCAPE, check_views);
}

#[test]
fn nothing_sticks_out_on_a_desktop() {
    visit(DESKTOP, check_views);
}

/// As in pictures, whose crate has the same test.
#[test]
fn the_first_player_is_amber_and_the_second_blue() {
    visit(DESKTOP, async |visit| {
        for theme in ["light", "dark"] {
            let colours: Vec<Vec<f64>> = visit
                .script(&format!(
                    "document.documentElement.dataset.theme = '{theme}'; \
                     return [...document.querySelectorAll('.player .points')] \
                     .map((points) => getComputedStyle(points).color.match(/[\\d.]+/g).map(Number))"
                ))
                .await?;
            let [first, second] = &colours[..] else { anyhow::bail!("{colours:?}") };
            ensure!(first[0] > first[2] && second[2] > second[0], "{theme}: {colours:?}");
        }
        Ok(())
    });
}
