// @ts-check
/** What happens to a puzzle. */

/** @import { Handlers } from "./update.js" */
/** @import { Puzzling } from "../state/puzzle.js" */
/** @import { State } from "../state/state.js" */
import { then, to } from "../flow/change.js";
import { begunAt, dailyIndex, nextIndex, tried } from "../state/puzzle.js";
import { gone } from "./views.js";

/** @param {State} state @param {(puzzle: Puzzling) => Puzzling} update @returns {State} */
const withPuzzle = (state, update) => ({ ...state, puzzle: update(state.puzzle), aim: null });

/** @param {State} state @param {number} day @returns {State} */
const today = (state, day) =>
    withPuzzle(state, (puzzle) => begunAt(puzzle, dailyIndex(day, Math.max(1, puzzle.puzzles?.length ?? 1)), true));

/** The puzzle that was asked for, if there is one, or today's. @param {State} state @param {number} day @returns {State} */
function begun(state, day) {
    const { wanted, puzzles } = state.puzzle;
    if (wanted === null || wanted >= (puzzles?.length ?? 0)) return today(state, day);
    return withPuzzle(state, (puzzle) => begunAt({ ...puzzle, wanted: null }, wanted, false));
}

/** @type {Handlers} */
export const handlers = {
    puzzles: (state, { puzzles, day }) =>
        to(begun(withPuzzle(state, (puzzle) => ({ ...puzzle, puzzles })), day)),
    "open puzzle": (state, { index, day }) =>
        then(to(withPuzzle(state, (puzzle) => ({ ...puzzle, wanted: index }))), (now) =>
            now.view === "puzzles" && now.puzzle.puzzles ? to(begun(now, day)) : gone(now, "puzzles"),
        ),
    try: (state, { cell, board, day }) => {
        const seen = state.puzzle.puzzles?.[state.puzzle.index]?.board === board;
        return seen ? to(withPuzzle(state, (puzzle) => tried(puzzle, cell, day))) : to(state);
    },
    "show puzzle": (state) => to(withPuzzle(state, (puzzle) => ({ ...puzzle, status: "shown", wrong: null }))),
    "next puzzle": (state) =>
        to(withPuzzle(state, (puzzle) => begunAt(puzzle, nextIndex(puzzle), false))),
    "puzzle of the day": (state, { day }) => to(today(state, day)),
    "set difficulty": (state, { difficulty }) =>
        to(withPuzzle(state, (puzzle) => {
            const chosen = { ...puzzle, difficulty };
            return begunAt(chosen, nextIndex(chosen), false);
        })),
};
