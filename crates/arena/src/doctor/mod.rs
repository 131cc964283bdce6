//! What this machine guarantees, and whether that holds when programs try to get around it.
//!
//! The hostile programs are this binary itself under a hidden command, so that nothing else is
//! needed on the machine that is examined.

#[cfg(target_os = "linux")]
mod acts;
#[cfg(target_os = "linux")]
mod trial;

use serde::Serialize;

use crate::{Guarantee, Host, Standing, StartError, capabilities, sandbox, supervisor};

#[cfg(target_os = "linux")]
pub(crate) use acts::{ACT, perform};

/// What a machine guarantees for programs in the sandbox.
#[derive(Debug, Serialize)]
pub struct Examination {
    /// Every guarantee, in the order of [`Guarantee::ALL`].
    pub guarantees: Vec<Finding>,
    /// What hostile programs could do; none where there is no sandbox.
    pub trials: Vec<Trial>,
}

impl Examination {
    /// Whether every guarantee is given, and held when it was tried.
    pub fn is_complete(&self) -> bool {
        self.guarantees.iter().all(|finding| matches!(finding.standing, Standing::Given(_)))
            && self.trials.iter().all(|trial| trial.held)
    }
}

/// How it stands with one guarantee.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// Which.
    pub guarantee: Guarantee,
    /// What gives it, or what programs can do without it.
    #[serde(flatten)]
    pub standing: Standing,
    /// If it is missing, how to get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// A hostile act, and what came of it.
#[derive(Debug, Serialize)]
pub struct Trial {
    /// Which guarantee it tries.
    pub guarantee: Guarantee,
    /// What was tried.
    pub act: &'static str,
    /// Whether it was in vain.
    pub held: bool,
    /// What came of it.
    pub outcome: String,
}

/// Examines this machine: asks a supervisor, then lets programs try.
pub fn examine(host: &Host) -> Result<Examination, StartError> {
    // Programs of the line protocol need all of it.
    let guarantees = if capabilities().sandbox {
        sandbox::guarantees(host, true)?
    } else {
        host.ask_for_guarantees(true)?
    };
    let finding = |wanted: Guarantee| {
        let (guarantee, standing) = guarantees.iter().find(|(found, _)| *found == wanted)?.clone();
        let is_missing = matches!(standing, Standing::Missing(_));
        let remedy = is_missing.then(|| remedy(guarantee, host));
        Some(Finding { guarantee, standing, remedy })
    };
    Ok(Examination {
        guarantees: Guarantee::ALL.into_iter().filter_map(finding).collect(),
        trials: try_all(host)?,
    })
}

#[cfg(target_os = "linux")]
fn try_all(host: &Host) -> Result<Vec<Trial>, StartError> {
    if capabilities().sandbox { trial::try_all(host) } else { Ok(Vec::new()) }
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
fn try_all(_host: &Host) -> Result<Vec<Trial>, StartError> {
    Ok(Vec::new())
}

/// How to get a guarantee that is missing.
fn remedy(guarantee: Guarantee, host: &Host) -> String {
    if !capabilities().sandbox {
        return "use Linux, where there is a sandbox".to_owned();
    }
    match guarantee {
        Guarantee::Files | Guarantee::Network | Guarantee::Processes => {
            match supervisor::confinement(&host.helper) {
                Err(reason) => reason.clone(),
                Ok(()) => "use a newer kernel".to_owned(),
            }
        }
        Guarantee::Processor | Guarantee::BetweenMoves => {
            "it takes a control group (version 2) to make groups in: be the superuser, or start \
             it with `systemd-run --user --scope -p Delegate=yes fruitrage …`"
                .to_owned()
        }
        Guarantee::Memory | Guarantee::Descriptors | Guarantee::SystemCalls => {
            "use a kernel with filters on system calls (CONFIG_SECCOMP_FILTER)".to_owned()
        }
    }
}
