//! Putting other files in the place of a hand-in. The new ones are built and tried first, and
//! the old ones are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fruitrage_arena::Host;
use thiserror::Error;

use crate::build::pack_source;
use crate::{Class, Entrant, HandIn, Made, PackageError, Problem, Workshop};

/// Where the files of earlier versions are kept, beside the hand-ins. It is none itself.
const KEPT: &str = ".replaced";

/// What was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Where the new files are.
    pub place: PathBuf,
    /// Where the old files are now.
    pub kept: PathBuf,
}

/// Why nothing was replaced.
#[derive(Debug, Error)]
pub enum ReplacementError {
    /// There is no such agent.
    #[error("there is no agent `{agent}`; there are: {}", known.join(", "))]
    Unknown {
        /// What was asked for.
        agent: String,
        /// Who is there.
        known: Vec<String>,
    },
    /// The organiser's agents have the files that their command names.
    #[error("expected an agent with a folder of its own, found `{0}`: change its command")]
    NoFolder(String),
    /// The new one would be another agent.
    #[error("expected an agent.toml that says the name `{expected}`, found `{found}`")]
    Renamed {
        /// The name of the one to be replaced.
        expected: String,
        /// The name that the new one has.
        found: String,
    },
    /// No agent can be made of the new files.
    #[error("nothing was replaced: {}", .0.message)]
    Broken(Problem),
    /// Something else is where the new files would be.
    #[error("{0}: expected a free place, found another hand-in")]
    Taken(PathBuf),
    /// The new files cannot be used.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// Files cannot be moved.
    #[error("{path}: {error}")]
    Files {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Puts the file or folder `source` in the place of an agent's files, if an agent can be made
/// of it. It is a new version then, as soon as the tournament goes on.
pub fn replace(
    class: &Class,
    agent: &str,
    source: &Path,
    host: &Host,
    workshop: &Workshop,
) -> Result<Replacement, ReplacementError> {
    let hand_in = class.hand_ins.iter().find(|hand_in| hand_in.name == agent);
    let entrant = class.settings.entrants.iter().find(|entrant| entrant.name == agent);
    match (hand_in, entrant) {
        (Some(hand_in), _) => replace_hand_in(class, hand_in, source, host, workshop),
        (None, Some(entrant)) => replace_folder(entrant, source, host),
        (None, None) => {
            let hand_ins = class.hand_ins.iter().map(|hand_in| hand_in.name.clone());
            let own = class.settings.entrants.iter().map(|entrant| entrant.name.clone());
            let known = hand_ins.chain(own).collect();
            Err(ReplacementError::Unknown { agent: agent.to_owned(), known })
        }
    }
}

fn replace_hand_in(
    class: &Class,
    old: &HandIn,
    source: &Path,
    host: &Host,
    workshop: &Workshop,
) -> Result<Replacement, ReplacementError> {
    let place = place_of(&old.path, source);
    if place != old.path && place.exists() {
        return Err(ReplacementError::Taken(place));
    }
    let move_in = Move::prepare(&place, source)?;
    let rules = &class.settings.builds;
    let name = |path: &Path| HandIn::read(path, &host.limits, rules).map(|hand_in| hand_in.name);
    let new = HandIn::read(&move_in.staged, &host.limits, rules).ok_or_else(|| {
        let message = format!("expected a program or its sources, found {}", source.display());
        ReplacementError::Broken(Problem { stage: crate::Stage::Found, message })
    })?;
    let Made { outcome, .. } = workshop.make(&new);
    outcome.map_err(ReplacementError::Broken)?;
    if let Some(expected) = name(&old.path)
        && expected != new.name
    {
        return Err(ReplacementError::Renamed { expected, found: new.name });
    }
    move_in.carry_out(&old.path)
}

/// The agent is the organiser's, and what starts it is known.
fn replace_folder(
    entrant: &Entrant,
    source: &Path,
    host: &Host,
) -> Result<Replacement, ReplacementError> {
    let Some(folder) = &entrant.folder else {
        return Err(ReplacementError::NoFolder(entrant.name.clone()));
    };
    let move_in = Move::prepare(folder, source)?;
    let new = Entrant { folder: Some(move_in.staged.clone()), ..entrant.clone() };
    new.host(host).check(&new.specification).map_err(|error| {
        let message = error.to_string();
        ReplacementError::Broken(Problem { stage: crate::Stage::Found, message })
    })?;
    move_in.carry_out(folder)
}

/// Where a hand-in lies that is to be called as the old one: a folder, or a file with an
/// ending of its own.
fn place_of(old: &Path, source: &Path) -> PathBuf {
    let name = if old.is_dir() { old.file_name() } else { old.file_stem() };
    let mut name = name.unwrap_or_default().to_owned();
    if let (true, Some(ending)) = (source.is_file(), source.extension()) {
        name.push(".");
        name.push(ending);
    }
    old.with_file_name(name)
}

/// New files that lie ready beside the place that they are for.
struct Move {
    /// Takes the copy away again unless it is moved.
    _folder: tempfile::TempDir,
    staged: PathBuf,
    place: PathBuf,
}

impl Move {
    /// Copies the new files, without what tools have left there.
    fn prepare(place: &Path, source: &Path) -> Result<Self, ReplacementError> {
        let failed = |error| ReplacementError::Files { path: source.to_owned(), error };
        source.metadata().map_err(failed)?;
        let beside = place.parent().unwrap_or(Path::new("."));
        let kept = beside.join(KEPT);
        let refuse = |error| ReplacementError::Files { path: kept.clone(), error };
        fs::create_dir_all(&kept).map_err(refuse)?;
        let folder = tempfile::TempDir::new_in(&kept).map_err(refuse)?;
        let staged = folder.path().join(place.file_name().unwrap_or_default());
        let package = pack_source(source)?;
        if source.is_dir() {
            fs::create_dir(&staged).map_err(refuse)?;
            package.unpack(&staged)?;
        } else {
            package.unpack(folder.path())?;
            let copy = folder.path().join(source.file_name().unwrap_or_default());
            fs::rename(copy, &staged).map_err(refuse)?;
        }
        Ok(Self { _folder: folder, staged, place: place.to_owned() })
    }

    /// Moves the old files away and the new ones in. Killed between the two, the old ones
    /// are where they are kept.
    fn carry_out(self, old: &Path) -> Result<Replacement, ReplacementError> {
        let failed = |error| ReplacementError::Files { path: old.to_owned(), error };
        let name = old.file_name().unwrap_or_default().to_string_lossy();
        let beside = old.parent().unwrap_or(Path::new(".")).join(KEPT);
        let kept = (1..=u32::MAX)
            .map(|number| beside.join(format!("{number}-{name}")))
            .find(|kept| !kept.exists())
            .unwrap_or_default();
        fs::rename(old, &kept).map_err(failed)?;
        if let Err(error) = fs::rename(&self.staged, &self.place) {
            // Nothing is lost if that fails as well: it lies where it is kept.
            let _ = fs::rename(&kept, old);
            return Err(failed(error));
        }
        Ok(Replacement { place: self.place, kept })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use fruitrage_arena::Limits;
    use tempfile::TempDir;

    use crate::read_folder;

    const IDLE: &str = "pass\n";

    /// A folder with the hand-ins `anna`, a folder, and `ben`, a file; and new files beside it.
    fn folders() -> (TempDir, PathBuf, PathBuf) {
        let folder = TempDir::new().unwrap();
        let (class, new) = (folder.path().join("class"), folder.path().join("new"));
        for place in ["class/anna", "class/olga", "new/better"] {
            fs::create_dir_all(folder.path().join(place)).unwrap();
        }
        fs::write(class.join("anna/homework.py"), IDLE).unwrap();
        fs::write(class.join("olga/homework.py"), IDLE).unwrap();
        fs::write(class.join("ben.py"), IDLE).unwrap();
        let settings = "[[agent]]\nname = 'house'\ncommand = 'python3 homework.py'\n\
                        folder = 'olga'\n[[agent]]\ncommand = 'greedy'\n";
        fs::write(class.join("tournament.toml"), settings).unwrap();
        fs::write(new.join("better/homework.py"), "pass # better\n").unwrap();
        fs::write(new.join("better.py"), "pass # better\n").unwrap();
        (folder, class, new)
    }

    fn replaced(class: &Path, agent: &str, source: &Path) -> Result<Replacement, String> {
        let host = Host::new().unwrap();
        let class = read_folder(class, &Limits::untrusted()).unwrap();
        let shelf = TempDir::new().unwrap();
        let rules = class.settings.builds.clone();
        let workshop = Workshop::new(&host, &rules, shelf.path().to_owned(), None);
        replace(&class, agent, source, &host, &workshop).map_err(|error| error.to_string())
    }

    fn names(class: &Path) -> Vec<String> {
        let class = read_folder(class, &Limits::untrusted()).unwrap();
        class.hand_ins.into_iter().map(|hand_in| hand_in.name).collect()
    }

    #[test]
    fn the_new_files_are_there_and_the_old_ones_are_kept() {
        let (_folder, class, new) = folders();
        for (agent, source, place) in [
            ("anna", "better", "anna/homework.py"),
            ("ben", "better.py", "ben.py"),
            ("ben", "better", "ben/homework.py"),
            ("anna", "better.py", "anna.py"),
            ("house", "better", "olga/homework.py"),
        ] {
            let replacement = replaced(&class, agent, &new.join(source)).unwrap();
            assert_eq!(fs::read_to_string(class.join(place)).unwrap(), "pass # better\n");
            assert!(replacement.kept.exists(), "{replacement:?}");
            assert_eq!(names(&class), ["anna", "ben"]);
        }
        let kept = class.join(KEPT);
        assert_eq!(fs::read_to_string(kept.join("1-anna/homework.py")).unwrap(), IDLE);
        assert_eq!(fs::read_to_string(kept.join("1-ben.py")).unwrap(), IDLE);
        // The copies that were made on the way are gone.
        assert_eq!(fs::read_dir(kept).unwrap().count(), 5);
    }

    #[test]
    fn what_would_be_no_agent_or_another_replaces_nothing() {
        let (_folder, class, new) = folders();
        let write = |name: &str, text: &str| {
            let path = new.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("notes/notes.txt", "");
        write("notes.txt", "");
        write("renamed/homework.py", IDLE);
        write("renamed/agent.toml", "name = 'anton'");
        for (agent, source, problem) in [
            ("anton", "better", "there is no agent `anton`; there are: anna, ben, house, greedy"),
            ("greedy", "better", "a folder of its own, found `greedy`"),
            ("anna", "notes", "found notes.txt"),
            ("anna", "notes.txt", "expected a program or its sources"),
            ("anna", "renamed", "the name `anna`, found `anton`"),
            ("anna", "nothing", "No such file"),
            ("house", "notes", "homework.py"),
        ] {
            let refused = replaced(&class, agent, &new.join(source)).unwrap_err();
            assert!(refused.contains(problem), "{source}: {refused}");
            assert_eq!(fs::read_to_string(class.join("anna/homework.py")).unwrap(), IDLE);
            assert_eq!(fs::read_to_string(class.join("olga/homework.py")).unwrap(), IDLE);
        }
        fs::write(class.join("anna.py"), IDLE).unwrap();
        let refused = replaced(&class, "anna", &new.join("better.py")).unwrap_err();
        assert!(refused.contains("found another hand-in"), "{refused}");
    }
}
