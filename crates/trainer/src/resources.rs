//! The arguments that say what engines may use in their games.

use std::time::Duration;

use clap::Args;
use fruitrage_rules::seconds;
use fruitrage_trainer::pair::{Limit, Resources};

/// What engines may use in their games.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ResourceOptions {
    #[command(flatten)]
    limit: LimitOptions,
    /// The table of each engine in megabytes, new for each game
    #[arg(long, value_name = "MB", default_value = "64",
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = false)]
struct LimitOptions {
    /// How many nodes each move may take: the same result every time
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The clock of each engine for a whole game
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
}

impl ResourceOptions {
    pub(crate) fn resources(&self) -> Resources {
        let LimitOptions { nodes, time } = self.limit;
        let limit = nodes.map(Limit::Nodes).or(time.map(Limit::Time));
        let limit = limit.expect("clap requires one of the two");
        Resources { limit, hash_megabytes: self.hash as usize }
    }
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    seconds::parse_positive(text).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
