//! The files of the page, which are part of the binary.

use std::borrow::Cow;

use rust_embed::{EmbeddedFile, RustEmbed};
use thiserror::Error;

/// What the build put together.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/site"]
struct Site;

/// This build has no page: its engine could not be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NoPage(&'static str);

/// Whether this build has the whole page.
///
/// ```
/// match fruitrage_web::page() {
///     Ok(()) => assert!(fruitrage_web::asset("engine/engine.js").is_some()),
///     Err(missing) => assert!(missing.to_string().contains("the web page is left out")),
/// }
/// ```
pub const fn page() -> Result<(), NoPage> {
    match env!("FRUITRAGE_PAGE_PROBLEM") {
        problem if problem.is_empty() => Ok(()),
        problem => Err(NoPage(problem)),
    }
}

/// One file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What is in it.
    pub content: Cow<'static, [u8]>,
    /// Its media type, for the header.
    pub content_type: String,
    /// Changes with the content, for the header.
    pub tag: String,
}

impl From<EmbeddedFile> for Asset {
    fn from(file: EmbeddedFile) -> Self {
        // Half of the hash is more than enough to tell files apart.
        let half = file.metadata.sha256_hash().into_iter().take(16);
        let tag = half.fold(0, |number: u128, byte| number << 8 | u128::from(byte));
        let content_type = match file.metadata.mimetype() {
            // Without the character set a browser would guess it.
            text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        };
        Self { content: file.data, content_type, tag: format!("\"{tag:032x}\"") }
    }
}

/// The file of this name, such as `index.html`.
///
/// ```
/// let page = fruitrage_web::asset("index.html").unwrap();
/// assert_eq!(page.content_type, "text/html; charset=utf-8");
/// assert!(fruitrage_web::asset("../Cargo.toml").is_none());
/// ```
pub fn asset(name: &str) -> Option<Asset> {
    // Not every part of a path that a system understands is a name.
    let is_name = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    if !name.split('/').all(is_name) {
        return None;
    }
    Site::get(name).map(Asset::from)
}

/// The names of all files, in order.
pub fn assets() -> Vec<String> {
    let mut names: Vec<String> = Site::iter().map(Cow::into_owned).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_page_needs_is_there_and_nothing_else() {
        let names = assets();
        for name in ["engine/engine.js", "engine/engine_bg.wasm", "fruits.svg", "index.html"] {
            assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
        }
        for name in &names {
            assert!(asset(name).is_some(), "{name}");
            let is_for_authors = [".ts", ".json", "test"].iter().any(|part| name.contains(part));
            assert!(!is_for_authors, "{name}");
        }
    }

    #[test]
    fn types_are_those_that_browsers_insist_on() {
        let type_of = |name| asset(name).unwrap().content_type;
        assert_eq!(type_of("engine/engine.js"), "text/javascript; charset=utf-8");
        assert_eq!(type_of("engine/engine_bg.wasm"), "application/wasm");
        assert_eq!(type_of("fruits.svg"), "image/svg+xml");
    }

    #[test]
    fn nothing_outside_the_page_can_be_named() {
        for name in [
            "",
            "/",
            "..",
            "../build.rs",
            "engine/../../build.rs",
            "/etc/passwd",
            "./index.html",
            "engine//engine.js",
            "..\\build.rs",
            "tests",
            "api.d.ts",
            "package.json",
            "index.html/",
        ] {
            assert!(asset(name).is_none(), "{name}");
        }
    }

    /// The page's types are checked against these declarations; they are kept in the
    /// repository so that an editor finds them without a build.
    #[test]
    fn the_kept_declarations_are_those_of_the_engine() {
        let path = concat!(env!("OUT_DIR"), "/engine/engine.d.ts");
        let made = std::fs::read_to_string(path).expect("the engine was compiled");
        let kept = include_str!("../page/engine/engine.d.ts");
        assert_eq!(kept, made, "copy {path} to page/engine");
    }
}
