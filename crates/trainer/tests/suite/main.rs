//! The real binary on real files.

mod run;
mod samples;
