//! The real binary on real files.

mod comparisons;
mod difficulty;
mod reproduction;
mod run;
mod samples;
mod tuning;
