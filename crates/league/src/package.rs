//! An agent's files as one archive, known by its content.
//!
//! The same files give the same archive on every machine: entries in order, without owners
//! or times, and of the permissions only whether a file can be executed.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use fruitrage_arena::executable;
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};
use thiserror::Error;

/// The most that an agent's files may have together.
const MOST_BYTES: u64 = 64 << 20;

/// The most files and folders that an agent may have.
const MOST_FILES: usize = 10_000;

/// The largest archive: each file needs a header and is filled up, twice that for long names.
const LARGEST_ARCHIVE: usize = MOST_BYTES as usize + (MOST_FILES + 1) * 2048;

/// What tells one content from another: 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ContentHash(String);

impl ContentHash {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self::from_digest(&Sha256::digest(bytes))
    }

    fn from_digest(digest: &[u8]) -> Self {
        Self(digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        }))
    }
}

impl FromStr for ContentHash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_hash = text.len() == 64 && text.bytes().all(is_digit);
        if is_hash { Ok(Self(text.to_owned())) } else { Err(()) }
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What tells a folder that is not packed from others: the names in it and what they hold.
/// Links are not followed.
pub(crate) fn hash_of_folder(folder: &Path) -> Result<ContentHash, PackageError> {
    let mut hasher = Sha256::new();
    let mut names = names_in(folder)?;
    names.reverse();
    while let Some(name) = names.pop() {
        let path = folder.join(&name);
        let refuse = |error: io::Error| PackageError::file(&path, &error);
        let kind = path.symlink_metadata().map_err(refuse)?.file_type();
        hasher.update(name.to_string_lossy().as_bytes());
        hasher.update([0]);
        if kind.is_symlink() {
            let target = fs::read_link(&path).map_err(refuse)?;
            hasher.update(target.to_string_lossy().as_bytes());
        } else if kind.is_dir() {
            let inner = names_in(&path)?;
            names.extend(inner.into_iter().rev().map(|inner| name.join(inner)));
        } else if kind.is_file() {
            io::copy(&mut fs::File::open(&path).map_err(refuse)?, &mut hasher).map_err(refuse)?;
        }
        hasher.update([0]);
    }
    Ok(ContentHash::from_digest(&hasher.finalize()))
}

/// Why files cannot be packed or unpacked.
#[derive(Debug, Error)]
pub enum PackageError {
    /// A file cannot be taken along.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// There is too much.
    #[error("expected agents of at most {MOST_FILES} files and 64 MiB, found more in {path}")]
    TooMuch {
        /// Where.
        path: String,
    },
    /// The archive is not one of ours.
    #[error("an archive that cannot be used: {0}")]
    Archive(String),
}

impl PackageError {
    pub(crate) fn file(path: &Path, reason: &dyn fmt::Display) -> Self {
        Self::File { path: path.display().to_string(), reason: reason.to_string() }
    }
}

/// An agent's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    hash: ContentHash,
    archive: Vec<u8>,
}

impl Package {
    /// Packs files and folders, each under a name of its own.
    pub(crate) fn pack(parts: &[(PathBuf, PathBuf)]) -> Result<Self, PackageError> {
        let mut files = Files::default();
        for (name, path) in parts {
            for folder in name.ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
                files.0.insert(folder.to_owned(), None);
            }
            files.add(name, path, path)?;
        }
        files.pack()
    }

    /// Packs what is in a folder.
    pub(crate) fn pack_folder(folder: &Path) -> Result<Self, PackageError> {
        let mut files = Files::default();
        for name in names_in(folder)? {
            files.add(&name, &folder.join(&name), folder)?;
        }
        files.pack()
    }

    /// An archive that came from elsewhere.
    pub(crate) fn from_archive(archive: Vec<u8>) -> Result<Self, PackageError> {
        if archive.len() > LARGEST_ARCHIVE {
            return Err(PackageError::TooMuch { path: "an archive".to_owned() });
        }
        Ok(Self { hash: ContentHash::of(&archive), archive })
    }

    pub(crate) const fn hash(&self) -> &ContentHash {
        &self.hash
    }

    pub(crate) fn archive(&self) -> &[u8] {
        &self.archive
    }

    /// Writes the files into a folder that is there and empty. Nothing outside of it is
    /// touched, whatever the archive says.
    pub(crate) fn unpack(&self, folder: &Path) -> Result<(), PackageError> {
        let broken = |error: io::Error| PackageError::Archive(error.to_string());
        let mut left = MOST_BYTES;
        let mut archive = Archive::new(&self.archive[..]);
        for (number, entry) in archive.entries().map_err(broken)?.enumerate() {
            let mut entry = entry.map_err(broken)?;
            let name = entry.path().map_err(broken)?.into_owned();
            let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
            if !name.components().all(is_plain) || name.as_os_str().is_empty() {
                let reason = format!("expected names below its folder, found {}", name.display());
                return Err(PackageError::Archive(reason));
            }
            let path = folder.join(&name);
            let size = entry.size();
            left = left
                .checked_sub(size)
                .filter(|_| number < MOST_FILES)
                .ok_or_else(|| PackageError::TooMuch { path: name.display().to_string() })?;
            let mode = entry.header().mode().map_err(broken)?;
            let written = match entry.header().entry_type() {
                EntryType::Directory => {
                    fs::create_dir(&path).and_then(|()| executable::permit(&path, true))
                }
                EntryType::Regular => write_new(&path, &mut entry, mode),
                other => Err(io::Error::other(format!("expected a file, found {other:?}"))),
            };
            written.map_err(|error| PackageError::file(&path, &error))?;
        }
        Ok(())
    }
}

fn write_new(path: &Path, content: &mut impl Read, mode: u32) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    io::copy(content, &mut file)?;
    executable::permit(path, mode & 0o111 != 0)
}

/// What is to be packed, by name: files with where they are, and folders.
#[derive(Default)]
struct Files(BTreeMap<PathBuf, Option<PathBuf>>);

impl Files {
    /// Adds a file, or a folder and what is in it. `root` is what links must not leave.
    fn add(&mut self, name: &Path, path: &Path, root: &Path) -> Result<(), PackageError> {
        let refuse = |reason: &dyn fmt::Display| PackageError::file(path, reason);
        let target = path.canonicalize().map_err(|error| refuse(&error))?;
        let root_target = root.canonicalize().map_err(|error| refuse(&error))?;
        if !target.starts_with(&root_target) {
            let expected =
                "expected links to the agent's own files, found one that leads elsewhere";
            return Err(refuse(&expected));
        }
        if self.0.len() >= MOST_FILES {
            return Err(PackageError::TooMuch { path: path.display().to_string() });
        }
        if target.is_file() {
            self.0.insert(name.to_owned(), Some(target));
            return Ok(());
        }
        if !target.is_dir() {
            return Err(refuse(&"expected files and folders, found a device, pipe or socket"));
        }
        // It could lead to a folder that it is in itself.
        if path.is_symlink() && path != root {
            return Err(refuse(&"expected files and folders, found a link to a folder"));
        }
        self.0.insert(name.to_owned(), None);
        for inner in names_in(path)? {
            self.add(&name.join(&inner), &path.join(&inner), root)?;
        }
        Ok(())
    }

    fn pack(&self) -> Result<Package, PackageError> {
        let mut builder = Builder::new(Vec::new());
        let mut left = MOST_BYTES;
        for (name, path) in &self.0 {
            let (content, mode) = match path {
                Some(path) => read_file(path, &mut left)?,
                None => (Vec::new(), 0o755),
            };
            let kind = if path.is_some() { EntryType::Regular } else { EntryType::Directory };
            let mut header = Header::new_gnu();
            header.set_entry_type(kind);
            header.set_mode(mode);
            header.set_size(content.len() as u64);
            header.set_mtime(0);
            let added = builder.append_data(&mut header, name, &content[..]);
            added.map_err(|error| PackageError::file(name, &error))?;
        }
        let archive = builder.into_inner();
        let archive = archive.map_err(|error| PackageError::Archive(error.to_string()))?;
        Ok(Package { hash: ContentHash::of(&archive), archive })
    }
}

/// A file's content and permissions, if it is not larger than what is left.
fn read_file(path: &Path, left: &mut u64) -> Result<(Vec<u8>, u32), PackageError> {
    let refuse = |error: io::Error| PackageError::file(path, &error);
    let file = fs::File::open(path).map_err(refuse)?;
    let executable = executable::is_executable(path);
    let mut content = Vec::new();
    file.take(*left + 1).read_to_end(&mut content).map_err(refuse)?;
    *left = left
        .checked_sub(content.len() as u64)
        .ok_or_else(|| PackageError::TooMuch { path: path.display().to_string() })?;
    Ok((content, if executable { 0o755 } else { 0o644 }))
}

/// The names in a folder, in order.
fn names_in(folder: &Path) -> Result<Vec<PathBuf>, PackageError> {
    let refuse = |error: io::Error| PackageError::file(folder, &error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        names.push(PathBuf::from(entry.map_err(refuse)?.file_name()));
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use tempfile::TempDir;

    fn folder() -> TempDir {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::write(folder.path().join("data/book"), "openings").unwrap();
        fs::write(folder.path().join("run"), "#!/bin/sh\n").unwrap();
        executable::permit(&folder.path().join("run"), true).unwrap();
        folder
    }

    #[test]
    fn the_same_files_are_the_same_content_and_others_are_not() {
        let (one, other) = (folder(), folder());
        let packed = Package::pack_folder(one.path()).unwrap();
        assert_eq!(packed, Package::pack_folder(other.path()).unwrap());
        fs::write(other.path().join("data/book"), "opening!").unwrap();
        assert_ne!(packed.hash(), Package::pack_folder(other.path()).unwrap().hash());
        executable::permit(&one.path().join("data/book"), true).unwrap();
        assert_ne!(packed.hash(), Package::pack_folder(one.path()).unwrap().hash());
    }

    #[test]
    fn what_is_packed_is_unpacked_and_packs_the_same_again() {
        let packed = Package::pack_folder(folder().path()).unwrap();
        let received = Package::from_archive(packed.archive().to_vec()).unwrap();
        let place = TempDir::new().unwrap();
        received.unpack(place.path()).unwrap();
        assert_eq!(fs::read_to_string(place.path().join("data/book")).unwrap(), "openings");
        let mode = place.path().join("run").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        assert_eq!(Package::pack_folder(place.path()).unwrap().hash(), packed.hash());
    }

    #[test]
    fn links_that_leave_the_folder_are_refused_and_others_followed() {
        let folder = folder();
        symlink("data/book", folder.path().join("again")).unwrap();
        let place = TempDir::new().unwrap();
        let whole = [(PathBuf::from("my/agent"), folder.path().to_owned())];
        let packed = Package::pack(&whole).unwrap();
        packed.unpack(place.path()).unwrap();
        assert_eq!(fs::read_to_string(place.path().join("my/agent/again")).unwrap(), "openings");
        assert_eq!(Package::pack_folder(place.path()).unwrap().hash(), packed.hash());
        symlink("/etc/passwd", folder.path().join("secret")).unwrap();
        let error = Package::pack(&whole).unwrap_err();
        assert!(error.to_string().contains("leads elsewhere"), "{error}");
    }

    #[test]
    fn too_much_is_refused() {
        let folder = TempDir::new().unwrap();
        let file = fs::File::create(folder.path().join("large")).unwrap();
        file.set_len(MOST_BYTES).unwrap();
        Package::pack_folder(folder.path()).unwrap();
        fs::write(folder.path().join("one byte more"), "x").unwrap();
        let error = Package::pack_folder(folder.path()).unwrap_err();
        assert!(matches!(error, PackageError::TooMuch { .. }), "{error}");
        assert!(Package::from_archive(vec![0; LARGEST_ARCHIVE + 1]).is_err());
    }

    /// An archive with one entry whose name is written as it is.
    fn archive_with(name: &str, kind: EntryType) -> Package {
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(kind);
        header.set_mode(0o644);
        header.set_size(0);
        header.set_cksum();
        let mut builder = Builder::new(Vec::new());
        builder.append(&header, &[][..]).unwrap();
        Package::from_archive(builder.into_inner().unwrap()).unwrap()
    }

    proptest::proptest! {
        /// An archive that is right but for a few bytes gets as far as any can.
        #[test]
        fn whatever_an_archive_says_stays_in_its_folder(
            changes in proptest::collection::vec((0..4096_usize, proptest::num::u8::ANY), 0..8),
            length in 0..4096_usize,
        ) {
            let mut archive = Package::pack_folder(folder().path()).unwrap().archive().to_vec();
            for (place, byte) in changes {
                let place = place % archive.len();
                archive[place] = byte;
            }
            archive.truncate(archive.len() - length % 1024);
            let place = TempDir::new().unwrap();
            let inner = place.path().join("inner");
            fs::create_dir(&inner).unwrap();
            let _ = Package::from_archive(archive).unwrap().unpack(&inner);
            proptest::prop_assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn an_archive_cannot_write_outside_of_its_folder() {
        for (name, kind) in [
            ("../escaped", EntryType::Regular),
            ("/tmp/escaped", EntryType::Regular),
            ("a/../../escaped", EntryType::Regular),
            ("link", EntryType::Symlink),
            ("device", EntryType::Char),
        ] {
            let place = TempDir::new().unwrap();
            let inner = place.path().join("inner");
            fs::create_dir(&inner).unwrap();
            assert!(archive_with(name, kind).unpack(&inner).is_err(), "{name}");
            assert!(!place.path().join("escaped").exists());
            assert_eq!(fs::read_dir(&inner).unwrap().count(), 0);
        }
        let not_an_archive = Package::from_archive(vec![b'x'; 2000]).unwrap();
        assert!(not_an_archive.unpack(TempDir::new().unwrap().path()).is_err());
    }
}
