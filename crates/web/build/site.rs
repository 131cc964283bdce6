//! The files that a browser reads, and the table of them that is compiled into the binary.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

/// How the names of these files end, and their media types. Of texts the character set is
/// said, too: a browser would guess it. Anything else is for authors.
const TYPES: [(&str, &str); 7] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

fn type_of(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?;
    TYPES.iter().find(|(known, _)| ending == *known).map(|(_, name)| *name)
}

/// Copies what a browser reads from one folder into another.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() && name != "tests" {
            copy(&path, &to.join(name))?;
        } else if type_of(&path).is_some() {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Writes the table of a site's files, in the order of their names, as a Rust expression.
pub(crate) fn list(site: &Path, table: &Path) -> io::Result<()> {
    let mut names = Vec::new();
    collect(site, "", &mut names)?;
    names.sort();
    let rows: String = names.iter().map(|name| row(site, name)).collect::<io::Result<_>>()?;
    fs::write(table, format!("&[\n{rows}]\n"))
}

/// The names of all files in and below a folder, with slashes on every system.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().display());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn row(site: &Path, name: &str) -> io::Result<String> {
    let path = site.join(name);
    let content_type = type_of(&path).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    hasher.write(&fs::read(&path)?);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let file = path.display().to_string();
    Ok(format!(
        "Asset {{ name: {name:?}, content_type: {content_type:?}, tag: {tag:?}, \
         content: include_bytes!({file:?}) }},\n"
    ))
}
