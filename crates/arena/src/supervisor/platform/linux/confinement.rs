//! Shutting a process in: namespaces and the loss of privileges.

use std::fs;
use std::io;
use std::thread;

use nix::errno::Errno;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{getegid, geteuid, getpid};
use signal_hook::consts::SIGTERM;
use signal_hook::iterator::Signals;

use super::has_all_users;
use super::tree::ProcessTree;
use crate::supervisor::Confinement;

/// This process dies with the one that started it, and a process namespace that begins
/// with it dies with it.
pub(super) fn end_with_parent() -> io::Result<()> {
    Ok(prctl::set_pdeathsig(Signal::SIGKILL)?)
}

/// Where there is no process namespace: when the process that started this one is gone,
/// or asks for it, all descendants are ended before this process is.
pub(super) fn end_descendants_with_parent() -> io::Result<()> {
    // A handler, not a mask: programs would inherit a mask.
    let mut signals = Signals::new([SIGTERM])?;
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            let _ = ProcessTree::new(None).end();
            std::process::exit(0);
        }
    });
    Ok(prctl::set_pdeathsig(Signal::SIGTERM)?)
}

/// Leaves the network, the mounts and the processes of the machine; the last only for
/// children. After an error this process is of no use any more.
pub(super) fn enter_namespaces() -> io::Result<()> {
    let all = CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWNET;
    if geteuid().is_root() {
        match unshare(all) {
            Ok(()) => return Ok(()),
            // In a user namespace there would be no other user for programs to be.
            Err(error) if has_all_users() => {
                return Err(refusal("namespaces", &error.into(), FOR_A_SUPERUSER));
            }
            Err(_) => {}
        }
    }
    let (user, group) = (geteuid(), getegid());
    let enter = || -> io::Result<()> {
        unshare(all | CloneFlags::CLONE_NEWUSER)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("0 {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("0 {group} 1"))
    };
    enter().map_err(|error| refused("user namespaces", &error))
}

/// Settings by which systems refuse user namespaces to users, the value that does so, and
/// what to do about it.
const SETTINGS: [(&str, &str, &str); 3] = [
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "give fruitrage an AppArmor profile with the rule `userns,`, or set \
         `sysctl kernel.apparmor_restrict_unprivileged_userns=0`",
    ),
    (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "0",
        "set `sysctl kernel.unprivileged_userns_clone=1`",
    ),
    ("/proc/sys/user/max_user_namespaces", "0", "set `sysctl user.max_user_namespaces=10000`"),
];

/// What a superuser with few capabilities can do, as in containers.
const FOR_A_SUPERUSER: &str = "run it as an ordinary user, or with the capability CAP_SYS_ADMIN \
     (in a container, `--cap-add SYS_ADMIN --security-opt seccomp=unconfined \
     --security-opt apparmor=unconfined`)";

/// Something that the namespaces need is refused: says what, and what to do.
pub(super) fn refused(what: &str, error: &io::Error) -> io::Error {
    let is_set =
        |file: &str, value: &str| fs::read_to_string(file).is_ok_and(|text| text.trim() == value);
    let setting = SETTINGS.iter().find(|(file, value, _)| is_set(file, value));
    let remedy = setting.map_or(
        "run it as an ordinary user outside of containers, or start the container with \
         `--security-opt seccomp=unconfined --security-opt apparmor=unconfined \
         --security-opt systempaths=unconfined`",
        |(_, _, remedy)| remedy,
    );
    refusal(what, error, remedy)
}

fn refusal(what: &str, error: &io::Error, remedy: &str) -> io::Error {
    let reason = error
        .raw_os_error()
        .map_or_else(|| error.to_string(), |number| Errno::from_raw(number).desc().to_lowercase());
    io::Error::new(error.kind(), format!("{what} are refused here ({reason}); {remedy}"))
}

/// From here on no program gains a privilege by being started, and no process of the
/// programs' user can look into this one.
pub(super) fn give_up_privileges(confinement: Confinement) -> io::Result<()> {
    prctl::set_child_subreaper(true)?;
    prctl::set_dumpable(false)?;
    if confinement != Confinement::Free {
        prctl::set_no_new_privs()?;
        if geteuid().is_root() {
            let bits = rustix::thread::CapabilitiesSecureBits::NO_ROOT
                | rustix::thread::CapabilitiesSecureBits::NO_ROOT_LOCKED;
            let kept = rustix::thread::set_capabilities_secure_bits(bits);
            // Inside the namespaces it must work; elsewhere a superuser of a container
            // may have no say in this, and no capabilities to pass on either.
            if kept.is_err() && getpid().as_raw() == 1 {
                kept?;
            }
        }
    }
    Ok(())
}
