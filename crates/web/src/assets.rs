//! The files of the page, which are part of the binary.

use thiserror::Error;

/// All files, in the order of their names, as the build found them.
const SITE: &[Asset] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

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
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path below the page's address, such as `engine/engine.js`.
    pub name: &'static str,
    /// Its media type, for the header.
    pub content_type: &'static str,
    /// Changes with the content, for the header.
    pub tag: &'static str,
    /// What is in it.
    pub content: &'static [u8],
}

/// The file of this name, such as `index.html`.
///
/// ```
/// let page = fruitrage_web::asset("index.html").unwrap();
/// assert_eq!(page.content_type, "text/html; charset=utf-8");
/// assert!(fruitrage_web::asset("../Cargo.toml").is_none());
/// ```
pub fn asset(name: &str) -> Option<&'static Asset> {
    let index = SITE.binary_search_by(|asset| asset.name.cmp(name)).ok()?;
    SITE.get(index)
}

/// All files, in the order of their names.
pub const fn assets() -> &'static [Asset] {
    SITE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_page_needs_is_there_and_nothing_else() {
        for name in ["engine/engine.js", "engine/engine_bg.wasm", "fruits.svg", "index.html"] {
            assert!(assets().iter().any(|known| known.name == name), "{name}");
        }
        for Asset { name, content_type, .. } in assets() {
            assert!(asset(name).is_some(), "{name}");
            assert!(!content_type.is_empty(), "{name}");
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
