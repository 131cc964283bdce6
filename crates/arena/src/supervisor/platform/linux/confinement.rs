//! Shutting a process in: namespaces and the loss of privileges.

use std::fs;
use std::io;
use std::thread;

use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{getegid, geteuid, getpid};
use signal_hook::consts::SIGTERM;
use signal_hook::iterator::Signals;

use super::tree::ProcessTree;
use crate::Missing;

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
            let _ = ProcessTree.end();
            std::process::exit(0);
        }
    });
    Ok(prctl::set_pdeathsig(Signal::SIGTERM)?)
}

/// Leaves the network, the mounts and the processes of the machine; the last only for
/// children. Says what could not be left; an error if nothing could.
pub(super) fn enter_namespaces() -> io::Result<Vec<Missing>> {
    let essential = CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWIPC;
    let everything = essential | CloneFlags::CLONE_NEWNET;
    if geteuid().is_root() && unshare(everything).is_ok() {
        return Ok(Vec::new());
    }
    let (user, group) = (geteuid(), getegid());
    let mut missing = Vec::new();
    if unshare(everything | CloneFlags::CLONE_NEWUSER).is_err() {
        unshare(essential | CloneFlags::CLONE_NEWUSER)?;
        missing.push(Missing::Network);
    }
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("0 {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("0 {group} 1"))?;
    Ok(missing)
}

/// From here on no program gains a privilege by being started, and no process of the
/// programs' user can look into this one.
pub(super) fn give_up_privileges(confined: bool) -> io::Result<()> {
    prctl::set_child_subreaper(true)?;
    prctl::set_dumpable(false)?;
    if confined {
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
