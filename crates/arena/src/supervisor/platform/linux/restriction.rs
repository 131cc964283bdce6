//! Where there are no namespaces: rules of the kernel on files that a process lays upon itself
//! and all that it starts.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus,
};

use super::filesystem::installed;
use crate::DEVICES;
use crate::supervisor::{Assignment, Guarantee, Guarantees};

/// Lays the rules upon this process, and says what they leave open. Returned is whether they
/// hold: whether programs can write nowhere but in their working directory.
pub(super) fn restrict(assignment: &Assignment, guarantees: &mut Guarantees) -> bool {
    let is_restricted = restrict_files(assignment).is_some();
    let leaves = if is_restricted {
        "programs read and write their own only (Landlock), but can fill the disk and change \
         the times and permissions of your files"
    } else {
        "programs can read and write whatever you can"
    };
    guarantees.miss(Guarantee::Files, leaves);
    let leaves = "programs can see and signal your other processes, and have any number";
    guarantees.miss(Guarantee::Processes, leaves);
    is_restricted
}

/// The system's programs and the agent's files can be read, the working directory
/// written. None if the kernel does not enforce all of it.
fn restrict_files(assignment: &Assignment) -> Option<()> {
    let abi = ABI::V3;
    let reading = AccessFs::from_read(abi);
    let everything = AccessFs::from_all(abi);
    let mut rules = Ruleset::default().handle_access(everything).ok()?.create().ok()?;
    // The supervisor itself looks at /proc for the program's descendants.
    let process_table = Path::new("/proc").to_owned();
    let readable = installed().into_iter().chain(assignment.readable.iter().cloned());
    for path in readable.chain([process_table]) {
        rules = allow(rules, &path, reading)?;
    }
    let writing = AccessFs::ReadFile | AccessFs::WriteFile;
    for path in DEVICES.map(Path::new) {
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
