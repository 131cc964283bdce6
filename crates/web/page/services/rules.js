// @ts-check
/** The rules, from the engine's own code: nothing about the game is decided elsewhere on the page. */

/** @import { BoardText, Cell, Group } from "../engine/engine.js" */
import initialise, {
    groups,
    parsePosition,
    parseRecord,
    play,
    randomBoard,
    replay,
    writeRecord,
} from "../engine/engine.js";

export { parsePosition, parseRecord, play, randomBoard, replay, writeRecord };

/** Must have ended before anything else here is used. */
export const load = () => initialise();

/** @typedef {ReadonlyMap<Cell, Group>} Groups the group of each filled cell */

/** @type {Map<BoardText, Groups>} */
const known = new Map();

/** Boards remembered: a game stepped through back and forth. */
const MOST_KNOWN = 64;

/**
 * The same object for the same board, so that what is drawn from it need not be drawn again.
 * @param {BoardText} board
 * @returns {Groups}
 */
export function groupsOf(board) {
    const found = known.get(board);
    if (found) return found;
    const made = new Map(groups(board).flatMap((group) => group.cells.map((cell) => [cell, group])));
    if (known.size >= MOST_KNOWN) known.delete(/** @type {string} */ (known.keys().next().value));
    known.set(board, made);
    return made;
}
