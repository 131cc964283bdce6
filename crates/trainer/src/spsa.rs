//! Tuning by simultaneous perturbation (SPSA, Spall 1992): all constants are moved at once,
//! each to a random side, and the engine so moved plays the one moved the other way. What
//! that brings says, in the mean over iterations, where each constant should go.
//!
//! In iteration k = 0, 1, … of N a constant with value v and step s is tried at v ± c (or as
//! near to that as its range allows) and
//! then moved by a · s · (outcome / (how many steps the two trials were apart)), where
//!
//! - c = s / (k + 1)^0.101, but never below ½, since constants are whole numbers,
//! - a = ((A + 1) / (A + k + 1))^0.602 with A = N / 10,
//! - the outcome is between −1, all pairs lost by the plus side, and 1, all won.
//!
//! The exponents are those that Spall recommends. So an iteration that is won outright moves
//! a constant by half a step at first, and by about an eighth of a step at the end. Trials
//! are rounded up or down at random, the nearer the more likely, so that in the mean they
//! are where they should be.

use fruitrage_engine::Parameters;
use fruitrage_rules::seed::mix;
use fruitrage_rules::{Generator, TextError};

use crate::contestant::Contestant;
use crate::fields::Fields;
use crate::tunable::Tunable;

/// How the trials come nearer.
const TRIAL_EXPONENT: f64 = 0.101;

/// How the moves become smaller.
const GAIN_EXPONENT: f64 = 0.602;

/// The part of all iterations during which moves hardly become smaller.
const STABLE_PART: f64 = 0.1;

/// Trials less than this to each side would be the same whole number.
const LEAST_TRIAL: f64 = 0.5;

/// What is tuned, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The constants.
    pub tunables: Vec<Tunable>,
    /// How many iterations there are.
    pub iterations: u64,
    /// Fixes all that is drawn.
    pub seed: u64,
}

/// How far the tuning is: one value for each constant.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    iteration: u64,
    values: Vec<f64>,
}

/// Two settings of the constants that are to play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    plus: Vec<i32>,
    minus: Vec<i32>,
}

impl Spsa {
    /// Before the first iteration.
    pub fn start(&self) -> State {
        State { iteration: 0, values: self.tunables.iter().map(Tunable::start).collect() }
    }

    /// What is to be played next; none at the end.
    pub fn trial(&self, state: &State) -> Option<Trial> {
        if state.iteration >= self.iterations {
            return None;
        }
        let mut chance = Generator::new(mix(&[self.seed, state.iteration]));
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for (tunable, value) in self.tunables.iter().zip(&state.values) {
            let reach = tunable.step() / ((state.iteration + 1) as f64).powf(TRIAL_EXPONENT);
            let reach = reach.max(LEAST_TRIAL);
            let centre = tunable.centre(*value, reach);
            let reach = if chance.below(2) == 0 { reach } else { -reach };
            // The same for both, so that they are as far apart as they should be.
            let rounding = (chance.next() >> 11) as f64 / (1_u64 << 53) as f64;
            let at = |value: f64| tunable.clamp((value + rounding).floor()) as i32;
            plus.push(at(centre + reach));
            minus.push(at(centre - reach));
        }
        Some(Trial { plus, minus })
    }

    /// Moves the constants by the outcome of a trial, from the plus side's point of view.
    pub fn learn(&self, state: &mut State, trial: &Trial, outcome: f64) {
        let stable = self.iterations as f64 * STABLE_PART;
        let gain = ((stable + 1.0) / (stable + state.iteration as f64 + 1.0)).powf(GAIN_EXPONENT);
        for (index, tunable) in self.tunables.iter().enumerate() {
            let apart = f64::from(trial.plus[index]) - f64::from(trial.minus[index]);
            // Rounded to the same: nothing was learned of it.
            if apart != 0.0 {
                let steps_apart = apart / tunable.step();
                let value = &mut state.values[index];
                *value = tunable.clamp(*value + gain * tunable.step() * outcome / steps_apart);
            }
        }
        state.iteration += 1;
    }

    /// The engines of a trial, plus and minus.
    pub fn contestants(&self, trial: &Trial) -> [Contestant; 2] {
        [&trial.plus, &trial.minus].map(|values| self.contestant(values.iter().copied()))
    }

    /// The engine with the constants as they are.
    pub fn tuned(&self, state: &State) -> Contestant {
        self.contestant(state.values.iter().map(|value| value.round() as i32))
    }

    fn contestant(&self, values: impl Iterator<Item = i32>) -> Contestant {
        let mut parameters = Parameters::default();
        for (tunable, value) in self.tunables.iter().zip(values) {
            tunable.set(&mut parameters, value);
        }
        Contestant::new(parameters)
    }

    /// The state as lines: the iteration, then each constant and its value.
    pub fn lines(&self, state: &State) -> String {
        let values = self.tunables.iter().zip(&state.values);
        let values = values.map(|(tunable, value)| format!("{} {value}\n", tunable.name()));
        format!("iteration {}\n{}", state.iteration, values.collect::<String>())
    }

    /// Reads such lines, of which the first has this number.
    pub fn parse(&self, first_line: usize, text: &str) -> Result<State, TextError> {
        let mut lines = (first_line..).zip(text.lines().chain(std::iter::repeat("")));
        let mut next = || lines.next().unwrap_or_default();
        let (number, line) = next();
        let mut fields = Fields::new(number, line);
        fields.word("iteration")?;
        let iteration = fields.parse("the number of iterations done")?;
        fields.end()?;
        let values = self.tunables.iter().map(|tunable| {
            let (number, line) = next();
            let mut fields = Fields::new(number, line);
            fields.word(tunable.name())?;
            let value = fields.read("a value in its range", |field| {
                let value: f64 = field.parse().ok()?;
                tunable.contains(value).then_some(value)
            })?;
            fields.end().map(|()| value)
        });
        let values = values.collect::<Result<_, _>>()?;
        let (number, line) = next();
        if !line.is_empty() {
            return Err(Fields::new(number, line).error("the end of the text"));
        }
        Ok(State { iteration, values })
    }
}

impl State {
    /// How many iterations are done.
    pub const fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The values of the constants.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(iterations: u64, seed: u64) -> Spsa {
        let tunables = ["leaf_share:1:512:16", "prune_margin:-50:50:2", "aspiration:-20:20:1"];
        let tunables = tunables.map(|tunable| tunable.parse().unwrap()).to_vec();
        Spsa { tunables, iterations, seed }
    }

    /// The outcome of a few pairs between engines whose strength is a quadratic function:
    /// mostly chance, as pairs are.
    fn play(trial: &Trial, optimum: &[f64], scale: &[f64], chance: &mut Generator) -> f64 {
        let strength = |values: &[i32]| -> f64 {
            let values = values.iter().zip(optimum).zip(scale);
            -values.map(|((&x, best), scale)| ((f64::from(x) - best) / scale).powi(2)).sum::<f64>()
        };
        let expected = strength(&trial.plus) - strength(&trial.minus);
        let won = |chance: &mut Generator| {
            if (chance.below(2_000_001) as f64) / 1e6 - 1.0 < expected { 1.0 } else { -1.0 }
        };
        (0..4).map(|_| won(chance)).sum::<f64>() / 4.0
    }

    const OPTIMUM: [f64; 3] = [250.0, -11.0, 3.0];
    /// Steps are 16, 2 and 1: one of them away from the optimum, 1/16 of a win is lost.
    const SCALE: [f64; 3] = [64.0, 8.0, 4.0];

    /// Four standard deviations: at the end an iteration moves a constant by a/8 of its
    /// distance (a = 0.24) and by chance by a/2, so that the variance comes to about a. The
    /// start is five to eight steps away.
    const ENOUGH_STEPS: f64 = 2.0;

    fn tuned(seed: u64, optimum: &[f64], scale: &[f64]) -> Vec<f64> {
        let spsa = spsa(2000, seed);
        let mut chance = Generator::new(seed);
        let mut state = spsa.start();
        while let Some(trial) = spsa.trial(&state) {
            let outcome = play(&trial, optimum, scale, &mut chance);
            spsa.learn(&mut state, &trial, outcome);
        }
        let steps = spsa.tunables.iter().map(Tunable::step);
        let off = state.values.iter().zip(OPTIMUM).map(|(value, best)| value - best);
        off.zip(steps).map(|(off, step)| off / step).collect()
    }

    #[test]
    fn the_optimum_of_a_noisy_quadratic_is_found() {
        for seed in 0..10 {
            let steps_off = tuned(seed, &OPTIMUM, &SCALE);
            assert!(steps_off.iter().all(|steps| steps.abs() < ENOUGH_STEPS), "{steps_off:?}");
        }
    }

    #[test]
    fn chance_alone_does_not_find_it() {
        let finds = (0..10).filter(|&seed| {
            let steps_off = tuned(seed, &OPTIMUM, &[1e9; 3]);
            steps_off.iter().all(|steps| steps.abs() < ENOUGH_STEPS)
        });
        assert_eq!(finds.count(), 0);
    }

    #[test]
    fn trials_are_in_range_and_apart() {
        let spsa = spsa(5000, 1);
        let mut state = spsa.start();
        while let Some(trial) = spsa.trial(&state) {
            for (index, tunable) in spsa.tunables.iter().enumerate() {
                let (plus, minus) = (trial.plus[index], trial.minus[index]);
                assert_ne!(plus, minus);
                assert!([plus, minus].iter().all(|&value| tunable.contains(f64::from(value))));
            }
            // Wins of whichever side is up drive all constants to the ends of their ranges.
            let outcome = f64::from((trial.plus[0] - trial.minus[0]).signum());
            spsa.learn(&mut state, &trial, outcome);
        }
        assert!(state.values[0] > 511.0);
        assert!(spsa.trial(&state).is_none());
    }

    #[test]
    fn a_state_round_trips_exactly() {
        let spsa = spsa(100, 1);
        let mut state = spsa.start();
        for outcome in [0.3, -0.7, 1.0] {
            let trial = spsa.trial(&state).unwrap();
            spsa.learn(&mut state, &trial, outcome);
            assert_eq!(spsa.parse(2, &spsa.lines(&state)), Ok(state.clone()));
        }
        assert_eq!(state.iteration(), 3);
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let spsa = spsa(100, 1);
        let good = "iteration 3\nleaf_share 128\nprune_margin 0\naspiration 8\n";
        assert!(spsa.parse(2, good).is_ok());
        for (from, to, place) in [
            ("iteration 3", "iteration x", (2, 11)),
            ("leaf_share 128", "leaf_share 1000", (3, 12)),
            ("leaf_share 128", "leaf_share NaN", (3, 12)),
            ("prune_margin", "aspiration", (4, 1)),
            ("aspiration 8\n", "", (5, 1)),
            ("aspiration 8\n", "aspiration 8\nmore\n", (6, 1)),
        ] {
            let error = spsa.parse(2, &good.replace(from, to)).unwrap_err();
            assert_eq!((error.line, error.column), place, "{to}");
        }
    }
}
