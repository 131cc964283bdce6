//! Programs that read `input.txt` and write `output.txt`, a new process for each move.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

use fruitrage_rules::{Cause, Game, Input, Output, Size, seconds};

use super::launch::{Host, Place, StartError};
use super::{Agent, Answer, Evidence, Fault, Reply, Timekeeping, time_left};
use crate::supervisor::{Assignment, End, Greeting, Missing, Order, Outcome, Supervisor, Written};

/// The signal for a file that grew beyond the limit.
const FILE_TOO_LARGE: i32 = 25;

/// A program of the file protocol in the care of its supervisor.
pub(crate) struct FileAgent {
    orders: ChildStdin,
    outcomes: BufReader<ChildStdout>,
    missing: Vec<Missing>,
    memory: Option<u64>,
    timekeeping: Timekeeping,
    crlf_input: bool,
    /// Ended when the game is over, and then its directory is removed.
    _supervisor: Supervisor,
    _place: Place,
}

impl FileAgent {
    pub(super) fn start(
        host: &Host,
        assignment: &Assignment,
        place: Place,
    ) -> Result<Self, StartError> {
        let program = assignment.name.to_string_lossy();
        let begin = || -> io::Result<(Supervisor, ChildStdin, BufReader<ChildStdout>, Greeting)> {
            let (supervisor, orders, outcomes) =
                Supervisor::start(&host.helper, assignment, place.printed()?)?;
            let mut outcomes = BufReader::new(outcomes);
            let mut line = String::new();
            outcomes.read_line(&mut line)?;
            Ok((supervisor, orders, outcomes, serde_json::from_str(&line)?))
        };
        let (supervisor, orders, outcomes, greeting) =
            begin().map_err(|error| StartError::failed(&program, &error))?;
        match greeting {
            Greeting::Ready(missing) => Ok(Self {
                orders,
                outcomes,
                missing,
                memory: assignment.limits.memory,
                timekeeping: host.timekeeping,
                crlf_input: host.crlf_input,
                _supervisor: supervisor,
                _place: place,
            }),
            Greeting::Failed(reason) => Err(StartError::failed(&program, &reason)),
        }
    }

    /// The parts of the sandbox that this machine does not give.
    pub(crate) fn missing(&self) -> &[Missing] {
        &self.missing
    }

    fn carry_out(&mut self, order: &Order) -> io::Result<Outcome> {
        writeln!(self.orders, "{}", serde_json::to_string(order)?)?;
        let mut line = String::new();
        self.outcomes.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    /// When a move is broken off. Processor time may come slower than wall time.
    fn deadline(&self, left: Duration) -> Duration {
        match self.timekeeping {
            Timekeeping::Wall => left,
            Timekeeping::Cpu => left.saturating_mul(4) + Duration::from_secs(1),
        }
    }
}

impl Agent for FileAgent {
    fn choose(&mut self, game: &Game) -> Reply {
        let left = time_left(game);
        let input = Input { kinds: game.setup().kinds(), time_left: left, board: *game.board() }
            .to_string();
        let input = if self.crlf_input { input.replace('\n', "\r\n") } else { input };
        let order = Order { input: input.clone(), deadline: self.deadline(left) };
        match self.carry_out(&order) {
            Ok(outcome) => {
                let spent = match (self.timekeeping, &outcome.end) {
                    (Timekeeping::Cpu, End::Deadline) => left,
                    (Timekeeping::Cpu, _) => outcome.cpu,
                    (Timekeeping::Wall, _) => outcome.wall,
                };
                let answer = judge(&outcome, left, self.memory, game.board().size());
                let evidence =
                    Evidence { input, output: shown(&outcome.output), printed: outcome.printed };
                Reply { spent, cpu: outcome.cpu, answer, evidence }
            }
            Err(error) => Reply {
                spent: Duration::ZERO,
                cpu: Duration::ZERO,
                answer: Err(Fault::new(
                    Cause::Crashed,
                    format!("expected an answer, but the process that runs it is gone: {error}"),
                )),
                evidence: Evidence { input, ..Evidence::default() },
            },
        }
    }
}

/// What the outcome of a move means under the protocol.
fn judge(
    outcome: &Outcome,
    left: Duration,
    memory: Option<u64>,
    size: Size,
) -> Result<Answer, Fault> {
    let too_much = memory.filter(|&limit| outcome.peak_memory >= limit / 10 * 9);
    match &outcome.end {
        End::Deadline => Err(Fault::new(Cause::OutOfTime, still_running(left))),
        End::Memory(used) => Err(held_too_much(*used, memory.unwrap_or(*used))),
        End::Signal(FILE_TOO_LARGE, _) => Err(Fault::new(
            Cause::OutputTooLarge,
            "expected a short answer, but it wrote or printed more than a file may hold",
        )),
        End::Signal(..) | End::Status(1.. | ..0) if too_much.is_some() => {
            Err(held_too_much(outcome.peak_memory, too_much.unwrap_or_default()))
        }
        End::Signal(number, name) => Err(Fault::new(
            Cause::Crashed,
            format!("expected exit status 0, but it was ended by signal {name} ({number})"),
        )),
        End::Status(0) => read(&outcome.output, size),
        End::Status(status) => Err(Fault::new(
            Cause::Crashed,
            format!("expected exit status 0, but it ended with status {}", shown_status(*status)),
        )),
        End::NotStarted(reason) => {
            Err(Fault::new(Cause::Crashed, format!("it could not be started: {reason}")))
        }
    }
}

/// Windows has statuses for crashes that everybody knows in hexadecimal.
pub(super) fn shown_status(status: i32) -> String {
    if status < 0 { format!("{status:#x}") } else { status.to_string() }
}

fn still_running(left: Duration) -> String {
    format!(
        "expected a move within the {} s left, but it was still running",
        seconds::display(left)
    )
}

fn held_too_much(used: u64, limit: u64) -> Fault {
    let detail = format!("expected at most {} MiB of memory, used {} MiB", limit >> 20, used >> 20);
    Fault::new(Cause::Memory, detail)
}

fn read(output: &Written, size: Size) -> Result<Answer, Fault> {
    match output {
        Written::Missing => {
            Err(Fault::new(Cause::NoOutput, "expected the file output.txt, but there is none"))
        }
        Written::NotAFile(kind) => Err(Fault::new(
            Cause::MalformedOutput,
            format!("expected output.txt to be a regular file, found {kind}"),
        )),
        Written::TooLarge(bytes) => Err(Fault::new(
            Cause::OutputTooLarge,
            format!("expected an output.txt of at most 65536 bytes, found {bytes}"),
        )),
        Written::Unreadable(reason) => Err(Fault::new(
            Cause::NoOutput,
            format!("expected to read output.txt, but it cannot be read: {reason}"),
        )),
        Written::Content(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => {
            Err(Fault::new(Cause::NoOutput, "expected a move and a board, but output.txt is empty"))
        }
        Written::Content(bytes) => match Output::parse(bytes, size) {
            Ok(Output { choice, board }) => Ok(Answer { choice, board: Some(board) }),
            Err(error) => Err(Fault::new(Cause::MalformedOutput, format!("output.txt, {error}"))),
        },
    }
}

fn shown(output: &Written) -> String {
    match output {
        Written::Content(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }
}
