//! Builds that try what they may not: a hand-in grants itself nothing, also not in its build.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use fruitrage_arena::Limits;
use fruitrage_league::{BuildRules, HandIn, Made, Stage, Workshop};
use tempfile::TempDir;

use crate::class::host;

/// What is made of a hand-in that is built by this Makefile.
fn built(directory: &Path, makefile: &str, rules: &BuildRules) -> Made {
    let folder = directory.join("hand-in");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Makefile"), makefile).unwrap();
    fs::write(folder.join("run"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(folder.join("run"), fs::Permissions::from_mode(0o755)).unwrap();
    let hand_in = HandIn::read(&folder, &Limits::untrusted(), rules).unwrap();
    let host = host();
    Workshop::new(&host, rules, directory.join("builds"), None).make(&hand_in)
}

pub(crate) fn a_build_sees_and_reaches_nothing() {
    let directory = TempDir::new().unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let secret = directory.path().join("secret");
    fs::File::create(&secret).unwrap().write_all(b"the exam's solution").unwrap();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let planted = directory.path().join("planted");
    let makefile = format!(
        "all:\n\
         \t-cat {secret} > read\n\
         \t-ln -s {secret} link\n\
         \t-cp /etc/shadow shadow\n\
         \t-touch {planted}\n\
         \t-bash -c 'echo x > /dev/tcp/127.0.0.1/{port}' && touch reached\n\
         \t-id -u > user\n\
         \t-ps -e > processes; true\n",
        secret = secret.display(),
        planted = planted.display(),
    );
    let made = built(directory.path(), &makefile, &BuildRules::default());
    let folder = made.outcome.expect("the build itself succeeds").folder.unwrap();
    assert_eq!(fs::read_to_string(folder.join("read")).unwrap(), "");
    for name in ["link", "shadow", "reached"] {
        assert!(!folder.join(name).exists() && !folder.join(name).is_symlink(), "{name}");
    }
    assert!(!planted.exists());
    server.set_nonblocking(true).unwrap();
    assert!(server.accept().is_err());
    // A link that was handed in leads nowhere either: it is refused before anything is built.
    symlink(&secret, directory.path().join("hand-in/book")).unwrap();
    let made = built(directory.path(), &makefile, &BuildRules::default());
    let problem = made.outcome.unwrap_err();
    assert_eq!(problem.stage, Stage::Found);
    assert!(problem.message.contains("leads elsewhere"), "{problem:?}");
}

pub(crate) fn a_build_ends_in_time() {
    let directory = TempDir::new().unwrap();
    let mut rules = BuildRules::default();
    rules.time = Duration::from_secs(1);
    let made = built(directory.path(), "all:\n\t(sleep 300 &) ; sleep 300\n", &rules);
    let problem = made.outcome.unwrap_err();
    assert!(problem.message.contains("expected a build of at most 1 s"), "{problem:?}");
}

pub(crate) fn a_build_leaves_only_so_much() {
    let directory = TempDir::new().unwrap();
    let mut rules = BuildRules::default();
    for (command, message) in [
        ("head -c 100000000 /dev/zero > large", "more files than an agent may have"),
        ("head -c 400000000 /dev/zero > huge", "`make` ended with status 2"),
        ("mkdir many && cd many && seq 12000 | xargs touch", "more files than an agent may have"),
    ] {
        let makefile = format!("all:\n\t{command}\n");
        let problem = built(directory.path(), &makefile, &rules).outcome.unwrap_err();
        assert!(problem.message.contains(message), "{command}: {problem:?}");
    }
    let makefile =
        "all:\n\tpython3 -c \"x = bytearray(400 << 20); import time; time.sleep(300)\"\n";
    rules.limits = rules.limits.with_memory(200);
    let problem = built(directory.path(), makefile, &rules).outcome.unwrap_err();
    assert!(problem.message.contains("more memory than a build may"), "{problem:?}");
}
