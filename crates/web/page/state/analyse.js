// @ts-check
/** The position being analysed: pure changes of it. */

/** @import { BoardText, Cell, Report } from "../engine/types.js" */
/** @import { Ticket } from "../flow/types.js" */

/**
 * @typedef {{line: number, ply: number, boards: BoardText[]}} Walk along a line; boards after each of its moves
 * @typedef {"idle" | "thinking" | "stopped" | "complete"} Progress `complete` is searched to the end of the game
 * @typedef {{
 *   board: BoardText,
 *   follows: boolean,
 *   earlier: readonly BoardText[],
 *   brush: string | null,
 *   progress: Progress,
 *   ticket: Ticket | null,
 *   lines: number,
 *   report: Report | null,
 *   walk: Walk | null,
 *   text: string,
 * }} Analysis `follows` the game being played until the visitor sets up something else; `brush` paints this fruit, or claims groups if null; `text` is what is being pasted
 */

export const MOST_LINES = 9;

/** Boards to go back to; more are forgotten. */
const MOST_EARLIER = 200;

/** @param {BoardText} board @returns {Analysis} */
export const analysing = (board) => ({
    board,
    follows: true,
    earlier: [],
    brush: null,
    progress: "idle",
    ticket: null,
    lines: 3,
    report: null,
    walk: null,
    text: "",
});

/** @param {Analysis} analysis @param {BoardText} board @returns {Analysis} */
export function withBoard(analysis, board) {
    if (board === analysis.board) return { ...analysis, walk: null };
    const earlier = [...analysis.earlier, analysis.board].slice(-MOST_EARLIER);
    return { ...analysis, board, earlier, follows: false, report: null, walk: null };
}

/** @param {Analysis} analysis @returns {Analysis} */
export function undone(analysis) {
    const board = analysis.earlier.at(-1);
    if (board === undefined) return analysis;
    return { ...analysis, board, earlier: analysis.earlier.slice(0, -1), report: null, walk: null };
}

/** While a line is walked along, the lines stay as they are, or the walk would be along another. @param {Analysis} analysis @param {Report} report @returns {Analysis} */
export const withReport = (analysis, report) =>
    analysis.walk === null ? { ...analysis, report } : analysis;

/** @param {Analysis} analysis @param {number} ply 0 is the position itself @returns {Analysis} */
export function walkedTo(analysis, ply) {
    const { walk } = analysis;
    if (!walk || ply <= 0) return { ...analysis, walk: null };
    return { ...analysis, walk: { ...walk, ply: Math.min(ply, walk.boards.length) } };
}

/** @param {Analysis} analysis @returns {BoardText} */
export const shownBoard = ({ board, walk }) => walk?.boards[walk.ply - 1] ?? board;

/** @param {Analysis} analysis @returns {Cell | null} the next move of the line walked along, or the best one */
export function nextMove({ report, walk }) {
    return report?.lines[walk?.line ?? 0]?.moves[walk?.ply ?? 0] ?? null;
}

/**
 * How full the bar of the player to move is, 0 to 1: a clear lead fills most of it, none all.
 * @param {number} value @param {number} fruits left
 */
export const barShare = (value, fruits) => 0.5 + 0.47 * Math.tanh(value / Math.max(12, 1.5 * fruits));
