// @ts-check
/** Puzzles: positions whose one best move is proved. Pure changes of the one being solved. */

/** @import { Board, Cell } from "./grid.js" */
import { groupsOf } from "../board/groups.js";

/**
 * @typedef {{board: Board, best: Cell, value: number, second: number, largest: Cell, difficulty: number}} Puzzle as `fruitrage puzzles --json` writes it
 * @typedef {{solved: readonly number[], streak: number, lastDay: number | null}} Progress which were solved at the first try; days in a row
 * @typedef {{
 *   puzzles: readonly Puzzle[] | null,
 *   index: number,
 *   wanted: number | null,
 *   daily: boolean,
 *   difficulty: number,
 *   status: "open" | "solved" | "shown",
 *   wrong: Cell | null,
 *   tries: number,
 *   progress: Progress,
 * }} Puzzling a `difficulty` of 0 is any; `wanted` is the one to begin with, not today's
 */

export const HARDEST = 5;

/** @type {Progress} */
export const NO_PROGRESS = { solved: [], streak: 0, lastDay: null };

/** @param {Progress} progress @returns {Puzzling} */
export const puzzling = (progress) => ({
    puzzles: null,
    index: 0,
    wanted: null,
    daily: true,
    difficulty: 0,
    status: "open",
    wrong: null,
    tries: 0,
    progress,
});

/** From anything that was stored once. @param {unknown} stored @returns {Progress} */
export function progressFrom(stored) {
    const given = /** @type {Partial<Record<keyof Progress, unknown>>} */ (
        typeof stored === "object" && stored !== null ? stored : {}
    );
    const whole = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : null);
    return {
        solved: Array.isArray(given.solved) ? given.solved.filter((one) => Number.isInteger(one)) : [],
        streak: Math.max(0, whole(given.streak) ?? 0),
        lastDay: whole(given.lastDay),
    };
}

/** The lines of a collection. @param {string} text @returns {Puzzle[]} */
export const puzzlesFrom = (text) =>
    text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line));

/** The puzzle of a day: another one each day, until all had theirs. @param {number} day @param {number} count */
export function dailyIndex(day, count) {
    let step = 89;
    while (count % step === 0) step += 2;
    return (((day * step) % count) + count) % count;
}

/** Another puzzle to begin with. @param {Puzzling} state @param {number} index @param {boolean} daily @returns {Puzzling} */
export const begunAt = (state, index, daily) => ({
    ...state,
    index,
    daily,
    status: "open",
    wrong: null,
    tries: 0,
});

/** The next that fits and was not solved; if there is none, any that fits. @param {Puzzling} state @returns {number} */
export function nextIndex({ puzzles, index, difficulty, progress }) {
    const count = puzzles?.length ?? 0;
    const fits = (/** @type {number} */ one) => difficulty === 0 || puzzles?.[one]?.difficulty === difficulty;
    const after = Array.from({ length: count }, (_, step) => (index + 1 + step) % count).filter(fits);
    return after.find((one) => !progress.solved.includes(one)) ?? after[0] ?? index;
}

/** @param {Puzzling} state */
export const puzzleOf = ({ puzzles, index }) => puzzles?.[index] ?? null;

/** @param {Puzzling} state @param {Cell} cell @param {number} day @returns {Puzzling} */
export function tried(state, cell, day) {
    const puzzle = puzzleOf(state);
    if (!puzzle || state.status !== "open") return state;
    const groups = groupsOf(puzzle.board);
    if (!groups.has(cell)) return state;
    if (groups.get(cell) !== groups.get(puzzle.best)) return { ...state, wrong: cell, tries: state.tries + 1 };
    return { ...state, status: "solved", wrong: null, progress: advanced(state, day) };
}

/** @param {Puzzling} state @param {number} day @returns {Progress} */
function advanced({ progress, index, tries, daily }, day) {
    const first = tries === 0 && !progress.solved.includes(index);
    const solved = first ? [...progress.solved, index] : progress.solved;
    if (!daily || progress.lastDay === day) return { ...progress, solved };
    return { solved, streak: progress.lastDay === day - 1 ? progress.streak + 1 : 1, lastDay: day };
}
