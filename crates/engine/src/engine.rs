//! The façade: everything that plays, analyses or reviews comes through here.

use std::borrow::Cow;

use fruitrage_rules::Board;

use crate::position::Position;
use crate::search::{Goal, IterativeDeepening, Unfinished};
use crate::table::{NotASnapshot, Table};
use crate::threads::Threads;
use crate::time::SearchControl;
use crate::{
    Clock, Conditions, Evaluation, Experience, Limits, Options, OutOfMemory, Plan, Report, Stop,
};

/// The engine: searches positions, and remembers between searches what it has found.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    evaluation: Cow<'static, Evaluation>,
    table: Table,
    /// The scratch table of the thread that answers.
    scratch: Table,
    /// Where the last search was stopped.
    unfinished: Option<Unfinished>,
    /// What the clock has shown at the last move of the game.
    experience: Option<Experience>,
}

impl Engine {
    /// An engine that has searched nothing yet. If the system does not give that much memory,
    /// its table is smaller; [`Engine::options`] says how large it is.
    pub fn new(options: Options) -> Self {
        Self::with_evaluation(options, Cow::Borrowed(Evaluation::embedded()))
    }

    /// An engine with an evaluation of its own; see [`Engine::new`].
    pub fn with_evaluation(options: Options, evaluation: Cow<'static, Evaluation>) -> Self {
        let table = Table::new_or_smaller(options.hash_megabytes);
        let options = Options { hash_megabytes: table.megabytes(), ..options };
        Self::with_table(options, evaluation, table)
    }

    fn with_table(options: Options, evaluation: Cow<'static, Evaluation>, table: Table) -> Self {
        let scratch = Table::scratch();
        Self { options, evaluation, table, scratch, unfinished: None, experience: None }
    }

    /// An engine with exactly the table that was asked for.
    ///
    /// ```
    /// use fruitrage_engine::{Engine, Options};
    ///
    /// let options = Options { hash_megabytes: usize::MAX, ..Options::default() };
    /// let error = Engine::try_new(options).unwrap_err();
    /// assert!(error.to_string().starts_with("expected 1844"), "{error}");
    /// ```
    pub fn try_new(options: Options) -> Result<Self, OutOfMemory> {
        let table = Table::new(options.hash_megabytes)?;
        let evaluation = Cow::Borrowed(Evaluation::embedded());
        Ok(Self::with_table(options, evaluation, table))
    }

    /// How the engine is set up.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the engine up anew. It forgets everything if the size of its table changes, and
    /// also if its level or the constants of its search do: what one level has found misleads
    /// another, which overlooks other moves. If there is not enough memory, the engine stays
    /// as it was, but for what it remembers.
    pub fn set_options(&mut self, options: Options) -> Result<(), OutOfMemory> {
        let before = self.options;
        if options.hash_megabytes != before.hash_megabytes {
            self.resize(options.hash_megabytes)?;
        } else if options.level != before.level || options.parameters != before.parameters {
            self.forget();
        }
        self.options = options;
        Ok(())
    }

    fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        // There may not be memory for two tables at a time.
        self.table = Table::smallest();
        self.unfinished = None;
        self.scratch.clear();
        let resized = Table::new(megabytes).map(|table| self.table = table);
        if resized.is_err() {
            self.table = Table::new_or_smaller(self.options.hash_megabytes);
            self.options.hash_megabytes = self.table.megabytes();
        }
        resized
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.unfinished = None;
        self.table.clear();
        self.scratch.clear();
    }

    /// Searches a position and returns the best lines, or `None` if there is no move.
    /// `report` is called with every completed depth. The search of a position that the last one
    /// was stopped at goes on from there, unless it has a limit of depth.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.search_for(Goal::Move, board, limits, clock, stop, report)
    }

    pub(crate) fn search_for(
        &mut self,
        goal: Goal,
        board: &Board,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let conditions = self.conditions(board, limits);
        let plan = Plan::new(board, limits, &conditions);
        self.table.begin_search();
        self.scratch.begin_search();
        let control = SearchControl::new(limits, plan, clock, stop);
        let found = IterativeDeepening {
            options: &self.options,
            evaluation: &self.evaluation,
            goal,
            depth_limit: limits.depth,
            table: &self.table,
            scratch: &self.scratch,
            control: &control,
            root: &Position::new(board),
            threads: &Threads::new(self.options.threads),
        }
        .run(&mut self.unfinished, report);
        if let (Some(left), Some(report)) = (limits.clock, &found) {
            let (board, _) =
                board.play(report.best().moves[0]).expect("the engine plays legal moves");
            let pause = conditions.pause.max(control.longest_pause());
            let conditions = Conditions { pause, ..conditions };
            self.experience =
                Some(Experience { board, left, taken: control.elapsed(), conditions });
        }
        found
    }

    /// What the move before has shown of the clock; at the first move of a game, what is assumed.
    fn conditions(&self, board: &Board, limits: &Limits) -> Conditions {
        let left = limits.clock.unwrap_or_default();
        let before = self.experience.as_ref();
        before
            .and_then(|before| before.conditions_by(board, left))
            .unwrap_or(Conditions::assumed(left, self.options.overhead))
    }

    /// What the clock has shown at the last move that was searched with one.
    pub const fn experience(&self) -> Option<&Experience> {
        self.experience.as_ref()
    }

    /// What the last search has found that took the most work, at most about a megabyte: for an
    /// engine that goes on with the game in another process.
    ///
    /// ```
    /// use std::time::Duration;
    /// use fruitrage_engine::{Engine, Limits, Options, Stop};
    ///
    /// let board = "0120/1201/2012/0011".parse().unwrap();
    /// let clock = || Duration::ZERO;
    /// let options = Options { hash_megabytes: 1, ..Options::default() };
    /// let mut engine = Engine::new(options);
    /// engine.search(&board, &Limits::depth(4), &clock, &Stop::new(), &mut |_| {});
    ///
    /// let mut other = Engine::new(options);
    /// assert_eq!(other.restore(&engine.snapshot()), Ok(()));
    /// assert!(other.restore(b"something else").is_err());
    /// ```
    pub fn snapshot(&self) -> Vec<u8> {
        self.table.snapshot(self.options.level.number())
    }

    /// Takes over what another engine of the same version and level has found.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), NotASnapshot> {
        self.table.restore(snapshot, self.options.level.number())
    }

    /// Gives the engine what another one has seen of the clock at the move before. It is believed
    /// only if the next position follows from that move.
    pub fn recall(&mut self, experience: Experience) {
        self.experience = Some(experience);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Duration;

    use fruitrage_rules::{FruitKinds, Size, random_board};

    use super::*;
    use crate::{Level, Parameters};

    const OPTIONS: fn() -> Options = || Options { hash_megabytes: 4, ..Options::default() };

    fn searched(engine: &mut Engine, seed: u64) -> Report {
        let board = random_board(Size::new(8).unwrap(), FruitKinds::new(4).unwrap(), seed);
        let clock = || Duration::ZERO;
        let limits = Limits::depth(6);
        engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {}).unwrap()
    }

    #[test]
    fn what_was_found_is_remembered_until_it_is_forgotten() {
        let mut engine = Engine::new(OPTIONS());
        let first = searched(&mut engine, 1);
        assert!(searched(&mut engine, 1).nodes < first.nodes);
        engine.forget();
        assert_eq!(searched(&mut engine, 1), first);
    }

    #[test]
    fn a_search_that_was_stopped_goes_on_from_where_it_was() {
        let boards = [1, 2]
            .map(|seed| random_board(Size::new(12).unwrap(), FruitKinds::new(6).unwrap(), seed));
        let options = Options { lines: 2, ..OPTIONS() };
        let reports = |engine: &mut Engine, board| {
            let (limits, mut reports) = (Limits::nodes(50_000), Vec::new());
            let mut note = |report: &Report| reports.push(report.clone());
            let last = engine.search(board, &limits, &|| Duration::ZERO, &Stop::new(), &mut note);
            (reports, last.unwrap())
        };
        let mut engine = Engine::new(options);
        let (_, before) = reports(&mut engine, &boards[0]);
        let (after, _) = reports(&mut engine, &boards[0]);
        assert!(before.depth > 4 && after.len() > 1);
        assert_eq!((after[0].nodes, &after[0].lines), (0, &before.lines));
        assert!(after.iter().all(|report| report.depth >= before.depth));

        // Not with other lines, on another board, or when everything was forgotten.
        let begins_anew = |engine: &mut Engine, board| reports(engine, board).0[0].depth == 1;
        engine.set_options(OPTIONS()).unwrap();
        assert!(begins_anew(&mut engine, &boards[0]));
        assert!(begins_anew(&mut engine, &boards[1]));
        assert!(begins_anew(&mut engine, &boards[0]));
        engine.forget();
        assert!(begins_anew(&mut engine, &boards[0]));
        assert!(!begins_anew(&mut engine, &boards[0]));
        // Nor where not even the first depth was completed.
        engine.forget();
        let (limits, clock) = (Limits::nodes(1), || Duration::ZERO);
        let stopped = engine.search(&boards[1], &limits, &clock, &Stop::new(), &mut |_| {});
        assert_eq!(stopped.unwrap().depth, 0);
        assert!(begins_anew(&mut engine, &boards[1]));
    }

    /// Solving 7×7 cells with 4 kinds begins after more nodes than any of these searches has.
    #[test]
    fn what_takes_longer_than_one_search_is_solved_in_several() {
        let board = random_board(Size::new(7).unwrap(), FruitKinds::new(4).unwrap(), 5003);
        let in_searches_of = |nodes| {
            let (mut engine, clock) = (Engine::new(OPTIONS()), || Duration::ZERO);
            let mut search = |_: &u32| {
                let limits = Limits::nodes(nodes);
                engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {}).unwrap()
            };
            (1..=100).find(|number| search(number).best().exact)
        };
        assert_eq!(in_searches_of(10_000_000), Some(1));
        assert!(in_searches_of(20_000).is_some_and(|searches| searches > 1));
    }

    #[test]
    fn what_another_engine_has_found_is_not_searched_again() {
        let mut engine = Engine::new(OPTIONS());
        let first = searched(&mut engine, 1);
        let mut other = Engine::new(OPTIONS());
        other.restore(&engine.snapshot()).unwrap();
        let again = searched(&mut other, 1);
        assert!(again.nodes < first.nodes);
        assert!(searched(&mut engine, 1).nodes < again.nodes, "what was cheap is not handed on");
        let weak = Options { level: Level::new(7).unwrap(), ..OPTIONS() };
        assert_eq!(Engine::new(weak).restore(&engine.snapshot()), Err(NotASnapshot));
    }

    #[test]
    fn what_is_cheap_takes_no_room_in_the_table() {
        let board = random_board(Size::new(12).unwrap(), FruitKinds::new(6).unwrap(), 1);
        let filled = |parameters| {
            let options = Options { hash_megabytes: 1, parameters, ..Options::default() };
            let (mut engine, clock) = (Engine::new(options), || Duration::ZERO);
            engine.search(&board, &Limits::nodes(50_000), &clock, &Stop::new(), &mut |_| {});
            (engine.table.hashfull(), engine.scratch.hashfull())
        };
        let usual = Parameters::default();
        let (table, scratch) = filled(usual);
        let (table_alone, unused) =
            filled(Parameters { scratch_depth: 0, scratch_fruits: 0, ..usual });
        assert!(2 * table < table_alone, "{table} and {table_alone} of 1000");
        assert!(scratch > 100 && unused < 10, "{scratch} and {unused} of 1000");
    }

    #[test]
    fn another_level_starts_afresh() {
        let weak = Options { level: Level::new(7).unwrap(), ..OPTIONS() };
        for seed in 1..6 {
            let expected = searched(&mut Engine::new(weak), seed);
            let mut engine = Engine::new(OPTIONS());
            searched(&mut engine, seed);
            engine.set_options(weak).unwrap();
            assert_eq!(searched(&mut engine, seed), expected, "seed {seed}");
        }
    }

    #[test]
    fn other_options_keep_what_was_found() {
        let mut engine = Engine::new(OPTIONS());
        let first = searched(&mut engine, 1);
        engine.set_options(Options { lines: 2, threads: 2, ..OPTIONS() }).unwrap();
        engine.set_options(OPTIONS()).unwrap();
        assert!(searched(&mut engine, 1).nodes < first.nodes);
    }

    #[test]
    fn too_much_memory_is_refused_and_the_engine_works_on() {
        let mut engine = Engine::new(OPTIONS());
        let first = searched(&mut engine, 1);
        let megabytes = usize::MAX >> 20;
        let too_much = Options { hash_megabytes: megabytes, lines: 3, ..OPTIONS() };
        assert_eq!(engine.set_options(too_much), Err(OutOfMemory { megabytes }));
        assert_eq!(*engine.options(), OPTIONS());
        assert_eq!(searched(&mut engine, 1), first);
        assert!(Engine::try_new(too_much).is_err());
        assert!(Engine::new(too_much).options().hash_megabytes < megabytes);
    }

    #[test]
    fn what_the_clock_has_shown_counts_at_the_next_move() {
        let board = random_board(Size::new(5).unwrap(), FruitKinds::new(3).unwrap(), 1);
        let [left, left_later, besides] = [10, 9, 1].map(Duration::from_secs);
        let limits = Limits { nodes: Some(1000), ..Limits::clock(left) };
        let (clock, stop) = (|| Duration::ZERO, Stop::new());
        let mut engine = Engine::new(OPTIONS());
        let report = engine.search(&board, &limits, &clock, &stop, &mut |_| {}).unwrap();
        let note = engine.experience().unwrap().clone();
        assert_eq!(note.board, board.play(report.best().moves[0]).unwrap().0);
        assert_eq!((note.left, note.taken), (left, Duration::ZERO));

        let next = note.board.after(&note.board.groups().next().unwrap());
        let limits = Limits::clock(left_later);
        let mut other = Engine::new(OPTIONS());
        let assumed = Conditions::assumed(left_later, OPTIONS().overhead);
        assert_eq!(other.conditions(&next, &limits), assumed);
        other.recall(note);
        assert_eq!(other.conditions(&next, &limits), Conditions::assumed(left, besides));
        assert_eq!(other.conditions(&board, &limits), assumed, "of another game");
    }

    #[test]
    fn a_search_that_was_kept_waiting_is_remembered() {
        let board = random_board(Size::new(10).unwrap(), FruitKinds::new(4).unwrap(), 1);
        let limits = Limits { nodes: Some(20_000), ..Limits::clock(Duration::from_hours(1)) };
        let pause = Duration::from_millis(30);
        // Every look at the clock finds that much gone.
        let looks = AtomicU32::new(0);
        let clock = || pause * looks.fetch_add(1, Relaxed);
        let mut engine = Engine::new(OPTIONS());
        engine.search(&board, &limits, &clock, &Stop::new(), &mut |_| {});
        assert!(engine.experience().unwrap().conditions.pause >= pause);
    }

    #[test]
    fn no_depth_is_reported_that_no_game_can_reach() {
        // Ten stacks of ten that nothing can change: ten moves, a hundred fruits.
        let stacks = ["0123401234"; 10].join("/").parse().unwrap();
        let clock = || Duration::ZERO;
        let mut depths = Vec::new();
        // A level that does not solve, but sees as far as it can.
        let options = Options { level: Level::new(9).unwrap(), ..OPTIONS() };
        let mut hear = |report: &Report| depths.push(report.depth);
        let limits = Limits::nodes(100_000);
        Engine::new(options).search(&stacks, &limits, &clock, &Stop::new(), &mut hear);
        Engine::new(OPTIONS()).search(&stacks, &limits, &clock, &Stop::new(), &mut hear);
        Engine::new(OPTIONS()).search(
            &stacks,
            &Limits { depth: Some(60), ..limits },
            &clock,
            &Stop::new(),
            &mut hear,
        );
        assert!(depths.iter().all(|depth| (1..=10).contains(depth)), "{depths:?}");
    }
}
