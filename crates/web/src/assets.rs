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
///     Ok(()) => assert!(fruitrage_web::asset("index.html").is_some()),
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
    /// Its path below the page's address, such as `icon.svg`.
    pub name: &'static str,
    /// Its media type, for the header.
    pub content_type: &'static str,
    /// Changes with the content.
    pub tag: &'static str,
    /// Whether what is in it is part of its name, so that it need never be asked for again.
    pub is_immutable: bool,
    /// What is in it.
    pub content: &'static [u8],
    /// The same compressed by gzip, where that helps.
    pub gzip: Option<&'static [u8]>,
}

/// The file of this name, such as `index.html`.
///
/// ```
/// if let Some(page) = fruitrage_web::asset("index.html") {
///     assert_eq!(page.content_type, "text/html; charset=utf-8");
/// }
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

    /// The file whose name begins and ends like this, whatever its hash.
    fn hashed(start: &str, ending: &str) -> &'static Asset {
        let is_it = |asset: &&Asset| asset.name.starts_with(start) && asset.name.ends_with(ending);
        assets().iter().find(is_it).unwrap()
    }

    #[test]
    fn everything_that_the_page_needs_is_there_and_nothing_else() {
        for name in
            ["icon.svg", "index.html", "manifest.webmanifest", "puzzles.jsonl", "service-worker.js"]
        {
            assert!(asset(name).is_some_and(|asset| !asset.is_immutable), "{name}");
        }
        for Asset { name, content_type, .. } in assets() {
            assert!(asset(name).is_some(), "{name}");
            assert!(!content_type.is_empty(), "{name}");
            let is_for_authors = [".ts", ".json", "test"].iter().any(|part| name.ends_with(part));
            assert!(!is_for_authors, "{name}");
        }
        assert!(assets().len() < 16, "few files are few requests");
    }

    #[test]
    fn types_are_those_that_browsers_insist_on() {
        let type_of = |start, ending| hashed(start, ending).content_type;
        assert_eq!(type_of("assets/engine.", ".js"), "text/javascript; charset=utf-8");
        assert_eq!(type_of("assets/engine.", ".wasm"), "application/wasm");
        assert_eq!(asset("icon.svg").unwrap().content_type, "image/svg+xml");
    }

    #[test]
    fn what_a_file_refers_to_is_there() {
        let names: Vec<&str> = assets().iter().map(|asset| asset.name).collect();
        let is_text =
            |asset: &&Asset| !["application/wasm", "image/jpeg"].contains(&asset.content_type);
        for file in assets().iter().filter(is_text) {
            let text = std::str::from_utf8(file.content).unwrap();
            for part in text.split(['"', '\'']) {
                let is_name = part.len() < 60
                    && part.contains('.')
                    && [".js", ".css", ".wasm", ".svg"].iter().any(|ending| part.ends_with(ending))
                    && !part.contains(['{', '/', ' '])
                    || part.starts_with("assets/") && part.len() < 60;
                let is_there = names.iter().any(|name| {
                    *name == part
                        || name.strip_prefix("assets/") == Some(part.trim_start_matches("./"))
                });
                assert!(!is_name || is_there, "{} in {}", part, file.name);
            }
        }
    }

    #[test]
    fn what_is_compressed_is_the_same() {
        use std::io::Read as _;
        for asset in assets() {
            if let Some(packed) = asset.gzip {
                let mut content = Vec::new();
                flate2::read::GzDecoder::new(packed).read_to_end(&mut content).unwrap();
                assert!(content == asset.content && packed.len() < content.len(), "{}", asset.name);
            }
        }
        assert!(hashed("assets/engine.", ".wasm").gzip.is_some());
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
}
