//! A match of two agents over pairs of games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use fruitrage_engine::Stop;
use fruitrage_rules::seed::mix;
use fruitrage_rules::{Player, Record};
use fruitrage_statistics::{Decision, Sprt, Tally};

use crate::{
    Conditions, GameResult, Host, PairResult, Played, Side, Specification, StartError, referee,
};

/// What a match is.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The two agents; results are from the first one's point of view.
    pub agents: [Specification; 2],
    /// What all games have in common.
    pub conditions: Conditions,
    /// How many pairs of games are played at most.
    pub pairs: u64,
    /// The seed of the first board; each next board has the next.
    pub seed: u64,
    /// How many games are played at one time.
    pub jobs: usize,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// A pair of games that was played.
#[derive(Clone, Debug)]
pub struct PlayedPair {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its board.
    pub seed: u64,
    /// The games; in the first of them the first agent moved first.
    pub games: [Played; 2],
    /// The result for the first agent.
    pub result: PairResult,
}

impl PlayedPair {
    /// The games as records. What a loser by a fault was given and answered is in the
    /// notes.
    pub fn records(&self, agents: &[Specification; 2]) -> [Record; 2] {
        let [a, b] = agents.each_ref().map(ToString::to_string);
        let note = format!("Pair {}, board of seed {}", self.number + 1, self.seed);
        let record = |players: [&str; 2], played: &Played| played.record(players).with_note(&note);
        [record([&a, &b], &self.games[0]), record([&b, &a], &self.games[1])]
    }
}

/// How a match ended, from the first agent's point of view.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// The results.
    pub tally: Tally,
    /// What each agent used.
    pub sides: [Side; 2],
    /// What the sequential test said, if there was one and it decided.
    pub decision: Option<Decision>,
}

impl MatchResult {
    fn add(&mut self, pair: &PlayedPair) {
        let PairResult { margin, score, games } = pair.result;
        self.tally.add(score, margin as f64, games.map(|game| game.score));
        for (number, played) in pair.games.iter().enumerate() {
            for (agent, side) in self.sides.iter_mut().enumerate() {
                side.add(&played.game, Player::BOTH[(agent + number) % 2]);
            }
        }
    }
}

impl Duel {
    /// Plays the match; `hear` is told of every pair in the order of their numbers, with
    /// the results so far. Ends early when the test decides or the host is stopped; the
    /// host is stopped afterwards.
    pub fn play(
        &self,
        host: &Host,
        hear: &mut dyn FnMut(&PlayedPair, &Tally),
    ) -> Result<MatchResult, StartError> {
        let next = AtomicU64::new(0);
        let (sender, played) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(host, next, &sender));
            }
            drop(sender);
            let outcome = self.collect(&played, &host.stop, hear);
            // Games under way when the test decides are broken off.
            host.stop.stop();
            outcome
        })
    }

    fn work(
        &self,
        host: &Host,
        next: &AtomicU64,
        sender: &mpsc::Sender<Result<PlayedPair, StartError>>,
    ) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.pairs || host.stop.is_stopped() {
                return;
            }
            let Some(pair) = self.play_pair(number, host).transpose() else { return };
            if sender.send(pair).is_err() {
                return;
            }
        }
    }

    /// Plays a pair; none if it was broken off.
    fn play_pair(&self, number: u64, host: &Host) -> Result<Option<PlayedPair>, StartError> {
        let seed = self.seed.wrapping_add(number);
        let setup = self.conditions.setup(seed);
        let [a, b] = &self.agents;
        let play = |players: [&Specification; 2], game: u64| {
            let start = |index: usize| host.start(players[index], mix(&[seed, game, index as u64]));
            let mut players = [start(0)?, start(1)?];
            Ok(referee(setup, &mut players, &host.stop))
        };
        let result = |game: &Played, index: usize| GameResult::of(&game.game, Player::BOTH[index]);
        let one = play([a, b], 0)?;
        let Some(first) = result(&one, 0) else { return Ok(None) };
        let other = play([b, a], 1)?;
        let Some(second) = result(&other, 1) else { return Ok(None) };
        let result = PairResult::new([first, second]);
        Ok(Some(PlayedPair { number, seed, games: [one, other], result }))
    }

    /// Takes pairs as they come and counts them in order, so that neither the number of
    /// jobs nor the length of games has a say in when the test decides.
    fn collect(
        &self,
        played: &mpsc::Receiver<Result<PlayedPair, StartError>>,
        stop: &Stop,
        hear: &mut dyn FnMut(&PlayedPair, &Tally),
    ) -> Result<MatchResult, StartError> {
        let mut outcome = MatchResult::default();
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        while let Ok(pair) = played.recv() {
            let pair = pair?;
            waiting.insert(pair.number, pair);
            while let Some(pair) = waiting.remove(&next) {
                next += 1;
                outcome.add(&pair);
                hear(&pair, &outcome.tally);
                let pairs = &outcome.tally.pairs;
                outcome.decision = self.sprt.and_then(|test| test.decide(pairs));
                if outcome.decision.is_some() || stop.is_stopped() {
                    return Ok(outcome);
                }
            }
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use fruitrage_rules::{FruitKinds, Size, TieRule};

    fn duel(agents: [&str; 2], pairs: u64) -> Duel {
        let conditions = Conditions {
            size: Size::new(6).unwrap(),
            kinds: FruitKinds::new(3).unwrap(),
            time: Duration::from_secs(10),
            ties: TieRule::Draw,
            calls_final_leads: false,
        };
        let agents = agents.map(|agent| agent.parse().unwrap());
        Duel { agents, conditions, pairs, seed: 5, jobs: 2, sprt: None }
    }

    fn play(duel: &Duel) -> (MatchResult, Vec<u64>) {
        let mut heard = Vec::new();
        let result = duel.play(&Host::new().unwrap(), &mut |pair, _| heard.push(pair.number));
        (result.unwrap(), heard)
    }

    #[test]
    fn an_agent_draws_every_pair_against_itself() {
        let (result, heard) = play(&duel(["greedy", "greedy"], 20));
        assert_eq!(result.tally.pairs.drawn, 20);
        assert_eq!(result.tally.games.total(), 40);
        assert_eq!(heard, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn greed_beats_chance_from_either_point_of_view() {
        let (greedy, _) = play(&duel(["greedy", "random"], 20));
        assert!(greedy.tally.pairs.won >= 18, "{:?}", greedy.tally.pairs);
        assert!(greedy.tally.margin().unwrap().low.unwrap() > 0.0);
        let (random, _) = play(&duel(["random", "greedy"], 20));
        assert!(random.tally.pairs.lost >= 18, "{:?}", random.tally.pairs);
        assert!(random.tally.margin().unwrap().high.unwrap() < 0.0);
    }

    #[test]
    fn the_moves_and_the_time_of_both_agents_are_counted() {
        let mut moves = [0, 0];
        let mut time = Duration::ZERO;
        let result = duel(["greedy", "random"], 3).play(&Host::new().unwrap(), &mut |pair, _| {
            for (number, played) in pair.games.iter().enumerate() {
                for (index, turn) in played.game.turns().iter().enumerate() {
                    moves[(index + number) % 2] += 1;
                    time += turn.spent;
                }
            }
        });
        let sides = result.unwrap().sides;
        assert_eq!(sides.each_ref().map(|side| side.moves), moves);
        assert_eq!(sides[0].time + sides[1].time, time);
        assert!(sides.iter().all(|side| side.longest <= side.time && side.faults.is_empty()));
    }

    #[test]
    fn the_same_seed_plays_the_same_match() {
        let records = |jobs| {
            let duel = Duel { jobs, ..duel(["random", "greedy"], 6) };
            let mut moves = Vec::new();
            duel.play(&Host::new().unwrap(), &mut |pair, _| {
                let choices = |played: &Played| -> Vec<String> {
                    played.game.turns().iter().map(|turn| turn.choice.to_string()).collect()
                };
                moves.push(pair.games.each_ref().map(choices));
            })
            .unwrap();
            moves
        };
        assert_eq!(records(1), records(3));
    }

    #[test]
    fn the_sequential_test_ends_a_clear_match_early() {
        let sprt = Some("elo0=0,elo1=50".parse().unwrap());
        let (result, heard) = play(&Duel { sprt, ..duel(["greedy", "random"], 1000) });
        assert_eq!(result.decision, Some(Decision::Better));
        assert!(heard.len() < 200, "{}", heard.len());
        assert_eq!(result.tally.pairs.total() as usize, heard.len());
    }
}
