/** A cell such as "G8": column A is leftmost, row 1 is the top. */
export type Cell = string;

/** A board as rows from the top separated by "/": a digit a fruit, "*" an empty cell. */
export type BoardText = string;

/** 0 is who moves first. */
export type Player = 0 | 1;

/** Connected fruits of one kind: one move. */
export interface Group {
    /** The cell that the group is called by: leftmost, then highest. */
    name: Cell;
    /** The number of its fruit, 0 to 9. */
    fruit: number;
    /** By column, from the top of each. */
    cells: Cell[];
    /** The square of the number of cells. */
    points: number;
}

/** A move that was played. */
export interface Move {
    group: Group;
    /** The board after it, everything fallen. */
    board: BoardText;
}

/** A position that was read. */
export interface Position {
    board: BoardText;
    size: number;
    /** As many kinds of fruit as its highest number needs. */
    kinds: number;
}

/** A game as the page keeps it: everything else follows from this. */
export interface Draft {
    players: [string, string];
    /** The board before the first move. */
    board: BoardText;
    /** 1 to 10. */
    kinds: number;
    /** The seconds of each player for the whole game; null if untimed. */
    clocks: [number, number] | null;
    /** The points of each player before anybody moves. */
    handicap?: [number, number];
    /** Who wins with equal points: nobody ("draw") or whoever has more time left. */
    ties?: "draw" | "clock";
    /** Whether a lead that is final ends the game. */
    callsFinalLeads?: boolean;
    notes?: string[];
    /** Any cell of a group names the move. */
    moves: { cell: Cell; seconds: number }[];
    /** Who lost whatever the score, if somebody did. */
    forfeit?: { cause: Cause; loser: Player; detail?: string } | null;
    /** Whether the players agreed on a draw. */
    agreed?: boolean;
}

/** Why a player lost whatever the score. */
export type Cause =
    | "out-of-time" | "resigned" | "crashed" | "no-output" | "malformed-output"
    | "illegal-move" | "wrong-board" | "memory" | "output-too-large" | "protocol-error";

/** A game replayed. */
export interface Game {
    draft: Draft;
    size: number;
    turns: Turn[];
    /** The board now. */
    board: BoardText;
    scores: [number, number];
    /** The seconds that each has left; null if untimed. */
    clocks: [number, number] | null;
    /** Whose move it is; null if the game is over. */
    toMove: Player | null;
    /** Whether one player's lead is more than all that is left can change. */
    leadIsFinal: boolean;
    /** How it ended; null while it goes on. */
    ending: "finished" | "final-lead" | "agreed" | "interrupted" | Cause | null;
    /** Null while it goes on; "undecided" if it was interrupted. */
    winner: "first" | "second" | "draw" | "undecided" | null;
}

/** A move of a game with what it did; board, scores and clocks are those after it. */
export interface Turn {
    cell: Cell;
    player: Player;
    group: Group;
    seconds: number;
    board: BoardText;
    scores: [number, number];
    clocks: [number, number] | null;
}

export interface EngineOptions {
    /** The size of the table, 1 to 1024; 64 if not given. */
    hashMegabytes?: number;
}

/** The search ends at whichever comes first; without any, when the position is solved. */
export interface SearchLimits {
    /** The seconds for this move. Not together with clockSeconds. */
    moveSeconds?: number;
    /** The seconds left for the whole game, of which the engine takes a fitting part. */
    clockSeconds?: number;
    depth?: number;
    nodes?: number;
    /** How many best lines; 1 if not given. */
    lines?: number;
    /** 1, a beginner, to 10, full strength; 10 if not given. */
    level?: number;
}

/** What a search has found. */
export interface Report {
    depth: number;
    nodes: number;
    seconds: number;
    /** The best lines, best first; never empty. */
    lines: Line[];
}

/** A line of play with its value. */
export interface Line {
    /** What the player to move gains over the opponent from here to the end. */
    value: number;
    /** Whether that is proved, not estimated. */
    exact: boolean;
    /** Best play of both sides; never empty. */
    moves: Cell[];
}

/** What may be spent on each position of a game. */
export interface ReviewLimits {
    moveSeconds?: number;
    depth?: number;
    nodes?: number;
}

/** What one move of a game was worth; values are for the player who moved. */
export interface Judgement {
    /** Which move, from 0. */
    index: number;
    played: Cell;
    points: number;
    /** What the largest group scored there: the size of what was at stake. */
    largest: number;
    /** What it was worth with best play after it. */
    playedValue: number;
    /** What the best move was worth; never less. */
    bestValue: number;
    /** The difference: what the move gave away. */
    lost: number;
    /** Best play from there; never empty. */
    best: Cell[];
    /** Whether both values are proved, not estimated. */
    exact: boolean;
}

/** How a player did in a game. */
export interface Summary {
    moves: number;
    /** How many of them gave nothing away. */
    flawless: number;
    lost: number;
    /** From 0 to 100; null without a move. */
    accuracy: number | null;
    /** The moves that gave the most away, the worst first. */
    worst: number[];
}

/** A game judged move by move. */
export interface Review {
    /** What the first player would gain with best play of both. */
    startValue: number;
    judgements: Judgement[];
    /** The first player's margin with best play, before every move and after the last. */
    margins: number[];
    /** The moves that changed who wins with best play. */
    turningPoints: number[];
    players: [Summary, Summary];
}

/** The fixed searches of `fruitrage bench`. */
export interface Bench {
    nodes: number;
    seconds: number;
}
