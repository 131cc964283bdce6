//! Keeping records: nothing is overwritten, and no unfinished game is lost silently.

use std::path::{Path, PathBuf};

use crate::contest::Contest;

/// Writes a file whole or not at all; the error is a sentence for people.
pub type Save<'a> = dyn Fn(&Path, &str) -> Result<(), String> + 'a;

/// What is left to say when a sitting is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// How the last game ended.
    pub outcome: Option<String>,
    /// Where an unfinished game is, or why it could not be kept there.
    pub notice: Option<String>,
    /// The record of an unfinished game that could not be written anywhere.
    pub unsaved: Option<String>,
    /// Why the sitting could not go on.
    pub failure: Option<String>,
}

impl Departure {
    /// Leaves a game on purpose.
    pub(crate) fn from(contest: &Contest) -> Self {
        Self { outcome: contest.outcome(), ..Self::default() }
    }

    /// Leaves a game because of a signal: what is unfinished is kept.
    pub(crate) fn keeping(contest: &Contest, save: &Save) -> Self {
        let text = contest.record().to_string();
        match save_under_a_free_name(contest, save) {
            Ok(path) => Self {
                notice: Some(format!("The unfinished game is in {}.", path.display())),
                ..Self::from(contest)
            },
            Err(problem) => Self {
                notice: Some(format!("The unfinished game cannot be saved: {problem}")),
                unsaved: Some(text),
                ..Self::from(contest)
            },
        }
    }
}

/// Writes the game's record into the current directory, to a file that is not there yet.
pub(crate) fn save_under_a_free_name(contest: &Contest, save: &Save) -> Result<PathBuf, String> {
    let path = free_name(contest, &|path| path.symlink_metadata().is_ok());
    save(&path, &contest.record().to_string()).map(|()| path)
}

/// A name that says which game it is, numbered if there is one already.
fn free_name(contest: &Contest, exists: &dyn Fn(&Path) -> bool) -> PathBuf {
    let setup = contest.game().setup();
    let stem = format!(
        "game-{size}x{size}-{kinds}-{seed}",
        size = setup.board().size(),
        kinds = setup.kinds(),
        seed = contest.seed()
    );
    let names = (2..).map(|number: u64| format!("{stem}-{number}.fruitrage"));
    let mut names = std::iter::once(format!("{stem}.fruitrage")).chain(names);
    names
        .find_map(|name| Some(PathBuf::from(name)).filter(|path| !exists(path)))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::cell::RefCell;
    use std::time::Duration;

    use crate::settings::tests::settings;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let contest = Contest::new(&settings(4, "greedy"), 0, Duration::ZERO);
        let name = |taken: &[&str]| {
            free_name(&contest, &|path| taken.iter().any(|name| path == Path::new(name)))
        };
        assert_eq!(name(&[]), Path::new("game-4x4-3-7.fruitrage"));
        let taken = ["game-4x4-3-7.fruitrage", "game-4x4-3-7-2.fruitrage"];
        assert_eq!(name(&taken), Path::new("game-4x4-3-7-3.fruitrage"));
    }

    #[test]
    fn what_cannot_be_written_is_handed_back() {
        let contest = Contest::new(&settings(4, "greedy"), 0, Duration::ZERO);
        let written = RefCell::new(String::new());
        let kept = Departure::keeping(&contest, &|_, text| {
            written.replace(text.to_owned());
            Ok(())
        });
        assert_eq!((kept.unsaved, &*written.borrow()), (None, &contest.record().to_string()));
        let lost = Departure::keeping(&contest, &|_, _| Err("no room".to_owned()));
        assert_eq!(lost.unsaved, Some(contest.record().to_string()));
        assert!(lost.notice.unwrap().ends_with("no room"));
    }
}
