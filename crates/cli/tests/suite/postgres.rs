//! A private `PostgreSQL`: its own data directory, reached through a socket in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

use fruitrage_league::Location;
use tempfile::TempDir;

use crate::waiting::wait_for;

/// How the names of the directories begin; the number of the process follows.
const PREFIX: &str = "fruitrage-postgres-";

/// The superuser of the database, who needs no password; anybody else does.
const OWNER: &str = "postgres";

/// A server that ends with the process that has started it.
pub(crate) struct Server {
    directory: TempDir,
    is_durable: bool,
    running: Mutex<Child>,
}

/// A server for all tests that do not stop it.
pub(crate) fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

impl Server {
    /// Makes a database cluster and serves it. What it writes need not survive the machine.
    pub(crate) fn start() -> Self {
        Self::with_durability(false)
    }

    /// Makes a database cluster that writes as carefully as one for a real tournament.
    pub(crate) fn durable() -> Self {
        Self::with_durability(true)
    }

    fn with_durability(is_durable: bool) -> Self {
        sweep();
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let directory = tempfile::Builder::new().prefix(&prefix).tempdir().unwrap();
        let path = directory.path();
        let owned = Command::new("chown").arg(user().unwrap_or("root")).arg(path).status();
        assert!(user().is_none() || owned.unwrap().success());
        let made = as_user(&program("initdb"))
            .args(["--username", OWNER, "--auth", "trust", "--no-sync", "--locale", "C"])
            .args(["--encoding", "UTF8", "--pgdata"])
            .arg(path.join("data"))
            .current_dir("/")
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let access = format!("local all {OWNER} trust\nlocal all all scram-sha-256\n");
        fs::write(path.join("data/pg_hba.conf"), access).unwrap();
        let running = Mutex::new(serve(path, is_durable));
        let server = Self { directory, is_durable, running };
        server.wait_until_ready();
        server
    }

    fn wait_until_ready(&self) {
        wait_for("the database", || {
            self.command("psql", OWNER).args(["-c", "SELECT 1"]).output().unwrap().status.success()
        });
    }

    fn command(&self, name: &str, database: &str) -> Command {
        let mut command = Command::new(program(name));
        command.arg("-h").arg(self.directory.path()).args(["-U", OWNER, "-d", database, "-q"]);
        command.args(["-v", "ON_ERROR_STOP=1", "-A", "-t"]);
        command
    }

    /// Runs statements and gives what they print.
    pub(crate) fn sql(&self, location: &Location, text: &str) -> String {
        let name = location.to_string();
        let database = name.rsplit('/').next().unwrap();
        let run = self.command("psql", database).args(["-c", text]).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    }

    /// A new database.
    pub(crate) fn database(&self) -> Location {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("league_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let owner: Location = self.address(OWNER, OWNER).parse().unwrap();
        self.sql(&owner, &format!("CREATE DATABASE {name}"));
        self.address(OWNER, &name).parse().unwrap()
    }

    /// The address of a database for a user, or a user and a password.
    pub(crate) fn address(&self, user: &str, database: &str) -> String {
        let directory = self.directory.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://{user}@{directory}/{database}")
    }

    /// Shuts the server down as an administrator does, and starts it again.
    pub(crate) fn restart(&self) {
        let mut running = self.running.lock().unwrap();
        stop(&mut running, "-INT");
        *running = serve(self.directory.path(), self.is_durable);
        drop(running);
        self.wait_until_ready();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(self.running.get_mut().unwrap(), "-QUIT");
    }
}

/// Asks the server to end and waits until it has.
fn stop(running: &mut Child, signal: &str) {
    let _ = Command::new("kill").args([signal, &running.id().to_string()]).status();
    let _ = running.wait();
}

/// Starts the server from a thread that lives as long as this process: the server ends
/// with the thread that started it.
fn serve(directory: &Path, is_durable: bool) -> Child {
    let directory = directory.to_owned();
    let durability = if is_durable { "fsync=on" } else { "fsync=off" };
    let (sender, started) = mpsc::channel();
    thread::spawn(move || {
        let log = fs::File::create(directory.join("log")).unwrap();
        let child = as_user(&program("postgres"))
            .arg("-D")
            .arg(directory.join("data"))
            .arg("-k")
            .arg(&directory)
            .args(["-c", "listen_addresses=", "-c", "max_connections=1100"])
            .args(["-c", durability])
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        sender.send(child).unwrap();
        loop {
            thread::park();
        }
    });
    started.recv().unwrap()
}

/// Who runs the server: it refuses to be run by the superuser.
fn user() -> Option<&'static str> {
    let id = Command::new("id").arg("-u").output().unwrap();
    (id.stdout == b"0\n").then_some("postgres")
}

/// A program run by that user that ends when the thread that has started it does.
fn as_user(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if let Some(user) = user() {
        command.arg(format!("--reuid={user}")).arg(format!("--regid={user}")).arg("--clear-groups");
    }
    command.args(["--pdeathsig", "QUIT", "--"]).arg(program);
    command
}

/// A program of `PostgreSQL`, the newest if there are several.
fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut programs: Vec<PathBuf> =
        versions.map(|version| version.path().join("bin").join(name)).collect();
    programs.retain(|program| program.exists());
    programs.sort();
    programs.pop().expect("PostgreSQL: Debian's package `postgresql`")
}

/// Removes what the servers of processes that are gone have left behind.
fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        let process = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
