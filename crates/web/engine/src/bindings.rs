//! What JavaScript sees: the same functions with its own types and errors.

use fruitrage_analysis::Judgement;
use fruitrage_engine::Stop;
use fruitrage_rules::{Board, Record};
use js_sys::{Function, JSON};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::{
    EngineOptions, JudgementView, Problem, ReportView, ReviewLimits, ReviewView, SearchLimits,
};

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

/// Judges every move of a record, from the last to the first; the callback hears of each.
/// If it throws, the review ends and so does this.
#[wasm_bindgen(unchecked_return_type = "Review")]
pub fn review(
    record: &str,
    #[wasm_bindgen(unchecked_param_type = "ReviewLimits")] limits: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "(judgement: Judgement) => void")] told: &Function,
) -> Result<JsValue, JsValue> {
    let record = Record::parse(record.as_bytes()).map_err(Problem::from).map_err(JsError::from)?;
    let asked: ReviewLimits = from_js("limits", limits)?;
    let limits = asked.limits().map_err(JsError::from)?;
    let options = EngineOptions::default().options().map_err(JsError::from)?;
    let (start, stop) = (Instant::now(), Stop::new());
    let clock = || start.elapsed();
    let mut engine = fruitrage_engine::Engine::try_new(options).map_err(JsError::from)?;
    let mut telling = Telling { told, stop: stop.clone(), thrown: None };
    let mut hear = |judgement: &Judgement| telling.tell(&JudgementView::from(judgement));
    let review =
        fruitrage_analysis::review(&mut engine, record.game(), &limits, &clock, &stop, &mut hear);
    match (telling.thrown, review) {
        (Some(thrown), _) => Err(thrown),
        (None, review) => Ok(to_js(&review.as_ref().map(ReviewView::from))?),
    }
}

/// Runs the fixed searches of `fruitrage bench`.
#[wasm_bindgen(unchecked_return_type = "Bench")]
pub fn bench() -> Result<JsValue, JsError> {
    let start = Instant::now();
    let bench = fruitrage_engine::bench(&|| start.elapsed(), &mut |_, _| {});
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
    /// callback hears of every depth; if it throws, the search ends and so does this.
    #[wasm_bindgen(unchecked_return_type = "Report | null")]
    pub fn search(
        &mut self,
        board: &str,
        #[wasm_bindgen(unchecked_param_type = "SearchLimits")] limits: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "(report: Report) => void")] told: &Function,
    ) -> Result<JsValue, JsValue> {
        let board: Board = board.parse().map_err(Problem::from).map_err(JsError::from)?;
        let asked: SearchLimits = from_js("limits", limits)?;
        let limits = asked.limits().map_err(JsError::from)?;
        let options = asked.options(self.0.options()).map_err(JsError::from)?;
        self.0.set_options(options).map_err(JsError::from)?;
        let (start, stop) = (Instant::now(), Stop::new());
        let mut telling = Telling { told, stop: stop.clone(), thrown: None };
        let answer = self.0.search(&board, &limits, &|| start.elapsed(), &stop, &mut |report| {
            telling.tell(&ReportView::from(report));
        });
        match (telling.thrown, answer) {
            (Some(thrown), _) => Err(thrown),
            (None, Some(report)) => Ok(to_js(&ReportView::from(&report))?),
            (None, None) => Ok(JsValue::NULL),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.0.forget();
    }
}

/// Tells the page of what was found until it throws.
struct Telling<'a> {
    told: &'a Function,
    stop: Stop,
    thrown: Option<JsValue>,
}

impl Telling<'_> {
    fn tell(&mut self, found: &impl Serialize) {
        if self.thrown.is_some() {
            return;
        }
        let view = to_js(found).map_err(JsValue::from);
        let told = view.and_then(|view| self.told.call1(&JsValue::NULL, &view));
        if let Err(thrown) = told {
            self.stop.stop();
            self.thrown = Some(thrown);
        }
    }
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let json = serde_json::to_string(value)?;
    JSON::parse(&json).map_err(|_| JsError::new("expected JSON"))
}

fn from_js<T: DeserializeOwned>(what: &'static str, value: &JsValue) -> Result<T, JsError> {
    let json = JSON::stringify(value).ok().and_then(|json| json.as_string());
    let json = json.unwrap_or_else(|| "null".to_owned());
    Ok(serde_json::from_str(&json).map_err(|error| Problem::Shape { what, error })?)
}
