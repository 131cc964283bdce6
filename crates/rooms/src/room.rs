//! A room: `update(event, now) → effects`.

use std::time::Duration;

use fruitrage_rules::{
    Board, Cause, Game, IllegalMove, PlayError, Player, Record, Setup, random_board, seed,
};
use thiserror::Error;

use crate::clock::TurnClock;
use crate::{Chair, Event, First, MOST_LAG, Matter, Moment, Occupant, Seal, Secret, Terms};

/// The arena's referee ends the turn of a program; this is for when it could not.
const REFEREE_LAG: Duration = Duration::from_secs(10);

/// How far a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A chair is free.
    Open,
    /// Programs wait for a place to run.
    Queued,
    /// A game is under way.
    Playing,
    /// A game is over, and another may follow.
    Over,
}

/// What follows from an event, for those who are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A move was made, and nothing else is different.
    Moved,
    /// Something else is different.
    Changed,
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// There is no game under way.
    #[error("no game is under way")]
    NoGame,
    /// It is the other one's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The board is not the one that was seen.
    #[error("the game has gone on meanwhile")]
    Late,
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Somebody sits there.
    #[error("the seat is taken")]
    Taken,
    /// There is nothing to agree to.
    #[error("nothing was offered")]
    NothingOffered,
    /// This cannot be asked for now.
    #[error("that cannot be asked for now")]
    NotNow,
    /// The clock still runs.
    #[error("the clock is not over")]
    InTime,
}

/// Two chairs, and a game after the other.
#[derive(Clone, Debug)]
pub struct Room {
    terms: Terms,
    seed: u64,
    occupants: [Option<Occupant>; 2],
    invitation: Seal,
    /// Whether the programs have a place to run.
    is_ready: bool,
    /// Who begins the game under way, or the next one.
    first: Chair,
    games: u32,
    table: Option<Table>,
    offer: Option<(Chair, Matter)>,
}

/// The game of a room.
#[derive(Clone, Debug)]
struct Table {
    game: Game,
    turn: TurnClock,
    /// What moves that were taken back have cost: no clock is set back.
    carried: [Duration; 2],
}

impl Room {
    /// The room that an event opens; none if it is another event.
    pub fn open(event: &Event, now: Moment) -> Option<Self> {
        let Event::Opened { terms, seed, occupants, invitation } = event else { return None };
        let first = match terms.first {
            First::Host => Chair::Host,
            First::Guest => Chair::Guest,
            First::Chance => Chair::BOTH[(seed::mix(&[*seed, u64::MAX]) % 2) as usize],
        };
        let mut room = Self {
            terms: *terms,
            seed: *seed,
            occupants: occupants.clone(),
            invitation: *invitation,
            is_ready: false,
            first,
            games: 0,
            table: None,
            offer: None,
        };
        room.begin_if_ready(now);
        Some(room)
    }

    /// Takes what happened, and says what follows. What is refused changes nothing.
    pub fn update(&mut self, event: &Event, now: Moment) -> Result<Effect, Refused> {
        match event {
            Event::Opened { .. } => Err(Refused::Taken),
            Event::Sat { occupant } => self.sit(occupant, now),
            Event::Ready => self.ready(now),
            Event::Played { chair, ply, cell, spent, lag } => {
                let table = self.table_of(*chair, *ply)?;
                let charged = match spent {
                    Some(spent) => *spent,
                    None => table.charged(now, Duration::from_millis(*lag)),
                };
                table.play(*cell, charged, now)?;
                self.offer = self.offer.filter(|_| self.stage() == Stage::Playing);
                self.settle();
                Ok(if self.stage() == Stage::Playing { Effect::Moved } else { Effect::Changed })
            }
            Event::Faulted { chair, ply, cause, detail } => {
                let player = chair.player(self.first);
                self.table_of(*chair, *ply)?.game.forfeit(player, *cause, detail);
                Ok(self.ended())
            }
            Event::RanOut => {
                if self.deadline().is_none_or(|deadline| now < deadline) {
                    return Err(Refused::InTime);
                }
                self.playing()?.run_out();
                Ok(self.ended())
            }
            Event::Resigned { chair } => {
                let player = chair.player(self.first);
                self.playing()?.game.forfeit(player, Cause::Resigned, "");
                Ok(self.ended())
            }
            Event::Offered { chair, what } => self.offered(*chair, *what, now),
            Event::Accepted { chair } => self.accepted(*chair, now),
            Event::Declined { .. } => {
                self.offer.take().map(|_| Effect::Changed).ok_or(Refused::NothingOffered)
            }
            Event::Restored { alive } => {
                let table = self.playing()?;
                table.turn = table.turn.paused(*alive, now);
                // Programs have lost their place.
                self.is_ready = false;
                Ok(Effect::Changed)
            }
            Event::Returned { chair } => {
                let player = chair.player(self.first);
                let table = self.playing()?;
                if table.game.to_move() != player || !table.turn.is_paused(now) {
                    return Err(Refused::NotNow);
                }
                table.turn = table.turn.resumed(now);
                Ok(Effect::Changed)
            }
        }
    }

    fn sit(&mut self, occupant: &Occupant, now: Moment) -> Result<Effect, Refused> {
        let chair = &mut self.occupants[Chair::Guest.index()];
        if chair.is_some() {
            return Err(Refused::Taken);
        }
        *chair = Some(occupant.clone());
        self.begin_if_ready(now);
        Ok(Effect::Changed)
    }

    fn ready(&mut self, now: Moment) -> Result<Effect, Refused> {
        if self.is_ready || !self.has_agent() {
            return Err(Refused::NotNow);
        }
        self.is_ready = true;
        match &mut self.table {
            // A program that comes back after the server was away.
            Some(table) if table.game.ending().is_none() => {
                let chair = Chair::of(table.game.to_move(), self.first);
                if self.occupants[chair.index()].as_ref().is_some_and(Occupant::is_agent) {
                    table.turn = table.turn.resumed(now);
                }
            }
            _ => self.begin_if_ready(now),
        }
        Ok(Effect::Changed)
    }

    fn begin_if_ready(&mut self, now: Moment) {
        let is_full = self.occupants.iter().all(Option::is_some);
        if is_full && (self.is_ready || !self.has_agent()) {
            self.begin(now);
        }
    }

    fn begin(&mut self, now: Moment) {
        self.games += 1;
        let game = Game::new(self.setup());
        self.table =
            Some(Table { game, turn: TurnClock::started(now), carried: [Duration::ZERO; 2] });
        self.offer = None;
    }

    fn setup(&self) -> Setup {
        let Terms { size, fruits, clock, ties, .. } = self.terms;
        let board: Board = random_board(size, fruits, self.board_seed());
        let setup = Setup::new(board, fruits).expect("a random board has the kinds it was made of");
        let setup = setup.with_ties(ties);
        clock.map_or(setup, |clock| setup.with_clocks([clock.time(); 2]))
    }

    /// The seed of the board of the game under way, by which anybody can make it again.
    pub fn board_seed(&self) -> u64 {
        // As many digits as JavaScript can tell apart.
        seed::mix(&[self.seed, u64::from(self.games)]) >> 16
    }

    fn offered(&mut self, chair: Chair, what: Matter, now: Moment) -> Result<Effect, Refused> {
        // Whoever asks for what they are asked agrees, whatever they could have asked for.
        if let Some((from, same)) = self.offer
            && same == what
            && from != chair
        {
            return self.agreed(from, what, now);
        }
        let may_ask = match what {
            Matter::Draw => self.stage() == Stage::Playing,
            Matter::TakeBack => self.stage() == Stage::Playing && self.taken_back(chair).is_some(),
            Matter::Rematch => self.stage() == Stage::Over,
        };
        if !may_ask {
            return Err(Refused::NotNow);
        }
        match self.offer {
            Some((_, same)) if same == what => Err(Refused::NotNow),
            _ => self.ask(chair, what, now),
        }
    }

    /// A program takes back and plays again whenever it is asked, and agrees to no draw.
    fn ask(&mut self, chair: Chair, what: Matter, now: Moment) -> Result<Effect, Refused> {
        let other = self.occupants[chair.other().index()].as_ref();
        match (other.is_some_and(Occupant::is_agent), what) {
            (true, Matter::Draw) => Err(Refused::NotNow),
            (true, _) => self.agreed(chair, what, now),
            (false, _) => {
                self.offer = Some((chair, what));
                Ok(Effect::Changed)
            }
        }
    }

    fn accepted(&mut self, chair: Chair, now: Moment) -> Result<Effect, Refused> {
        match self.offer {
            Some((from, what)) if from != chair => self.agreed(from, what, now),
            _ => Err(Refused::NothingOffered),
        }
    }

    fn agreed(&mut self, from: Chair, what: Matter, now: Moment) -> Result<Effect, Refused> {
        match what {
            Matter::Draw => {
                self.playing()?.game.agree_on_a_draw();
                Ok(self.ended())
            }
            Matter::TakeBack => {
                let kept = self.taken_back(from).ok_or(Refused::NotNow)?;
                self.playing()?.take_back_to(kept, now);
                self.offer = None;
                Ok(Effect::Changed)
            }
            Matter::Rematch => {
                self.first = self.first.other();
                self.offer = None;
                self.table = None;
                self.begin_if_ready(now);
                Ok(Effect::Changed)
            }
        }
    }

    /// How many moves stay if this chair takes its last one back; none if there is none.
    fn taken_back(&self, chair: Chair) -> Option<usize> {
        let game = &self.table.as_ref()?.game;
        let player = chair.player(self.first);
        let back = if game.to_move() == player { 2 } else { 1 };
        game.turns().len().checked_sub(back)
    }

    fn ended(&mut self) -> Effect {
        self.settle();
        Effect::Changed
    }

    /// After the end nothing of the game is open, and programs have gone.
    fn settle(&mut self) {
        if self.stage() == Stage::Over {
            self.offer = None;
            self.is_ready = false;
        }
    }

    /// The game under way.
    fn playing(&mut self) -> Result<&mut Table, Refused> {
        let table = self.table.as_mut().filter(|table| table.game.ending().is_none());
        table.ok_or(Refused::NoGame)
    }

    /// The same for whoever is to move on the board that they have seen.
    fn table_of(&mut self, chair: Chair, ply: usize) -> Result<&mut Table, Refused> {
        let player = chair.player(self.first);
        let table = self.playing()?;
        if table.game.turns().len() != ply {
            Err(Refused::Late)
        } else if table.game.to_move() != player {
            Err(Refused::NotYourTurn)
        } else {
            Ok(table)
        }
    }

    fn has_agent(&self) -> bool {
        self.occupants.iter().flatten().any(Occupant::is_agent)
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        match &self.table {
            Some(table) if table.game.ending().is_none() => Stage::Playing,
            Some(_) => Stage::Over,
            None if self.occupants.iter().any(Option::is_none) => Stage::Open,
            None => Stage::Queued,
        }
    }

    /// When the clock of the player to move is over, with what a last message may take.
    pub fn deadline(&self) -> Option<Moment> {
        let table = self.table.as_ref().filter(|table| table.game.ending().is_none())?;
        let player = table.game.to_move();
        let left = table.left(player)?;
        let chair = Chair::of(player, self.first);
        let is_agent = self.occupant(chair).is_some_and(Occupant::is_agent);
        let lag = if is_agent { REFEREE_LAG } else { MOST_LAG };
        Some(table.turn.reaches(left + lag))
    }

    /// Whether programs of this room need a place to run that they do not have.
    pub fn wants_place(&self) -> bool {
        self.has_agent() && !self.is_ready && matches!(self.stage(), Stage::Queued | Stage::Playing)
    }

    /// The program that is to move, with the game, if it has a place to run.
    pub fn asks_agent(&self) -> Option<(Chair, &Occupant, &Game)> {
        let table = self.table.as_ref().filter(|table| table.game.ending().is_none())?;
        let chair = Chair::of(table.game.to_move(), self.first);
        let occupant = self.occupant(chair).filter(|occupant| occupant.is_agent())?;
        self.is_ready.then_some((chair, occupant, &table.game))
    }

    /// Who sits on a chair.
    pub fn occupant(&self, chair: Chair) -> Option<&Occupant> {
        self.occupants[chair.index()].as_ref()
    }

    /// The chair that a secret opens.
    pub fn chair_of(&self, secret: &Secret) -> Option<Chair> {
        // All are looked at, whichever fits.
        let fits = Chair::BOTH.map(|chair| match self.occupant(chair) {
            Some(Occupant::Person { seal, .. }) => seal.fits(secret),
            _ => false,
        });
        Chair::BOTH.into_iter().find(|chair| fits[chair.index()])
    }

    /// Whether an invitation is for this room.
    pub fn invites(&self, invitation: &Secret) -> bool {
        self.invitation.fits(invitation)
    }

    /// What was agreed.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who begins the game under way, or the next one.
    pub const fn first(&self) -> Chair {
        self.first
    }

    /// How many games were begun.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// What one of them asks for.
    pub const fn offer(&self) -> Option<(Chair, Matter)> {
        self.offer
    }

    /// The game under way, or the last one.
    pub fn game(&self) -> Option<&Game> {
        self.table.as_ref().map(|table| &table.game)
    }

    /// What both have left at this moment, and whose clock runs; none without clocks.
    pub fn clocks(&self, now: Moment) -> Option<[Duration; 2]> {
        let table = self.table.as_ref()?;
        let [first, second] = Player::BOTH.map(|player| table.left_at(player, now));
        Some([first?, second?])
    }

    /// Whether the clock stands still until a player is back.
    pub fn is_paused(&self, now: Moment) -> bool {
        self.stage() == Stage::Playing
            && self.table.as_ref().is_some_and(|table| table.turn.is_paused(now))
    }

    /// The game as a record, with the names of who played.
    pub fn record(&self) -> Option<Record> {
        let game = self.game()?.clone();
        let name = |player| {
            let occupant = self.occupant(Chair::of(player, self.first));
            occupant.map(|occupant| occupant.name().to_string()).unwrap_or_default()
        };
        let names = Player::BOTH.map(name);
        let record = Record::new([&names[0], &names[1]], game);
        Some(record.with_note(&format!("seed {}", self.board_seed())))
    }
}

impl Table {
    /// What a player has left before the turn under way; none without a clock.
    fn left(&self, player: Player) -> Option<Duration> {
        Some(self.game.clock(player)?.saturating_sub(self.carried[player.index()]))
    }

    /// What a player has left now.
    fn left_at(&self, player: Player, now: Moment) -> Option<Duration> {
        let left = self.left(player)?;
        let runs = self.game.ending().is_none() && self.game.to_move() == player;
        Some(if runs { left.saturating_sub(self.turn.elapsed(now)) } else { left })
    }

    /// What a move that comes now costs, without what the connection took.
    fn charged(&self, now: Moment, lag: Duration) -> Duration {
        let elapsed = self.turn.elapsed(now).saturating_sub(lag.min(MOST_LAG));
        let has_clocks = self.game.setup().clocks().is_some();
        let carried = self.carried[self.game.to_move().index()];
        if has_clocks { elapsed + carried } else { elapsed }
    }

    fn play(
        &mut self,
        cell: fruitrage_rules::Cell,
        charged: Duration,
        now: Moment,
    ) -> Result<(), Refused> {
        let player = self.game.to_move();
        match self.game.play(cell, charged) {
            Ok(_) => {
                self.carried[player.index()] = Duration::ZERO;
                self.turn = TurnClock::started(now);
                Ok(())
            }
            Err(PlayError::OutOfTime { .. }) => {
                self.run_out();
                Ok(())
            }
            Err(PlayError::Illegal(error)) => Err(error.into()),
            Err(PlayError::Over) => Err(Refused::NoGame),
        }
    }

    fn run_out(&mut self) {
        self.game.forfeit(self.game.to_move(), Cause::OutOfTime, "");
    }

    fn take_back_to(&mut self, kept: usize, now: Moment) {
        let mut carried = self.carried;
        carried[self.game.to_move().index()] += self.turn.elapsed(now);
        let mut game = Game::new(*self.game.setup());
        for (ply, turn) in self.game.turns().iter().enumerate() {
            if ply < kept {
                game.play(turn.choice, turn.spent).expect("the move was possible in the game");
            } else {
                carried[ply % 2] += turn.spent;
            }
        }
        self.game = game;
        self.carried = carried;
        self.turn = TurnClock::started(now);
    }
}
