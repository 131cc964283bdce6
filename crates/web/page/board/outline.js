// @ts-check
/** The border of a group of cells as one path, in cells. */

/** @import { Cell } from "../state/grid.js" */
import { placeOf } from "../state/grid.js";

/**
 * Along the outer edges of the cells, with the group to the right hand; holes are paths of their own.
 * @param {readonly Cell[]} cells @returns {string} the data of an SVG path
 */
export function outline(cells) {
    const places = cells.map(placeOf);
    const inside = new Set(places.map(({ column, row }) => `${column},${row}`));
    const has = (/** @type {number} */ column, /** @type {number} */ row) => inside.has(`${column},${row}`);
    /** Edges by where they begin; a corner that two cells share has two. @type {Map<string, [number, number][]>} */
    const edges = new Map();
    const edge = (/** @type {number[]} */ [x = 0, y = 0, toX = 0, toY = 0]) => {
        const from = `${x},${y}`;
        edges.set(from, [...(edges.get(from) ?? []), [toX, toY]]);
    };
    for (const { column, row } of places) {
        if (!has(column, row - 1)) edge([column, row, column + 1, row]);
        if (!has(column + 1, row)) edge([column + 1, row, column + 1, row + 1]);
        if (!has(column, row + 1)) edge([column + 1, row + 1, column, row + 1]);
        if (!has(column - 1, row)) edge([column, row + 1, column, row]);
    }
    let path = "";
    for (const start of edges.keys()) {
        while ((edges.get(start)?.length ?? 0) > 0) path += loop(edges, start);
    }
    return path;
}

/** @param {Map<string, [number, number][]>} edges which it takes from @param {string} start */
function loop(edges, start) {
    let path = `M${start}`;
    let here = start;
    do {
        const next = edges.get(here)?.pop();
        if (!next) break;
        here = next.join(",");
        if (here !== start) path += `L${here}`;
    } while (here !== start);
    return `${path}Z`;
}
