// @ts-check
/** How an agent's rating came about, with its interval. */

/** @import { Agent } from "../../api.js" */
/** @import { Node } from "../../dom/element.js" */
import { drawing, h } from "../../dom/element.js";
import { ARENA, historyText, ratingsLabel, stageText } from "../../words/arena.js";
import { signed } from "../../words/board.js";

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 48;
const EDGE = 16;

/** @param {Agent["history"]} history @returns {Node} */
export function ratingsView(history) {
    const last = history.at(-1);
    if (history.length < 2 || !last) return h("p", { class: "quiet" }, ARENA.noHistory);
    const values = history.flatMap(({ rating, low, high }) => [rating, low ?? rating, high ?? rating]);
    const lowest = Math.min(0, ...values);
    const highest = Math.max(0, ...values);
    const most = history[history.length - 1]?.games ?? 1;
    const least = history[0]?.games ?? 0;
    // By games, not by hours: the nights in between say nothing.
    const x = (/** @type {number} */ games) => LEFT + ((WIDTH - LEFT - EDGE) * (games - least)) / Math.max(1, most - least);
    const y = (/** @type {number} */ value) => EDGE + ((HEIGHT - 2 * EDGE) * (highest - value)) / Math.max(1, highest - lowest);
    const point = (/** @type {number} */ games, /** @type {number} */ value) => `${x(games).toFixed(1)} ${y(value).toFixed(1)}`;
    const known = history.filter(({ low, high }) => low !== null && high !== null);
    const band = [
        ...known.map(({ games, high, rating }) => point(games, high ?? rating)),
        ...[...known].reverse().map(({ games, low, rating }) => point(games, low ?? rating)),
    ];
    return h(
        "figure",
        { class: "graph ratings" },
        drawing(
            "svg",
            {
                viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                role: "img",
                "aria-label": ratingsLabel(most, Math.round(last.rating), last.rank),
            },
            band.length > 0 && drawing("path", { class: "band", d: `M${band.join("L")}Z` }),
            drawing("path", { class: "zero", d: `M${LEFT} ${y(0).toFixed(1)}H${WIDTH - EDGE}` }),
            drawing("path", { class: "lead", d: `M${history.map(({ games, rating }) => point(games, rating)).join("L")}` }),
            history.map((stage) =>
                drawing(
                    "circle",
                    { class: "turning", cx: x(stage.games).toFixed(1), cy: y(stage.rating).toFixed(1), r: 4 },
                    drawing("title", null, stageText(stage)),
                ),
            ),
            [highest, lowest].map((value) =>
                drawing("text", { class: "scale", x: 0, y: y(value) + 4 }, signed(Math.round(value))),
            ),
        ),
        h(
            "figcaption",
            null,
            h("span", { class: "key lead" }, ARENA.rating),
            h("span", { class: "key band" }, ARENA.interval),
            h("span", null, historyText(history[0]?.at ?? 0, last.at, most)),
        ),
    );
}
