//! System calls that no program needs to play and that open ways around the sandbox. They are
//! refused by a filter of the kernel's, which a process lays upon itself and all that it
//! starts. The list is short on purpose: whatever Java, Python, C++, Go and Node ask for by
//! themselves stays allowed, or is refused in the way that makes them do without.

use std::collections::BTreeMap;

use nix::errno::Errno;
use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule,
};

/// What is not permitted.
const REFUSED: [i64; 23] = [
    // Keys that the user has unlocked.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Looking into other processes of the same user, and taking what they have opened.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Other namespaces, and mounts in them.
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    // Memory that belongs to no process, so that nobody is charged for it.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    // The same by way of a pipe, which keeps pages of a process that has given them up.
    libc::SYS_vmsplice,
    // A way to look at the kernel.
    libc::SYS_syslog,
];

/// What the kernel is said not to have: programs try whether these exist, and do without.
const ABSENT: [i64; 9] = [
    // Its flags are out of a filter's sight; everybody falls back to `clone`.
    libc::SYS_clone3,
    // Goes around every filter of system calls.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // The parts of the kernel that attacks begin with.
    libc::SYS_userfaultfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    // Again memory that belongs to no process.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// What sets how a process or thread runs, and which argument says whose: 0 is one's own. The
/// supervisor may be a process of the same user.
const OF_OTHERS: [(i64, u8); 6] = [
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
];

/// Signals to a process by its number, the first argument: inside a process namespace the
/// supervisor is number 1.
const SIGNALS: [i64; 6] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_open,
];

/// The families of sockets that reach no further than a network namespace, and the one that
/// asks about it.
const FAMILIES: [i32; 4] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// Which sockets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sockets {
    /// Those that reach no further than a network namespace.
    InNamespace,
    /// None at all: there is no network namespace.
    None,
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Lays the filter upon this thread and all that it starts.
pub(super) fn refuse(sockets: Sockets) -> Result<(), seccompiler::Error> {
    apply(refused(sockets)?, Errno::EPERM)?;
    apply(ABSENT.into_iter().map(|call| (call, Vec::new())).collect(), Errno::ENOSYS)
}

fn refused(sockets: Sockets) -> Result<Rules, BackendError> {
    let mut rules: Rules = REFUSED.into_iter().map(|call| (call, Vec::new())).collect();
    let new_user = libc::CLONE_NEWUSER as u64;
    rules.insert(libc::SYS_clone, vec![rule(vec![has(0, new_user, new_user)?])?]);
    // Who may not be looked into cannot be measured; and with a limit of 1 nothing collects a
    // crash, with 0 something may.
    rules.insert(libc::SYS_prctl, vec![rule(vec![is(0, libc::PR_SET_DUMPABLE as u64)?])?]);
    let core = u64::from(libc::RLIMIT_CORE);
    rules.insert(libc::SYS_setrlimit, vec![rule(vec![is(0, core)?])?]);
    let sets_core = rule(vec![is(1, core)?, is_given(2)?])?;
    let sets_others = rule(vec![is_not(0, 0)?, is_given(2)?])?;
    rules.insert(libc::SYS_prlimit64, vec![sets_core, sets_others]);
    for (call, whose) in OF_OTHERS {
        rules.insert(call, vec![rule(vec![is_not(whose, 0)?])?]);
    }
    // The first argument of these says whether a process, a group or a user is meant.
    let of_one =
        [(libc::SYS_setpriority, u64::from(libc::PRIO_PROCESS)), (libc::SYS_ioprio_set, 1)];
    for (call, process) in of_one {
        rules.entry(call).or_default().push(rule(vec![is_not(0, process)?])?);
    }
    match sockets {
        Sockets::InNamespace => {
            let others = FAMILIES.map(|family| is_not(0, family as u64)).into_iter();
            rules.insert(libc::SYS_socket, vec![rule(others.collect::<Result<_, _>>()?)?]);
            for call in SIGNALS {
                rules.insert(call, vec![rule(vec![is(0, 1)?])?]);
            }
        }
        Sockets::None => {
            rules.insert(libc::SYS_socket, Vec::new());
            // One of a pair that keeps no connection can still send to any other socket.
            let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW]
                .map(|kind| rule(vec![has(1, 0xf, kind as u64)?]));
            rules.insert(libc::SYS_socketpair, kinds.into_iter().collect::<Result<_, _>>()?);
        }
    }
    Ok(rules)
}

fn rule(conditions: Vec<SeccompCondition>) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions)
}

fn is(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

fn is_not(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)
}

/// The address in an argument is not zero.
fn is_given(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)
}

/// The bits of the mask have this value.
fn has(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)
}

fn apply(rules: Rules, errno: Errno) -> Result<(), seccompiler::Error> {
    let action = SeccompAction::Errno(errno as u32);
    let machine = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(with_twins(rules), SeccompAction::Allow, action, machine)?;
    let program: BpfProgram = filter.try_into()?;
    seccompiler::apply_filter(&program)
}

/// On x86 every call has a second number, of an interface with short addresses.
fn with_twins(rules: Rules) -> Rules {
    const SHORT_ADDRESSES: i64 = 0x4000_0000;
    if !cfg!(target_arch = "x86_64") {
        return rules;
    }
    let twins: Rules =
        rules.iter().map(|(call, rules)| (call | SHORT_ADDRESSES, rules.clone())).collect();
    rules.into_iter().chain(twins).collect()
}
