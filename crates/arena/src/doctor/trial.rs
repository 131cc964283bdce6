//! Lets hostile programs try, one after the other.

use std::fs::{self, File};
use std::io;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::thread;
use std::time::Duration;

use fruitrage_rules::{Cause, FruitKinds, Game, Setup};
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use tempfile::TempDir;

use super::Trial;
use super::acts::{ACT, MEBIBYTES, SUCCEEDED, WORK};
use crate::supervisor::COMMAND;
use crate::{Guarantee, Host, Limits, Reply, Specification, StartError};

/// What a program may hold that takes [`MEBIBYTES`], in mebibytes.
const LIMIT: u64 = MEBIBYTES / 2;

/// What hostile programs reach for; it lies around on the machine while they try.
struct Bait {
    folder: TempDir,
    network: TcpListener,
    _local: UnixListener,
    _open: File,
}

impl Bait {
    fn lay() -> io::Result<Self> {
        let folder = TempDir::new()?;
        let secret = folder.path().join("secret");
        fs::write(&secret, "secret")?;
        let open = File::open(&secret)?;
        // Left open for every process that is started, as careless callers do.
        fcntl(&open, FcntlArg::F_SETFD(FdFlag::empty()))?;
        Ok(Self {
            network: TcpListener::bind("127.0.0.1:0")?,
            _local: UnixListener::bind(folder.path().join("server"))?,
            _open: open,
            folder,
        })
    }

    fn path(&self, name: &str) -> String {
        format!("@{}", self.folder.path().join(name).display())
    }
}

/// Tries everything.
pub(super) fn try_all(host: &Host) -> Result<Vec<Trial>, StartError> {
    let failed = |error: io::Error| StartError::failed("self-test", &error);
    let bait = Bait::lay().map_err(failed)?;
    let address = bait.network.local_addr().map_err(failed)?.to_string();
    let host = host.clone().sandboxed();
    let host = Host { limits: Limits::untrusted().with_memory(LIMIT), ..host };
    let mut trials = Vec::new();
    for (guarantee, act, name, target) in [
        (Guarantee::Files, "reads a file of yours", "read-file", bait.path("secret")),
        (Guarantee::Files, "writes a file of yours", "write-file", bait.path("secret")),
        (
            Guarantee::Files,
            "writes among the system's files",
            "write-file",
            "@/usr/.fruitrage".into(),
        ),
        (Guarantee::Network, "connects to a server over the network", "connect", address),
        (Guarantee::Network, "connects to a local server", "connect-locally", bait.path("server")),
        (Guarantee::Processes, "looks for this very process", "see-processes", "doctor".into()),
        (Guarantee::Processes, "starts a thousand threads", "multiply", String::new()),
        (Guarantee::Memory, "takes twice the memory it may", "allocate", String::new()),
        (
            Guarantee::Memory,
            "keeps memory that belongs to no process",
            "hide-memory",
            String::new(),
        ),
        (Guarantee::Processor, "lets an orphan work for it", "work-in-an-orphan", String::new()),
        (Guarantee::Descriptors, "uses what the referee has open", "descriptors", String::new()),
        (
            Guarantee::SystemCalls,
            "becomes the superuser of a namespace",
            "nest-namespaces",
            String::new(),
        ),
    ] {
        let words = words(&host, name, &target);
        let reply = host.start(&Specification::Files(words), 1)?.choose(&game());
        trials.push(judge(guarantee, act, name, &reply));
    }
    trials.push(ponder(&host)?);
    Ok(trials)
}

fn words(host: &Host, name: &str, target: &str) -> Vec<String> {
    [&host.helper.to_string_lossy(), COMMAND, ACT, name, target].map(str::to_owned).to_vec()
}

/// A single fruit, and time enough.
fn game() -> Game {
    let board = "0".parse().expect("a board of one fruit");
    let kinds = FruitKinds::new(1).expect("one kind");
    let setup = Setup::new(board, kinds).expect("the board has one kind");
    Game::new(setup.with_clocks([Duration::from_mins(1); 2]))
}

fn judge(guarantee: Guarantee, act: &'static str, name: &str, reply: &Reply) -> Trial {
    let counted = format!("{:.3} s were counted", reply.cpu.as_secs_f64());
    let (held, outcome) = match &reply.answer {
        Err(fault) if name == "allocate" && fault.cause == Cause::Memory => {
            (true, "it was ended".to_owned())
        }
        Err(fault) if fault.detail.ends_with(&format!("status {SUCCEEDED}")) => {
            (false, "it could".to_owned())
        }
        Err(fault) => (false, fault.detail.clone()),
        Ok(_) if name == "work-in-an-orphan" => (reply.cpu >= WORK, counted),
        Ok(_) => (true, "in vain".to_owned()),
    };
    Trial { guarantee, act, held, outcome }
}

/// A program of the line protocol that thinks while its opponent would.
fn ponder(host: &Host) -> Result<Trial, StartError> {
    let mut agent = host.start(&Specification::Lines(words(host, "ponder", "")), 1)?;
    let mut answers = (0..2).map(|_| {
        thread::sleep(WORK);
        agent.choose(&game()).answer
    });
    let fault = answers.find_map(Result::err);
    Ok(Trial {
        guarantee: Guarantee::BetweenMoves,
        act: "thinks while it is not its turn",
        held: fault.is_none(),
        outcome: fault.map_or_else(|| "in vain".to_owned(), |fault| fault.detail),
    })
}
