// @ts-check
/** What is said of cells and groups. */

/** @import { Cell } from "../state/grid.js" */
/** @import { Group } from "../board/groups.js" */

/** @param {number} size */
export const boardLabel = (size) => `Board, ${size} by ${size}`;

/** @param {number} points */
export const pointsText = (points) => `${points} point${points === 1 ? "" : "s"}`;

/** @param {Group} group */
const groupText = ({ cells, points }) =>
    cells.length === 1 ? `single, ${pointsText(points)}` : `group of ${cells.length}, ${pointsText(points)}`;

/** @param {Cell} cell @param {Group | undefined} group @param {readonly string[]} names */
export const cellLabel = (cell, group, names) =>
    group ? `${cell}, ${names[group.fruit] ?? group.fruit}, ${groupText(group)}` : `${cell}, empty`;

/** The same for the line below a board. @param {Cell} cell @param {Group | undefined} group @param {readonly string[]} names @param {boolean} [withPoints] */
export function cellStatus(cell, group, names, withPoints = true) {
    const parts = cellLabel(cell, group, names).split(", ");
    return (withPoints || !group ? parts : parts.slice(0, -1)).join(" · ");
}

/** @param {number} value with its sign, as people write it */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
