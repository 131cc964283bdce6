// @ts-check
/** The visitor's own games: what they say, and each of them to look at again. */

/** @import { Child, Node } from "../dom/element.js" */
/** @import { Game } from "../engine/types.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Result } from "../state/results.js" */
/** @import { State } from "../state/state.js" */
import { h } from "../dom/element.js";
import { YOU } from "../state/players.js";
import { byLevel, ratingOf } from "../state/results.js";
import { accuracyText } from "../words/game.js";
import { RESULTS, changeText, ratingText, resultLine } from "../words/results.js";
import { button } from "./controls.js";

/** How many of them are listed. */
const LISTED = 12;

/** @param {State} state @param {Send} send @returns {Node} */
export function resultsCard({ results, forgetting }, send) {
    return h(
        "section",
        { class: "card results", "aria-labelledby": "results-title" },
        h("h2", { id: "results-title" }, RESULTS.title),
        results.length === 0 ? h("p", { class: "quiet" }, RESULTS.none) : summaryView(results, send),
        h(
            "div",
            { class: "controls" },
            button("save", RESULTS.export, () => send({ type: "export results" }), {
                disabled: results.length === 0,
            }),
            button("open", RESULTS.import, () => send({ type: "choose results" })),
            results.length > 0 &&
                (forgetting
                    ? button("close", RESULTS.sure, () => send({ type: "forget results" }), { class: "primary" })
                    : button("close", RESULTS.forget, () => send({ type: "ask forget" }), { class: "plain" })),
        ),
    );
}

/** @param {readonly Result[]} results @param {Send} send @returns {Child} */
const summaryView = (results, send) => [
    h("p", { class: "rating" }, ratingText(ratingOf(results))),
    h("p", { class: "quiet" }, RESULTS.about),
    h(
        "table",
        { class: "summary" },
        h("thead", null, h("tr", null, RESULTS.columns.map((title) => h("th", { scope: "col" }, title)))),
        h(
            "tbody",
            null,
            byLevel(results).map(({ level, won, drawn, lost, accuracy }) =>
                h(
                    "tr",
                    null,
                    h("th", { scope: "row" }, level),
                    [won, drawn, lost].map((count) => h("td", null, count)),
                    h("td", null, accuracyText(accuracy)),
                ),
            ),
        ),
    ),
    h("h3", null, RESULTS.latest),
    h(
        "ul",
        { class: "results-list" },
        results
            .slice(-LISTED)
            .reverse()
            .map((result) =>
                h(
                    "li",
                    { key: result.record },
                    h(
                        "button",
                        { type: "button", class: "link", onclick: () => send({ type: "open result", record: result.record }) },
                        resultLine(result),
                    ),
                ),
            ),
    ),
];

/** What the game that has just ended did to the rating. @param {Game} game @param {readonly Result[]} results */
export function ratingChange({ draft }, results) {
    const last = results.at(-1);
    const mine = draft.players.includes(YOU);
    if (!mine || !last || last.aided) return "";
    return changeText(ratingOf(results.slice(0, -1)), ratingOf(results));
}
