// @ts-check
/** The boards of all workers, as they are now. */

/** @import { Worker } from "../../api.js" */
/** @import { Child, Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { Arena } from "../../state/arena.js" */
/** @import { Place } from "../../state/live.js" */
import { drawing, h, lazy } from "../../dom/element.js";
import { rowsOf } from "../../state/grid.js";
import { ARENA, boardText, liveText, workerName } from "../../words/arena.js";
import { displayName } from "../../words/game.js";
import { plain } from "../../words/plain.js";

/** @param {Arena} arena @param {Send} send @returns {Child} */
export function liveCard({ live, underWay, tournament }, send) {
    if (live.length === 0) return null;
    const workers = tournament?.status?.workers ?? [];
    return h(
        "section",
        { class: "card", "aria-label": ARENA.live },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, ARENA.live),
            h("p", { class: "quiet" }, underWay === 0 ? ARENA.noLive : liveText(live.filter(({ over }) => !over).length, underWay)),
        ),
        h(
            "ul",
            { class: "live" },
            live.map((place) => lazy(placeView, place, nameOf(place.game.worker, workers), send)),
        ),
    );
}

/** @param {number} id @param {readonly Worker[]} workers where there is more than one, which it is */
const nameOf = (id, workers) =>
    workers.length > 1 ? plain(workers.find((worker) => worker.id === id)?.name ?? workerName(id)) : "";

/** @param {Place} place @param {string} worker @param {Send} send @returns {Node} */
function placeView({ game, over }, worker, send) {
    const { pair, number, first, second, scores, position } = game;
    return h(
        "li",
        { class: over ? "over" : "" },
        h(
            "button",
            {
                type: "button",
                class: "live-board",
                "aria-label": boardText(game),
                onclick: () => send({ type: "follow", which: { pair, number } }),
            },
            thumbnail(position),
            sideView(0, first, scores[0]),
            sideView(1, second, scores[1]),
            worker && h("span", { class: "quiet worker" }, worker),
        ),
    );
}

/** @param {0 | 1} side @param {string} name @param {number} points @returns {Node} */
const sideView = (side, name, points) =>
    h(
        "span",
        { class: `live-side side-${side}` },
        h("span", { class: "live-name" }, displayName(name)),
        h("span", { class: "figure" }, points),
    );

/** One path for each kind of fruit: hundreds of boards would be far too many drawings. @param {string} board @returns {Node} */
function thumbnail(board) {
    const rows = rowsOf(board);
    /** @type {Map<string, string>} */
    const paths = new Map();
    rows.forEach((row, y) =>
        [...row].forEach((fruit, x) => {
            if (fruit === "*") return;
            paths.set(fruit, `${paths.get(fruit) ?? ""}M${x + 0.1} ${y + 0.5}a.4 .4 0 1 0 .8 0a.4 .4 0 1 0-.8 0`);
        }),
    );
    return drawing(
        "svg",
        { class: "thumbnail", viewBox: `0 0 ${rows.length} ${rows.length}`, "aria-hidden": "true" },
        [...paths].map(([fruit, d]) => drawing("path", { key: fruit, class: `kind-${fruit}`, d })),
    );
}
