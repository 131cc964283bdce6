// @ts-check
/** The view of a finished game, move by move. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { State } from "../state/state.js" */
import { h, lazy } from "../dom/element.js";
import { groupsOf } from "../services/rules.js";
import { boardAt, clocksAt, endingText, playerAt, winnerText } from "../state/game.js";
import { displayName, doing } from "../state/players.js";
import { judgedCount } from "../state/review.js";
import { boardView } from "./board.js";
import { button, signed, stepper } from "./controls.js";
import { graphView } from "./graph.js";
import { movesView } from "./moves.js";
import { playersView } from "./players.js";

/** @param {State} state @param {Actions} actions @returns {Node} */
export function reviewView(state, actions) {
    const { review } = state;
    return review ? gameView(state, review, actions) : loadView(state, actions);
}

/** @param {State} state @param {Actions} actions @returns {Node} */
function loadView({ play }, { review }) {
    const area = "record-text";
    return h(
        "div",
        { class: "narrow", key: "load" },
        h(
            "section",
            { class: "card drop", "aria-label": "Load a game" },
            h("h1", null, "Review a game"),
            h(
                "p",
                null,
                "See where points were lost, which moves were better and when the game turned. Drop a record here, open one, or paste its text.",
            ),
            h(
                "div",
                { class: "controls" },
                button("open", "Open a record", review.browse, { class: "primary" }),
                button("play", "The game just played", () => review.openGame(play.game.draft), {
                    disabled: play.game.turns.length === 0,
                }),
            ),
            h("label", { class: "field", for: area }, h("span", null, "The text of a record")),
            h("textarea", {
                id: area,
                rows: 8,
                spellcheck: "false",
                placeholder: "fruitrage record 1\nfirst …",
            }),
            h(
                "div",
                { class: "controls" },
                button("review", "Review", () => review.read(textIn(area), { judge: true })),
            ),
        ),
    );
}

/** @param {string} id */
function textIn(id) {
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element.value : "";
}

/** @param {State} state @param {Reviewing} review @param {Actions} actions @returns {Node} */
function gameView(state, review, actions) {
    const { game, ply } = review;
    const board = boardAt(game, ply);
    const groups = groupsOf(board);
    const next = game.turns[ply];
    const judgement = review.judgements[ply];
    const better = judgement && judgement.lost > 0 ? judgement.best[0] : undefined;
    const cells = (/** @type {string | undefined} */ cell) => (cell ? (groups.get(cell)?.cells ?? []) : []);
    return h(
        "div",
        { class: "table review", key: "review" },
        h("h1", { class: "visually-hidden" }, "Review"),
        playersView(game, ply, {
            clocks: clocksAt(game, ply) ?? [null, null],
            toMove: next ? playerAt(ply) : null,
            thinking: false,
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(
                {
                    name: "review",
                    board,
                    groups,
                    fruitNames: state.fruitNames,
                    cursor: state.cursor,
                    aim: null,
                    marks: {
                        aim: cells(state.aim ?? undefined),
                        played: cells(next?.cell),
                        hint: cells(better),
                    },
                    usable: false,
                    claim: {
                        pause: 0,
                        score: game.turns[ply - 1] ? `+${game.turns[ply - 1]?.group.points}` : "",
                        side: `side-${playerAt(ply + 1)}`,
                    },
                },
                { ...actions.page.board, choose: () => actions.review.step(1) },
            ),
            h("p", { class: "status" }, statusText(review)),
            h(
                "div",
                { class: "under-board" },
                stepper(
                    {
                        first: () => actions.review.show(0),
                        previous: () => actions.review.step(-1),
                        next: () => actions.review.step(1),
                        last: () => actions.review.show(Infinity),
                    },
                    { start: ply === 0, end: ply === game.turns.length },
                ),
            ),
        ),
        h(
            "div",
            { class: "panel" },
            summaryCard(review, actions),
            h(
                "section",
                { class: "card moves-card", "aria-label": "Moves of the game" },
                h("h2", null, "Moves"),
                lazy(judgedMoves, review.game, review.judgements, ply, actions.review.show),
            ),
        ),
    );
}

/** @param {Reviewing["game"]} game @param {Reviewing["judgements"]} judgements @param {number} ply @param {(ply: number) => void} show */
const judgedMoves = (game, judgements, ply, show) =>
    movesView(game, ply, show, (index) => lostView(judgements[index]));

/** @param {Reviewing["judgements"][number]} judgement @returns {Child} */
function lostView(judgement) {
    if (!judgement) return null;
    if (judgement.lost === 0) return h("span", { class: "lost none" }, "best");
    return h("span", { class: `lost${judgement.lost >= 20 ? " much" : ""}` }, `−${judgement.lost}`);
}

/** What the board shows is before the next move. @param {Reviewing} review */
function statusText({ game, ply, judgements }) {
    const turn = game.turns[ply];
    if (!turn) return `${winnerText(game)}. ${endingText(game)}`;
    const judgement = judgements[ply];
    const played = `Move ${ply + 1}: ${doing(game.draft.players[turn.player], "claim")} ${turn.cell} for ${turn.group.points}`;
    if (!judgement) return played;
    if (judgement.lost === 0) return `${played}, the best move`;
    return `${played}. ${judgement.best[0]} was better by ${judgement.lost}${judgement.exact ? "" : ", estimated"}`;
}

/** @param {Reviewing} review @param {Actions} actions @returns {Node} */
function summaryCard(review, actions) {
    const { game, result, running } = review;
    const done = judgedCount(review);
    return h(
        "section",
        { class: "card", "aria-label": "Summary" },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, winnerText(game) || "Under way"),
            button(null, "Another game", actions.review.close, { class: "plain" }),
        ),
        h("p", { class: "quiet" }, endingText(game)),
        lazy(graphView, review, result?.turningPoints ?? NONE, actions.review.show),
        running &&
            h("progress", { value: String(done), max: game.turns.length, "aria-label": "Moves reviewed" }),
        h(
            "div",
            { class: "controls" },
            running
                ? button("stop", `Stop · ${done} of ${game.turns.length} moves`, actions.review.stop)
                : !result &&
                      button("review", "Review this game", actions.review.judge, {
                          class: "primary",
                          disabled: game.turns.length === 0,
                      }),
        ),
        result && playersTable(review, actions),
        result &&
            result.turningPoints.length > 0 &&
            h(
                "p",
                { class: "turnings" },
                "Turning points: ",
                result.turningPoints.map((index) =>
                    h(
                        "button",
                        { type: "button", class: "link", onclick: () => actions.review.show(index) },
                        `${index + 1}. ${game.turns[index]?.cell}`,
                    ),
                ),
            ),
    );
}

/** @type {readonly number[]} */
const NONE = [];

/** @param {Reviewing} review @param {Actions} actions @returns {Child} */
function playersTable({ game, result }, actions) {
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
                    h("td", null, player.accuracy === null ? "–" : `${Math.round(player.accuracy)} %`),
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
                                      onclick: () => actions.review.show(worst),
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
