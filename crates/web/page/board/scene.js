// @ts-check
/** What is on the board and what moves there: pure changes of it. The moment is given, never asked for. */

/** @import { Board } from "../state/grid.js" */
/** @import { Difference } from "./difference.js" */
/** @import { Ghost, Look, Movement, Piece, Scene, Score } from "./types.js" */
import { placeOf, rowsOf, sizeOf } from "../state/grid.js";
import { difference } from "./difference.js";

/** Milliseconds. */
export const POP = 260;
const SETTLING = 110;
export const SCORE = 1300;
const BACK = 220;

/** @param {number} rows how long a fall takes: heavier than even speed, as the eye expects */
export const fallTime = (rows) => 150 + 95 * Math.sqrt(rows);

/** @param {Look} look @param {number} now @returns {Scene} */
export function begun(look, now) {
    /** @type {Scene} */
    const empty = {
        look,
        pieces: [],
        ghosts: [],
        score: null,
        movingUntil: null,
        shownUntil: null,
        nextKey: 0,
    };
    return dealt(empty, look, now, true);
}

/** @param {Scene} scene @param {Look} look @param {number} now @returns {Scene} */
export function changed(scene, look, now) {
    const before = scene.look;
    if (look.board === before.board) return { ...scene, look };
    if (look.name !== before.name) return dealt(scene, look, now, true);
    const forward = difference(before.board, look.board);
    if (forward) return fallen(scene, look, forward, now);
    const backward = difference(look.board, before.board);
    if (backward) return risen(scene, look, backward, now);
    return dealt(scene, look, now, false);
}

/** Everything at its place at once. @param {Scene} scene @returns {Scene} */
export function settled(scene) {
    if (scene.movingUntil === null) return scene;
    const pieces = scene.pieces.map((piece) => (piece.movement ? { ...piece, movement: null } : piece));
    return { ...scene, pieces, ghosts: [], movingUntil: null };
}

/** What time alone brings about. @param {Scene} scene @param {number} now @returns {Scene} */
export function at(scene, now) {
    const still = scene.movingUntil !== null && now >= scene.movingUntil ? settled(scene) : scene;
    return still.shownUntil !== null && now >= still.shownUntil
        ? { ...still, score: null, shownUntil: null }
        : still;
}

/** @param {Scene} scene whether what is seen is not yet the board */
export const isMoving = (scene) => scene.movingUntil !== null;

/** The next moment at which something ends; null if nothing does. @param {Scene} scene */
export function nextMoment({ movingUntil, shownUntil }) {
    const moments = [movingUntil, shownUntil].filter((moment) => moment !== null);
    return moments.length > 0 ? Math.min(...moments) : null;
}

/** All fruit anew. @param {Scene} scene @param {Look} look @param {number} now @param {boolean} falls @returns {Scene} */
function dealt(scene, look, now, falls) {
    const size = sizeOf(look.board);
    let key = scene.nextKey;
    const pieces = filled(look.board).map(({ fruit, column, row }) => {
        const delay = (180 * (size - row)) / size + ((column * 7) % 5) * 14;
        /** @type {Movement | null} */
        const movement = !look.motion
            ? null
            : falls
              ? { kind: "deal", delay, rows: row + 1 }
              : { kind: "appear", delay: 0 };
        return { key: key++, fruit, column, row, movement };
    });
    const movingUntil = look.motion ? now + (falls ? 640 : 160) : null;
    return { look, pieces, ghosts: [], score: null, movingUntil, shownUntil: null, nextKey: key };
}

/** @param {Board} board */
const filled = (board) =>
    rowsOf(board).flatMap((fruits, row) =>
        [...fruits].flatMap((fruit, column) => (fruit === "*" ? [] : [{ fruit, column, row }])),
    );

/** @param {{column: number, row: number}} place */
const nameOf = ({ column, row }) => `${column},${row}`;

/** @param {Scene} scene @param {Look} look @param {Difference} found @param {number} now @returns {Scene} */
function fallen(scene, look, { gone, fallen }, now) {
    const pause = look.claim?.pause ?? 0;
    const leaving = new Set(gone.map(({ cell }) => nameOf(placeOf(cell))));
    const falls = new Map(
        fallen.map(({ cell, rows }) => {
            const { column, row } = placeOf(cell);
            return [nameOf({ column, row: row - rows }), rows];
        }),
    );
    /** @type {Piece[]} */
    const pieces = [];
    /** @type {Ghost[]} */
    const ghosts = [];
    for (const piece of scene.pieces) {
        const name = nameOf(piece);
        const rows = falls.get(name);
        const { key, fruit, column, row } = piece;
        if (leaving.has(name)) ghosts.push({ key, fruit, column, row, side: look.claim?.side ?? 0, pause });
        else if (rows === undefined) pieces.push(piece.movement ? { ...piece, movement: null } : piece);
        else {
            const movement = { kind: /** @type {const} */ ("fall"), delay: pause + SETTLING, rows };
            pieces.push({ ...piece, row: row + rows, movement: look.motion ? movement : null });
        }
    }
    const furthest = Math.max(0, ...fallen.map(({ rows }) => fallTime(rows)));
    return {
        look,
        pieces,
        ghosts: look.motion ? ghosts : [],
        score: scoreOf(look, ghosts),
        movingUntil: look.motion ? now + pause + Math.max(POP, SETTLING + furthest) : null,
        shownUntil: now + pause + SCORE,
        nextKey: scene.nextKey,
    };
}

/** @param {Look} look @param {readonly Ghost[]} ghosts @returns {Score | null} */
function scoreOf({ claim }, ghosts) {
    if (!claim || ghosts.length === 0) return null;
    const middle = (/** @type {"column" | "row"} */ axis) =>
        ghosts.reduce((sum, ghost) => sum + ghost[axis] + 0.5, 0) / ghosts.length;
    return {
        text: `+${claim.points}`,
        side: claim.side,
        x: middle("column"),
        y: middle("row"),
        pause: claim.pause,
    };
}

/** @param {Scene} scene @param {Look} look @param {Difference} found the way back @param {number} now @returns {Scene} */
function risen(scene, look, { gone, fallen }, now) {
    const rises = new Map(fallen.map(({ cell, rows }) => [nameOf(placeOf(cell)), rows]));
    let key = scene.nextKey;
    /** @type {Piece[]} */
    const stayed = scene.pieces.map((piece) => {
        const rows = rises.get(nameOf(piece));
        if (rows === undefined) return piece.movement ? { ...piece, movement: null } : piece;
        /** @type {Movement} */
        const movement = { kind: "rise", delay: 0, rows };
        return { ...piece, row: piece.row - rows, movement: look.motion ? movement : null };
    });
    /** @type {Piece[]} */
    const back = gone.map(({ cell, fruit }) => ({
        key: key++,
        fruit,
        ...placeOf(cell),
        movement: look.motion ? { kind: "appear", delay: 120 } : null,
    }));
    return {
        look,
        pieces: [...stayed, ...back],
        ghosts: [],
        score: null,
        movingUntil: look.motion ? now + BACK + 60 : null,
        shownUntil: null,
        nextKey: key,
    };
}
