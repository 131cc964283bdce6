//! Many modules as one file, so that a browser asks once; and many style sheets.
//!
//! Each module becomes a function that is called once and returns what the module exports.
//! That is all that the page's modules need: they import by name, export declarations, and do
//! not import each other in circles. Whatever else is found here ends the build.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A module that is left outside, and the name that it is imported by in the end.
pub(crate) struct Outside<'a> {
    /// Where it is among the page's files.
    pub(crate) path: &'a str,
    /// What the bundle imports.
    pub(crate) name: &'a str,
}

/// Joins a module with all that it imports.
pub(crate) fn bundle(page: &Path, root: &str, outside: Option<&Outside>) -> Result<String, String> {
    let mut bundle = Bundle {
        page,
        outside,
        imports: String::new(),
        body: String::new(),
        done: BTreeSet::new(),
    };
    bundle.add(root, &mut Vec::new())?;
    Ok(bundle.imports + &bundle.body)
}

struct Bundle<'a> {
    page: &'a Path,
    outside: Option<&'a Outside<'a>>,
    imports: String,
    body: String,
    done: BTreeSet<String>,
}

impl Bundle<'_> {
    /// Adds a module after those that it imports; `above` are the modules that import it.
    fn add(&mut self, path: &str, above: &mut Vec<String>) -> Result<(), String> {
        if self.done.contains(path) {
            return Ok(());
        }
        if above.iter().any(|other| other == path) {
            return Err(format!("{path}: imports itself by way of {}", above.join(", ")));
        }
        let text = without_comments(&read(self.page, path)?);
        let (mut exports, mut body) = (Vec::new(), String::new());
        above.push(path.to_owned());
        for statement in statements(&text) {
            if let Some(import) = statement.strip_prefix("import ") {
                body += &self.import(path, import, above)?;
            } else if let Some(declaration) = statement.strip_prefix("export ") {
                let name = declared(declaration).ok_or_else(|| {
                    format!("{path}: expected a declaration, found export {declaration}")
                })?;
                exports.push(name.to_owned());
                body += declaration;
                body.push('\n');
            } else {
                body += statement;
                body.push('\n');
            }
        }
        above.pop();
        let exports = exports.join(",");
        let written = write!(
            self.body,
            "const {}=(()=>{{\n{body}return{{{exports}}}}})();\n",
            variable(path)
        );
        written.map_err(|error| error.to_string())?;
        self.done.insert(path.to_owned());
        Ok(())
    }

    /// An import as a declaration.
    fn import(
        &mut self,
        path: &str,
        import: &str,
        above: &mut Vec<String>,
    ) -> Result<String, String> {
        let refuse = || format!("{path}: expected an import by name, found import {import}");
        let (names, from) = import.rsplit_once(" from ").ok_or_else(refuse)?;
        let target = from.trim_end_matches(';').trim_matches('"');
        let target = resolved(path, target);
        if let Some(outside) = self.outside.filter(|outside| target == outside.path) {
            self.imports += &["import ", names, " from \"./", outside.name, "\";\n"].concat();
            return Ok(String::new());
        }
        self.add(&target, above)?;
        let names = names.split_whitespace().collect::<Vec<_>>().join(" ");
        let bound = match names.strip_prefix("* as ") {
            Some(name) => name.to_owned(),
            None if names.starts_with('{') => names.replace(" as ", ":"),
            None => return Err(refuse()),
        };
        Ok(format!("const {bound}={};\n", variable(&target)))
    }
}

/// All style sheets of a document, in the order in which it names them.
pub(crate) fn styles(page: &Path, document: &str) -> Result<String, String> {
    let document = read(page, document)?;
    let names = document.lines().filter_map(style_of);
    names.map(|name| Ok(without_comments(&read(page, name)?))).collect()
}

/// A line of a document that names a style sheet.
pub(crate) fn style_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"")?.strip_suffix("\">")
}

/// A file of the page; when it changes, what is made of it is made again.
fn read(page: &Path, name: &str) -> Result<String, String> {
    let path = page.join(name);
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))
}

/// The name of the variable that holds a module.
fn variable(path: &str) -> String {
    let name: String =
        path.trim_end_matches(".js").replace(|sign: char| !sign.is_alphanumeric(), "_");
    format!("${name}")
}

/// Where a relative path leads from a module.
fn resolved(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let starts = ["async function ", "function ", "class ", "const "];
    let rest = starts.iter().find_map(|start| declaration.strip_prefix(start))?;
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$')?;
    rest.get(..end)
}

/// The lines of a module, each import as one.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let is_import = rest.starts_with("import ");
        let end = if is_import { rest.find(";\n").map(|at| at + 1) } else { rest.find('\n') };
        let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.strip_prefix('\n').unwrap_or(after);
        Some(line)
    })
}

/// Without the comments that stand on lines of their own, and without the space before lines.
pub(crate) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let line = without_types(line);
        if in_comment {
            in_comment = !line.ends_with("*/");
        } else if line.starts_with("/*") && line.ends_with("*/") || line.starts_with("//") {
            // Nothing but a comment.
        } else if line.starts_with("/*") && !line.contains("*/") {
            in_comment = true;
        } else if !line.is_empty() {
            kept += &line;
            kept.push('\n');
        }
    }
    kept
}

/// Without what says the types of parameters and values within a line.
fn without_types(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find("/** @type ") {
        let Some(length) = rest[start..].find("*/").map(|at| at + 2) else { break };
        kept += &rest[..start];
        rest = rest[start + length..].trim_start();
    }
    kept + rest
}
