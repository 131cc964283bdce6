// @ts-check
/** What is said of puzzles. */

/** @import { Puzzle, Puzzling } from "../state/puzzle.js" */
import { groupsOf } from "../board/groups.js";
import { HARDEST } from "../state/puzzle.js";
import { signed } from "./board.js";

export const PUZZLE = {
    name: "Puzzle",
    daily: "Puzzle of the day",
    next: "Next puzzle",
    show: "Show it",
    difficulty: "Difficulty",
};

/** @param {Puzzling} state */
export const puzzleTitle = ({ daily, index }) => (daily ? PUZZLE.daily : `Puzzle ${index + 1}`);

/** @param {Puzzle} puzzle */
export const difficultyText = ({ difficulty }) => `Difficulty ${difficulty} of ${HARDEST}`;

export const DIFFICULTIES = ["Any", "1 · at a glance", "2 · a move ahead", "3 · some moves ahead", "4 · far ahead", "5 · to the end"];

export const ABOUT =
    "One claim is best, by four points or more, and it is not the largest group. That is proved: the engine has played every line to the end.";

/** @param {Puzzling} state @param {Puzzle} puzzle */
export function puzzleStatus({ status, wrong, daily }, { board, best, value, second, largest }) {
    if (status !== "open")
        return `${status === "solved" ? "Yes: " : ""}${best} leads to ${signed(value)} with best play, any other claim to ${signed(second)} or less`;
    if (wrong !== null) {
        const groups = groupsOf(board);
        const reason = groups.get(wrong) === groups.get(largest) ? "the largest group is not the best here" : "there is a better one";
        return `${wrong} is not it: ${reason}`;
    }
    return `${daily ? "Today's puzzle: find" : "Find"} the best claim`;
}

/** @param {Puzzling} state */
export function progressText({ progress, puzzles }) {
    const solved = `${progress.solved.length} of ${puzzles?.length ?? 0} solved at the first try`;
    const days = `${progress.streak} day${progress.streak === 1 ? "" : "s"} in a row`;
    return progress.streak > 0 ? `${solved} · ${days}` : solved;
}
