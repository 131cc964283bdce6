//! `fruitrage play --room`: a person in a room, line by line.

use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use fruitrage_cli_support::{Failure, streams};
use fruitrage_rooms::Matter;
use fruitrage_rooms::Name;
use fruitrage_rooms::message::{Notice, OfferView, Request, RoomView, StageView};
use fruitrage_rules::{Cell, Game, Player, Record, Verdict, plain};

use super::{Connection, Heard, Known, RoomAddress};

const HELP: &str = "\
A cell such as G8   claim the group there
board               show the board again
draw                offer a draw, or agree to one
undo                ask to take your last move back, or agree to that
rematch             ask for another game with sides changed, or agree to it
no                  decline what was asked
resign              give up
record              print the record of the game
quit                leave; the clock goes on, and the link of the page does, too
";

/// More than anything that can be said.
const LONGEST_LINE: u64 = 4096;

enum Event {
    Line(String),
    End,
    Heard(Heard),
}

/// Plays in a room, or watches, until the input ends or says `quit`.
pub(crate) fn play_by_lines(
    address: RoomAddress,
    name: Name,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let news = sender.clone();
    let connection =
        Connection::enter(address, name, move |heard| news.send(Event::Heard(heard)).is_ok())?;
    hear_lines(input, sender);
    let mut sitting = Sitting {
        connection,
        known: Known::default(),
        games: 0,
        told: 0,
        offer: None,
        shown: None,
        is_over: false,
        output,
    };
    for event in events {
        match event {
            Event::Line(line) => {
                if sitting.obey(line.trim()).map_err(anyhow::Error::from)? {
                    return Ok(());
                }
            }
            Event::End => return Ok(()),
            Event::Heard(Heard::Notice(notice)) => {
                sitting.hear(&notice).map_err(anyhow::Error::from)?;
            }
            Event::Heard(Heard::Lost) => {
                streams::print_error("the connection is lost; trying again");
            }
            Event::Heard(Heard::Ended(reason)) => {
                return Err(Failure::Other(anyhow::anyhow!(reason)));
            }
        }
    }
    Ok(())
}

fn hear_lines(mut input: impl BufRead + Send + 'static, sender: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let mut bytes = Vec::new();
            let read = std::io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes);
            let line = match read {
                Ok(count) if count > 0 => String::from_utf8_lossy(&bytes).into_owned(),
                _ => {
                    let _ = sender.send(Event::End);
                    return;
                }
            };
            if sender.send(Event::Line(line)).is_err() {
                return;
            }
        }
    });
}

struct Sitting<'a> {
    connection: Connection,
    known: Known,
    /// Which game was told of, how many of its moves, and what was asked for.
    games: u32,
    told: usize,
    offer: Option<OfferView>,
    /// After how many moves the board was shown.
    shown: Option<usize>,
    is_over: bool,
    output: &'a mut dyn Write,
}

impl Sitting<'_> {
    fn say(&mut self, text: &str) -> std::io::Result<()> {
        for line in text.lines() {
            writeln!(self.output, "{}", plain(line, 1000))?;
        }
        self.output.flush()
    }

    /// Whether the visitor leaves.
    fn obey(&mut self, line: &str) -> std::io::Result<bool> {
        let offer = |what| Request::Offer { what };
        let request = match line.to_ascii_lowercase().as_str() {
            "" => return Ok(false),
            "quit" => return Ok(true),
            "help" | "?" => return self.say(HELP).map(|()| false),
            "board" => return self.show().map(|()| false),
            "record" => return self.record().map(|()| false),
            "draw" => offer(Matter::Draw),
            "undo" => offer(Matter::TakeBack),
            "rematch" => offer(Matter::Rematch),
            "no" => Request::Decline {},
            "resign" => Request::Resign {},
            _ => match (line.to_ascii_uppercase().parse::<Cell>(), self.known.game()) {
                (Ok(cell), Some(game)) => Request::Play { ply: game.turns().len(), cell },
                (Ok(_), None) => return self.say("The game has not begun.").map(|()| false),
                (Err(_), _) => {
                    return self.say("Expected a cell such as G8, or `help`.").map(|()| false);
                }
            },
        };
        self.connection.say(request);
        Ok(false)
    }

    fn hear(&mut self, notice: &Notice) -> std::io::Result<()> {
        match notice {
            Notice::Refused { reason } | Notice::Closing { reason, .. } => return self.say(reason),
            Notice::Entered { chair: None, .. } => self.say("You are watching.")?,
            Notice::Entered { .. } => {
                self.say("You have a seat. `help` lists what you can say.")?;
            }
            _ => {}
        }
        if !self.known.hear(notice) {
            return Ok(());
        }
        let Some(room) = self.known.room.clone() else { return Ok(()) };
        let Some(game) = self.known.game() else {
            return self.say("Waiting for the other player.");
        };
        if room.games != self.games {
            (self.games, self.told, self.is_over) = (room.games, 0, false);
            self.shown = None;
            self.say(&format!("Game {} begins.", room.games))?;
        }
        let moves = game.turns().len();
        if moves < self.told {
            (self.told, self.shown) = (moves, None);
            self.say(&format!("Taken back: move {} is next.", moves + 1))?;
        }
        self.tell_moves(&game)?;
        self.tell_offer(&room)?;
        if room.stage == StageView::Over && !self.is_over {
            self.is_over = true;
            let outcome = self.outcome(&game);
            return self.say(&outcome);
        }
        if self.known.is_our_turn(&game) && self.shown != Some(moves) {
            self.shown = Some(moves);
            self.show()?;
        }
        Ok(())
    }

    /// What somebody asks for, once.
    fn tell_offer(&mut self, room: &RoomView) -> std::io::Result<()> {
        if self.offer == room.offer {
            return Ok(());
        }
        self.offer = room.offer;
        let Some(OfferView { from, what }) = room.offer else { return Ok(()) };
        let (asks, agree) = match what {
            Matter::Draw => ("offers a draw", "draw"),
            Matter::TakeBack => ("asks to take the last move back", "undo"),
            Matter::Rematch => ("asks for a rematch with sides changed", "rematch"),
        };
        let name = self.known.name_at(from);
        match self.known.chair {
            Some(chair) if chair == from => self.say("You have asked; `no` withdraws it."),
            Some(_) => self.say(&format!("{name} {asks}: `{agree}` agrees, `no` declines.")),
            None => self.say(&format!("{name} {asks}.")),
        }
    }

    fn tell_moves(&mut self, game: &Game) -> std::io::Result<()> {
        let new: Vec<String> = game
            .turns()
            .iter()
            .enumerate()
            .skip(self.told)
            .map(|(index, turn)| {
                let name = self.known.name(Player::BOTH[index % 2]);
                format!("{}. {name}: {} for {}", index + 1, turn.choice, turn.points)
            })
            .collect();
        self.told = game.turns().len();
        self.say(&new.join("\n"))
    }

    fn show(&mut self) -> std::io::Result<()> {
        let Some(game) = self.known.game() else { return self.say("The game has not begun.") };
        let size = game.board().size().get();
        let letters: String = ('A'..='Z').take(size).collect();
        let mut text = vec![format!("    {letters}")];
        let board = game.board().to_string();
        text.extend(board.lines().zip(1..).map(|(row, number)| format!("{number:>3} {row}")));
        let left = self.known.room.as_ref().and_then(|room| room.game.as_ref()?.left);
        for player in Player::BOTH {
            let points = game.scores()[player.index()];
            let clock =
                left.map(|left| format!(", {:.1} s left", left[player.index()] as f64 / 1000.0));
            let name = self.known.name(player);
            text.push(format!("{name}: {points}{}", clock.unwrap_or_default()));
        }
        if self.known.is_our_turn(&game) {
            text.push("Your move.".to_owned());
        }
        self.say(&text.join("\n"))
    }

    fn outcome(&self, game: &Game) -> String {
        let [first, second] = game.scores();
        let who = match game.verdict() {
            Some(Verdict::Won(player)) => format!("{} wins", self.known.name(player)),
            Some(Verdict::Draw) => "a draw".to_owned(),
            _ => "undecided".to_owned(),
        };
        let how = self.known.end_of(game);
        let again = if self.known.chair.is_some() { " `rematch` asks for another." } else { "" };
        format!("The game is over, {first} to {second}: {who}. {how}{again}")
    }

    fn record(&mut self) -> std::io::Result<()> {
        let Some(game) = self.known.game() else { return self.say("The game has not begun.") };
        let names = Player::BOTH.map(|player| self.known.name(player));
        let record = Record::new([&names[0], &names[1]], game).to_string();
        self.say(&record)
    }
}
