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
import { cellStatus, signed } from "../words/board.js";
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
            h("p", { class: "status" }, statusText(state, board)),
            palette(state, send),
        ),
        h("div", { class: "panel" }, linesCard(state, send), boardCard(state, send)),
    );
}

/** @param {State} state @param {string} board */
function statusText({ analysis, aim, fruitNames }, board) {
    const groups = groupsOf(board);
    if (aim) return cellStatus(aim.cell, groups.get(aim.cell), fruitNames);
    if (analysis.walk)
        return `After ${analysis.walk.ply} of ${analysis.walk.boards.length} moves of line ${analysis.walk.line + 1}`;
    if (isEmpty(board)) return "The board is empty: paint it, or paste one";
    return analysis.brush === null
        ? "Claim a group to go on from there"
        : "Click, drag or press Enter to paint";
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
            "aria-label": "Value for the player to move",
            "aria-valuemin": -100,
            "aria-valuemax": 100,
            "aria-valuenow": Math.round(200 * share - 100),
            "aria-valuetext": best ? valueText(best) : "not known yet",
            style: { "--share": `${100 * share}%` },
        },
        h("span", { class: "fill" }),
        h("span", { class: "value" }, best ? signed(best.value) : "–"),
        h(
            "span",
            { class: "about" },
            best
                ? best.exact
                    ? "exactly, for the player to move"
                    : "for the player to move, estimated"
                : "start the analysis to see the value",
        ),
    );
}

/** @param {Line} line */
const valueText = (line) => `${signed(line.value)}${line.exact ? ", exact" : ", estimated"}`;

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
        { class: "palette", role: "toolbar", "aria-label": "Tools" },
        tool(null, "Claim groups", "Claim"),
        fruitNames.map((name, fruit) => tool(String(fruit), `Paint ${name}`, fruitDrawing(String(fruit)))),
        tool("*", "Erase", "Erase"),
    );
}

/** @param {State} state @param {Send} send @returns {Node} */
function linesCard({ analysis }, send) {
    const { report, walk, lines, board } = analysis;
    const running = analysis.progress === "thinking";
    const plies = walk ? walk.boards.length : (report?.lines[0]?.moves.length ?? 0);
    return h(
        "section",
        { class: "card", "aria-label": "Best lines" },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, "Best lines"),
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
            button(running ? "stop" : "play", running ? "Stop" : "Analyse", () => send({ type: "toggle analysis" }), {
                class: running ? "" : "primary",
                disabled: isEmpty(board),
                "aria-keyshortcuts": "s",
            }),
            field(
                "Lines",
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
                  running
                      ? "Thinking…"
                      : isEmpty(board)
                        ? "There is nothing to claim."
                        : "The engine runs in your browser, as long as you let it.",
              ),
        report && h("p", { class: "quiet" }, progressText(analysis)),
    );
}

/** @param {Analysis} analysis */
function progressText({ report, progress, walk }) {
    if (!report) return "";
    const speed = report.seconds > 0.05 ? ` · ${short(report.nodes / report.seconds)}/s` : "";
    const proved = report.lines.every((line) => line.exact);
    const states = {
        idle: "",
        thinking: walk ? " · goes on; new lines are shown at the start" : "",
        stopped: " · stopped",
        complete: " · searched to the end",
    };
    return `Depth ${report.depth} · ${short(report.nodes)} positions${speed}${proved ? " · proved" : states[progress]}`;
}

/** @param {number} count */
function short(count) {
    if (count < 1000) return String(Math.round(count));
    return count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)} k` : `${(count / 1e6).toFixed(1)} M`;
}

/** @param {Line} line @param {number} index @param {Analysis} analysis @param {Send} send @returns {Node} */
function lineView(line, index, { walk }, send) {
    const here = walk?.line === index ? walk.ply : 0;
    return h(
        "li",
        { class: "line" },
        h(
            "span",
            { class: `value${line.exact ? " exact" : ""}`, title: line.exact ? "proved" : "estimated" },
            signed(line.value),
            h("span", { class: "visually-hidden" }, line.exact ? " exact" : " estimated"),
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
        { class: "card", "aria-label": "Position" },
        h("h2", null, "Position"),
        h(
            "div",
            { class: "controls" },
            button("back", "Undo", () => send({ type: "undo" }), {
                disabled: analysis.earlier.length === 0,
                "aria-keyshortcuts": "u",
            }),
            button("new", "Random", () => send({ type: "random" })),
            button("close", "Clear", () => send({ type: "clear" })),
            button("previous", "From the game", () => send({ type: "from the game" })),
            button("share", "Share", () => send({ type: "share" })),
            button("play", "Play from here", () => send({ type: "play from here" }), {
                disabled: isEmpty(analysis.board),
            }),
            field(
                "Size",
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
            "A board or an input.txt",
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
            button(null, "Set up", () => send({ type: "read position", text: analysis.text }), {
                disabled: analysis.text.trim() === "",
            }),
            button("open", "Open a file", () => send({ type: "load" })),
        ),
        h("p", { class: "quiet" }, "You can also drop a file on the page."),
    );
}
