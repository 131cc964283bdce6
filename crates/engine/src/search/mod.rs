//! The search for positions too large to solve.
//!
//! | part | what it is |
//! |---|---|
//! | [`iterative_deepening`] | depth after depth until there is enough, and several best lines (multi-PV) |
//! | [`attempt`] | between two depths: can the root be solved by now? |
//! | [`principal_variation`] | one depth: principal variation search with a transposition table and its pruning |
//! | [`selection`] | what is left out: value ranges, futility pruning |
//! | [`reduction`] | late-move reductions |
//! | [`transposition`] | what an entry of the table answers, and what is stored |
//! | [`width`] | how much is left out: less and less, once going deeper changes nothing |
//! | [`window`] | alpha and beta, and the best move so far |
//! | [`parameters`] | the constants, by name, so that they can be tuned |

mod attempt;
mod iterative_deepening;
mod parameters;
mod principal_variation;
mod reduction;
mod selection;
mod transposition;
mod width;
mod window;

pub(crate) use iterative_deepening::{IterativeDeepening, Unfinished};
pub use parameters::Parameters;
pub(crate) use principal_variation::Search;
pub(crate) use width::Width;
pub(crate) use window::{Best, Window};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A good move in any case, and an exact one where it can be had besides.
    Move,
    /// The exact value, or else nothing of use.
    Solution,
}
