// @ts-check
/** What a review says of the whole game. */

/** @import { Child, Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Reviewing } from "../state/review.js" */
import { h, lazy } from "../dom/element.js";
import { boardAt } from "../state/game.js";
import { judgedCount } from "../state/review.js";
import { signed } from "../words/board.js";
import { accuracyText, displayName, endingText, resultText } from "../words/game.js";
import { button } from "./controls.js";
import { graphView } from "./graph.js";

/** @param {Reviewing} review @param {Send} send @returns {Node} */
export function summaryCard(review, send) {
    const { game, result, ticket, ply } = review;
    const done = judgedCount(review);
    return h(
        "section",
        { class: "card", "aria-label": "Summary" },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, resultText(game) || "Under way"),
            button(null, "Another game", () => send({ type: "close review" }), { class: "plain" }),
        ),
        h("p", { class: "quiet" }, endingText(game)),
        lazy(graphOf, review, result?.turningPoints ?? NONE, send),
        ticket !== null &&
            h("progress", { value: String(done), max: game.turns.length, "aria-label": "Moves reviewed" }),
        h(
            "div",
            { class: "controls" },
            ticket !== null
                ? button("stop", `Stop · ${done} of ${game.turns.length} moves`, () =>
                      send({ type: "stop review" }),
                  )
                : !result &&
                      button("review", "Review this game", () => send({ type: "judge" }), {
                          class: "primary",
                          disabled: game.turns.length === 0,
                      }),
            button("share", "Share", () => send({ type: "share" })),
            button("analyse", "Analyse from here", () => send({ type: "visit", board: boardAt(game, ply) })),
            button("play", "Play on from here", () => send({ type: "continue from review" }), {
                disabled: ply === game.turns.length,
            }),
        ),
        result && playersTable(review, send),
        result &&
            result.turningPoints.length > 0 &&
            h(
                "p",
                { class: "turnings" },
                "Turning points: ",
                result.turningPoints.map((index) =>
                    h(
                        "button",
                        {
                            type: "button",
                            class: "link",
                            onclick: () => send({ type: "show review", ply: index }),
                        },
                        `${index + 1}. ${game.turns[index]?.cell}`,
                    ),
                ),
            ),
    );
}

/** @type {readonly number[]} */
const NONE = [];

/** @param {Reviewing} review @param {readonly number[]} turning @param {Send} send */
const graphOf = (review, turning, send) =>
    graphView(review, turning, (ply) => send({ type: "show review", ply }));

/** @param {Reviewing} review @param {Send} send @returns {Child} */
function playersTable({ game, result }, send) {
    if (!result) return null;
    return h(
        "table",
        { class: "summary" },
        h(
            "thead",
            null,
            h(
                "tr",
                null,
                ["Player", "Lost", "Accuracy", "Worst move"].map((title) => h("th", { scope: "col" }, title)),
            ),
        ),
        h(
            "tbody",
            null,
            result.players.map((player, index) => {
                const worst = player.worst[0];
                return h(
                    "tr",
                    { class: `side-${index}` },
                    h("th", { scope: "row" }, displayName(game.draft.players[index === 0 ? 0 : 1])),
                    h("td", null, player.lost),
                    h("td", null, accuracyText(player.accuracy)),
                    h(
                        "td",
                        null,
                        worst === undefined
                            ? "–"
                            : h(
                                  "button",
                                  {
                                      type: "button",
                                      class: "link",
                                      onclick: () => send({ type: "show review", ply: worst }),
                                  },
                                  `${worst + 1}. ${game.turns[worst]?.cell} (${signed(-lostAt(result, worst))})`,
                              ),
                    ),
                );
            }),
        ),
    );
}

/** @param {NonNullable<Reviewing["result"]>} result @param {number} index */
const lostAt = (result, index) => result.judgements[index]?.lost ?? 0;
