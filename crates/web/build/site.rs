//! The files that a browser reads, and the table of them that is compiled into the binary.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

use crate::bundle::{Outside, bundle, style_of, styles, without_comments};
use crate::compression;

/// How the names of these files end, and their media types. Of texts the character set is
/// said, too: a browser would guess it.
const TYPES: [(&str, &str); 8] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("jsonl", "application/jsonl; charset=utf-8"),
    ("jpg", "image/jpeg"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// Where the files are that have their content's hash in their names: they never change.
const IMMUTABLE: &str = "assets/";

/// What the page is put together from.
pub(crate) struct Sources<'a> {
    pub(crate) page: &'a Path,
    pub(crate) fruits: &'a Path,
    /// The engine as a WebAssembly module.
    pub(crate) engine: &'a Path,
}

/// A file of the site.
struct File {
    name: String,
    content: Vec<u8>,
}

/// A site that is being put together.
#[derive(Default)]
struct Site(Vec<File>);

impl Site {
    /// Adds a file that is named by its content, and says its name within its folder.
    fn add_hashed(&mut self, stem: &str, ending: &str, content: Vec<u8>) -> String {
        let name = format!("{stem}.{:016x}.{ending}", hash(&content));
        self.add(&format!("{IMMUTABLE}{name}"), content);
        name
    }

    fn add(&mut self, name: &str, content: Vec<u8>) {
        self.0.push(File { name: name.to_owned(), content });
    }
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}

/// Puts the site together and writes the table of its files, in the order of their names, as
/// a Rust expression.
pub(crate) fn write(sources: &Sources, out: &Path) -> Result<(), String> {
    let mut site = assembled(sources)?;
    site.0.sort_by(|one, other| one.name.cmp(&other.name));
    list(&site, out).map_err(|error| format!("the table of files: {error}"))
}

/// The table of a site without files, where the page cannot be built.
pub(crate) fn write_none(out: &Path) -> io::Result<()> {
    list(&Site::default(), out)
}

/// From the leaves up, since each file has the names of others in it.
fn assembled(Sources { page, fruits, engine }: &Sources) -> Result<Site, String> {
    let mut site = Site::default();
    let module = site.add_hashed("engine", "wasm", read(engine)?);
    let path = "engine/engine.js";
    let around = replaced(&read_text(&page.join(path))?, "engine.wasm", &module)?;
    let engine = site.add_hashed("engine", "js", without_comments(&around).into_bytes());
    let outside = Outside { path, name: &engine };
    let worker = bundle(page, "services/worker.js", Some(&outside))?;
    let worker = site.add_hashed("worker", "js", worker.into_bytes());
    let script =
        replaced(&bundle(page, "main.js", Some(&outside))?, "services/worker.js", &worker)?;
    let script = site.add_hashed("page", "js", script.into_bytes());

    let sprite = sprite(&read_text(fruits)?)?;
    let preload = format!("<link rel=\"modulepreload\" href=\"{IMMUTABLE}{engine}\">");
    let index = read_text(&page.join("index.html"))?;
    let style = site.add_hashed("page", "css", styles(page, "index.html")?.into_bytes());
    let index = document(&index, &style, &preload, ("main.js", &script), &sprite)?;
    site.add("index.html", index.into_bytes());
    for name in ["icon.svg", "manifest.webmanifest", "puzzles.jsonl"] {
        site.add(name, read(&page.join(name))?);
    }
    // What follows is not for the page itself, and is not kept for when there is no network.
    let worker = service_worker(&read_text(&page.join("service-worker.js"))?, &site)?;
    site.add("service-worker.js", worker.into_bytes());
    site.add("card.jpg", read(&page.join("card.jpg"))?);
    add_embedded(&mut site, page, &sprite)?;
    Ok(site)
}

/// The page for frames of other pages.
fn add_embedded(site: &mut Site, page: &Path, sprite: &str) -> Result<(), String> {
    let (root, document_name) = ("replay/embed.js", "embed.html");
    let script = site.add_hashed("embed", "js", bundle(page, root, None)?.into_bytes());
    let text = read_text(&page.join(document_name))?;
    let style = site.add_hashed("embed", "css", styles(page, document_name)?.into_bytes());
    let text = document(&text, &style, "", (root, &script), sprite)?;
    site.add(document_name, text.into_bytes());
    Ok(())
}

/// A document with the names of its files as they are in the end, and the drawings.
fn document(
    text: &str,
    style: &str,
    more_links: &str,
    (root, script): (&str, &str),
    sprite: &str,
) -> Result<String, String> {
    let links = format!("<link rel=\"stylesheet\" href=\"{IMMUTABLE}{style}\">{more_links}");
    let text = without_styles(text, &links);
    let text = replaced(&text, root, &format!("{IMMUTABLE}{script}"))?;
    replaced(&text, "<!-- fruits -->", sprite)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// With another text for one that must be there.
fn replaced(text: &str, old: &str, new: &str) -> Result<String, String> {
    if text.contains(old) { Ok(text.replace(old, new)) } else { Err(format!("expected {old:?}")) }
}

/// The page with other links instead of those to its style sheets.
fn without_styles(index: &str, others: &str) -> String {
    let mut others = Some(others);
    let lines = index.lines().filter_map(|line| match style_of(line) {
        Some(_) => others.take(),
        None => Some(line.trim()),
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The drawings of the fruits as a part of the page: their titles, which would pop up under
/// the mouse, become labels.
fn sprite(fruits: &str) -> Result<String, String> {
    let fruits: String =
        fruits.lines().map(str::trim).filter(|line| !line.starts_with("<!--")).collect();
    let sprite = replaced(&fruits, "\"><title>", "\" aria-label=\"")?.replace("</title>", "\">");
    replaced(&sprite, "<svg ", "<svg class=\"sprite\" aria-hidden=\"true\" ")
}

/// The service worker with the names of all files and a version that changes with them.
fn service_worker(source: &str, site: &Site) -> Result<String, String> {
    let names: Vec<&str> = site.0.iter().map(|file| file.name.as_str()).collect();
    let mut hasher = DefaultHasher::new();
    for file in &site.0 {
        hasher.write(&file.content);
    }
    let source = replaced(source, "[\"index.html\"]", &format!("{names:?}"))?;
    let version = format!("\"{:016x}\"", hasher.finish());
    Ok(without_comments(&replaced(&source, "\"development\"", &version)?))
}

fn list(site: &Site, out: &Path) -> io::Result<()> {
    let folder = out.join("site");
    // A file of an earlier version must not stay beside the new ones.
    let _ = fs::remove_dir_all(&folder);
    let rows: String = site.0.iter().map(|file| row(&folder, file)).collect::<io::Result<_>>()?;
    fs::write(out.join("site.rs"), format!("&[\n{rows}]\n"))
}

/// Writes a file, compressed too, and says its row.
fn row(folder: &Path, File { name, content }: &File) -> io::Result<String> {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    let written = |ending: &str, content: &[u8]| {
        let path = format!("{}{ending}", path.display());
        fs::write(&path, content).map(|()| format!("include_bytes!({path:?})"))
    };
    let packed = |ending, content: Option<Vec<u8>>| match content {
        Some(content) => Ok(format!("Some({})", written(ending, &content)?)),
        None => io::Result::Ok("None".to_owned()),
    };
    let ending = name.rsplit('.').next().unwrap_or_default();
    let content_type =
        TYPES.iter().find(|(known, _)| *known == ending).map_or("", |(_, name)| name);
    let tag = format!("{:016x}", hash(content));
    let is_immutable = name.starts_with(IMMUTABLE);
    let plain = written("", content)?;
    let gzip = packed(".gz", compression::gzip(content)?)?;
    Ok(format!(
        "Asset {{ name: {name:?}, content_type: {content_type:?}, tag: {tag:?}, \
         is_immutable: {is_immutable}, content: {plain}, gzip: {gzip} }},\n"
    ))
}
