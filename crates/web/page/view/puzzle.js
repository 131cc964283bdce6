// @ts-check
/** The view of a puzzle. */

/** @import { Look } from "../board/types.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Puzzle } from "../state/puzzle.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { h } from "../dom/element.js";
import { puzzleOf } from "../state/puzzle.js";
import { cellStatus } from "../words/board.js";
import { CONTROLS } from "../words/controls.js";
import { claimLabel } from "../words/game.js";
import { ABOUT, DIFFICULTIES, PUZZLE, difficultyText, progressText, puzzleStatus, puzzleTitle } from "../words/puzzle.js";
import { boardView, mayMove, pointing } from "./board.js";
import { button, field } from "./controls.js";

/** @param {State} state @param {Send} send @returns {Node} */
export function puzzleView(state, send) {
    const puzzle = puzzleOf(state.puzzle);
    if (!puzzle) return h("p", { class: "loading", role: "status" }, CONTROLS.loading);
    const { status } = state.puzzle;
    return h(
        "div",
        { class: "table puzzle", key: "puzzle" },
        h(
            "div",
            { class: "board-area" },
            boardView(lookOf(state, puzzle), {
                ...pointing(send),
                choose: (cell, { means, sure, board }) =>
                    send(sure ? { type: "try", cell, board } : { type: "aim", cell, means }),
            }),
            statusView(state, puzzle, send),
        ),
        h(
            "div",
            { class: "panel" },
            h(
                "section",
                { class: "card", "aria-label": PUZZLE.name },
                h(
                    "div",
                    { class: "card-head" },
                    h("h2", null, puzzleTitle(state.puzzle)),
                    h("span", { class: "quiet" }, difficultyText(puzzle)),
                ),
                h("p", { class: "quiet" }, ABOUT),
                h(
                    "div",
                    { class: "controls" },
                    button("next", PUZZLE.next, () => send({ type: "next puzzle" }), {
                        class: status === "open" ? "" : "primary",
                    }),
                    status === "open"
                        ? button("hint", PUZZLE.show, () => send({ type: "show puzzle" }))
                        : button("analyse", CONTROLS.analyse, () => send({ type: "visit", board: puzzle.board })),
                    button("share", CONTROLS.share, () => send({ type: "share" })),
                    !state.puzzle.daily &&
                        button("light", PUZZLE.daily, () => send({ type: "puzzle of the day" })),
                ),
                field(
                    PUZZLE.difficulty,
                    h(
                        "select",
                        {
                            value: String(state.puzzle.difficulty),
                            onchange: (/** @type {Event} */ { target }) =>
                                target instanceof HTMLSelectElement &&
                                send({ type: "set difficulty", difficulty: Number(target.value) }),
                        },
                        DIFFICULTIES.map((name, value) => h("option", { value: String(value) }, name)),
                    ),
                    "inline",
                ),
                h("p", { class: "quiet" }, progressText(state.puzzle)),
            ),
        ),
    );
}

/** @param {State} state @param {Puzzle} puzzle @returns {Look} */
function lookOf({ puzzle: { index, status, wrong }, aim, cursor, fruitNames }, { board, best }) {
    const groups = groupsOf(board);
    const usable = status === "open";
    const cells = (/** @type {string | null | undefined} */ cell) =>
        cell ? (groups.get(cell)?.cells ?? []) : [];
    return {
        name: `puzzle ${index}`,
        board,
        groups,
        fruitNames,
        cursor,
        aim: usable ? (aim?.cell ?? null) : null,
        marks: {
            played: cells(wrong),
            hint: cells(usable ? null : best),
            aim: usable ? cells(aim?.cell) : [],
        },
        usable,
        motion: mayMove(),
    };
}

/** @param {State} state @param {Puzzle} puzzle @param {Send} send @returns {Node} */
function statusView({ puzzle: state, aim, fruitNames }, puzzle, send) {
    const group = aim && state.status === "open" ? groupsOf(puzzle.board).get(aim.cell) : undefined;
    return h(
        "div",
        { class: "status-area" },
        h("p", { class: "status", role: "status" }, puzzleStatus(state, puzzle)),
        h("p", { class: "status aimed" }, aim && group ? cellStatus(aim.cell, group, fruitNames) : ""),
        aim?.means === "touch" &&
            group &&
            button(
                "claim",
                claimLabel(group.points),
                () => send({ type: "try", cell: aim.cell, board: puzzle.board }),
                { class: "primary claim" },
            ),
    );
}
