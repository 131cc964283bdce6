//! What the organiser says about building for everybody: `[build]` and `[languages]`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_arena::{Limits, Specification};
use fruitrage_rules::seconds;
use serde::Deserialize;

use super::languages::{self, Language};
use crate::ConfigurationError;

/// What a build may take.
const TIME: Duration = Duration::from_mins(2);

/// How hand-ins are built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildRules {
    /// What all commands of a build may take together.
    pub time: Duration,
    /// What they may use.
    pub limits: Limits,
    /// The command that builds everybody, whatever a hand-in says.
    pub(crate) command: Option<Vec<String>>,
    /// The command that runs everybody, whatever a hand-in says.
    pub(crate) run: Option<Specification>,
    pub(crate) languages: Vec<Language>,
}

impl Default for BuildRules {
    fn default() -> Self {
        let (limits, languages) = (Limits::building(), languages::known());
        Self { time: TIME, limits, command: None, run: None, languages }
    }
}

/// `[build]` of a tournament's file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct BuildTable {
    time: Option<f64>,
    memory: Option<u64>,
    disk: Option<u64>,
    command: Option<String>,
    run: Option<String>,
}

/// One of the `[languages]` of a tournament's file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LanguageTable {
    endings: Option<Vec<String>>,
    build: Option<String>,
    run: Option<String>,
    #[serde(default)]
    allow_read: Vec<PathBuf>,
}

impl BuildRules {
    /// The rules that these tables of a file make. Paths in them start at `base`.
    pub(crate) fn new(
        build: BuildTable,
        languages: BTreeMap<String, LanguageTable>,
        base: &Path,
        path: &Path,
    ) -> Result<Self, ConfigurationError> {
        let refuse = |message: String| ConfigurationError::file(path, message);
        let mut rules = Self::default();
        if let Some(time) = build.time {
            rules.time = seconds::parse_positive(&time.to_string()).ok_or_else(|| {
                refuse(format!("expected a `time` of builds in seconds above 0, found {time}"))
            })?;
        }
        if let Some(memory) = build.memory {
            rules.limits = rules.limits.with_memory(memory);
        }
        if let Some(disk) = build.disk {
            rules.limits.disk = disk.saturating_mul(1 << 20);
        }
        let words =
            |text: Option<String>| text.as_deref().map(command_words).transpose().map_err(&refuse);
        rules.command = words(build.command)?;
        rules.run = build.run.as_deref().map(specification).transpose().map_err(refuse)?;
        for (name, table) in languages {
            rules.add(&name, table, base, path)?;
        }
        Ok(rules)
    }

    fn add(
        &mut self,
        name: &str,
        table: LanguageTable,
        base: &Path,
        path: &Path,
    ) -> Result<(), ConfigurationError> {
        let refuse = |message: String| {
            ConfigurationError::file(path, format!("[languages.{name}]: {message}"))
        };
        let index = self.languages.iter().position(|language| language.name == name);
        let is_known = index.is_some();
        let mut language =
            index.map_or_else(|| Language::unknown(name), |index| self.languages.remove(index));
        if let Some(endings) = table.endings {
            let plain = endings.iter().map(|ending| ending.trim_start_matches('.').to_owned());
            language.endings = plain.collect();
        }
        if let Some(build) = table.build {
            // Nothing at all is a way to say that there is nothing to build.
            let is_nothing = build.trim().is_empty();
            language.build =
                if is_nothing { Vec::new() } else { command_words(&build).map_err(refuse)? };
        }
        match table.run {
            Some(run) => language.run = command_words(&run).map_err(refuse)?,
            None if !is_known => {
                return Err(refuse("expected `run`, the command of its programs".to_owned()));
            }
            None => {}
        }
        for readable in table.allow_read {
            let readable = base.join(readable);
            let found = dunce::canonicalize(&readable);
            let found = found.map_err(|error| ConfigurationError::file(&readable, error))?;
            language.readable.push(found);
        }
        // What the organiser speaks of is looked for first.
        self.languages.insert(0, language);
        Ok(())
    }

    /// The language of a file.
    pub(crate) fn language_of(&self, path: &Path) -> Option<&Language> {
        self.languages.iter().find(|language| language.owns(path))
    }
}

/// A command as its words; no shell runs it.
pub(crate) fn command_words(text: &str) -> Result<Vec<String>, String> {
    match specification(text)? {
        Specification::Files(words) => Ok(words),
        _ => Err(format!("expected a command line, found `{text}`")),
    }
}

fn specification(text: &str) -> Result<Specification, String> {
    let specification: Specification = text
        .parse()
        .map_err(|_| format!("expected a command line with its quotes closed, found `{text}`"))?;
    if specification.is_program() {
        return Ok(specification);
    }
    Err(format!("expected a command line, found `{text}`, which is built in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<BuildRules, String> {
        #[derive(Deserialize)]
        struct Both {
            #[serde(default)]
            build: BuildTable,
            #[serde(default)]
            languages: BTreeMap<String, LanguageTable>,
        }
        let both: Both = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let path = Path::new("league.toml");
        BuildRules::new(both.build, both.languages, Path::new(""), path)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn an_organiser_speaks_for_everybody() {
        let rules = rules(
            "[build]\ntime = 30\nmemory = 512\ndisk = 100\n[languages.cpp]\nbuild = 'clang++ -o \
             {program} {sources}'\n[languages.kotlin]\nendings = ['.kt']\nbuild = 'kotlinc \
             {sources} -d a.jar'\nrun = 'java -jar a.jar'",
        )
        .unwrap();
        assert_eq!((rules.time, rules.limits.memory), (Duration::from_secs(30), Some(512 << 20)));
        assert_eq!(rules.language_of(Path::new("x.kt")).unwrap().name, "kotlin");
        let cpp = rules.language_of(Path::new("x.cpp")).unwrap();
        assert_eq!((cpp.build[0].as_str(), cpp.run[0].as_str()), ("clang++", "./{program}"));
        assert_eq!(rules.language_of(Path::new("x.txt")), None);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (text, message) in [
            ("[build]\ntime = 0", "`time` of builds in seconds above 0, found 0"),
            ("[build]\ncommand = 'greedy'", "which is built in"),
            ("[build]\ncommand = \"make 'x\"", "quotes closed"),
            ("[build]\nnetwork = true", "unknown field `network`"),
            ("[languages.kotlin]\nendings = ['kt']", "expected `run`"),
            ("[languages.java]\nallow-read = ['no/such']", "no/such"),
        ] {
            let refused = rules(text).unwrap_err();
            assert!(refused.contains(message), "{text}: {refused}");
        }
    }
}
