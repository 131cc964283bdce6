// @ts-check
/** Who plays a tournament. */

/** @import { Worker } from "../../api.js" */
/** @import { Node } from "../../dom/element.js" */
import { h } from "../../dom/element.js";
import { ARENA, lastSeenText, remarksText } from "../../words/arena.js";
import { plain } from "../../words/plain.js";
import { headings, wide } from "./tables.js";

/** @param {readonly Worker[]} workers @returns {Node} */
export function workersCard(workers) {
    return h(
        "section",
        { class: "card", "aria-label": ARENA.workers },
        h("h2", null, ARENA.workers),
        wide(
            ARENA.workersTable,
            h(
                "table",
                { class: "workers" },
                headings(ARENA.workersColumns),
                h("tbody", null, workers.map(workerRow)),
            ),
        ),
    );
}

/** @param {Worker} worker @returns {Node} */
function workerRow(worker) {
    return h(
        "tr",
        null,
        h("td", null, worker.id),
        h("th", { scope: "row" }, plain(worker.name)),
        h("td", null, worker.activity),
        h("td", null, worker.jobs),
        h("td", { class: "figure" }, worker.speed === null ? "–" : worker.speed.toLocaleString("en")),
        h("td", { class: "figure" }, worker.games),
        h("td", { class: "figure" }, worker.out_of_time),
        h("td", null, lastSeenText(worker)),
        h("td", null, remarksText(worker)),
    );
}
