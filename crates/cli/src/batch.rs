//! Many boards, one per line: a JSON object for each, in the same order, on several threads, into
//! a file that the same command resumes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use fruitrage_cli_support::{Failure, files, progress, streams};
use fruitrage_engine::Stop;
use fruitrage_rules::{Board, quoted_within};
use serde_json::{Map, Value};

use crate::values::jobs;

/// More than a million boards of 10×10.
const LONGEST_FILE: u64 = 256 * 1024 * 1024;

#[derive(Debug, Args)]
#[command(next_help_heading = "Many boards")]
pub(crate) struct BatchOptions {
    /// Each line of FILE is a board: print a JSON object for each, in order
    #[arg(long)]
    pub(crate) batch: bool,
    /// With --batch: number of boards at a time
    #[arg(long, value_name = "N", default_value = "1", requires = "batch", value_parser = jobs)]
    pub(crate) jobs: u16,
    /// With --batch: write to this file; what it already has is not done again
    #[arg(long, value_name = "FILE", requires = "batch")]
    output: Option<PathBuf>,
}

/// What is found of a board; none if it was stopped before.
pub(crate) type Found = Result<Option<Map<String, Value>>, Failure>;

impl BatchOptions {
    /// Finds something out about every board of a file, and returns how many are not solved.
    /// Each thread makes something to work with first.
    pub(crate) fn run<T>(
        &self,
        file: &Path,
        stop: &Stop,
        prepare: impl Fn() -> T + Sync,
        find: impl Fn(&mut T, &Board) -> Found + Sync,
    ) -> Result<Unsolved, Failure> {
        let boards = read_boards(file)?;
        let mut output = match &self.output {
            Some(path) => Output::resume(path, &boards)?,
            None => Output::STANDARD,
        };
        let done = output.done;
        let bar = progress::bar(done as u64, boards.len() as u64, "boards");
        let next = AtomicUsize::new(done);
        let (sender, results) = mpsc::channel();
        let ended = thread::scope(|scope| {
            for _ in 0..usize::from(self.jobs).min(boards.len()).max(1) {
                let (sender, next, boards) = (sender.clone(), &next, &boards);
                let (prepare, find) = (&prepare, &find);
                scope.spawn(move || {
                    let mut tools = prepare();
                    while let index = next.fetch_add(1, Relaxed)
                        && let Some(board) = boards.get(index)
                        && !stop.is_stopped()
                    {
                        let Some(found) = find(&mut tools, board).transpose() else { return };
                        if sender.send((index, found)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for (index, found) in results {
                waiting.insert(index, found);
                while let Some(found) = waiting.remove(&output.done) {
                    let kept = found.and_then(|found| output.write(&Value::Object(found)));
                    kept.inspect_err(|_| stop.stop())?;
                    bar.inc(1);
                }
            }
            Ok::<_, Failure>(())
        });
        bar.finish_and_clear();
        ended?;
        if output.done < boards.len() {
            let hint = if self.output.is_some() { "; the same command resumes it" } else { "" };
            return Err(anyhow!("interrupted{hint}").into());
        }
        Ok(Unsolved { count: output.unsolved, of: boards.len() })
    }
}

/// How many boards of a file are told to be unsolved.
pub(crate) struct Unsolved {
    pub(crate) count: usize,
    pub(crate) of: usize,
}

/// The boards of a file: the first word of each line that is neither blank nor a comment.
fn read_boards(path: &Path) -> Result<Vec<Board>, Failure> {
    let bytes = files::read(path, LONGEST_FILE)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let mut boards = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = String::from_utf8_lossy(line);
        let Some(word) = line.split_whitespace().next().filter(|word| !word.starts_with('#'))
        else {
            continue;
        };
        let board = word.parse().map_err(|mut error: fruitrage_rules::TextError| {
            // The rows of a board are lines of their own to its reader.
            let row_width = word.split('/').map(|row| row.chars().count() + 1);
            error.column += row_width.take(error.line - 1).sum::<usize>();
            error.line = number;
            Failure::text(path, &error)
        })?;
        boards.push(board);
    }
    Ok(boards)
}

/// Where the objects go.
struct Output {
    /// Standard output if there is none.
    file: Option<(PathBuf, File)>,
    /// How many are there.
    done: usize,
    /// How many of them say that their board is not solved.
    unsolved: usize,
}

impl Output {
    const STANDARD: Self = Self { file: None, done: 0, unsolved: 0 };

    /// Opens or creates a file. It must have the first of the boards and no others; a last
    /// line without an end is from somebody who was killed, and is dropped.
    fn resume(path: &Path, boards: &[Board]) -> Result<Self, Failure> {
        files::expect_place(path)?;
        let refuse = |error: io::Error| files::unwritable(path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(refuse)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(refuse)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (mut done, mut unsolved) = (0, 0);
        for line in text[..whole].split_inclusive(|&byte| byte == b'\n') {
            let wanted = boards.get(done).map(|board| format!("{board:#}"));
            let object = serde_json::from_slice::<Value>(line).ok();
            let Some(object) =
                object.filter(|it| wanted.is_some() && it["board"].as_str() == wanted.as_deref())
            else {
                let expected =
                    wanted.map_or("no more lines".to_owned(), |it| format!("the result of `{it}`"));
                let found = quoted_within(String::from_utf8_lossy(line).trim_end(), 80);
                let number = done + 1;
                let message = format!("line {number}: expected {expected}, found {found}");
                return Err(Failure::file(path, message));
            };
            done += 1;
            unsolved += usize::from(is_unsolved(&object));
        }
        if whole < text.len() && !text[whole..].starts_with(b"{") {
            return Err(Failure::file(path, "expected results as JSON lines, found another text"));
        }
        file.set_len(whole as u64).map_err(refuse)?;
        file.seek(SeekFrom::End(0)).map_err(refuse)?;
        Ok(Self { file: Some((path.to_owned(), file)), done, unsolved })
    }

    fn write(&mut self, object: &Value) -> Result<(), Failure> {
        let line = format!("{object}\n");
        match &mut self.file {
            None => streams::print(line)?,
            Some((path, file)) => {
                let written = file.write_all(line.as_bytes());
                written.with_context(|| format!("{} cannot be written", path.display()))?;
            }
        }
        self.done += 1;
        self.unsolved += usize::from(is_unsolved(object));
        Ok(())
    }
}

fn is_unsolved(object: &Value) -> bool {
    object["solved"] == false
}
