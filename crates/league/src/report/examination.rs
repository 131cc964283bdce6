//! Building and checking hand-ins, with a report for each. Who was checked and has not changed
//! since is not checked again, so that to be broken off costs little.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fruitrage_arena::check::{self, Finding, check};
use fruitrage_arena::{Conditions, Host};
use serde::{Deserialize, Serialize};

use super::{Report, html, html_of_class, text, text_of_class};
use crate::build::{BuildLog, Problem, Stage, Workshop};
use crate::hand_in::HandIn;

/// How far the examination of a hand-in is.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// It is built.
    Building,
    /// It was built.
    Built(&'a BuildLog),
    /// It is tried in this.
    Trying(&'a str),
    /// And this was found.
    Found(&'a Finding),
}

/// Builds and checks hand-ins and writes their reports into a folder.
#[derive(Debug)]
pub struct Examination<'a> {
    workshop: &'a Workshop<'a>,
    host: &'a Host,
    games: Vec<Conditions>,
    folder: PathBuf,
}

/// A report as it is kept, and what it depends on.
#[derive(Serialize, Deserialize)]
struct Kept {
    of: String,
    report: Report,
}

impl<'a> Examination<'a> {
    /// Besides all that every program is tried in, each plays a whole game under each of these
    /// conditions.
    pub const fn new(
        workshop: &'a Workshop<'a>,
        host: &'a Host,
        games: Vec<Conditions>,
        folder: PathBuf,
    ) -> Self {
        Self { workshop, host, games, folder }
    }

    /// Examines a hand-in and writes its report as text, as a page and as JSON. The report of
    /// before is taken if nothing has changed, unless it is to be done `again`. Nothing is
    /// written if the host was stopped.
    pub fn examine(
        &self,
        hand_in: &HandIn,
        again: bool,
        hear: &mut dyn FnMut(Step),
    ) -> io::Result<Report> {
        hear(Step::Building);
        let made = self.workshop.make(hand_in);
        if let Some(log) = &made.build {
            hear(Step::Built(log));
        }
        let of = made.content.as_ref().map(|content| self.dependence(content, &made.name));
        let mut report = Report::new(&made, None);
        if let (false, Some(of)) = (again, &of)
            && let Some(old) = self.find(&report.file, of)
        {
            return Ok(Report { is_old: true, ..old });
        }
        if let Ok(entrant) = &made.outcome {
            let host = entrant.host(self.host);
            let mut tell = |step: check::Step| match step {
                check::Step::Trying(case) => hear(Step::Trying(&case.name)),
                check::Step::Found(finding) => hear(Step::Found(finding)),
            };
            match check(&entrant.specification, &host, &self.games, &mut tell) {
                Ok(found) => report.check = Some(found),
                Err(error) => {
                    let message = error.to_string();
                    report.problem = Some(Problem { stage: Stage::Tried, message });
                }
            }
        }
        if !self.host.stop.is_stopped() {
            self.write(&report, of)?;
        }
        Ok(report)
    }

    /// Writes the tables of all hand-ins, for the organiser.
    pub fn write_tables(&self, title: &str, reports: &[Report]) -> io::Result<()> {
        write(&self.folder.join("index.txt"), text_of_class(reports).as_bytes())?;
        write(&self.folder.join("index.html"), html_of_class(title, reports).as_bytes())
    }

    /// All that a report depends on.
    fn dependence(&self, content: &str, name: &str) -> String {
        let games: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        let Host { sandbox, limits, timekeeping, .. } = self.host;
        let version = env!("CARGO_PKG_VERSION");
        format!("{version} {content} {name} {games:?} {sandbox} {limits:?} {timekeeping:?}")
    }

    fn place(&self, file: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{file}.{ending}"))
    }

    fn find(&self, file: &str, of: &str) -> Option<Report> {
        let text = fs::read(self.place(file, "json")).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.of == of).then_some(kept.report)
    }

    fn write(&self, report: &Report, of: Option<String>) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        write(&self.place(&report.file, "txt"), text(report).as_bytes())?;
        write(&self.place(&report.file, "html"), html(report).as_bytes())?;
        let kept = Kept { of: of.unwrap_or_default(), report: report.clone() };
        write(&self.place(&report.file, "json"), &serde_json::to_vec_pretty(&kept)?)
    }
}

/// Writes a file whole or not at all.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".report-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}
