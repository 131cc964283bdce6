// @ts-check
/** Which cells are marked, and on which sides a mark has its border. */

/** @import { Cell } from "../state/grid.js" */
import { cellAt, placeOf } from "../state/grid.js";

/**
 * @typedef {"aim" | "hint" | "played"} Kind
 * @typedef {Partial<Record<Kind, readonly Cell[]>>} Marks
 */

/** Later ones cover earlier ones. @type {readonly Kind[]} */
const ORDER = ["played", "hint", "aim"];

/** The sides in the order of their bits. */
const SIDES = ["top", "right", "bottom", "left"];

/**
 * The marks of each row as a text, so that rows are easily compared: two characters a cell,
 * the kind's first letter and its borders as a hexadecimal digit.
 * @param {Marks} marks @param {number} size
 * @returns {string[]}
 */
export function rowsOfMarks(marks, size) {
    const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ".0"));
    for (const kind of ORDER) {
        const cells = new Set(marks[kind] ?? []);
        for (const cell of cells) {
            const { column, row } = placeOf(cell);
            const line = rows[row];
            if (line) line[column] = kind.charAt(0) + borders(cells, column, row).toString(16);
        }
    }
    return rows.map((row) => row.join(""));
}

/** @param {ReadonlySet<Cell>} cells @param {number} column @param {number} row */
function borders(cells, column, row) {
    const neighbours = [
        [column, row - 1],
        [column + 1, row],
        [column, row + 1],
        [column - 1, row],
    ];
    return neighbours.reduce(
        (bits, [x = 0, y = 0], side) => bits | (cells.has(cellAt(x, y)) ? 0 : 1 << side),
        0,
    );
}

/** @param {string} code of one cell in a row's text @returns {string} its classes */
export function classesOf(code) {
    const kind = ORDER.find((kind) => kind.charAt(0) === code.charAt(0));
    if (!kind) return "";
    const bits = Number.parseInt(code.charAt(1), 16);
    return ["marked", kind, ...SIDES.filter((_, side) => bits & (1 << side))].join(" ");
}
