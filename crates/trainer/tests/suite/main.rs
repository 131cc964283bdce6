//! The real binary on real files.

mod comparisons;
mod reproduction;
mod run;
mod samples;
mod tuning;
