/** The board component: what it is told, and what it tells. */

import type { Board, Cell } from "../state/grid.js";
import type { Groups } from "./groups.js";

/** How somebody points: a finger hides what it points at. */
export type Means = "mouse" | "touch" | "key";

/** Whose claim it was, for its colours. */
export type Side = 0 | 1;

/** How the board came about from the one before. */
export interface Claim {
    /** The cells that were claimed, on the board before. */
    cells: readonly Cell[];
    points: number;
    side: Side;
    /** Milliseconds for the eye to find it before it goes. */
    pause: number;
}

/** Groups with an outline; later kinds cover earlier ones. */
export interface Marks {
    /** Where the last claim was. */
    taken?: readonly Cell[];
    /** What is played next in a game that is looked through. */
    played?: readonly Cell[];
    hint?: readonly Cell[];
    aim?: readonly Cell[];
}

/** All that there is to see. Plain data: the same look is always the same picture. */
export interface Look {
    /** Boards of one name follow from each other; another name is dealt anew. */
    name: string;
    board: Board;
    groups: Groups;
    /** The names of the fruits, for who cannot see them. */
    fruitNames: readonly string[];
    /** The cell that the Tab key reaches. */
    cursor: Cell;
    /** The group whose points are shown beside it. */
    aim: Cell | null;
    marks: Marks;
    /** Whose colour the mark of the last claim has. */
    takenBy?: Side;
    /** Whether groups can be claimed. */
    usable: boolean;
    claim?: Claim | null;
    banner?: string;
    /** Whether fruit may move on their way. */
    motion: boolean;
}

/** What is told. No claim is told of while fruit are moving: a press then only ends the movement. */
export interface Listeners {
    aim: (cell: Cell | null, means: Means) => void;
    walk: (cell: Cell) => void;
    /** `sure` unless a finger may have missed: then a first tap shows, and a second claims. `board` is what was seen. */
    choose: (cell: Cell, how: { means: Means; sure: boolean; board: Board }) => void;
    /** Along the way of a mouse with its button down. */
    drag?: (cell: Cell) => void;
    /** Whether the key meant something. */
    type?: (cell: Cell, key: string) => boolean;
}

/** What a fruit is doing; nothing once it has arrived. */
export type Movement =
    | { kind: "deal"; delay: number; rows: number }
    | { kind: "fall"; delay: number; rows: number }
    | { kind: "rise"; delay: number; rows: number }
    | { kind: "appear"; delay: number };

/** A fruit, known by its key for as long as it is on the board. */
export interface Piece {
    key: number;
    fruit: string;
    column: number;
    row: number;
    movement: Movement | null;
}

/** A claimed fruit on its way out. */
export interface Ghost {
    key: number;
    fruit: string;
    column: number;
    row: number;
    side: Side;
    pause: number;
}

/** The points of a claim, floating up from where it was; in cells. */
export interface Score {
    text: string;
    side: Side;
    x: number;
    y: number;
    pause: number;
}

/** What is on the board and what moves there: complete, so that it can be drawn at any time. */
export interface Scene {
    look: Look;
    pieces: readonly Piece[];
    ghosts: readonly Ghost[];
    score: Score | null;
    /** Until this moment fruit are moving, in milliseconds; null if none are. */
    movingUntil: number | null;
    /** Until this moment the points float. */
    shownUntil: number | null;
    nextKey: number;
}
