//! What a hand-in may say of itself: anything about what lies in its own folder, and nothing
//! about the rest of the machine. Every grant is the organiser's.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fruitrage_arena::{DEVICES, Limits, SEPARATORS, Specification, normalized, system_files};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::ConfigurationError;
use crate::build::{Plan, command_words};
use crate::configuration::{as_text, one_line_name, read_toml};

/// What an agent's own folder may say about it.
pub(crate) const AGENT: &str = "agent.toml";

/// More than any of them needs.
const LONGEST: u64 = 64 * 1024;

/// What fits beside others into a table.
const LONGEST_NAME: usize = 60;

/// What an author says about an agent in `agent.toml`. All of it can be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) name: Option<String>,
    /// The command line that starts it.
    pub(crate) command: Option<Specification>,
    /// The command that builds it.
    pub(crate) build: Option<Vec<String>>,
    pub(crate) memory: Option<u64>,
    pub(crate) options: Vec<(String, String)>,
}

/// A hand-in: what it is called, where it is, and what is to be done with it.
#[derive(Clone, Debug)]
pub struct HandIn {
    /// What its results are kept by.
    pub name: String,
    /// Its folder or file.
    pub path: PathBuf,
    pub(crate) words: Words,
    /// What to build and run, or why that is not clear.
    pub(crate) plan: Result<Plan, String>,
    /// Whether another wanted to be called the same.
    pub(crate) shares_its_name: bool,
}

/// The same as a table of TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HandInTable {
    name: Option<String>,
    command: Option<String>,
    build: Option<String>,
    memory: Option<u64>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    folder: Option<IgnoredAny>,
    allow_read: Option<IgnoredAny>,
    champion: Option<IgnoredAny>,
    time_odds: Option<IgnoredAny>,
    handicap: Option<IgnoredAny>,
}

/// The end of the list of keys that are known: those that are only known to be refused.
const GRANTS: &str = ", `folder`, `allow-read`, `champion`, `time-odds`, `handicap`";

/// What the `agent.toml` of a folder says; nothing if there is none. `limits` are what the
/// organiser gives to everybody.
pub(crate) fn read(folder: &Path, limits: &Limits) -> Result<Words, ConfigurationError> {
    let path = folder.join(AGENT);
    let refuse = |message: String| ConfigurationError::file(&path, message);
    let Some(text) = text_of(&path).map_err(|error| ConfigurationError::file(&path, error))? else {
        return Ok(Words::default());
    };
    let table: HandInTable = read_toml(&text, &path).map_err(without_grants)?;
    table.refuse_grants(limits).map_err(refuse)?;
    let name = table.name.map(|name| one_line_name(name, &path)).transpose()?;
    if let Some(letters) = name.as_ref().map(|name| name.chars().count())
        && letters > LONGEST_NAME
    {
        return Err(refuse(format!(
            "expected a name of at most {LONGEST_NAME} letters, found {letters}"
        )));
    }
    let command: Option<Specification> = table
        .command
        .map(|command| command.parse().map_err(|error| ConfigurationError::file(&path, error)))
        .transpose()?;
    let build = table.build.as_deref().map(command_words).transpose().map_err(refuse)?;
    // A build names no more of the machine than a game does.
    let builds = build.iter().map(|words| Specification::Files(words.clone()));
    for specification in command.iter().cloned().chain(builds) {
        refuse_what_is_not_its_own(&specification).map_err(refuse)?;
    }
    Ok(Words { name, command, build, memory: table.memory, options: as_text(table.options) })
}

/// The text of a file; none if there is no such file. It may be anything that an author
/// can make, so nothing is waited for and nothing read beyond what is needed.
fn text_of(path: &Path) -> io::Result<Option<String>> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Ok(kind) if kind.is_file() => {}
        Ok(_) => return Err(io::Error::other("expected a file, found something else")),
        Err(error) => return Err(error),
    }
    let mut text = String::new();
    File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("expected at most {LONGEST} bytes, found more")));
    }
    Ok(Some(text))
}

/// An author is not told of keys that only the organiser may use.
fn without_grants(error: ConfigurationError) -> ConfigurationError {
    match error {
        ConfigurationError::Text { path, line, column, message } => {
            let message = message.replace(GRANTS, "");
            ConfigurationError::Text { path, line, column, message }
        }
        error @ ConfigurationError::File { .. } => error,
    }
}

impl HandInTable {
    fn refuse_grants(&self, limits: &Limits) -> Result<(), String> {
        let grants = [
            ("folder", self.folder.is_some()),
            ("allow-read", self.allow_read.is_some()),
            ("champion", self.champion.is_some()),
            ("time-odds", self.time_odds.is_some()),
            ("handicap", self.handicap.is_some()),
        ];
        if let Some((key, _)) = grants.iter().find(|(_, is_there)| *is_there) {
            return Err(format!(
                "expected `name`, `command`, `build`, `memory` and `options`, found `{key}`, which is for \
                 the organiser to grant, in tournament.toml"
            ));
        }
        let most = limits.memory.map(|bytes| bytes >> 20);
        match (self.memory, most) {
            (Some(wanted), Some(most)) if wanted > most => Err(format!(
                "expected `memory` of at most {most} MiB, which the organiser gives to \
                 everybody, found {wanted}"
            )),
            _ => Ok(()),
        }
    }
}

/// A hand-in is a program of its author's, and its command line names what is in its folder.
fn refuse_what_is_not_its_own(specification: &Specification) -> Result<(), String> {
    let (Specification::Files(words) | Specification::Lines(words)) = specification else {
        return Err(format!(
            "expected the command of a program of its own, found `{specification}`, which is \
             built in"
        ));
    };
    let system = system_files();
    for part in words.iter().flat_map(|word| word.split(SEPARATORS)) {
        let path = Path::new(part);
        let is_given = system.iter().any(|given| path.starts_with(given)) || is_device(path);
        if part.split(std::path::is_separator).any(|name| name == "..")
            || (path.has_root() && !is_given)
        {
            return Err(format!(
                "expected a command that names files in the agent's own folder, found `{part}`, \
                 which is elsewhere"
            ));
        }
    }
    Ok(())
}

/// Whether it is one of the devices that every program has.
fn is_device(path: &Path) -> bool {
    let path = normalized(path);
    DEVICES.iter().any(|device| path == Path::new(device))
}

/// Refuses a folder in which a link leads out of it, but to what every program may read.
pub(crate) fn refuse_links_elsewhere(folder: &Path) -> Result<(), ConfigurationError> {
    let refuse = |path: &Path, problem: &str| {
        let message =
            format!("expected the agent's own files and links to them, found one that {problem}");
        ConfigurationError::file(path, message)
    };
    let failed = |error: io::Error| ConfigurationError::file(folder, error);
    let root = folder.canonicalize().map_err(failed)?;
    let system = system_files();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                let Ok(target) = path.canonicalize() else {
                    return Err(refuse(&path, "leads nowhere"));
                };
                let is_given = system.iter().any(|given| target.starts_with(given));
                if !target.starts_with(&root) && !is_given {
                    return Err(refuse(&path, "leads elsewhere"));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use tempfile::TempDir;

    fn handed_in(text: &str) -> Result<Words, String> {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(AGENT), text).unwrap();
        let limits = Limits::untrusted().with_memory(200);
        read(folder.path(), &limits).map_err(|error| error.to_string())
    }

    #[test]
    fn a_hand_in_says_how_it_is_started() {
        let text = "name = 'anna'\ncommand = 'stdio:java -cp build:lib/x.jar Main'\nmemory = 100\n\
                    options = { Level = 3 }";
        let words = handed_in(text).unwrap();
        assert_eq!((words.name.as_deref(), words.memory), (Some("anna"), Some(100)));
        assert_eq!(words.options, [("Level".to_owned(), "3".to_owned())]);
        let built = handed_in("build = 'make -C src agent'").unwrap();
        assert_eq!((built.build.unwrap().len(), built.command), (4, None));
        handed_in("command = 'java -Djava.security.egd=file:/dev/./urandom -cp . homework'")
            .unwrap();
        let folder = TempDir::new().unwrap();
        assert_eq!(read(folder.path(), &Limits::trusted()).unwrap(), Words::default());
    }

    #[test]
    fn what_is_the_organisers_to_grant_is_refused() {
        for (text, message) in [
            ("command = './x'\nallow-read = ['/']", "`allow-read`, which is for the organiser"),
            ("command = './x'\nfolder = '../..'", "`folder`, which is for the organiser"),
            ("command = './x'\nchampion = true", "`champion`, which is for the organiser"),
            ("command = './x'\nhandicap = 9", "`handicap`, which is for the organiser"),
            ("command = './x'\ntime-odds = 9", "`time-odds`, which is for the organiser"),
            ("command = './x'\nmemory = 1000000", "at most 200 MiB"),
            ("command = './x'\nmemory = 201", "at most 200 MiB"),
            ("command = 'engine'", "found `engine`, which is built in"),
            ("command = 'greedy'", "found `greedy`, which is built in"),
            ("command = 'python3 spy.py ../other/agent.py'", "found `../other/agent.py`"),
            ("command = 'python3 spy.py a/../../b'", "found `a/../../b`"),
            ("command = 'python3 spy.py /home/organiser/.pgpass'", "found `/home/organiser/"),
            ("command = 'spy --file=/home/x'", "found `/home/x`"),
            ("command = 'java -cp build:/srv/other homework'", "found `/srv/other`"),
            ("command = 'stdio:/home/x/spy'", "found `/home/x/spy`"),
            ("command = 'python3 spy.py /dev/pts/0'", "found `/dev/pts/0`"),
            ("command = 'python3 spy.py /dev/shm/secret'", "found `/dev/shm/secret`"),
            ("command = './x'\ncolour = 1", "unknown field `colour`"),
            ("comand = './x'", "did you mean `command`?"),
            ("build = 'make -C ../honest'", "found `../honest`, which is elsewhere"),
            ("build = '/home/organiser/tool'", "found `/home/organiser/tool`"),
            ("build = 'greedy'", "which is built in"),
            ("name = \"a\\u001b[2Jb\"\ncommand = './x'", "expected a name of one line"),
            (&format!("name = '{}'", "x".repeat(60_000)), "at most 60 letters, found 60000"),
        ] {
            let refused = handed_in(text).unwrap_err();
            assert!(refused.contains(message), "{text}: {refused}");
        }
        let unknown = handed_in("colour = 1").unwrap_err();
        assert!(unknown.ends_with("`name`, `command`, `build`, `memory`, `options`"), "{unknown}");
        let long = format!("command = './x'\n#{}", "x".repeat(LONGEST as usize));
        assert!(handed_in(&long).unwrap_err().contains("found more"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_refused() {
        use std::os::unix::fs::symlink;

        let folder = TempDir::new().unwrap();
        let link = |target: &str, name: &str| symlink(target, folder.path().join(name)).unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::write(folder.path().join("data/book"), "x").unwrap();
        link("data/book", "again");
        link("/usr/bin/env", "env");
        refuse_links_elsewhere(folder.path()).unwrap();
        for (target, problem) in [("../..", "leads elsewhere"), ("nowhere", "leads nowhere")] {
            link(target, "data/out");
            let refused = refuse_links_elsewhere(folder.path()).unwrap_err().to_string();
            assert!(refused.contains(problem) && refused.contains("data/out"), "{refused}");
            fs::remove_file(folder.path().join("data/out")).unwrap();
        }
        link("/etc/hostname", AGENT);
        assert!(read(folder.path(), &Limits::trusted()).is_err());
    }
}
