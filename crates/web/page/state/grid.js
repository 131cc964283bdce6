// @ts-check
/** Places on the board: names such as G8 (column letter, row from 1 at the top) and walking between them. */

/**
 * A board as text, rows from the top separated by `/`; a digit is a fruit, `*` an empty cell.
 * @typedef {string} Board
 * The name of a cell, such as `G8`.
 * @typedef {string} Cell
 */

/** @param {Board} board */
export const rowsOf = (board) => board.split("/");

/** @param {Board} board */
export const sizeOf = (board) => (board.indexOf("/") < 0 ? board.length : board.indexOf("/"));

/** @param {number} column @param {number} row both from 0 @returns {Cell} */
export const cellAt = (column, row) => String.fromCharCode(65 + column) + (row + 1);

/** @param {Cell} cell */
export const placeOf = (cell) => ({ column: cell.charCodeAt(0) - 65, row: Number(cell.slice(1)) - 1 });

/** @param {Board} board @param {Cell} cell @returns {string} the fruit's digit, or `*` */
export function fruitAt(board, cell) {
    const { column, row } = placeOf(cell);
    return rowsOf(board)[row]?.[column] ?? "*";
}

/** @param {Board} board */
export const isEmpty = (board) => !/\d/.test(board);

/** @param {Board} board */
export const fruitsLeft = (board) => board.replace(/[^\d]/g, "").length;

/**
 * The board with another fruit in one cell.
 * @param {Board} board @param {Cell} cell @param {string} fruit
 * @returns {Board}
 */
export function painted(board, cell, fruit) {
    const { column, row } = placeOf(cell);
    return rowsOf(board)
        .map((text, place) => (place === row ? text.slice(0, column) + fruit + text.slice(column + 1) : text))
        .join("/");
}

/** @param {number} size @returns {Board} */
export const emptyBoard = (size) => Array.from({ length: size }, () => "*".repeat(size)).join("/");

/**
 * The same board with more or less room: it grows and shrinks at the top and at the right.
 * @param {Board} board @param {number} size
 * @returns {Board}
 */
export function resized(board, size) {
    const rows = rowsOf(board).map((row) => row.slice(0, size).padEnd(size, "*"));
    const kept = rows.slice(Math.max(0, rows.length - size));
    return [...Array.from({ length: size - kept.length }, () => "*".repeat(size)), ...kept].join("/");
}

/** How far each key goes; the far ones stop at the edge. @type {Record<string, [number, number]>} */
const STEPS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    Home: [-Infinity, 0],
    End: [Infinity, 0],
    PageUp: [0, -Infinity],
    PageDown: [0, Infinity],
};

/**
 * Where a key leads from a cell; null if the key is not for walking.
 * @param {Cell} cell @param {string} key @param {number} size
 * @returns {Cell | null}
 */
export function walked(cell, key, size) {
    const step = STEPS[key];
    if (!step) return null;
    const { column, row } = placeOf(cell);
    const within = (/** @type {number} */ place) => Math.max(0, Math.min(size - 1, place));
    return cellAt(within(column + step[0]), within(row + step[1]));
}
