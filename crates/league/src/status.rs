//! How far a tournament is, and who plays it.

use serde::Serialize;

use crate::{Format, Refusal, Store, StoreError, WorkerCount};

/// A worker that was not heard of for so long is silent, in seconds.
const SILENT: f64 = 60.0;

/// A worker below this part of the median speed is slow.
const SLOW: f64 = 0.75;

/// How many standard errors more time-outs than elsewhere are worth a remark.
const NOISY: f64 = 3.0;

/// How far a tournament is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// The pairs that are done.
    pub done: i64,
    /// The pairs that are being played.
    pub running: i64,
    /// The pairs that wait for somebody to play them.
    pub waiting: i64,
    /// The rounds of a Swiss tournament.
    pub rounds: Option<Rounds>,
    /// How many games per minute were finished lately; none if nothing was.
    pub games_per_minute: Option<f64>,
    /// When it will be over at this speed, rounds to come included.
    pub seconds_left: Option<f64>,
    /// Who plays or has played, in the order in which they came.
    pub workers: Vec<WorkerStatus>,
    /// Agents that could not be started, and where.
    pub refusals: Vec<Refusal>,
}

/// The rounds of a Swiss tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// How many are drawn.
    pub drawn: usize,
    /// How many there will be.
    pub all: usize,
}

/// What a worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// It plays.
    Playing,
    /// It waits for work.
    Waiting,
    /// Nothing was heard of it for a while.
    Silent,
    /// It has ended.
    Stopped,
    /// Its games do not count.
    Excluded,
}

/// A worker and what it has done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkerStatus {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// What it is doing.
    pub activity: Activity,
    /// How many games it plays at one time.
    pub jobs: usize,
    /// How many positions per second it searches, as `fruitrage bench` measures them.
    pub speed: Option<i64>,
    /// The seconds since its last heartbeat.
    pub seconds_silent: f64,
    /// The pairs it is playing.
    pub running: i64,
    /// The games it has finished.
    pub games: i64,
    /// The games of it that were lost by the clock.
    pub out_of_time: i64,
    /// Whether it is much slower than the others.
    pub is_slow: bool,
    /// Whether more of its games were lost by the clock than chance explains.
    pub is_noisy: bool,
}

impl Status {
    /// The status of a tournament now.
    pub fn of(store: &mut Store) -> Result<Self, StoreError> {
        let counts = store.counts()?;
        let workers = judge(&store.workers()?);
        let rounds = match store.announced()? {
            Some((fetched, _)) if fetched.tournament.format == Format::Swiss => {
                let all = fetched.tournament.rounds as usize;
                Some(Rounds { drawn: store.rounds_drawn()?, all })
            }
            _ => None,
        };
        let (lately, since) = counts.lately;
        let pairs_per_second = (since > 0).then(|| lately as f64 * 1000.0 / since as f64);
        let known = counts.done + counts.running + counts.waiting;
        let to_come = rounds.map_or(0.0, |Rounds { drawn, all }| {
            let a_round = known as f64 / drawn.max(1) as f64;
            all.saturating_sub(drawn) as f64 * a_round
        });
        let left = (counts.running + counts.waiting) as f64 + to_come;
        let in_time = |rate: f64| if left > 0.0 { left / rate } else { 0.0 };
        Ok(Self {
            done: counts.done,
            running: counts.running,
            waiting: counts.waiting,
            rounds,
            games_per_minute: pairs_per_second.map(|rate| rate * 2.0 * 60.0),
            seconds_left: pairs_per_second.map(in_time),
            workers,
            refusals: store.refusals()?,
        })
    }

    /// Whether everything is played.
    pub fn is_complete(&self) -> bool {
        let all_drawn = self.rounds.is_none_or(|rounds| rounds.drawn >= rounds.all);
        self.done > 0 && self.running + self.waiting == 0 && all_drawn
    }
}

/// Each worker, compared with the others.
fn judge(counts: &[WorkerCount]) -> Vec<WorkerStatus> {
    let mut speeds: Vec<i64> = counts.iter().filter_map(|worker| worker.enrolment.speed).collect();
    speeds.sort_unstable();
    let median = speeds.get(speeds.len() / 2).copied();
    let judged = |worker: &WorkerCount| {
        let others = counts.iter().filter(|other| other.id != worker.id);
        let (games, late) = others
            .fold((0, 0), |(games, late), other| (games + other.games, late + other.out_of_time));
        let seconds_silent = worker.silent.max(0) as f64 / 1000.0;
        WorkerStatus {
            id: worker.id,
            name: worker.enrolment.name.clone(),
            version: worker.enrolment.version.clone(),
            activity: activity(worker, seconds_silent),
            jobs: worker.enrolment.jobs,
            speed: worker.enrolment.speed,
            seconds_silent,
            running: worker.running,
            games: worker.games,
            out_of_time: worker.out_of_time,
            is_slow: median
                .zip(worker.enrolment.speed)
                .is_some_and(|(median, speed)| (speed as f64) < SLOW * median as f64),
            is_noisy: is_noisy((worker.out_of_time, worker.games), (late, games)),
        }
    };
    counts.iter().map(judged).collect()
}

const fn activity(worker: &WorkerCount, seconds_silent: f64) -> Activity {
    if worker.is_excluded {
        Activity::Excluded
    } else if worker.has_stopped {
        Activity::Stopped
    } else if seconds_silent > SILENT {
        Activity::Silent
    } else if worker.running > 0 {
        Activity::Playing
    } else {
        Activity::Waiting
    }
}

/// Compares two shares, such as late games among all: by the standard error of their
/// difference if both were the same. A few late games alone say nothing.
fn is_noisy((late, games): (i64, i64), (others_late, others_games): (i64, i64)) -> bool {
    if late < 3 || games == 0 || others_games == 0 {
        return false;
    }
    let (late, games) = (late as f64, games as f64);
    let (others_late, others_games) = (others_late as f64, others_games as f64);
    let together = (late + others_late) / (games + others_games);
    let variance = together * (1.0 - together) * (1.0 / games + 1.0 / others_games);
    late / games - others_late / others_games > NOISY * variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Enrolment;

    fn worker(id: i64, speed: i64, games: i64, out_of_time: i64) -> WorkerCount {
        let enrolment = Enrolment {
            name: format!("machine {id}"),
            version: "1".to_owned(),
            jobs: 1,
            speed: Some(speed),
        };
        WorkerCount {
            id,
            enrolment,
            silent: 0,
            has_stopped: false,
            is_excluded: false,
            running: 0,
            games,
            out_of_time,
        }
    }

    #[test]
    fn slow_and_noisy_machines_stand_out() {
        let workers = judge(&[
            worker(1, 1000, 400, 2),
            worker(2, 900, 400, 3),
            worker(3, 500, 400, 40),
            worker(4, 1100, 2, 2),
        ]);
        assert_eq!(
            workers.iter().map(|w| w.is_slow).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        assert_eq!(
            workers.iter().map(|w| w.is_noisy).collect::<Vec<_>>(),
            [false, false, true, false]
        );
    }

    #[test]
    fn what_a_worker_does_follows_from_its_last_heartbeat() {
        let mut one = worker(1, 1, 0, 0);
        assert_eq!(activity(&one, 1.0), Activity::Waiting);
        one.running = 1;
        assert_eq!(activity(&one, 1.0), Activity::Playing);
        assert_eq!(activity(&one, 61.0), Activity::Silent);
        one.has_stopped = true;
        assert_eq!(activity(&one, 61.0), Activity::Stopped);
        one.is_excluded = true;
        assert_eq!(activity(&one, 61.0), Activity::Excluded);
    }
}
