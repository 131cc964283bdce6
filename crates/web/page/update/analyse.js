// @ts-check
/** What happens to a position. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Event, Rules } from "../flow/types.js" */
/** @import { Report } from "../engine/types.js" */
/** @import { Analysis } from "../state/analyse.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { complained, then, ticketOf, to } from "../flow/change.js";
import { MOST_LINES, shownBoard, undone, walkedTo, withBoard, withReport } from "../state/analyse.js";
import { boardAt } from "../state/game.js";
import { emptyBoard, fruitAt, isEmpty, painted, resized, sizeOf } from "../state/grid.js";
import { shownPly } from "../state/play.js";
import { YOU, engineName } from "../state/players.js";
import { setUpText } from "../words/analyse.js";
import { PROBLEMS } from "../words/problems.js";
import { beganOrAsked } from "./play.js";
import { gone, stoppedAnalysis } from "./views.js";

/** @param {State} state @param {Analysis} analysis @returns {Change} */
function changed(state, analysis) {
    const before = state.analysis;
    const next = { ...state, analysis };
    if (analysis.board === before.board && analysis.lines === before.lines) return to(next);
    // Whoever analyses goes on analysing what is there now.
    return before.progress === "thinking" || before.progress === "complete" ? started(next) : to(next);
}

/** @param {State} state @returns {Change} */
function started(state) {
    return then(stoppedAnalysis(state), (now) => {
        const { board, lines } = now.analysis;
        if (isEmpty(board)) return to({ ...now, analysis: { ...now.analysis, progress: "idle" } });
        const [ticket, next] = ticketOf(now);
        return to(
            { ...next, analysis: { ...next.analysis, ticket, progress: "thinking" } },
            { type: "ask", ticket, question: { kind: "analyse", board, limits: { lines } } },
        );
    });
}

/** @param {State} state @param {Rules} rules @param {string} text @param {string} [from] @returns {Change} */
export function readPosition(state, rules, text, from) {
    try {
        const { board } = rules.parsePosition(text);
        return then(gone(state, "analyse"), (now) =>
            changed(
                {
                    ...now,
                    alert: null,
                    cursor: "A1",
                    aim: null,
                    said: setUpText(sizeOf(board)),
                },
                { ...withBoard(now.analysis, board), follows: false, text: "" },
            ),
        );
    } catch (problem) {
        return complained(state, problem, from ?? PROBLEMS.board);
    }
}

/** @param {State} state @param {Extract<Event, {type: "progress"}>} event @returns {Change | null} */
export function heard(state, { ticket, found }) {
    if (state.analysis.ticket !== ticket) return null;
    return to({ ...state, analysis: withReport(state.analysis, /** @type {Report} */ (found)) });
}

/** It ends by itself only when there is nothing deeper to see. @param {State} state @param {Extract<Event, {type: "answered"}>} event @returns {Change | null} */
export function answered(state, { ticket, found }) {
    if (state.analysis.ticket !== ticket) return null;
    const report = /** @type {Report | null} */ (found);
    const analysis = report ? withReport(state.analysis, report) : state.analysis;
    return to({ ...state, analysis: { ...analysis, ticket: null, progress: "complete" } });
}

/** @param {State} state @param {Extract<Event, {type: "engine failed"}>} event @returns {Change | null} */
export function failed(state, { ticket, message }) {
    if (state.analysis.ticket !== ticket) return null;
    const analysis = { ...state.analysis, ticket: null, progress: /** @type {const} */ ("stopped") };
    return complained({ ...state, analysis }, message, PROBLEMS.analysisEnded);
}

/** @param {State} state @param {string} cell @param {Rules} rules @returns {Change} */
function used(state, cell, rules) {
    const { analysis } = state;
    const shown = shownBoard(analysis);
    if (analysis.brush !== null)
        return changed(state, withBoard(analysis, painted(shown, cell, analysis.brush)));
    if (!groupsOf(shown).has(cell)) return to(state);
    return changed(state, withBoard(analysis, rules.play(shown, cell).board));
}

/** Along a line of the report. @param {State} state @param {number} line @param {number} ply @param {Rules} rules @returns {Change} */
function walkedAlong(state, line, ply, rules) {
    const { analysis } = state;
    /** @type {string[]} */
    const boards = [];
    for (const cell of analysis.report?.lines[line]?.moves ?? []) {
        boards.push(rules.play(boards.at(-1) ?? analysis.board, cell).board);
    }
    return changed(state, walkedTo({ ...analysis, walk: { line, ply, boards } }, ply));
}

/** @type {Handlers} */
export const handlers = {
    visit: (state, { board }) =>
        then(gone(state, "analyse"), (now) => changed({ ...now, aim: null }, withBoard(now.analysis, board))),

    "read position": (state, { text, from }, rules) => readPosition(state, rules, text, from),
    // As it is now: what was drawn last may lack what was typed since.
    "set up": (state, _, rules) => readPosition(state, rules, state.analysis.text),
    type: (state, { text }) => to({ ...state, analysis: { ...state.analysis, text } }),

    "toggle analysis": (state) => (state.analysis.ticket === null ? started(state) : stoppedAnalysis(state)),

    "set lines": (state, { lines }) =>
        changed(state, { ...state.analysis, lines: Math.max(1, Math.min(MOST_LINES, lines)) }),

    "set brush": (state, { brush }) => to({ ...state, analysis: { ...state.analysis, brush, walk: null } }),

    use: (state, { cell }, rules) => used(state, cell, rules),

    paint: (state, { cell }, rules) => {
        const { brush, board } = state.analysis;
        return brush !== null && fruitAt(board, cell) !== brush ? used(state, cell, rules) : to(state);
    },

    "type fruit": (state, { cell, key }) => {
        const fruit = key === "Delete" || key === "Backspace" ? "*" : key;
        return changed(state, withBoard(state.analysis, painted(shownBoard(state.analysis), cell, fruit)));
    },

    resize: (state, { size }) =>
        changed({ ...state, cursor: "A1", aim: null }, withBoard(state.analysis, resized(state.analysis.board, size))),
    clear: (state) => changed(state, withBoard(state.analysis, emptyBoard(sizeOf(state.analysis.board)))),

    random: (state, { chance }, rules) => {
        const { size, fruits } = state.settings;
        return changed(
            { ...state, cursor: "A1", aim: null },
            withBoard(state.analysis, rules.randomBoard(size, fruits, String(chance))),
        );
    },

    undo: (state) => changed(state, undone(state.analysis)),

    "from the game": (state) => {
        const board = boardAt(state.play.game, shownPly(state.play));
        return changed(
            { ...state, cursor: "A1" },
            { ...withBoard(state.analysis, board), follows: true },
        );
    },

    "walk line": (state, { line, ply }, rules) => walkedAlong(state, line, ply, rules),

    "step line": (state, { plies }, rules) => {
        const { walk, report } = state.analysis;
        if (walk) return changed(state, walkedTo(state.analysis, walk.ply + plies));
        return plies > 0 && report ? walkedAlong(state, 0, plies, rules) : to(state);
    },

    "play from here": (state, { at }, rules) => {
        const board = shownBoard(state.analysis);
        const kinds = Math.max(1, ...[...board].filter((sign) => /\d/.test(sign)).map((sign) => Number(sign) + 1));
        /** @type {[string, string]} */
        const players = [YOU, engineName(state.settings.level)];
        return beganOrAsked(state, { players, board, kinds, clocks: null, moves: [] }, 0, at, rules);
    },
};
