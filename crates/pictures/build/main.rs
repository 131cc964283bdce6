//! Puts together what reviews and standings carry with them, so that their games can be stepped
//! through: the web page's board, graph and moves, as one script and one style sheet.

#[allow(dead_code, reason = "the page's own build has modules outside of its bundles")]
mod bundle;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where the page's modules are: in the repository, or in a package that `scripts/package` made.
const PLACES: [&str; 2] = ["../web/page", "page"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells where output goes"));
    if let Err(error) = write(&out) {
        println!("cargo::error=the replay cannot be put together: {error}");
    }
}

fn write(out: &Path) -> Result<(), String> {
    let page = PLACES.map(Path::new).into_iter().find(|place| place.is_dir()).ok_or_else(|| {
        format!("expected the page's modules in {}; scripts/package adds them", PLACES.join(" or "))
    })?;
    let script = bundle::bundle(page, "replay/main.js", None)?;
    let style = bundle::styles(page, "embed.html")?;
    for (name, content) in [("replay.js", script), ("replay.css", style)] {
        fs::write(out.join(name), content).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}
