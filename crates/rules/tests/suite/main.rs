//! The rules against a naive twin, recorded counts and every text they write.

mod agreement;
mod lines;
mod naive;
mod records;
