// @ts-check
/** The view of a position: edit it, and see its best lines. */

/** @import { Child, Node } from "../dom/element.js" */
/** @import { Line } from "../engine/types.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Analysis } from "../state/analyse.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { h } from "../dom/element.js";
import { MOST_LINES, barShare, nextMove, shownBoard } from "../state/analyse.js";
import { fruitsLeft, isEmpty, sizeOf } from "../state/grid.js";
import { LARGEST_SIZE } from "../state/settings.js";
import { ANALYSE, analysisProgress, analysisStatus, certainty, paintText, valueText } from "../words/analyse.js";
import { signed } from "../words/board.js";
import { CONTROLS } from "../words/controls.js";
import { boardView, fruitDrawing, mayMove, pointing } from "./board.js";
import { button, field, stepper } from "./controls.js";

/** @param {State} state @param {Send} send @returns {Node} */
export function analyseView(state, send) {
    const { analysis } = state;
    const aim = state.aim?.cell ?? null;
    const board = shownBoard(analysis);
    const groups = groupsOf(board);
    const next = nextMove(analysis);
    const claims = analysis.brush === null;
    return h(
        "div",
        { class: "table", key: "analyse" },
        evaluationBar(analysis),
        h(
            "div",
            { class: "board-area" },
            boardView(
                {
                    name: "analyse",
                    board,
                    groups,
                    fruitNames: state.fruitNames,
                    cursor: state.cursor,
                    aim: claims ? aim : null,
                    marks: {
                        aim: aim === null ? [] : claims ? (groups.get(aim)?.cells ?? []) : [aim],
                        hint: next === null ? [] : (groups.get(next)?.cells ?? []),
                    },
                    usable: true,
                    motion: mayMove(),
                },
                {
                    ...pointing(send),
                    choose: (cell) => send({ type: "use", cell }),
                    drag: (cell) => send({ type: "paint", cell }),
                    type: (cell, key) => {
                        if (!/^([\d*]|Delete|Backspace)$/.test(key)) return false;
                        send({ type: "type fruit", cell, key });
                        return true;
                    },
                },
            ),
            h("p", { class: "status" }, analysisStatus(analysis, board, aim, state.fruitNames)),
            palette(state, send),
        ),
        h("div", { class: "panel" }, linesCard(state, send), boardCard(state, send)),
    );
}

/** From the point of view of the player to move. @param {Analysis} analysis @returns {Node} */
function evaluationBar({ report, board }) {
    const best = report?.lines[0];
    const share = best ? barShare(best.value, fruitsLeft(board)) : 0.5;
    return h(
        "div",
        {
            class: `evaluation${best ? "" : " unknown"}`,
            role: "meter",
            "aria-label": ANALYSE.value,
            "aria-valuemin": -100,
            "aria-valuemax": 100,
            "aria-valuenow": Math.round(200 * share - 100),
            "aria-valuetext": best ? valueText(best) : ANALYSE.unknown,
            style: { "--share": `${100 * share}%` },
        },
        h("span", { class: "fill" }),
        best && h("span", { class: "value" }, signed(best.value)),
        h(
            "span",
            { class: "about" },
            best ? (best.exact ? ANALYSE.exactly : ANALYSE.estimated) : ANALYSE.toStart,
        ),
    );
}

/** @param {State} state @param {Send} send @returns {Node} */
function palette({ analysis, fruitNames }, send) {
    const tool = (
        /** @type {string | null} */ brush,
        /** @type {string} */ label,
        /** @type {Child} */ content,
    ) =>
        h(
            "button",
            {
                type: "button",
                class: "tool",
                "aria-pressed": analysis.brush === brush ? "true" : "false",
                "aria-label": label,
                title: label,
                onclick: () => send({ type: "set brush", brush }),
            },
            content,
        );
    return h(
        "div",
        { class: "palette", role: "toolbar", "aria-label": ANALYSE.tools },
        tool(null, ANALYSE.claimGroups, ANALYSE.claim),
        fruitNames.map((name, fruit) => tool(String(fruit), paintText(name), fruitDrawing(String(fruit)))),
        tool("*", ANALYSE.erase, ANALYSE.erase),
    );
}

/** @param {State} state @param {Send} send @returns {Node} */
function linesCard({ analysis }, send) {
    const { report, walk, lines, board } = analysis;
    const running = analysis.progress === "thinking";
    const plies = walk ? walk.boards.length : (report?.lines[0]?.moves.length ?? 0);
    return h(
        "section",
        { class: "card", "aria-label": ANALYSE.bestLines },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, ANALYSE.bestLines),
            stepper(
                {
                    first: () => send({ type: "step line", plies: -Infinity }),
                    previous: () => send({ type: "step line", plies: -1 }),
                    next: () => send({ type: "step line", plies: 1 }),
                    last: () => send({ type: "step line", plies: Infinity }),
                },
                { start: !walk, end: plies === 0 || walk?.ply === plies },
            ),
        ),
        h(
            "div",
            { class: "controls" },
            button(running ? "stop" : "play", running ? ANALYSE.stop : ANALYSE.start, () => send({ type: "toggle analysis" }), {
                class: running ? "" : "primary",
                disabled: isEmpty(board),
                "aria-keyshortcuts": "s",
            }),
            field(
                ANALYSE.lines,
                h(
                    "select",
                    {
                        value: String(lines),
                        onchange: (/** @type {Event} */ event) =>
                            event.target instanceof HTMLSelectElement &&
                            send({ type: "set lines", lines: Number(event.target.value) }),
                    },
                    Array.from({ length: MOST_LINES }, (_, more) =>
                        h("option", { value: String(more + 1) }, more + 1),
                    ),
                ),
                "inline",
            ),
        ),
        report
            ? h(
                  "ol",
                  { class: "lines" },
                  report.lines.map((line, index) => lineView(line, index, analysis, send)),
              )
            : h(
                  "p",
                  { class: "quiet" },
                  running ? ANALYSE.thinking : isEmpty(board) ? ANALYSE.nothing : ANALYSE.about,
              ),
        report && h("p", { class: "quiet" }, analysisProgress(analysis)),
    );
}

/** @param {Line} line @param {number} index @param {Analysis} analysis @param {Send} send @returns {Node} */
function lineView(line, index, { walk }, send) {
    const here = walk?.line === index ? walk.ply : 0;
    return h(
        "li",
        { class: "line" },
        h(
            "span",
            { class: `value${line.exact ? " exact" : ""}`, title: certainty(line) },
            signed(line.value),
            h("span", { class: "visually-hidden" }, ` ${certainty(line)}`),
        ),
        h(
            "span",
            { class: "line-moves" },
            line.moves.map((cell, ply) =>
                h(
                    "button",
                    {
                        type: "button",
                        class: "link",
                        tabindex: ply + 1 === Math.max(1, here) ? undefined : "-1",
                        "aria-current": here === ply + 1 ? "true" : undefined,
                        onclick: () => send({ type: "walk line", line: index, ply: ply + 1 }),
                    },
                    cell,
                ),
            ),
        ),
    );
}

/** @param {State} state @param {Send} send @returns {Node} */
function boardCard({ analysis }, send) {
    return h(
        "section",
        { class: "card", "aria-label": ANALYSE.position },
        h("h2", null, ANALYSE.position),
        h(
            "div",
            { class: "controls" },
            button("back", ANALYSE.undo, () => send({ type: "undo" }), {
                disabled: analysis.earlier.length === 0,
                "aria-keyshortcuts": "u",
            }),
            button("new", ANALYSE.random, () => send({ type: "random" })),
            button("close", ANALYSE.clear, () => send({ type: "clear" })),
            button("previous", ANALYSE.fromGame, () => send({ type: "from the game" })),
            button("share", CONTROLS.share, () => send({ type: "share" })),
            button("play", ANALYSE.playFromHere, () => send({ type: "play from here" }), {
                disabled: isEmpty(analysis.board),
            }),
            field(
                ANALYSE.size,
                h(
                    "select",
                    {
                        value: String(sizeOf(analysis.board)),
                        onchange: (/** @type {Event} */ event) =>
                            event.target instanceof HTMLSelectElement &&
                            send({ type: "resize", size: Number(event.target.value) }),
                    },
                    Array.from({ length: LARGEST_SIZE }, (_, less) =>
                        h("option", { value: String(less + 1) }, less + 1),
                    ),
                ),
                "inline",
            ),
        ),
        field(
            ANALYSE.text,
            h("textarea", {
                rows: 4,
                spellcheck: "false",
                placeholder: "0120\n1102\n…",
                value: analysis.text,
                oninput: (/** @type {Event} */ event) =>
                    event.target instanceof HTMLTextAreaElement &&
                    send({ type: "type", text: event.target.value }),
            }),
        ),
        h(
            "div",
            { class: "controls" },
            button(null, ANALYSE.setUp, () => send({ type: "set up" }), {
                disabled: analysis.text.trim() === "",
            }),
            button("open", ANALYSE.open, () => send({ type: "load" })),
        ),
        h("p", { class: "quiet" }, ANALYSE.drop),
    );
}
