//! What grades are given for.

use serde::{Deserialize, Serialize};

/// What a grade is given for: beating an agent of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Grade {
    /// The grade.
    pub grade: String,
    /// Who is to be beaten: more pairs won against it than lost.
    pub beats: String,
}
