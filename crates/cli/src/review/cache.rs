//! Reviews kept in files, each named after what was reviewed, and how.

use std::env;
use std::path::PathBuf;

use fruitrage_analysis::{Review, keep, read_kept};
use fruitrage_cli_support::{Failure, files};
use fruitrage_engine::Limits;
use fruitrage_rules::Record;

/// More than any kept review needs: 676 lines of at most 676 moves.
const LONGEST_REVIEW: u64 = 4 * 1024 * 1024;

/// A folder of reviews.
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The folder that was asked for, or one among the user's caches; none if there is no
    /// telling where these are.
    pub(crate) fn new(folder: Option<PathBuf>) -> Option<Self> {
        let of_user = || {
            let variable =
                |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
            let caches = variable("XDG_CACHE_HOME");
            let caches = caches.or_else(|| variable("HOME").map(|home| home.join(".cache")));
            caches.map(|caches| caches.join("fruitrage/reviews"))
        };
        folder.or_else(of_user).map(|folder| Self { folder })
    }

    /// The review of a game within limits, if it was kept. What cannot be read is as good
    /// as nothing.
    pub(crate) fn get(&self, record: &Record, limits: &Limits) -> Option<Review> {
        let key = key(record, limits);
        let bytes = files::read_regular(&self.path(&key), LONGEST_REVIEW).ok()?;
        read_kept(&bytes, &key, record.game())
    }

    /// Keeps a review.
    pub(crate) fn put(
        &self,
        record: &Record,
        limits: &Limits,
        review: &Review,
    ) -> Result<(), Failure> {
        let key = key(record, limits);
        files::make_directory(&self.folder)?;
        files::write(&self.path(&key), keep(&key, review))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{:016x}.json", hash(key)))
    }
}

/// What was reviewed, and how: a newer engine may know better.
fn key(record: &Record, limits: &Limits) -> String {
    format!("review 1, engine {}, {limits:?}\n{record}", env!("CARGO_PKG_VERSION"))
}

/// FNV-1a: the same on every machine. The whole key is in the file, so that two keys with
/// one name do no harm.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
