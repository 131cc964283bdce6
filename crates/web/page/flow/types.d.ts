/** What happens, and what is asked for: all that goes between the page's parts. */

import type { Means } from "../board/types.js";
import type {
    Draft,
    Game,
    Judgement,
    Move,
    Position,
    Report,
    Review,
    ReviewLimits,
    SearchLimits,
} from "../engine/types.js";
import type { Agent, Followed, GameList, LiveList, Moment, Tournament } from "../api.js";
import type { Meeting } from "../state/arena.js";
import type { Which } from "../state/live.js";
import type { Board, Cell } from "../state/grid.js";
import type { Preferences } from "../state/preferences.js";
import type { Puzzle } from "../state/puzzle.js";
import type { Settings } from "../state/settings.js";
import type { State, View } from "../state/state.js";
import type { OnlineEffect, OnlineHappening } from "../online/types.js";

/** The number of a question; its answer carries it. */
export type Ticket = number;

/** The rules, as the engine's own code has them: pure functions. */
export interface Rules {
    randomBoard(size: number, kinds: number, seed: string): Board;
    play(board: Board, cell: Cell): Move;
    /** As an SVG document. */
    boardPicture(board: Board): string;
    replay(draft: Draft): Game;
    parsePosition(text: string): Position;
    parseRecord(text: string): Game;
    writeRecord(draft: Draft): string;
}

/** A picture of the board for whoever gets the link: where the browser has it, and itself. */
export interface SharedPicture {
    address: string;
    blob: Blob;
    /** Whether it can be passed on to other programs of the device. */
    canPassOn: boolean;
}

/** What is waited for: the end of a clock, the eye that follows a move, the next move of a line or of a game that is followed. */
export type Wait = "time" | "look" | "line" | "follow";

/** What can be asked of the engine. */
export type Question =
    | { kind: "move"; board: Board; limits: SearchLimits }
    | { kind: "analyse"; board: Board; limits: SearchLimits }
    | { kind: "review"; record: string; limits: ReviewLimits };

/** What it finds. */
export type Found = Report | Review | null;

/** What a person, the engine, the clock or a server does. */
export type Happening =
    | OnlineHappening
    // The page itself.
    | { type: "go"; view: View }
    | { type: "enter" }
    | { type: "switch theme" }
    | { type: "ask new" }
    | { type: "help" }
    | { type: "close dialog" }
    | { type: "close alert" }
    | { type: "complain"; text: string }
    | { type: "say"; text: string }
    | { type: "set"; changes: Partial<Settings> }
    | { type: "prefer"; changes: Partial<Preferences> }
    | { type: "copy"; text: string }
    | { type: "copied" }
    | { type: "take in"; text: string; from?: string }
    | { type: "welcome"; step: number | null }
    // Any board.
    | { type: "aim"; cell: Cell | null; means: Means }
    | { type: "walk"; cell: Cell }
    // A game.
    | { type: "choose"; cell: Cell; means: Means; sure: boolean; board: Board }
    | { type: "claim aim" }
    | { type: "new game" }
    | { type: "begin"; draft: Draft; spent: number }
    | { type: "begin or ask"; draft: Draft; spent: number }
    | { type: "resume" }
    | { type: "take back" }
    | { type: "resign" }
    | { type: "finish" }
    | { type: "hint" }
    | { type: "try again" }
    | { type: "show"; ply: number }
    | { type: "step"; plies: number }
    | { type: "share" }
    | { type: "shared"; link: string; picture: SharedPicture | null }
    | { type: "pass on" }
    | { type: "save" }
    | { type: "load" }
    // The engine and the clock.
    | { type: "progress"; ticket: Ticket; found: Report | Judgement }
    | { type: "answered"; ticket: Ticket; found: Found }
    | { type: "engine failed"; ticket: Ticket; message: string }
    | { type: "moment"; ticket: Ticket; what: Wait }
    // A position.
    | { type: "visit"; board: Board }
    | { type: "read position"; text: string; from?: string }
    | { type: "type"; text: string }
    | { type: "set up" }
    | { type: "toggle analysis" }
    | { type: "set lines"; lines: number }
    | { type: "set brush"; brush: string | null }
    | { type: "use"; cell: Cell }
    | { type: "paint"; cell: Cell }
    | { type: "type fruit"; cell: Cell; key: string }
    | { type: "resize"; size: number }
    | { type: "clear" }
    | { type: "random" }
    | { type: "undo" }
    | { type: "from the game" }
    | { type: "walk line"; line: number; ply: number }
    | { type: "step line"; plies: number }
    | { type: "play from here" }
    // A finished game.
    | { type: "open game" }
    | { type: "read record"; text: string; judge: boolean; from?: string }
    | { type: "judge" }
    | { type: "stop review" }
    | { type: "close review" }
    | { type: "show review"; ply: number }
    | { type: "step review"; plies: number }
    | { type: "next mistake"; direction: 1 | -1 }
    | { type: "solve mistake" }
    | { type: "guess"; cell: Cell }
    | { type: "reveal" }
    | { type: "play line" }
    | { type: "leave line" }
    | { type: "continue from review" }
    // A puzzle.
    | { type: "puzzles"; puzzles: readonly Puzzle[] }
    | { type: "try"; cell: Cell; board: Board }
    | { type: "show puzzle" }
    | { type: "next puzzle" }
    | { type: "open puzzle"; index: number }
    | { type: "puzzle of the day" }
    | { type: "set difficulty"; difficulty: number }
    // The visitor's own games.
    | { type: "export results" }
    | { type: "choose results" }
    | { type: "import results"; text: string }
    | { type: "ask forget" }
    | { type: "forget results" }
    | { type: "open result"; record: string }
    // A tournament.
    | { type: "look at arena" }
    | { type: "tournament"; tournament: Tournament | null }
    | { type: "arena unreachable" }
    | { type: "listed"; query: string; list: GameList }
    | { type: "show newer" }
    | { type: "turn page"; pages: number }
    | { type: "meet"; meeting: Meeting | null }
    | { type: "watch"; id: number; ply?: number }
    | { type: "hold"; held: boolean }
    | { type: "history"; moments: readonly Moment[] }
    | { type: "look back"; moment: number | null }
    | { type: "past"; moment: number; tournament: Tournament | null }
    | { type: "look at live" }
    | { type: "live"; list: LiveList }
    | { type: "follow"; which: Which }
    | { type: "followed"; which: Which; found: Followed }
    | { type: "show followed"; ply: number }
    | { type: "step followed"; plies: number }
    | { type: "stop following" }
    | { type: "open agent"; name: string }
    | { type: "close agent" }
    | { type: "agent"; name: string; about: Agent | null }
    | { type: "look for worst" }
    | { type: "worst record"; id: number; text: string | null };

/** With the moment in milliseconds, the day as a number, and a number by chance, so that an update asks for none of them. */
export type Event = Happening & { at: number; day: number; chance: number };

/** What is to be done outside. */
export type Effect =
    | OnlineEffect
    | { type: "ask"; ticket: Ticket; question: Question }
    | { type: "stop"; ticket: Ticket }
    | { type: "wait"; ticket: Ticket; what: Wait; milliseconds: number }
    | { type: "copy"; text: string }
    | { type: "share" }
    | { type: "pass on"; link: string; picture: Blob }
    | { type: "save file"; name: string; text: string }
    | { type: "choose file"; accept: string }
    | { type: "choose results" }
    | { type: "claimed"; size: number; side: 0 | 1 }
    | { type: "ended"; won: boolean }
    | { type: "fetch puzzles" }
    | { type: "fetch tournament"; query: string }
    | { type: "fetch games"; query: string }
    | { type: "fetch record"; id: number; ply: number }
    | { type: "fetch past"; at: number }
    | { type: "fetch history" }
    | { type: "fetch live" }
    | { type: "fetch followed"; which: Which }
    | { type: "fetch agent"; name: string }
    | { type: "fetch worst"; id: number };

export interface Change {
    state: State;
    effects: readonly Effect[];
}

/** Tells that something happened. */
export type Send = (happening: Happening) => void;
