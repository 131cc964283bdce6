// @ts-check
/** What a visitor does with a position. */

/** @import { Cell } from "../engine/engine.js" */
/** @import { Analysis } from "../state/analyse.js" */
/** @import { Store } from "../store.js" */
import { choose, textOf } from "../services/files.js";
import { groupsOf, parsePosition, play, randomBoard } from "../services/rules.js";
import { Thinker } from "../services/thinker.js";
import { MOST_LINES, shownBoard, undone, walkedTo, withBoard, withReport } from "../state/analyse.js";
import { emptyBoard, fruitAt, isEmpty, painted, resized, sizeOf } from "../state/grid.js";

/** @typedef {ReturnType<typeof analyseActions>} AnalyseActions */

/** @param {Store} store */
export function analyseActions(store) {
    const thinker = new Thinker();

    /** @param {(analysis: Analysis) => Analysis} update */
    function change(update) {
        const before = store.state.analysis;
        store.change(({ analysis }) => ({ analysis: update(analysis) }));
        const { board, running, lines } = store.state.analysis;
        if (board !== before.board || running !== before.running || lines !== before.lines) void search();
    }

    async function search() {
        const { board, running, lines } = store.state.analysis;
        thinker.stop();
        if (!running || isEmpty(board)) return;
        try {
            const report = await thinker.search(board, { lines }, (report) =>
                store.change(({ analysis }) => ({ analysis: withReport(analysis, board, report) })),
            );
            // It ends by itself only when everything is proved; whoever stopped it has said so already.
            if (report)
                store.change(({ analysis }) => ({
                    analysis: { ...withReport(analysis, board, report), running: false },
                }));
        } catch (problem) {
            store.change(({ analysis }) => ({ analysis: { ...analysis, running: false } }));
            store.complain(problem);
        }
    }

    /** @param {string} text @param {string} [from] */
    function read(text, from) {
        try {
            const { board } = parsePosition(text);
            change((analysis) => ({ ...withBoard(analysis, board), text: "" }));
            store.change(() => ({
                alert: null,
                cursor: "A1",
                aim: null,
                said: `A board of ${sizeOf(board)} by ${sizeOf(board)}.`,
            }));
        } catch (problem) {
            store.complain(problem, from ?? "The board");
        }
    }

    /** @param {File} file */
    async function open(file) {
        try {
            read(await textOf(file), file.name);
        } catch (problem) {
            store.complain(problem);
        }
    }

    /** @param {Cell} cell */
    function use(cell) {
        const { analysis } = store.state;
        const shown = shownBoard(analysis);
        if (analysis.brush !== null)
            change((now) => withBoard(now, painted(shown, cell, analysis.brush ?? "*")));
        else if (groupsOf(shown).has(cell)) change((now) => withBoard(now, play(shown, cell).board));
    }

    /** Along a line of the report. @param {number} line @param {number} ply */
    function walk(line, ply) {
        change((analysis) => {
            /** @type {string[]} */
            const boards = [];
            for (const cell of analysis.report?.lines[line]?.moves ?? []) {
                boards.push(play(boards.at(-1) ?? analysis.board, cell).board);
            }
            return walkedTo({ ...analysis, walk: { line, ply, boards } }, ply);
        });
    }

    // Nobody looks at it any more, and it would take all it can get of the machine.
    store.listen(({ view, analysis }) => {
        if (view !== "analyse" && analysis.running) change((analysis) => ({ ...analysis, running: false }));
    });

    return {
        read,
        open,
        browse: () => choose(".txt,text/plain", (file) => void open(file)),

        /** @param {string} text */
        type: (text) => store.change(({ analysis }) => ({ analysis: { ...analysis, text } })),

        toggle: () => change((analysis) => ({ ...analysis, running: !analysis.running })),

        /** @param {number} lines */
        setLines: (lines) =>
            change((analysis) => ({ ...analysis, lines: Math.max(1, Math.min(MOST_LINES, lines)) })),

        /** @param {string | null} brush */
        setBrush: (brush) => change((analysis) => ({ ...analysis, brush, walk: null })),

        /** @param {Cell} cell */
        choose: use,

        /** Paints along the way of the mouse. @param {Cell} cell */
        drag(cell) {
            const { analysis } = store.state;
            if (analysis.brush !== null && fruitAt(analysis.board, cell) !== analysis.brush) use(cell);
        },

        /** Writes a fruit into a cell. @param {Cell} cell @param {string} key */
        typeFruit(cell, key) {
            const fruit = key === "Delete" || key === "Backspace" ? "*" : key;
            if (!/^[\d*]$/.test(fruit)) return false;
            change((analysis) => withBoard(analysis, painted(shownBoard(analysis), cell, fruit)));
            return true;
        },

        /** @param {number} size */
        resize: (size) => change((analysis) => withBoard(analysis, resized(analysis.board, size))),
        clear: () => change((analysis) => withBoard(analysis, emptyBoard(sizeOf(analysis.board)))),
        random() {
            const { size, fruits } = store.state.settings;
            const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
            change((analysis) => withBoard(analysis, randomBoard(size, fruits, seed)));
        },
        undo: () => change(undone),

        /** @param {string} board */
        show: (board) => change((analysis) => withBoard(analysis, board)),

        /** Goes there with a board. @param {string} board */
        visit(board) {
            change((analysis) => withBoard(analysis, board));
            store.change(() => ({ view: "analyse", aim: null, cursor: "A1", alert: null }));
        },

        walk,

        /** @param {number} plies */
        step(plies) {
            const { walk: walking, report } = store.state.analysis;
            if (walking) change((analysis) => walkedTo(analysis, walking.ply + plies));
            else if (plies > 0 && report) walk(0, plies);
        },
    };
}
