//! What the sandbox guarantees, each against programs that try to get around it: with all that
//! the kernel has, as a user without privileges, and where user namespaces are refused.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::arena::{self, causes};
use crate::run::{copy_program, standard_error, standard_output};

/// What programs may use unless a test says otherwise.
const LIMITS: [&str; 4] = ["--memory", "200", "--time", "600"];

/// The programs in a folder that every user of the machine can read.
struct Stage {
    folder: TempDir,
}

impl Stage {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        open_to_everybody(folder.path());
        let stage = Self { folder };
        for (name, source) in
            [("fruitrage", env!("CARGO_BIN_EXE_fruitrage")), ("sinner", arena::sinner())]
        {
            let program = stage.folder.path().join(name);
            if std::fs::hard_link(source, &program).is_err() {
                copy_program(Path::new(source), &program);
            }
        }
        std::fs::copy(arena::agents().join("talker.py"), stage.path("talker.py")).unwrap();
        stage
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// The agent that sins.
    fn sinner(&self, sin: &str) -> String {
        format!("{} {sin}", self.path("sinner"))
    }

    /// The agent of the line protocol that sins.
    fn talker(&self, sin: &str) -> String {
        format!("stdio:/usr/bin/python3 {} {sin}", self.path("talker.py"))
    }

    /// A match of `greedy` against an agent, started by a shell after this preparation.
    fn command(
        &self,
        surroundings: Surroundings,
        preparation: &str,
        agent: &str,
        options: &[&str],
    ) -> Command {
        let words = surroundings.words();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args([
                "sh",
                "-c",
                &format!("{preparation}\nexec \"$@\""),
                "sh",
                &self.path("fruitrage"),
            ])
            .args(["match", "--json", "greedy", agent, "--pairs", "1"])
            .args(["--size", "5", "--fruits", "3", "--seed", "3"])
            .args(if options.contains(&"--memory") { &[] } else { &LIMITS[..] })
            .args(options);
        command
    }

    fn run(
        &self,
        surroundings: Surroundings,
        preparation: &str,
        agent: &str,
        options: &[&str],
    ) -> Output {
        self.command(surroundings, preparation, agent, options).output().unwrap()
    }

    fn play(
        &self,
        surroundings: Surroundings,
        preparation: &str,
        agent: &str,
        options: &[&str],
    ) -> Value {
        let run = self.run(surroundings, preparation, agent, options);
        let error = standard_error(&run);
        assert_eq!(run.status.code(), Some(0), "{surroundings:?}, {agent}: {error}");
        serde_json::from_str(&standard_output(&run)).unwrap()
    }

    /// The sin has no effect anywhere, and the games are played to their end.
    fn is_in_vain(&self, sin: &str) {
        for surroundings in ALL {
            let played = self.play(surroundings, "", &self.sinner(sin), &["--sandbox"]);
            assert_eq!(causes(&played), Vec::<&str>::new(), "{surroundings:?}, {sin}: {played}");
        }
    }

    /// Both games are lost by this cause everywhere.
    fn loses(&self, sin: &str, cause: &str) {
        for surroundings in ALL {
            let played = self.play(surroundings, "", &self.sinner(sin), &["--sandbox"]);
            assert_eq!(causes(&played), [cause; 2], "{surroundings:?}, {sin}: {played}");
        }
    }
}

/// A control group that belongs to a user without privileges, as systemd delegates them.
struct Delegated {
    path: String,
}

impl Delegated {
    fn new() -> Self {
        let table = std::fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mount = table.lines().find(|line| line.contains(" - cgroup2 ")).unwrap();
        let place = mount.split(' ').nth(4).unwrap();
        let path = format!("{place}/test-of-fruitrage-{}", std::process::id());
        std::fs::create_dir(&path).unwrap();
        for file in ["", "/cgroup.procs", "/cgroup.threads", "/cgroup.subtree_control"] {
            chown(format!("{path}{file}"), Some(65534), Some(65534)).unwrap();
        }
        Self { path }
    }
}

impl Drop for Delegated {
    fn drop(&mut self) {
        // Nothing of the matches is left in it, or this would not do.
        std::fs::remove_dir(&self.path).unwrap();
    }
}

/// Who runs the referee, and what the kernel gives to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surroundings {
    /// Whoever runs the tests, usually the superuser.
    Own,
    /// A user without any privilege.
    Unprivileged,
    /// No user namespaces and no capabilities.
    NoNamespaces,
}

use Surroundings::{NoNamespaces, Own, Unprivileged};

const ALL: [Surroundings; 3] = [Own, Unprivileged, NoNamespaces];

impl Surroundings {
    /// The words that a command is put behind.
    fn words(self) -> Vec<&'static str> {
        match self {
            Unprivileged if is_superuser() => {
                vec!["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            }
            Own | Unprivileged => vec!["env"],
            NoNamespaces => {
                let allow_none = "echo 0 > /proc/sys/user/max_user_namespaces; \
                                  exec setpriv --bounding-set=-all --inh-caps=-all \"$@\"";
                vec!["unshare", "--user", "--map-root-user", "sh", "-c", allow_none, "sh"]
            }
        }
    }
}

#[test]
fn a_user_without_a_control_group_is_told_what_that_means() {
    let stage = Stage::new();
    let talker = stage.talker("ponder");
    let lenient = stage.run(Unprivileged, "", &talker, &["--sandbox"]);
    let warnings = standard_error(&lenient);
    assert!(warnings.contains("time between moves: programs are stopped by signals"), "{warnings}");
    assert_eq!(lenient.status.code(), Some(0), "{warnings}");
    let strict = stage.run(Unprivileged, "", &talker, &["--sandbox=required"]);
    assert_eq!(strict.status.code(), Some(1), "{}", standard_error(&strict));
    assert!(strict.stdout.is_empty());
    // Programs of the other protocol end with every move, and nothing is missing.
    let files = stage.run(Unprivileged, "", &stage.sinner("none"), &["--sandbox=required"]);
    assert_eq!((files.status.code(), standard_error(&files).as_str()), (Some(0), ""));
    let charged = stage.run(Unprivileged, "", &stage.sinner("none"), &["--clock=cpu"]);
    assert_eq!(charged.status.code(), Some(2));
    assert!(standard_error(&charged).contains("systemd-run --user --scope -p Delegate=yes"));
}

#[test]
fn a_user_with_a_control_group_lacks_nothing() {
    let stage = Stage::new();
    let group = Delegated::new();
    let play = |agent: &str, options: &[&str]| {
        let join = format!("echo 0 > {}/cgroup.procs; exec \"$@\"", group.path);
        let run = Command::new("sh")
            .args(["-c", &join, "sh"])
            .args(Unprivileged.words())
            .args([&stage.path("fruitrage"), "match", "--json", "greedy", agent])
            .args(["--pairs", "1", "--size", "3", "--sandbox=required"])
            .args(options)
            .output()
            .unwrap();
        let error = standard_error(&run);
        assert!(run.status.success() && !error.contains("warning"), "{agent}: {error}");
        serde_json::from_str::<Value>(&standard_output(&run)).unwrap()
    };
    for sin in ["ponder", "ponder-again", "multiply"] {
        assert_eq!(causes(&play(&stage.talker(sin), &[])), Vec::<&str>::new(), "{sin}");
    }
    let hidden = stage.sinner("uncollected-children");
    let played = play(&hidden, &["--clock", "cpu", "--time", "0.1"]);
    assert_eq!(causes(&played), ["out-of-time"; 2]);
}

/// What the doctor finds, and whether all is well.
fn examine(surroundings: Surroundings) -> (Value, bool) {
    let stage = Stage::new();
    let words = surroundings.words();
    let run = Command::new(words[0])
        .args(&words[1..])
        .args([&stage.path("fruitrage"), "doctor", "--json"])
        .output()
        .unwrap();
    let found: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    assert_eq!(found["complete"], run.status.success(), "{}", standard_error(&run));
    (found, run.status.success())
}

/// The guarantees in a list that have this field of this value.
fn with<'a>(list: &'a Value, field: &str, value: impl Fn(&Value) -> bool) -> Vec<&'a str> {
    let list = list.as_array().unwrap().iter();
    list.filter(|entry| value(&entry[field]))
        .map(|entry| entry["guarantee"].as_str().unwrap())
        .collect()
}

#[test]
fn the_doctor_tells_what_holds_and_tries_it() {
    for (surroundings, missing, failed) in [
        (Own, &[][..], &[][..]),
        (Unprivileged, &["processor", "between-moves"], &[]),
        (NoNamespaces, &["files", "processes", "processor", "between-moves"], &["processes"; 2]),
    ] {
        let (found, is_well) = examine(surroundings);
        assert_eq!(found["guarantees"].as_array().unwrap().len(), 8);
        assert_eq!(with(&found["guarantees"], "missing", Value::is_string), missing, "{found}");
        assert_eq!(with(&found["guarantees"], "remedy", Value::is_string), missing, "{found}");
        // A program that only signals stop may be stopped in time or not: that is what is missing.
        let is_certain =
            |guarantee: &&str| *guarantee != "between-moves" || !missing.contains(guarantee);
        let mut fails = with(&found["trials"], "held", |held| held == false);
        fails.retain(is_certain);
        assert_eq!(fails, failed, "{found}");
        assert_eq!(is_well, missing.is_empty());
        let tried = with(&found["trials"], "held", Value::is_boolean);
        let given = with(&found["guarantees"], "guarantee", Value::is_string);
        assert!(given.iter().all(|guarantee| tried.contains(guarantee)), "{found}");
    }
}

/// As in most containers. Others than the superuser of all users have user namespaces.
#[test]
fn a_superuser_without_capabilities_is_told_what_to_do() {
    let users = std::fs::read_to_string("/proc/self/uid_map").unwrap();
    if !is_superuser() || !users.contains("4294967295") {
        return;
    }
    let run = Command::new("setpriv")
        .args(["--bounding-set=-sys_admin", "--inh-caps=-all"])
        .args([&Stage::new().path("fruitrage"), "doctor", "--json"])
        .output()
        .unwrap();
    let found: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    assert_eq!(found["guarantees"][0]["guarantee"], "files");
    let remedy = found["guarantees"][0]["remedy"].as_str().unwrap();
    assert!(remedy.contains("or with the capability CAP_SYS_ADMIN"), "{remedy}");
}

#[test]
fn the_doctor_speaks_to_people() {
    let run = crate::run::fruitrage(&["doctor"]).output().unwrap();
    let text = standard_output(&run);
    assert!(text.contains("\n  given    memory "), "{text}");
    assert!(
        text.contains("\n  held     network             connects to a local server: in vain\n")
    );
}

/// A helper that something else kills is reported as killed.
#[test]
fn a_helper_process_that_is_killed_is_reported_as_killed() {
    let stage = Stage::new();
    let run = stage.run(Own, "", &stage.sinner("kill-parent"), &["--sandbox=off"]);
    let played: Value = serde_json::from_str(&standard_output(&run)).unwrap();
    let detail = played["faults"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("the helper process of the referee was ended: signal: 9"), "{detail}");
}

fn is_superuser() -> bool {
    let identity = Command::new("id").arg("-u").output().unwrap();
    standard_output(&identity).trim() == "0"
}

#[test]
fn memory_that_is_shared_counts_and_counts_once() {
    let stage = Stage::new();
    stage.loses("share-memory", "memory");
    stage.loses("share-memory-of-children", "memory");
    stage.is_in_vain("share-memory-fairly");
}

/// The kernel's tables of such a process are empty.
#[test]
fn memory_counts_after_the_first_thread_has_ended() {
    Stage::new().loses("allocate-alone", "memory");
}

/// However long the kernel's tables are, they are read often.
#[test]
fn memory_counts_however_many_mappings_there_are() {
    Stage::new().loses("hide-among-mappings", "memory");
}

/// Folders that a program has closed to everybody, also to itself, are removed with the others.
#[test]
fn closed_folders_do_not_outlive_the_game() {
    let stage = Stage::new();
    let temporary = stage.path("temporary");
    std::fs::create_dir(&temporary).unwrap();
    open_to_everybody(Path::new(&temporary));
    for sandbox in ["--sandbox=on", "--sandbox=off"] {
        for surroundings in ALL {
            let agent = stage.sinner("close-folders");
            let run = stage
                .command(surroundings, "", &agent, &[sandbox])
                .env("TMPDIR", &temporary)
                .output()
                .unwrap();
            assert_eq!(run.status.code(), Some(0), "{}", standard_error(&run));
            let left: Vec<_> = std::fs::read_dir(&temporary).unwrap().flatten().collect();
            assert!(left.is_empty(), "{surroundings:?}, {sandbox}: {left:?}");
        }
    }
}

#[test]
fn the_supervisor_is_out_of_reach_also_for_programs_of_its_own_user() {
    let stage = Stage::new();
    for surroundings in [Own, Unprivileged] {
        let agent = stage.sinner("disturb-the-supervisor");
        let played = stage.play(surroundings, "", &agent, &["--sandbox=required"]);
        assert_eq!(causes(&played), Vec::<&str>::new(), "{surroundings:?}: {played}");
    }
}

#[test]
fn memory_that_no_process_holds_is_not_to_be_had() {
    let stage = Stage::new();
    stage.is_in_vain("memory-of-nobody");
    stage.is_in_vain("nest-namespaces");
}

#[test]
fn what_the_caller_has_opened_stays_with_the_caller() {
    let stage = Stage::new();
    let (written, secret) = (stage.path("written"), stage.path("secret"));
    std::fs::write(&secret, "secret").unwrap();
    std::fs::write(&written, "").unwrap();
    open_to_everybody(Path::new(&written));
    let preparation = format!("exec 8>>'{written}' 9<'{secret}'");
    for sandbox in ["--sandbox=on", "--sandbox=off"] {
        for surroundings in ALL {
            let agent = stage.sinner("descriptors");
            let played = stage.play(surroundings, &preparation, &agent, &[sandbox]);
            assert_eq!(causes(&played), Vec::<&str>::new(), "{surroundings:?}: {played}");
        }
    }
    assert_eq!(std::fs::read_to_string(&written).unwrap(), "");
}

/// Looked at from outside: in a namespace of its own, a program sees a session begun outside
/// as number 0, whosesoever it is.
#[test]
fn programs_leave_the_session() {
    let stage = Stage::new();
    let agent = stage.sinner("sleep");
    for surroundings in ALL {
        let mut referee = stage
            .command(surroundings, "", &agent, &["--sandbox"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let session = loop {
            if let Some(process) = running(&agent) {
                break session_of(&process);
            }
            assert_eq!(referee.try_wait().unwrap(), None, "{surroundings:?}: nobody played");
        };
        referee.kill().unwrap();
        referee.wait().unwrap();
        assert!(session.is_some() && session != session_of("self"), "{surroundings:?}");
        while running(&agent).is_some() {}
    }
}

/// In a container everything may be in a session and a group that began outside of it, and have
/// the number 0 inside.
#[test]
fn a_session_from_outside_of_a_container_is_left_as_any_other() {
    let stage = Stage::new();
    for sandbox in ["--sandbox=required", "--sandbox=off"] {
        let run = Command::new("unshare")
            .args(["--pid", "--fork", "--mount-proc", "--map-root-user"])
            .args([&stage.path("fruitrage"), "match", "--json", "greedy", &stage.sinner("none")])
            .args(["--pairs", "1", "--size", "3", sandbox])
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0), "{sandbox}: {}", standard_error(&run));
    }
}

/// The number of a process with exactly this command line.
fn running(command: &str) -> Option<String> {
    let numbers = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.file_name());
    numbers.filter_map(|number| number.into_string().ok()).find(|number| {
        std::fs::read_to_string(format!("/proc/{number}/cmdline"))
            .is_ok_and(|line| line.trim_end_matches('\0').replace('\0', " ") == command)
    })
}

/// The session of a process, unless it has ended.
fn session_of(process: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before the last parenthesis may hold anything.
    status.rsplit_once(") ")?.1.split(' ').nth(3).map(str::to_owned)
}

#[test]
fn nobody_collects_the_crashes_of_programs() {
    Stage::new().is_in_vain("core");
}

#[test]
fn system_calls_that_lead_around_the_sandbox_are_refused() {
    Stage::new().is_in_vain("system-calls");
}

#[test]
fn local_servers_are_out_of_reach() {
    let stage = Stage::new();
    let socket = stage.path("server");
    let _server = UnixListener::bind(&socket).unwrap();
    open_to_everybody(Path::new(&socket));
    let sin = format!("unix-socket @{socket}");
    stage.is_in_vain(&sin);
    let played = stage.play(Own, "", &stage.sinner(&sin), &["--sandbox=off"]);
    assert_eq!(causes(&played), ["crashed"; 2], "without the sandbox it connects: {played}");
}

/// Whatever of these languages the machine has plays, however its programs are confined.
#[test]
fn programs_in_many_languages_play_in_every_mode() {
    let stage = Stage::new();
    let built = |words: &[&str], source: &str| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(arena::agents().join(source));
        // As a user who has no home, like the tests of some machines.
        command.env("GOCACHE", stage.path("go-cache")).env("GO111MODULE", "off");
        command.status().is_ok_and(|status| status.success())
    };
    let (classes, go) = (stage.path("classes"), stage.path("first-go"));
    let mut agents = vec![stage.path("sinner")];
    std::fs::copy(arena::python_agent(), stage.path("largest.py")).unwrap();
    agents.push(format!("/usr/bin/python3 {}", stage.path("largest.py")));
    if built(&["javac", "-d", &classes], "Last.java") {
        agents.push(format!("java -cp {classes} Last"));
    }
    if built(&["node", "--check"], "first.js") {
        std::fs::copy(arena::agents().join("first.js"), stage.path("first.js")).unwrap();
        agents.push(format!("node {}", stage.path("first.js")));
    }
    if built(&["go", "build", "-o", &go], "first.go") {
        agents.push(go);
    }
    for agent in &agents {
        for surroundings in ALL {
            let options = ["--sandbox", "--memory", "1024", "--time", "600"];
            let played = stage.play(surroundings, "", agent, &options);
            assert_eq!(causes(&played), Vec::<&str>::new(), "{surroundings:?}, {agent}: {played}");
        }
    }
}

fn open_to_everybody(path: &Path) {
    std::fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
}

#[test]
fn what_is_mounted_below_a_folder_to_be_read_cannot_be_written() {
    let stage = Stage::new();
    let folder = stage.path("readable");
    std::fs::create_dir_all(format!("{folder}/inner")).unwrap();
    let agent = stage.sinner(&format!("write-file @{folder}/inner/written"));
    // In a namespace of its own, so that the mount is gone with the match.
    let mount = format!(
        "exec unshare --mount --map-root-user sh -c \
         'mount -t tmpfs tmpfs \"{folder}/inner\" && chmod 777 \"{folder}/inner\" && exec \"$@\"' sh \"$@\""
    );
    let options = ["--sandbox=required", "--allow-read", &folder];
    for surroundings in [Own, Unprivileged] {
        let played = stage.play(surroundings, &mount, &agent, &options);
        assert_eq!(causes(&played), Vec::<&str>::new(), "{surroundings:?}: {played}");
    }
}

/// The table of guarantees names tests, some by the beginning of their names.
#[test]
fn the_tests_that_the_documentation_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../docs/arena.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| guarantee | tests |"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let cells: Vec<&str> = rows.map(|row| row.split('|').nth(2).unwrap()).collect();
    assert_eq!(cells.len(), 8, "a row for each guarantee");
    for name in cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)) {
        let (file, test) = name.split_once("::").expect(name);
        let source = root.join(format!("tests/suite/{file}.rs"));
        let source = std::fs::read_to_string(source).expect(name);
        let start = match test.strip_suffix('…') {
            Some(beginning) => format!("#[test]\nfn {beginning}"),
            None => format!("#[test]\nfn {test}()"),
        };
        assert!(source.contains(&start), "{name}");
    }
}
