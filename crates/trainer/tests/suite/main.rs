//! The real binary on real files.

mod comparisons;
mod run;
mod samples;
mod tuning;
