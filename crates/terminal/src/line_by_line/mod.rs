//! A sitting line by line: for pipes, screen readers and terminals without a screen.

mod request;

use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use fruitrage_analysis::Review;
use fruitrage_arena::Host;
use fruitrage_engine::Report;
use fruitrage_rules::{Board, Cell, IllegalMove, Player};

use crate::contest::{Contest, Refused};
use crate::coordinate::not_on_board;
use crate::event::{Event, Ticket};
use crate::line_by_line::request::Request;
use crate::save::{Departure, Save, save_under_a_free_name};
use crate::settings::Settings;
use crate::signals::hear_signals;
use crate::thinking::Thinkers;

/// More than anything that can be said.
const LONGEST_LINE: u64 = 4096;

/// What can be said.
const HELP: &str = "\
A cell such as G8   claim the group there
hint                the engine's best move
undo                take back your last move; time spent stays spent
board               show the board again
save [FILE]         save the record
resign              give up
new                 a new game on the next board
review              after the game: what each move lost
quit                leave
";

/// Plays line by line until the input ends or says `quit`. A signal ends it, too, and an
/// unfinished game is saved then.
pub fn play_by_lines(
    settings: Settings,
    host: Host,
    save: &Save,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<Departure> {
    let (sender, events) = mpsc::channel();
    hear_signals(sender.clone())?;
    hear_lines(input, sender.clone());
    let agent = settings.opponent.agent().cloned();
    let start = Instant::now();
    let mut talk = Talk {
        contest: Contest::new(&settings, 0, start.elapsed()),
        thinkers: Thinkers::new(sender, host, agent, settings.seed),
        settings,
        number: 0,
        events,
        heard: VecDeque::new(),
        ticket: Ticket::default(),
        start,
        save,
        output,
    };
    match talk.run() {
        Ok(Left::OnPurpose) => Ok(Departure::from(&talk.contest)),
        Ok(Left::ByForce) if talk.contest.is_unfinished() => {
            Ok(Departure::keeping(&talk.contest, save))
        }
        Ok(Left::ByForce) => Ok(Departure::default()),
        // Nobody listens any more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Departure::default()),
        Err(error) => Err(error),
    }
}

/// How the user has left.
enum Left {
    OnPurpose,
    ByForce,
}

/// What came while something was waited for.
enum Heard {
    Line(String),
    InputEnded,
    Ended,
    Late,
}

struct Talk<'a> {
    settings: Settings,
    number: u64,
    contest: Contest,
    thinkers: Thinkers,
    events: Receiver<Event>,
    /// What was said before it was asked for.
    heard: VecDeque<Heard>,
    ticket: Ticket,
    start: Instant,
    save: &'a Save<'a>,
    output: &'a mut dyn Write,
}

impl Talk<'_> {
    fn run(&mut self) -> io::Result<Left> {
        writeln!(self.output, "Fruit Rage, line by line. `help` lists the commands.")?;
        self.show_game()?;
        loop {
            if self.contest.awaits_rival() {
                if self.play_rival()?.is_none() {
                    return Ok(Left::ByForce);
                }
                continue;
            }
            self.prompt()?;
            match self.hear()? {
                Heard::Line(line) => match line.parse() {
                    Ok(Request::Quit) => return Ok(Left::OnPurpose),
                    Ok(request) => {
                        if self.grant(request)?.is_none() {
                            return Ok(Left::ByForce);
                        }
                    }
                    Err(expected) => writeln!(self.output, "{expected}")?,
                },
                Heard::InputEnded => {
                    let end = if self.contest.is_unfinished() {
                        "The input has ended; the unfinished game is not saved."
                    } else {
                        "The input has ended."
                    };
                    writeln!(self.output, "\n{end}")?;
                    return Ok(Left::OnPurpose);
                }
                Heard::Ended => return Ok(Left::ByForce),
                Heard::Late => {
                    writeln!(self.output)?;
                    self.show_outcome()?;
                }
            }
        }
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn prompt(&mut self) -> io::Result<()> {
        let prompt = match (self.contest.is_over(), self.contest.rival()) {
            (true, _) => "next? ".to_owned(),
            (_, Some(_)) => "move? ".to_owned(),
            (_, None) => format!("{}, move? ", self.contest.name(self.contest.game().to_move())),
        };
        write!(self.output, "{prompt}")?;
        self.output.flush()
    }

    /// The next line, or why there is none. Only a running clock ends the waiting.
    fn hear(&mut self) -> io::Result<Heard> {
        if let Some(heard) = self.heard.pop_front() {
            return Ok(heard);
        }
        loop {
            let player = self.contest.game().to_move();
            let left = self.contest.clock(player, self.now());
            let left = left.filter(|_| !self.contest.is_over());
            let event = match left {
                Some(left) => self.events.recv_timeout(left),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(event) => {
                    if let Some(heard) = heard(event)? {
                        return Ok(heard);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.contest.end_if_out_of_time(self.now()) {
                        return Ok(Heard::Late);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::InputEnded),
            }
        }
    }

    /// Waits for an event of a kind; lines that come meanwhile are kept for later. None if
    /// a signal ended the waiting.
    fn wait_for<T>(&mut self, wanted: impl Fn(Event) -> Result<T, Event>) -> io::Result<Option<T>> {
        loop {
            let Ok(event) = self.events.recv() else { return Ok(None) };
            match wanted(event) {
                Ok(found) => return Ok(Some(found)),
                Err(other) => match heard(other)? {
                    Some(Heard::Ended) => return Ok(None),
                    Some(heard) => self.heard.push_back(heard),
                    None => {}
                },
            }
        }
    }

    fn new_ticket(&mut self) -> Ticket {
        self.ticket = self.ticket.next();
        self.ticket
    }

    /// Asks the opponent and plays what it answers; none if a signal came instead.
    fn play_rival(&mut self) -> io::Result<Option<()>> {
        let ticket = self.new_ticket();
        self.thinkers.ask(ticket, self.contest.as_told(), self.settings.time.is_some());
        let reply = self.wait_for(|event| match event {
            Event::Answered(answered, reply) if answered == ticket => Ok(reply),
            other => Err(other),
        })?;
        let Some(reply) = reply else { return Ok(None) };
        let now = self.now();
        match self.contest.answer(&reply, now) {
            Ok(()) => self.show_move()?,
            Err(_) => self.show_outcome()?,
        }
        Ok(Some(()))
    }

    /// Does what was asked for; none if a signal came while it was done.
    fn grant(&mut self, request: Request) -> io::Result<Option<()>> {
        match request {
            Request::Nothing | Request::Quit => {}
            Request::Help => write!(self.output, "{HELP}")?,
            Request::Board => self.show_game()?,
            Request::Claim(cell) => self.claim(cell)?,
            Request::ClaimNowhere(named) => {
                let problem = not_on_board(&named, self.settings.size);
                writeln!(self.output, "{problem}")?;
            }
            Request::Hint => return self.hint(),
            Request::Undo => self.take_back()?,
            Request::Save(path) => self.save(path)?,
            Request::Resign if self.contest.is_over() => {
                writeln!(self.output, "The game is over.")?;
            }
            Request::Resign => {
                self.contest.resign();
                self.show_outcome()?;
            }
            Request::New => {
                self.thinkers.dismiss();
                self.number += 1;
                self.contest = Contest::new(&self.settings, self.number, self.now());
                self.show_game()?;
            }
            Request::Review => return self.review(),
        }
        Ok(Some(()))
    }

    fn claim(&mut self, cell: Cell) -> io::Result<()> {
        match self.contest.claim(cell, self.now()) {
            Ok(_) => self.show_move(),
            Err(Refused::Over) => writeln!(self.output, "The game is over: new, review or quit?"),
            Err(Refused::Illegal(IllegalMove::Outside { cell, size })) => {
                writeln!(self.output, "{}", not_on_board(&cell.to_string(), size))
            }
            Err(Refused::Illegal(illegal)) => writeln!(self.output, "{illegal}"),
            Err(Refused::OutOfTime) => self.show_outcome(),
        }
    }

    fn hint(&mut self) -> io::Result<Option<()>> {
        if self.contest.is_over() {
            writeln!(self.output, "The game is over.")?;
            return Ok(Some(()));
        }
        let ticket = self.new_ticket();
        self.thinkers.advise(ticket, self.contest.board());
        let mut best: Option<Report> = None;
        loop {
            let report = self.wait_for(|event| match event {
                Event::Advised(advised, report) if advised == ticket => Ok(Some(report)),
                Event::AdviceEnded(advised) if advised == ticket => Ok(None),
                other => Err(other),
            })?;
            match report {
                None => return Ok(None),
                Some(Some(report)) => best = Some(report),
                Some(None) => break,
            }
        }
        if let Some(report) = best {
            let line = report.best();
            let cell = line.moves[0];
            let points = points_of(self.contest.board(), cell);
            let value = line.value;
            let certainty = if line.exact {
                "exact".to_owned()
            } else {
                format!("estimated, depth {}", report.depth)
            };
            writeln!(self.output, "hint {cell} +{points}, value {value:+} ({certainty})")?;
        }
        Ok(Some(()))
    }

    fn take_back(&mut self) -> io::Result<()> {
        match self.contest.take_back(self.now()) {
            Some(count) => {
                self.thinkers.dismiss();
                let plural = if count == 1 { "" } else { "s" };
                writeln!(self.output, "{count} move{plural} taken back")?;
                self.show_game()
            }
            None => writeln!(self.output, "There is nothing to take back."),
        }
    }

    fn save(&mut self, path: Option<PathBuf>) -> io::Result<()> {
        let saved = match path {
            None => save_under_a_free_name(&self.contest, self.save),
            Some(path) if path.symlink_metadata().is_ok() => {
                Err(format!("{}: expected a new file, found one that exists", path.display()))
            }
            Some(path) => (self.save)(&path, &self.contest.record().to_string()).map(|()| path),
        };
        match saved {
            Ok(path) => writeln!(self.output, "saved as {}", path.display()),
            Err(problem) => writeln!(self.output, "not saved: {problem}"),
        }
    }

    fn review(&mut self) -> io::Result<Option<()>> {
        if !self.contest.is_over() {
            writeln!(self.output, "A review is for a game that is over.")?;
            return Ok(Some(()));
        }
        let ticket = self.new_ticket();
        self.thinkers.review(ticket, self.contest.game().clone());
        let review = self.wait_for(|event| match event {
            Event::Reviewed(reviewed, review) if reviewed == ticket => Ok(review),
            other => Err(other),
        })?;
        let Some(review) = review else { return Ok(None) };
        self.show_review(&review)?;
        Ok(Some(()))
    }

    fn show_review(&mut self, review: &Review) -> io::Result<()> {
        for judgement in &review.judgements {
            let name = self.contest.name(judgement.player());
            let (number, points) = (judgement.index + 1, judgement.points);
            write!(self.output, "{number} {name} {} +{points}", judgement.played)?;
            match (judgement.lost(), judgement.best.first()) {
                (0, _) | (_, None) => writeln!(self.output)?,
                (lost, Some(best)) => {
                    let certainty = if judgement.exact { "" } else { " (estimated)" };
                    writeln!(self.output, ", lost {lost}{certainty}, better {best}")?;
                }
            }
        }
        for player in Player::BOTH {
            let summary = review.summary(player);
            let name = self.contest.name(player);
            write!(self.output, "{name} lost {}", summary.lost)?;
            match summary.accuracy {
                Some(accuracy) => writeln!(self.output, ", accuracy {accuracy:.0}%")?,
                None => writeln!(self.output)?,
            }
        }
        Ok(())
    }

    fn show_move(&mut self) -> io::Result<()> {
        let turns = self.contest.game().turns();
        if let Some(turn) = turns.last() {
            let name = self.contest.name(Player::BOTH[(turns.len() - 1) % 2]);
            writeln!(self.output, "{}. {name} {} +{}", turns.len(), turn.choice, turn.points)?;
        }
        if self.contest.is_over() { self.show_outcome() } else { self.show_game() }
    }

    fn show_outcome(&mut self) -> io::Result<()> {
        let outcome = self.contest.outcome().unwrap_or_default();
        writeln!(self.output, "{outcome}")
    }

    /// The board, the scores and the clocks.
    fn show_game(&mut self) -> io::Result<()> {
        let board = drawn(self.contest.board());
        write!(self.output, "{board}")?;
        let parts = Player::BOTH.map(|player| {
            let points = self.contest.game().scores()[player.index()];
            let clock = self.contest.clock(player, self.now());
            let clock =
                clock.map_or_else(String::new, |left| format!(" ({:.1} s)", left.as_secs_f64()));
            format!("{} {points}{clock}", self.contest.name(player))
        });
        writeln!(self.output, "{}", parts.join(", "))
    }
}

/// What an event is to somebody who waits for lines; nothing if it is for somebody else.
fn heard(event: Event) -> io::Result<Option<Heard>> {
    match event {
        Event::Line(line) => Ok(Some(Heard::Line(line))),
        Event::InputEnded => Ok(Some(Heard::InputEnded)),
        Event::End => Ok(Some(Heard::Ended)),
        Event::Suspend => crate::signals::suspend().map(|()| None),
        Event::Broken(message) => Err(io::Error::other(message)),
        _ => Ok(None),
    }
}

fn points_of(board: &Board, cell: Cell) -> u32 {
    board.group_at(cell).map_or(0, |group| group.points())
}

/// The board in digits, as records have it, with its coordinates.
fn drawn(board: &Board) -> String {
    let text = board.to_string();
    let size = board.size().get();
    let letters: String = ('A'..='Z').take(size).flat_map(|letter| [' ', letter]).collect();
    let rows = (1..).zip(text.lines()).map(|(number, row)| {
        let cells: String = row.replace('*', ".").chars().flat_map(|cell| [' ', cell]).collect();
        format!("{number:>2}{cells}\n")
    });
    std::iter::once(format!("  {letters}\n")).chain(rows).collect()
}

/// Lines as events, each cut off at what a line may be.
fn hear_lines(mut input: impl BufRead + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
            let event = match read {
                Ok(1..) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
                Ok(0) | Err(_) => Event::InputEnded,
            };
            let is_last = matches!(event, Event::InputEnded);
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}
