//! The engine against the rules and against plain truth.

mod brute_force;
mod exactness;
mod levels;
mod positions;
mod searches;
mod solved;
mod threads;
mod twin;
