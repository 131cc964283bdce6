// @ts-check
/** Groups as the eye sees them: connected fruits of one kind. What a claim does is the rules' word. */

/** @import { Board, Cell } from "../state/grid.js" */
import { cellAt, rowsOf } from "../state/grid.js";

/**
 * @typedef {{fruit: number, cells: readonly Cell[], points: number}} Group
 * @typedef {ReadonlyMap<Cell, Group>} Groups the group of each filled cell
 */

/** @type {Map<Board, Groups>} */
const known = new Map();

/** Boards remembered: a game stepped through back and forth. */
const MOST_KNOWN = 64;

/**
 * The same object for the same board, so that what is drawn from it need not be drawn again.
 * @param {Board} board @returns {Groups}
 */
export function groupsOf(board) {
    const found = known.get(board);
    if (found) return found;
    const made = connected(board);
    const oldest = known.keys().next().value;
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(board, made);
    return made;
}

/** @param {Board} board @returns {Groups} */
function connected(board) {
    const rows = rowsOf(board);
    /** @type {Map<Cell, Group>} */
    const groups = new Map();
    rows.forEach((fruits, row) => {
        for (let column = 0; column < fruits.length; column++) {
            if (fruits[column] === "*" || groups.has(cellAt(column, row))) continue;
            const cells = flood(rows, column, row);
            const group = { fruit: Number(fruits[column]), cells, points: cells.length ** 2 };
            for (const cell of cells) groups.set(cell, group);
        }
    });
    return groups;
}

/** @param {readonly string[]} rows @param {number} column @param {number} row @returns {Cell[]} */
function flood(rows, column, row) {
    const fruit = rows[row]?.[column];
    const seen = new Set([`${column},${row}`]);
    const places = [[column, row]];
    for (const [x = 0, y = 0] of places) {
        for (const [nextX, nextY] of [
            [x, y - 1],
            [x + 1, y],
            [x, y + 1],
            [x - 1, y],
        ]) {
            const name = `${nextX},${nextY}`;
            if (rows[nextY ?? -1]?.[nextX ?? -1] !== fruit || seen.has(name)) continue;
            seen.add(name);
            places.push([nextX ?? 0, nextY ?? 0]);
        }
    }
    return places.map(([x = 0, y = 0]) => cellAt(x, y));
}

/** @param {Board} board whether every group is a single fruit, so that nothing is left to decide */
export const isAllSingles = (board) => {
    const groups = [...groupsOf(board).values()];
    return groups.length > 0 && groups.every(({ cells }) => cells.length === 1);
};
