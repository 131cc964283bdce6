//! What JavaScript sees: the same functions with its own types and errors.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use fruitrage_analysis::Judgement;
use fruitrage_engine::Stop;
use fruitrage_rules::{Board, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use crate::{
    EngineOptions, JudgementView, Problem, ReportView, ReviewLimits, ReviewView, SearchLimits,
};

/// The little that is asked of the browser; all of `js-sys` would take as long to compile as
/// the engine.
#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn parse(text: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn stringify(value: &JsValue) -> Result<JsValue, JsValue>;

    /// A function of the page.
    #[wasm_bindgen(js_name = Function)]
    pub type Callback;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Callback, receiver: &JsValue, value: &JsValue) -> Result<JsValue, JsValue>;

    /// A question of the page's that is answered by yes or no.
    #[wasm_bindgen(js_name = Function)]
    pub type Question;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn ask(this: &Question) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = include_str!("declarations.ts");

/// The board of a seed; the same for ever.
#[wasm_bindgen(js_name = randomBoard)]
pub fn random_board(size: u32, kinds: u32, seed: &str) -> Result<String, JsError> {
    Ok(crate::random(size, kinds, seed)?)
}

/// All groups of a board.
#[wasm_bindgen(unchecked_return_type = "Group[]")]
pub fn groups(board: &str) -> Result<JsValue, JsError> {
    to_js(&crate::groups_of(board)?)
}

/// A board as an SVG document.
#[wasm_bindgen(js_name = boardPicture)]
pub fn board_picture(board: &str) -> Result<String, JsError> {
    Ok(crate::picture_of(board)?)
}

/// Claims the group at a cell.
#[wasm_bindgen(unchecked_return_type = "Move")]
pub fn play(board: &str, cell: &str) -> Result<JsValue, JsError> {
    to_js(&crate::play_on(board, cell)?)
}

/// Reads an `input.txt` or a bare board.
#[wasm_bindgen(js_name = parsePosition, unchecked_return_type = "Position")]
pub fn parse_position(text: &str) -> Result<JsValue, JsError> {
    to_js(&crate::position_in(text)?)
}

/// Replays a game.
#[wasm_bindgen(unchecked_return_type = "Game")]
pub fn replay(
    #[wasm_bindgen(unchecked_param_type = "Draft")] draft: &JsValue,
) -> Result<JsValue, JsError> {
    to_js(&crate::replay(from_js("draft", draft)?)?)
}

/// Reads the text of a record.
#[wasm_bindgen(js_name = parseRecord, unchecked_return_type = "Game")]
pub fn parse_record(text: &str) -> Result<JsValue, JsError> {
    to_js(&crate::read_record(text)?)
}

/// Writes the record of a game; one under way is recorded as interrupted.
#[wasm_bindgen(js_name = writeRecord)]
pub fn write_record(
    #[wasm_bindgen(unchecked_param_type = "Draft")] draft: &JsValue,
) -> Result<String, JsError> {
    Ok(crate::write_record(&from_js("draft", draft)?)?)
}

/// Runs the fixed searches of `fruitrage bench`.
#[wasm_bindgen(unchecked_return_type = "Bench")]
pub fn bench() -> Result<JsValue, JsError> {
    let bench = fruitrage_engine::bench(&stopwatch(), &mut |_, _| {});
    to_js(&serde_json::json!({ "nodes": bench.nodes, "seconds": bench.elapsed.as_secs_f64() }))
}

/// The engine: searches positions, and remembers what it has found.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(fruitrage_engine::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine that has searched nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "EngineOptions")] options: &JsValue,
    ) -> Result<Self, JsError> {
        let options: EngineOptions = from_js("options", options)?;
        Ok(Self(fruitrage_engine::Engine::try_new(options.options()?)?))
    }

    /// Searches a position and tells the best lines, or null if there is no move. The
    /// callback hears of every depth; if it throws, the search ends and so does this. Many
    /// times a second `stopped` is asked whether to return what was found so far.
    #[wasm_bindgen(unchecked_return_type = "Report | null")]
    pub fn search(
        &mut self,
        board: &str,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "(report: Report) => void")] told: &Callback,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] stopped: &Question,
    ) -> Result<JsValue, JsValue> {
        let board: Board = board.parse().map_err(Problem::from).map_err(JsError::from)?;
        let asked: SearchLimits = from_js("limits", limits)?;
        let limits = asked.limits().map_err(JsError::from)?;
        let options = asked.options(self.0.options()).map_err(JsError::from)?;
        self.0.set_options(options).map_err(JsError::from)?;
        let stop = Stop::new();
        let clock = stopwatch_asking(stopped, &stop);
        let mut telling = Telling { told, stop: stop.clone(), thrown: None };
        let answer = self.0.search(&board, &limits, &clock, &stop, &mut |report| {
            telling.tell(&ReportView::from(report));
        });
        match (telling.thrown, answer) {
            (Some(thrown), _) => Err(thrown),
            (None, Some(report)) => Ok(to_js(&ReportView::from(&report))?),
            (None, None) => Ok(JsValue::NULL),
        }
    }

    /// Judges every move of a record, from the last to the first; the callback hears of each.
    /// If it throws, the review ends and so does this; if it is stopped, the answer is null.
    #[wasm_bindgen(unchecked_return_type = "Review | null")]
    pub fn review(
        &mut self,
        record: &str,
        #[wasm_bindgen(unchecked_param_type = "ReviewLimits")] limits: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "(judgement: Judgement) => void")] told: &Callback,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] stopped: &Question,
    ) -> Result<JsValue, JsValue> {
        let record =
            Record::parse(record.as_bytes()).map_err(Problem::from).map_err(JsError::from)?;
        let asked: ReviewLimits = from_js("limits", limits)?;
        let limits = asked.limits().map_err(JsError::from)?;
        let options = SearchLimits::default().options(self.0.options()).map_err(JsError::from)?;
        self.0.set_options(options).map_err(JsError::from)?;
        let stop = Stop::new();
        let clock = stopwatch_asking(stopped, &stop);
        let mut telling = Telling { told, stop: stop.clone(), thrown: None };
        let mut hear = |judgement: &Judgement| telling.tell(&JudgementView::from(judgement));
        let review = fruitrage_analysis::review(
            &mut self.0,
            record.game(),
            &limits,
            &clock,
            &stop,
            &mut hear,
        );
        match (telling.thrown, review) {
            (Some(thrown), _) => Err(thrown),
            (None, review) => Ok(to_js(&review.as_ref().map(ReviewView::from))?),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.0.forget();
    }
}

/// Tells the page of what was found until it throws.
struct Telling<'a> {
    told: &'a Callback,
    stop: Stop,
    thrown: Option<JsValue>,
}

impl Telling<'_> {
    fn tell(&mut self, found: &impl Serialize) {
        if self.thrown.is_some() {
            return;
        }
        let view = to_js(found).map_err(JsValue::from);
        let told = view.and_then(|view| self.told.call(&JsValue::NULL, &view));
        if let Err(thrown) = told {
            self.stop.stop();
            self.thrown = Some(thrown);
        }
    }
}

/// Tells the time since now.
fn stopwatch() -> impl Fn() -> Duration {
    let start = now();
    move || Duration::from_secs_f64((now() - start).max(0.0) / 1000.0)
}

/// How many looks at the clock, of 256 positions each, lie between two questions.
const LOOKS_BETWEEN_QUESTIONS: u32 = 16;

thread_local! {
    /// Asked by the clock, which the engine may share among threads and which therefore
    /// cannot hold a value of JavaScript's itself.
    static STOPPED: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// The same clock; whoever looks at it often finds out whether the page wants an answer now.
fn stopwatch_asking(stopped: &Question, stop: &Stop) -> impl Fn() -> Duration + use<> {
    let question: &JsValue = stopped.as_ref();
    STOPPED.set(Some(question.clone()));
    let (elapsed, looks, stop) = (stopwatch(), AtomicU32::new(0), stop.clone());
    move || {
        if looks.fetch_add(1, Relaxed).is_multiple_of(LOOKS_BETWEEN_QUESTIONS) && is_stopped() {
            stop.stop();
        }
        elapsed()
    }
}

fn is_stopped() -> bool {
    STOPPED.with_borrow(|question| {
        let question = question.as_ref().map(JsCast::unchecked_ref::<Question>);
        question.and_then(|question| question.ask().ok()).is_some_and(|told| told.is_truthy())
    })
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let json = serde_json::to_string(value)?;
    parse(&json).map_err(|_| JsError::new("expected JSON"))
}

fn from_js<T: DeserializeOwned>(what: &'static str, value: &JsValue) -> Result<T, JsError> {
    let json = stringify(value).ok().and_then(|json| json.as_string());
    let json = json.unwrap_or_else(|| "null".to_owned());
    Ok(serde_json::from_str(&json).map_err(|error| Problem::Shape { what, error })?)
}
