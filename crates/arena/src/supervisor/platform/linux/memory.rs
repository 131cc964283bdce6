//! What processes hold of the machine's memory, from the kernel's tables.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use nix::unistd::Pid;

/// Names of memory that processes share and that no file system limits, as the table of a
/// process's memory has them: shared mappings, files in memory, System V segments.
const SHARED: [&str; 3] = ["/dev/zero (deleted)", "/memfd:", "/SYSV"];

/// How much of the tables of mappings one look reads, in bytes: a program can have so many, of
/// files with names so long, that nobody could read them often. Those of Java have some 100 KiB.
const MOST_READ: u64 = 8 << 20;

/// The memory that these processes hold together, in bytes. It may be called often: what
/// costs much is asked only if there seems to be more than the limit.
pub(super) fn held(processes: &[Pid], limit: u64) -> u64 {
    let tables: Vec<PathBuf> = processes.iter().map(|process| tables_of(*process)).collect();
    let own: u64 = tables.iter().map(|tables| resident(tables)).sum();
    let mut shared = SharedMemory::new(MOST_READ);
    let is_read: Vec<bool> = tables.iter().map(|tables| shared.add(tables)).collect();
    if own + shared.bytes() <= limit {
        return own + shared.bytes();
    }
    // After a fork a page belongs to both, and was counted twice. Of mappings too many to be
    // read that is not looked into.
    let looks = tables.iter().zip(is_read);
    let of_each = looks.map(
        |(tables, is_read)| {
            if is_read { proportional(tables) } else { resident(tables) }
        },
    );
    of_each.sum::<u64>() + shared.bytes()
}

/// Where the kernel's tables of a process are. Those of a process whose first thread has ended
/// are empty while the others go on, and so are those of the first thread; any other has them.
fn tables_of(process: Pid) -> PathBuf {
    let of_process = PathBuf::from(format!("/proc/{process}"));
    if has_memory(&of_process) {
        return of_process;
    }
    let threads = fs::read_dir(of_process.join("task")).into_iter().flatten().flatten();
    threads.map(|thread| thread.path()).find(|tables| has_memory(tables)).unwrap_or(of_process)
}

fn has_memory(tables: &Path) -> bool {
    fs::read_to_string(tables.join("status")).is_ok_and(|status| status.contains("\nVmRSS:"))
}

/// The sum of such fields of a table, in bytes; none if there is no table to be read.
fn sum_of(table: &Path, fields: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(table).ok()?;
    let kibibytes = text.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        let number = value.trim().strip_suffix(" kB")?;
        fields.contains(&name).then(|| number.trim().parse::<u64>().ok())?
    });
    Some(kibibytes.sum::<u64>() * 1024)
}

/// What a process holds for itself, in memory or swapped out, and what the kernel needs to know
/// where it is.
fn resident(tables: &Path) -> u64 {
    sum_of(&tables.join("status"), &["RssAnon", "VmSwap", "VmPTE"]).unwrap_or(0)
}

/// The same, with a page that several processes have shared out among them.
fn proportional(tables: &Path) -> u64 {
    let pages = sum_of(&tables.join("smaps_rollup"), &["Pss_Anon", "SwapPss"]);
    let whereabouts = sum_of(&tables.join("status"), &["VmPTE"]);
    pages.zip(whereabouts).map_or_else(|| resident(tables), |(pages, table)| pages + table)
}

/// All memory that processes can share with others, each piece once and whole: what is in it
/// stays there when the process that wrote it has ended.
struct SharedMemory {
    /// By device and number, how far any process sees into it.
    pieces: HashMap<(String, String), u64>,
    /// What processes have touched whose mappings cannot be read.
    unknown: u64,
    /// How many more bytes are read.
    budget: u64,
}

impl SharedMemory {
    fn new(budget: u64) -> Self {
        Self { pieces: HashMap::new(), unknown: 0, budget }
    }

    fn bytes(&self) -> u64 {
        self.pieces.values().sum::<u64>() + self.unknown
    }

    /// Adds what a process can share; whether all of it is known. If not, the process ended
    /// just now, may be run but not read, or has too many mappings.
    fn add(&mut self, tables: &Path) -> bool {
        let is_read = self.read(&tables.join("maps")).is_ok();
        if !is_read {
            self.unknown += sum_of(&tables.join("status"), &["RssShmem"]).unwrap_or(0);
        }
        is_read
    }

    fn read(&mut self, table: &Path) -> io::Result<()> {
        let mut lines = BufReader::with_capacity(1 << 16, File::open(table)?.take(self.budget));
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            if let Some((piece, reach)) = shared_piece(&String::from_utf8_lossy(&line)) {
                let known = self.pieces.entry(piece).or_default();
                *known = reach.max(*known);
            }
            line.clear();
        }
        self.budget = lines.get_ref().limit();
        if self.budget == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(()) }
    }
}

/// The device and number of a piece of shared memory in a line of the table, and how far the
/// process sees into it.
fn shared_piece(line: &str) -> Option<((String, String), u64)> {
    let mut words = line.splitn(6, ' ');
    let (start, end) = words.next()?.split_once('-')?;
    if !words.next()?.ends_with('s') {
        return None;
    }
    let number = |text| u64::from_str_radix(text, 16).ok();
    let offset = number(words.next()?)?;
    let piece = (words.next()?.to_owned(), words.next()?.to_owned());
    let name = words.next()?.trim_start();
    let is_memory = SHARED.iter().any(|start| name.starts_with(start));
    is_memory.then_some((piece, offset + number(end)?.saturating_sub(number(start)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::unistd::getpid;

    #[test]
    fn shared_memory_is_found_among_mappings() {
        let piece = |line| shared_piece(line).map(|(_, bytes)| bytes);
        let zero = "7f00c0000000-7f00c0100000 rw-s 00000000 00:01 1027    /dev/zero (deleted)";
        assert_eq!(piece(zero), Some(1 << 20));
        let later = "7f00c0000000-7f00c0100000 rw-s 00100000 00:01 5 /memfd:a b (deleted)";
        assert_eq!(piece(later), Some(2 << 20));
        let file = "7f00c0000000-7f00c0100000 rw-s 00000000 00:30 7    /arena/game/file";
        assert_eq!(piece(file), None);
        let own = "7f00c0000000-7f00c0100000 rw-p 00000000 00:00 0 ";
        assert_eq!(piece(own), None);
        assert_eq!(piece("nonsense"), None);
    }

    #[test]
    fn a_process_whose_first_thread_has_ended_is_still_looked_at() {
        let tables = tables_of(getpid());
        assert_eq!(tables, Path::new(&format!("/proc/{}", getpid())));
        let thread = tables.join("task").join(getpid().to_string());
        assert!(has_memory(&thread) && resident(&thread) > 0);
        assert!(!has_memory(Path::new("/proc/nobody")));
    }

    #[test]
    fn too_many_mappings_are_not_read_but_counted_as_far_as_it_goes() {
        let tables = tables_of(getpid());
        let mut shared = SharedMemory::new(500);
        assert!(!shared.add(&tables), "a process has more mappings than that");
        assert_eq!(shared.budget, 0);
        let mut shared = SharedMemory::new(MOST_READ);
        assert!(shared.add(&tables) && (1..MOST_READ).contains(&shared.budget));
    }

    #[test]
    fn what_this_process_holds_is_counted_either_way() {
        let block = vec![1_u8; 64 << 20];
        let cheap = held(&[getpid()], u64::MAX);
        let exact = held(&[getpid()], 0);
        assert!(cheap >= block.len() as u64 && exact >= block.len() as u64, "{cheap}, {exact}");
        assert_eq!(held(&[], 0), 0);
    }
}
