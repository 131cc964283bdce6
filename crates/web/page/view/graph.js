// @ts-check
/** The margin over the game: what the points say, and what the game is heading for. */

/** @import { Node } from "../dom/element.js" */
/** @import { Reviewing } from "../state/review.js" */
import { drawing, h } from "../dom/element.js";
import { leadAt } from "../state/game.js";
import { exactFrom, headingFor } from "../state/review.js";
import { GRAPH, graphLabel, scaleText } from "../words/review.js";

const WIDTH = 400;
const HEIGHT = 170;
const EDGE = 12;

/** @param {Reviewing} review @param {readonly number[]} turning indices of moves @param {(ply: number) => void} show @returns {Node} */
export function graphView(review, turning, show) {
    const { game, ply } = review;
    const plies = game.turns.length;
    const leads = Array.from({ length: plies + 1 }, (_, at) => leadAt(game, at));
    const heading = leads.map((_, at) => headingFor(review, at));
    const most = Math.max(10, ...leads.map(Math.abs), ...heading.map((value) => Math.abs(value ?? 0)));
    const x = (/** @type {number} */ at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, plies);
    const y = (/** @type {number} */ value) => HEIGHT / 2 - ((HEIGHT / 2 - EDGE) * value) / most;
    const path = (/** @type {readonly (number | null)[]} */ values) =>
        values.reduce(
            (/** @type {string} */ text, value, at) =>
                value === null
                    ? text
                    : `${text}${text && values[at - 1] !== null ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
            "",
        );
    return h(
        "figure",
        { class: "graph" },
        drawing(
            "svg",
            {
                viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                role: "img",
                "aria-label": graphLabel(plies, leads[plies] ?? 0),
                onclick: (/** @type {MouseEvent} */ event) => show(Math.round(plies * along(event))),
            },
            provedView(exactFrom(review), plies, x),
            drawing("path", { class: "zero", d: `M${EDGE} ${HEIGHT / 2}H${WIDTH - EDGE}` }),
            drawing("path", { class: "lead", d: path(leads) }),
            drawing("path", { class: "heading", d: path(heading) }),
            turning.map((index) =>
                drawing("circle", {
                    class: "turning",
                    cx: x(index + 1),
                    cy: y(heading[index + 1] ?? leads[index + 1] ?? 0),
                    r: 5,
                }),
            ),
            drawing("path", { class: "here", d: `M${x(ply).toFixed(1)} ${EDGE / 2}V${HEIGHT - EDGE / 2}` }),
            // Above the middle the first player is ahead, below the second.
            [0, 1].map((player) =>
                drawing(
                    "text",
                    { class: `scale side-${player}`, x: EDGE, y: player === 0 ? EDGE + 4 : HEIGHT - 4 },
                    scaleText(game.draft.players[player === 0 ? 0 : 1], most),
                ),
            ),
        ),
        h(
            "figcaption",
            null,
            h("span", { class: "key lead" }, GRAPH.lead),
            h("span", { class: "key heading" }, GRAPH.heading),
            h("span", { class: "key turning" }, GRAPH.turning),
            exactFrom(review) !== null && h("span", { class: "key proved" }, GRAPH.proved),
        ),
    );
}

/** From where on every value is proved. @param {number | null} from @param {number} plies @param {(ply: number) => number} x @returns {Node} */
const provedView = (from, plies, x) =>
    from === null
        ? null
        : drawing("rect", { class: "proved", x: x(from), y: 0, width: x(plies) - x(from), height: HEIGHT });

/** How far along the drawing a click was, 0 to 1. @param {MouseEvent} event */
function along({ currentTarget, clientX }) {
    if (!(currentTarget instanceof Element)) return 0;
    const { left, width } = currentTarget.getBoundingClientRect();
    const edge = (EDGE * width) / WIDTH;
    return Math.max(0, Math.min(1, (clientX - left - edge) / (width - 2 * edge)));
}
