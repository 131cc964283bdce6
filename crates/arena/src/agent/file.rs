//! Programs that read `input.txt` and write `output.txt`, a new process for each move.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use fruitrage_rules::{Cause, Game, Input, Output, Size, seconds};

use super::conversation::{Listener, Silence};
use super::place::Place;
use super::reason::with_reason;
use super::{Agent, Answer, Evidence, Fault, Host, Reply, StartError, Timekeeping, time_left};
use crate::Limits;
use crate::supervisor::{Assignment, End, Order, Outcome, Streams, Supervisor, Written};

/// The signal for a file that grew beyond the limit.
pub(super) const FILE_TOO_LARGE: i32 = 25;

/// More than any outcome: each byte of an output of 64 KiB takes up to four.
const LONGEST_OUTCOME: u64 = 1 << 20;

/// How much later than the deadline a supervisor may say what became of a move. Its program
/// keeps it from working if it takes longer, and the game ends with them.
const LATENESS: Duration = Duration::from_secs(10);

/// A program of the file protocol in the care of its supervisor.
pub(crate) struct FileAgent {
    orders: ChildStdin,
    outcomes: Listener,
    limits: Limits,
    timekeeping: Timekeeping,
    crlf_input: bool,
    patience: Option<Duration>,
    lateness: Duration,
    /// Ended when the game is over, and then its directory is removed.
    supervisor: Supervisor,
    _place: Place,
}

impl FileAgent {
    pub(super) fn start(
        host: &Host,
        assignment: &Assignment,
        place: Place,
    ) -> Result<Self, StartError> {
        let program = assignment.name.to_string_lossy();
        let printed = place.printed().map_err(|error| StartError::failed(&program, &error))?;
        let (supervisor, Streams { to, from }, guarantees) =
            Supervisor::start(&host.helper, assignment, printed, &host.stop)
                .map_err(|error| StartError::failed(&program, &error))?;
        host.accept(&guarantees)?;
        Ok(Self {
            orders: to,
            outcomes: Listener::new(from, LONGEST_OUTCOME, host.stop.clone()),
            limits: assignment.limits,
            timekeeping: host.timekeeping,
            crlf_input: host.crlf_input,
            patience: host.patience,
            lateness: LATENESS,
            supervisor,
            _place: place,
        })
    }

    fn carry_out(&mut self, order: &Order) -> io::Result<Outcome> {
        // A failure is told by how the supervisor ended.
        let _ = writeln!(self.orders, "{}", serde_json::to_string(order)?);
        match self.outcomes.hear(Some(Instant::now() + order.deadline + self.lateness)) {
            Ok(line) => serde_json::from_str(&line.text).map_err(|_| self.supervisor.gone()),
            Err(Silence::Stopped) => Err(io::Error::other("the game was broken off")),
            Err(Silence::Late) => Ok(Outcome::overdue(order.deadline)),
            Err(Silence::Gone) => Err(self.supervisor.gone()),
        }
    }

    /// When a move is broken off. Processor time may come slower than wall time.
    fn deadline(&self, left: Duration) -> Duration {
        let deadline = match self.timekeeping {
            Timekeeping::Wall => left,
            Timekeeping::Cpu => left.saturating_mul(4) + Duration::from_secs(1),
        };
        self.patience.map_or(deadline, |patience| patience.min(deadline))
    }
}

impl Agent for FileAgent {
    fn choose(&mut self, game: &Game) -> Reply {
        let left = time_left(game);
        let input = Input { kinds: game.setup().kinds(), time_left: left, board: *game.board() }
            .to_string();
        let input = if self.crlf_input { input.replace('\n', "\r\n") } else { input };
        let deadline = self.deadline(left);
        let order = Order { input: input.clone(), deadline };
        match self.carry_out(&order) {
            Ok(outcome) => {
                let spent = match (self.timekeeping, &outcome.end) {
                    (Timekeeping::Cpu, End::Deadline) => left.min(deadline),
                    (Timekeeping::Cpu, _) => outcome.cpu,
                    (Timekeeping::Wall, _) => outcome.wall,
                };
                let answer = judge(&outcome, left.min(deadline), &self.limits, game.board().size());
                let evidence =
                    Evidence { input, output: shown(&outcome.output), printed: outcome.printed };
                Reply { spent, cpu: outcome.cpu, answer, evidence }
            }
            Err(error) => Reply {
                spent: Duration::ZERO,
                cpu: Duration::ZERO,
                answer: Err(Fault::new(Cause::Crashed, format!("expected an answer, but {error}"))),
                evidence: Evidence { input, ..Evidence::default() },
            },
        }
    }
}

/// What the outcome of a move means under the protocol.
fn judge(outcome: &Outcome, left: Duration, limits: &Limits, size: Size) -> Result<Answer, Fault> {
    let memory = limits.memory;
    let too_much = memory.filter(|&limit| outcome.peak_memory >= limit / 10 * 9);
    match &outcome.end {
        End::Deadline => Err(Fault::new(Cause::OutOfTime, still_running(left))),
        End::Memory(used) => Err(held_too_much(*used, memory.unwrap_or(*used))),
        End::Signal(FILE_TOO_LARGE, _) => Err(filled_a_file(limits)),
        // Some languages turn that signal into an error of their own.
        End::Status(1.. | ..0) if has_filled_a_file(outcome, limits) => Err(filled_a_file(limits)),
        End::Signal(..) | End::Status(1.. | ..0) if too_much.is_some() => {
            Err(held_too_much(outcome.peak_memory, too_much.unwrap_or_default()))
        }
        End::Signal(number, name) => Err(Fault::new(
            Cause::Crashed,
            with_reason(
                &format!("expected exit status 0, but it was ended by signal {name} ({number})"),
                &outcome.printed,
            ),
        )),
        End::Status(0) => read(&outcome.output, &outcome.printed, size),
        End::Status(status) => Err(Fault::new(
            Cause::Crashed,
            with_reason(
                &format!(
                    "expected exit status 0, but it ended with status {}",
                    shown_status(*status)
                ),
                &outcome.printed,
            ),
        )),
        End::NotStarted(reason) => {
            Err(Fault::new(Cause::Crashed, format!("it could not be started: {reason}")))
        }
    }
}

fn has_filled_a_file(outcome: &Outcome, limits: &Limits) -> bool {
    let written = if let Written::TooLarge(bytes) = outcome.output { bytes } else { 0 };
    written.max(outcome.printed_bytes) >= limits.file_size
}

pub(super) fn filled_a_file(limits: &Limits) -> Fault {
    let most = limits.file_size >> 20;
    let detail = format!("expected files and prints of at most {most} MiB, but it wrote more");
    Fault::new(Cause::OutputTooLarge, detail)
}

/// Windows has statuses for crashes that everybody knows in hexadecimal.
pub(super) fn shown_status(status: i32) -> String {
    if status < 0 { format!("{status:#x}") } else { status.to_string() }
}

fn still_running(left: Duration) -> String {
    format!("expected a move within {} s, but it was still running", seconds::display(left))
}

fn held_too_much(used: u64, limit: u64) -> Fault {
    let detail = format!("expected at most {} MiB of memory, used {} MiB", limit >> 20, used >> 20);
    Fault::new(Cause::Memory, detail)
}

fn read(output: &Written, printed: &str, size: Size) -> Result<Answer, Fault> {
    match output {
        Written::Missing => Err(Fault::new(
            Cause::NoOutput,
            with_reason("expected the file output.txt, but there is none", printed),
        )),
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    use std::process::Command;

    use crate::Specification;
    use fruitrage_rules::{FruitKinds, Setup};
    use tempfile::TempDir;

    /// An agent whose supervisor is ready at once and never says what became of a move.
    fn with_a_silent_supervisor(folder: &TempDir) -> (FileAgent, Host) {
        let helper = folder.path().join("helper");
        let script = "#!/bin/sh\necho '{\"Ready\":[]}'\nexec sleep 1000\n";
        // Written by a process of its own: a file that this one has open for writing while another
        // test starts a process cannot be started itself for a moment.
        let written = Command::new("sh")
            .args(["-c", "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\""])
            .args([helper.as_os_str(), script.as_ref()])
            .status();
        assert!(written.unwrap().success());
        let host = Host { helper, ..Host::new().unwrap() };
        let Ok(Specification::Files(words)) = "true".parse() else { panic!("a program") };
        (host.start_files(&words).unwrap(), host)
    }

    fn game(time: Duration) -> Game {
        let board = "01/21".parse().unwrap();
        Game::new(Setup::new(board, FruitKinds::new(3).unwrap()).unwrap().with_clocks([time; 2]))
    }

    #[test]
    fn a_move_of_which_nothing_is_heard_is_late() {
        let folder = TempDir::new().unwrap();
        let (mut agent, _) = with_a_silent_supervisor(&folder);
        agent.lateness = Duration::from_millis(20);
        let reply = agent.choose(&game(Duration::from_millis(50)));
        assert_eq!(reply.answer.unwrap_err().cause, Cause::OutOfTime);
        assert!(reply.spent >= Duration::from_millis(50), "the clock is used up");
    }

    #[test]
    fn a_move_of_which_nothing_is_heard_can_be_broken_off() {
        let folder = TempDir::new().unwrap();
        let (mut agent, host) = with_a_silent_supervisor(&folder);
        host.stop.stop();
        let reply = agent.choose(&game(Duration::from_hours(1)));
        assert!(reply.answer.unwrap_err().detail.contains("the game was broken off"));
    }
}
