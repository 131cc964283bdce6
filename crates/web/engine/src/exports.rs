//! The module's functions as JavaScript sees them: bytes in memory, and where they are.
//!
//! `page/engine/engine.js` is the other side. It writes a question where [`room`] says, calls
//! [`ask`], and reads the answer where [`answer`] says. A generator of bindings would know types
//! that are not needed here, where everything is JSON, and takes longer to compile than the
//! engine does.
#![expect(unsafe_code, reason = "a function that is exported by its name counts as unsafe")]

use std::cell::RefCell;

use crate::{Page, Service};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn hear(start: *const u8, length: usize) -> bool;
    safe fn stopped() -> bool;
}

struct Browser;

impl Page for Browser {
    fn now(&self) -> f64 {
        now()
    }

    fn hear(&self, found: &str) -> bool {
        hear(found.as_ptr(), found.len())
    }

    fn has_stopped(&self) -> bool {
        stopped()
    }
}

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::default();
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a question of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        *question = vec![0; length];
        question.as_mut_ptr()
    })
}

/// Answers the question: whether it could be. If not, the answer is a sentence that says why.
#[unsafe(no_mangle)]
extern "C" fn ask() -> bool {
    let question = String::from_utf8_lossy(&QUESTION.take()).into_owned();
    let answered = SERVICE.with_borrow_mut(|service| service.answer(&question, &Browser));
    let is_answered = answered.is_ok();
    ANSWER.set(answered.unwrap_or_else(|problem| problem.to_string()));
    is_answered
}

/// Where the last answer begins.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
