//! The constants of the search, in one place and by name, so that they can be tuned.

/// Declares the constants with their values and their meaning.
macro_rules! parameters {
    ($($(#[doc = $meaning:literal])+ $name:ident = $value:literal;)+) => {
        /// The constants of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[doc = $meaning])+ pub $name: i32,)+
        }

        impl Parameters {
            /// The names of all constants.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// The constant with a name.
            pub fn by_name(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $value,)+ }
            }
        }
    };
}

parameters! {
    /// Positions with at most so many fruits are solved exactly wherever they come up.
    solve_fruits = 12;
    /// Solving the root is begun so many doublings before the search has had as many nodes as that
    /// is likely to take.
    solve_early = 4;
    /// The part of the largest group's points that a leaf is worth, in 1/256.
    leaf_share = 128;
    /// Moves from this index on are reduced.
    reduce_from = 3;
    /// The depth from which moves are reduced.
    reduce_depth = 3;
    /// How much the logarithms of depth and index add to a reduction, in 1/1024 of a move.
    reduce_slope = 256;
    /// A move is pruned as futile if its points plus this do not exceed alpha.
    prune_margin = 0;
    /// The number of groups at the root from which on value ranges prune.
    trust_groups = 30;
    /// Up to this depth a search tells little more than the value range does, so that narrower
    /// ranges prune.
    near_depth = 6;
    /// How much narrower: how far both ends move towards the middle, in 1/256 of the way.
    near_shrink = 40;
    /// Up to this depth positions are remembered in the thread's scratch table only...
    scratch_depth = 2;
    /// ...and so are those with at most so many fruits.
    scratch_fruits = 24;
    /// Half the width of the window around the value of the depth before.
    aspiration = 8;
}
