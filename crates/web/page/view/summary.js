// @ts-check
/** What a review says of the whole game. */

/** @import { Child, Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Reviewing } from "../state/review.js" */
import { h, lazy } from "../dom/element.js";
import { boardAt } from "../state/game.js";
import { judgedCount, shownIn } from "../state/review.js";
import { CONTROLS } from "../words/controls.js";
import { accuracyText, displayName, endingText, resultText } from "../words/game.js";
import { REVIEW, stopLabel, turnName, worstText } from "../words/review.js";
import { button } from "./controls.js";
import { graphView } from "./graph.js";

/** @param {Reviewing} review @param {Send} send @returns {Node} */
export function summaryCard(review, send) {
    const { game, result, ticket } = review;
    const shown = shownIn(review);
    const done = judgedCount(review);
    return h(
        "section",
        { class: "card", "aria-label": REVIEW.summary },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, resultText(game) || REVIEW.underWay),
            button(null, REVIEW.another, () => send({ type: "close review" }), { class: "plain" }),
        ),
        game.ending !== null && h("p", { class: "quiet" }, endingText(game)),
        lazy(graphOf, review, result?.turningPoints ?? NONE, send),
        ticket !== null &&
            h("progress", { value: String(done), max: game.turns.length, "aria-label": REVIEW.progress }),
        h(
            "div",
            { class: "controls" },
            ticket !== null
                ? button("stop", stopLabel(done, game.turns.length), () => send({ type: "stop review" }))
                : !result &&
                      button("review", REVIEW.judge, () => send({ type: "judge" }), {
                          class: "primary",
                          disabled: game.turns.length === 0,
                      }),
            button("share", CONTROLS.share, () => send({ type: "share" })),
            button("analyse", REVIEW.analyse, () => send({ type: "visit", board: boardAt(shown.game, shown.ply) })),
            button("play", REVIEW.playOn, () => send({ type: "continue from review" }), {
                disabled: shown.ply === shown.game.turns.length,
            }),
        ),
        result && playersTable(review, send),
        result &&
            result.turningPoints.length > 0 &&
            h(
                "p",
                { class: "turnings" },
                REVIEW.turningPoints,
                result.turningPoints.map((index) =>
                    h(
                        "button",
                        {
                            type: "button",
                            class: "link",
                            onclick: () => send({ type: "show review", ply: index }),
                        },
                        turnName(index, game.turns[index]),
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
                REVIEW.columns.map((title) => h("th", { scope: "col" }, title)),
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
                                  worstText(worst, game.turns[worst], lostAt(result, worst)),
                              ),
                    ),
                );
            }),
        ),
    );
}

/** @param {NonNullable<Reviewing["result"]>} result @param {number} index */
const lostAt = (result, index) => result.judgements[index]?.lost ?? 0;
