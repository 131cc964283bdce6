// @ts-check
/** What happened between two boards: which fruit went away and how far the rest fell. */

/** @import { Board, Cell } from "../state/grid.js" */
import { cellAt, rowsOf, sizeOf } from "../state/grid.js";

/**
 * @typedef {{cell: Cell, fruit: string}} Gone a fruit on the board before
 * @typedef {{cell: Cell, rows: number}} Fallen a fruit on the board after, and from how far above it came
 * @typedef {{gone: Gone[], fallen: Fallen[]}} Difference
 */

/**
 * A claim takes fruit of one kind, so each column tells by itself what is missing. Null if the
 * second board does not follow from the first by taking one kind away and letting the rest fall.
 * @param {Board} before @param {Board} after
 * @returns {Difference | null}
 */
export function difference(before, after) {
    const size = sizeOf(before);
    if (sizeOf(after) !== size || before === after) return null;
    const earlier = rowsOf(before);
    const later = rowsOf(after);
    /** @type {Difference} */
    const found = { gone: [], fallen: [] };
    for (let column = 0; column < size; column++) {
        if (!follow(column, earlier, later, found)) return null;
    }
    const kinds = new Set(found.gone.map(({ fruit }) => fruit));
    return kinds.size === 1 ? found : null;
}

/**
 * From the bottom up, each fruit before is either the next one after, or gone.
 * @param {number} column
 * @param {string[]} earlier
 * @param {string[]} later
 * @param {Difference} found
 */
function follow(column, earlier, later, found) {
    let target = later.length - 1;
    for (let row = earlier.length - 1; row >= 0; row--) {
        const fruit = earlier[row]?.[column] ?? "*";
        if (fruit === "*") continue;
        if (target >= 0 && later[target]?.[column] === fruit) {
            if (target !== row) found.fallen.push({ cell: cellAt(column, target), rows: target - row });
            target--;
        } else {
            found.gone.push({ cell: cellAt(column, row), fruit });
        }
    }
    return later.slice(0, target + 1).every((row) => row[column] === "*");
}
