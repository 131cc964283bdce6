//! The work of reviewing many games: what was kept, and all threads for the rest.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use anyhow::anyhow;
use fruitrage_analysis::{Review, ReviewedGame, review};
use fruitrage_cli_support::{Failure, progress, streams};
use fruitrage_engine::{Engine, Limits, Options, Stop};
use indicatif::ProgressBar;

use super::cache::Cache;
use super::sources::Source;

/// How games are reviewed.
pub(crate) struct Work<'a> {
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    pub(crate) hash_megabytes: usize,
    pub(crate) cache: Option<Cache>,
    pub(crate) stop: &'a Stop,
}

impl Work<'_> {
    /// Reviews all games; a failure if it is stopped.
    pub(crate) fn review(&self, sources: Vec<Source>) -> Result<Vec<ReviewedGame>, Failure> {
        let kept = |source: &Source| self.cache.as_ref()?.get(&source.record, &self.limits);
        let mut reviews: Vec<Option<Review>> = sources.iter().map(kept).collect();
        let rest: Vec<(usize, &Source)> =
            sources.iter().enumerate().filter(|&(index, _)| reviews[index].is_none()).collect();
        for (index, review) in self.search(&rest) {
            reviews[index] = Some(review);
        }
        if reviews.iter().any(Option::is_none) {
            let hint = if self.cache.is_some() { "; the same command resumes it" } else { "" };
            return Err(anyhow!("interrupted{hint}").into());
        }
        let games = sources.into_iter().zip(reviews.into_iter().flatten());
        let reviewed =
            |(Source { name, record }, review)| ReviewedGame { source: name, record, review };
        Ok(games.map(reviewed).collect())
    }

    /// Reviews games with all threads: several at once, or one with several.
    fn search(&self, games: &[(usize, &Source)]) -> Vec<(usize, Review)> {
        let workers = self.threads.min(games.len()).max(1);
        let moves = games.iter().map(|(_, source)| source.record.game().turns().len() as u64);
        let progress = progress::bar(0, moves.sum(), "moves");
        let next = Mutex::new(games.iter());
        let done = Mutex::new(Vec::new());
        let is_told = AtomicBool::new(false);
        thread::scope(|scope| {
            for number in 0..workers {
                // Whoever comes first gets what cannot be shared evenly.
                let threads = self.threads / workers + usize::from(number < self.threads % workers);
                let (next, done, progress, is_told) = (&next, &done, &progress, &is_told);
                scope.spawn(move || {
                    let mut engine = self.engine(threads);
                    let take = || next.lock().expect("no thread panics while it holds this").next();
                    while let Some(&(index, source)) = take() {
                        let Some(review) = self.one(&mut engine, source, progress) else { return };
                        self.keep(source, &review, is_told);
                        done.lock()
                            .expect("no thread panics while it holds this")
                            .push((index, review));
                    }
                });
            }
        });
        progress.finish_and_clear();
        done.into_inner().expect("no thread panicked while it held this")
    }

    fn engine(&self, threads: usize) -> Engine {
        let hash_megabytes = self.hash_megabytes;
        Engine::new(Options { hash_megabytes, threads, ..Options::default() })
    }

    fn one(&self, engine: &mut Engine, source: &Source, progress: &ProgressBar) -> Option<Review> {
        let start = Instant::now();
        let clock = || start.elapsed();
        // A review does not depend on what was reviewed before it.
        engine.forget();
        progress.set_message(source.name.clone());
        let game = source.record.game();
        review(engine, game, &self.limits, &clock, self.stop, &mut |_| progress.inc(1))
    }

    /// Keeps a review; that it cannot be kept is told once, and harms nothing.
    fn keep(&self, source: &Source, review: &Review, is_told: &AtomicBool) {
        let Some(cache) = &self.cache else { return };
        if let Err(failure) = cache.put(&source.record, &self.limits, review)
            && !is_told.swap(true, Relaxed)
        {
            streams::print_error(&format!("warning: finished reviews are not kept: {failure}"));
        }
    }
}
