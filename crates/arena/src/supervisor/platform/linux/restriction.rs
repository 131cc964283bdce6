//! Where there are no namespaces: rules of the kernel on files and on the network that a
//! process lays upon itself and all that it starts.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::filesystem::{DEVICES, installed};
use crate::Missing;
use crate::supervisor::Assignment;

/// The number of the call that makes a socket; 64-bit machines but x86 share theirs.
const SOCKET: i64 = if cfg!(target_arch = "x86_64") { 41 } else { 198 };

/// The family of sockets between processes of one machine.
const LOCAL: u64 = 1;

/// Lays the rules upon this process; says what they cannot give.
pub(super) fn restrict(assignment: &Assignment) -> Vec<Missing> {
    let mut missing = vec![Missing::Processes, Missing::Amounts];
    if restrict_files(assignment).is_none() {
        missing.push(Missing::Files);
    }
    if restrict_network().is_none() {
        missing.push(Missing::Network);
    }
    missing
}

/// The system's programs and the agent's files can be read, the working directory
/// written. None if the kernel does not enforce all of it.
fn restrict_files(assignment: &Assignment) -> Option<()> {
    let abi = ABI::V3;
    let reading = AccessFs::from_read(abi);
    let everything = AccessFs::from_all(abi);
    let mut rules = Ruleset::default().handle_access(everything).ok()?.create().ok()?;
    let devices = DEVICES.map(|name| Path::new("/dev").join(name));
    // The supervisor itself looks at /proc for the program's descendants.
    let process_table = Path::new("/proc").to_owned();
    let readable = installed().into_iter().chain(assignment.readable.iter().cloned());
    for path in readable.chain([process_table]) {
        rules = allow(rules, &path, reading)?;
    }
    let writing = AccessFs::ReadFile | AccessFs::WriteFile;
    for path in &devices {
        rules = allow(rules, path, writing)?;
    }
    rules = allow(rules, &assignment.scratch, everything)?;
    let status = rules.restrict_self().ok()?;
    (status.ruleset == RulesetStatus::FullyEnforced).then_some(())
}

fn allow(
    rules: landlock::RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Option<landlock::RulesetCreated> {
    // What does not exist needs no rule.
    let Ok(kind) = path.metadata() else { return Some(rules) };
    let access = if kind.is_dir() { access } else { access & AccessFs::from_file(ABI::V3) };
    rules.add_rule(PathBeneath::new(PathFd::new(path).ok()?, access)).ok()
}

/// No socket but those between processes of this machine.
fn restrict_network() -> Option<()> {
    let other_families =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, LOCAL).ok()?;
    let rule = SeccompRule::new(vec![other_families]).ok()?;
    let refused = SeccompAction::Errno(nix::errno::Errno::EACCES as u32);
    let machine = std::env::consts::ARCH.try_into().ok()?;
    let rules = [(SOCKET, vec![rule])].into_iter().collect();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, machine).ok()?;
    let program: BpfProgram = filter.try_into().ok()?;
    seccompiler::apply_filter(&program).ok()
}
