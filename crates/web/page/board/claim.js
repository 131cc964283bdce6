// @ts-check
/** A claim on a board, for pages that have no engine to ask. */

/** @import { Board, Cell } from "../state/grid.js" */
/** @import { Group } from "./groups.js" */
import { cellAt, rowsOf, sizeOf } from "../state/grid.js";
import { noFruit } from "../words/problems.js";
import { groupsOf } from "./groups.js";

/** What a claim takes, and the board after everything has fallen. @param {Board} board @param {Cell} cell @returns {{group: Group, board: Board}} */
export function claimed(board, cell) {
    const group = groupsOf(board).get(cell);
    if (!group) throw new Error(noFruit(cell));
    const size = sizeOf(board);
    const rows = rowsOf(board);
    const taken = new Set(group.cells);
    const columns = Array.from({ length: size }, (_, column) =>
        rows
            .map((row, place) => (taken.has(cellAt(column, place)) ? "" : (row[column] ?? "")))
            .join("")
            .replaceAll("*", "")
            .padStart(size, "*"),
    );
    const fallen = rows.map((_, row) => columns.map((column) => column[row]).join(""));
    return { group, board: fallen.join("/") };
}
