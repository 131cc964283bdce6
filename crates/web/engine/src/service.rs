//! Questions of the page, answered one after the other.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use fruitrage_analysis::Judgement;
use fruitrage_engine::{Engine, Stop};
use fruitrage_rules::{Board, Record};
use serde::Serialize;

use crate::{JudgementView, Problem, Question, ReportView, ReviewLimits, ReviewView, SearchLimits};

/// What is asked of the page while its own question is being answered. The engine may look at
/// the time from any of its threads.
pub trait Page: Sync {
    /// Milliseconds since some moment.
    fn now(&self) -> f64;

    /// Hears what was found so far, as JSON, and says whether to go on.
    fn hear(&self, found: &str) -> bool;

    /// Whether an answer is wanted now; asked many times per second.
    fn has_stopped(&self) -> bool;
}

/// What `fruitrage bench` says.
#[derive(Serialize)]
struct BenchView {
    nodes: u64,
    seconds: f64,
}

/// The engines that the page has asked for, with their tables.
#[derive(Debug, Default)]
pub struct Service {
    engines: Vec<Engine>,
}

impl Service {
    /// Answers a question in JSON with JSON.
    ///
    /// ```
    /// use fruitrage_web_engine::{Page, Service};
    ///
    /// struct Nobody;
    /// impl Page for Nobody {
    ///     fn now(&self) -> f64 { 0.0 }
    ///     fn hear(&self, _: &str) -> bool { true }
    ///     fn has_stopped(&self) -> bool { false }
    /// }
    ///
    /// let question = r#"{"ask": "randomBoard", "size": 4, "kinds": 3, "seed": "7"}"#;
    /// let answer = Service::default().answer(question, &Nobody).unwrap();
    /// assert_eq!(answer, r#""1021/1010/0102/2221""#);
    /// ```
    pub fn answer(&mut self, question: &str, page: &impl Page) -> Result<String, Problem> {
        match serde_json::from_str(question).map_err(Problem::Shape)? {
            Question::RandomBoard { size, kinds, seed } => {
                json(&crate::random(size, kinds, &seed)?)
            }
            Question::BoardPicture { board } => json(&crate::picture_of(&board)?),
            Question::Play { board, cell } => json(&crate::play_on(&board, &cell)?),
            Question::ParsePosition { text } => json(&crate::position_in(&text)?),
            Question::ParseRecord { text } => json(&crate::read_record(&text)?),
            Question::Replay { draft } => json(&crate::replay(draft)?),
            Question::WriteRecord { draft } => json(&crate::write_record(&draft)?),
            Question::Bench => bench(page),
            Question::NewEngine { options } => {
                self.engines.push(Engine::try_new(options.options()?)?);
                json(&(self.engines.len() - 1))
            }
            Question::Search { engine, board, limits } => {
                search(self.engine(engine)?, &board, limits, page)
            }
            Question::Review { engine, record, limits } => {
                review(self.engine(engine)?, &record, limits, page)
            }
        }
    }

    fn engine(&mut self, number: usize) -> Result<&mut Engine, Problem> {
        let count = self.engines.len();
        let unknown = || Problem::value(format!("one of {count} engines"), &number);
        self.engines.get_mut(number).ok_or_else(unknown)
    }
}

fn bench(page: &impl Page) -> Result<String, Problem> {
    let bench = fruitrage_engine::bench(&stopwatch(page, &Stop::new()), &mut |_, _| {});
    json(&BenchView { nodes: bench.nodes, seconds: bench.elapsed.as_secs_f64() })
}

fn search(
    engine: &mut Engine,
    board: &str,
    asked: SearchLimits,
    page: &impl Page,
) -> Result<String, Problem> {
    let board: Board = board.parse()?;
    let limits = asked.limits()?;
    set_up(engine, asked)?;
    let stop = Stop::new();
    let report = engine.search(&board, &limits, &stopwatch(page, &stop), &stop, &mut |report| {
        tell(&ReportView::from(report), page, &stop);
    });
    json(&report.as_ref().map(ReportView::from))
}

fn review(
    engine: &mut Engine,
    record: &str,
    asked: ReviewLimits,
    page: &impl Page,
) -> Result<String, Problem> {
    let record = Record::parse(record.as_bytes())?;
    let limits = asked.limits()?;
    set_up(engine, SearchLimits::default())?;
    let stop = Stop::new();
    let clock = stopwatch(page, &stop);
    let mut hear = |judgement: &Judgement| tell(&JudgementView::from(judgement), page, &stop);
    let game = record.game();
    let review = fruitrage_analysis::review(engine, game, &limits, &clock, &stop, &mut hear);
    json(&review.as_ref().map(ReviewView::from))
}

fn set_up(engine: &mut Engine, asked: SearchLimits) -> Result<(), Problem> {
    let options = asked.options(engine.options())?;
    Ok(engine.set_options(options)?)
}

/// Tells the page until it does not want to hear more.
fn tell(found: &impl Serialize, page: &impl Page, stop: &Stop) {
    let goes_on = json(found).is_ok_and(|found| page.hear(&found));
    if !goes_on {
        stop.stop();
    }
}

/// How many looks at the clock, of 256 positions each, lie between two questions whether an
/// answer is wanted.
const LOOKS_BETWEEN_QUESTIONS: u32 = 16;

/// The time since now. Whoever looks at it often finds out whether the page wants an answer.
fn stopwatch(page: &impl Page, stop: &Stop) -> impl Fn() -> Duration + Sync {
    let (start, looks) = (page.now(), AtomicU32::new(0));
    move || {
        let is_time_to_ask = looks.fetch_add(1, Relaxed).is_multiple_of(LOOKS_BETWEEN_QUESTIONS);
        if is_time_to_ask && page.has_stopped() {
            stop.stop();
        }
        Duration::from_secs_f64((page.now() - start).max(0.0) / 1000.0)
    }
}

fn json(found: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(found).map_err(Problem::Shape)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::{Value, json};

    use super::*;

    /// A page whose clock advances by a millisecond at every look, and which wants to hear so
    /// much and no more.
    struct Listener {
        time: AtomicU32,
        heard: Mutex<Vec<Value>>,
        most: usize,
        stops: bool,
    }

    impl Listener {
        fn new(most: usize, stops: bool) -> Self {
            Self { time: AtomicU32::new(0), heard: Mutex::default(), most, stops }
        }

        fn heard(&self) -> usize {
            self.heard.lock().unwrap().len()
        }
    }

    impl Page for Listener {
        fn now(&self) -> f64 {
            f64::from(self.time.fetch_add(1, Relaxed))
        }

        fn hear(&self, found: &str) -> bool {
            let mut heard = self.heard.lock().unwrap();
            heard.push(serde_json::from_str(found).unwrap());
            heard.len() < self.most
        }

        fn has_stopped(&self) -> bool {
            self.stops
        }
    }

    fn ask(service: &mut Service, question: &Value, page: &Listener) -> Result<Value, String> {
        let answer = service.answer(&question.to_string(), page).map_err(|it| it.to_string())?;
        Ok(serde_json::from_str(&answer).unwrap())
    }

    fn with_engine() -> Service {
        let mut service = Service::default();
        let question = json!({ "ask": "newEngine", "options": { "hashMegabytes": 1 } });
        assert_eq!(ask(&mut service, &question, &Listener::new(0, false)), Ok(json!(0)));
        service
    }

    fn search(limits: &Value) -> Value {
        let board = crate::random(12, 5, "3").unwrap();
        json!({ "ask": "search", "engine": 0, "board": board, "limits": limits })
    }

    #[test]
    fn every_depth_is_told() {
        let page = Listener::new(99, false);
        let question = search(&json!({ "depth": 4 }));
        let found = ask(&mut with_engine(), &question, &page).unwrap();
        assert_eq!(found["depth"], 4);
        assert!(page.heard() >= 4);
    }

    #[test]
    fn a_page_that_wants_to_hear_no_more_gets_an_answer() {
        let page = Listener::new(2, false);
        let question = search(&json!({ "moveSeconds": 1e6 }));
        let found = ask(&mut with_engine(), &question, &page).unwrap();
        assert_eq!((page.heard(), &found["depth"]), (2, &json!(2)));
    }

    #[test]
    fn a_page_that_stops_gets_an_answer() {
        let page = Listener::new(99, true);
        let question = search(&json!({ "moveSeconds": 1e6 }));
        assert!(!ask(&mut with_engine(), &question, &page).unwrap()["lines"][0].is_null());
    }

    #[test]
    fn games_are_reviewed_move_by_move() {
        let draft = json!({
            "players": ["one", "other"], "board": "01/21", "kinds": 3, "clocks": null,
            "moves": [{ "cell": "B1", "seconds": 0 }, { "cell": "A1", "seconds": 0 }],
        });
        let page = Listener::new(99, false);
        let mut service = with_engine();
        let record = ask(&mut service, &json!({ "ask": "writeRecord", "draft": draft }), &page);
        let question =
            json!({ "ask": "review", "engine": 0, "record": record.unwrap(), "limits": {} });
        let review = ask(&mut service, &question, &page).unwrap();
        assert_eq!((review["judgements"].as_array().unwrap().len(), page.heard()), (2, 2));
    }

    #[test]
    fn what_cannot_be_answered_is_explained() {
        let page = Listener::new(99, false);
        for (question, expected) in [
            (json!({ "ask": "dance" }), "unknown variant `dance`"),
            (json!({ "ask": "play", "board": "01/21" }), "missing field `cell`"),
            (search(&json!({ "dept": 1 })), "unknown field `dept`"),
            (json!({ "ask": "play", "board": "01/21", "cell": "C1" }), "expected"),
            (
                json!({ "ask": "search", "engine": 7, "board": "0", "limits": {} }),
                "expected one of 1 engines, found 7",
            ),
        ] {
            let problem = ask(&mut with_engine(), &question, &page).unwrap_err();
            assert!(problem.contains(expected), "{question}: {problem}");
        }
    }
}
