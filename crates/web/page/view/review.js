// @ts-check
/** The view of a finished game, move by move. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { h, lazy } from "../dom/element.js";
import { boardAt, clocksAt, playerAt } from "../state/game.js";
import { nextMistake } from "../state/review.js";
import { cellStatus } from "../words/board.js";
import { TITLES } from "../words/page.js";
import { exerciseText, reviewStatus } from "../words/review.js";
import { boardView, pointing } from "./board.js";
import { button, stepper } from "./controls.js";
import { reviewedLook } from "./look.js";
import { judgedMoves } from "./moves.js";
import { playersView } from "./players.js";
import { resultsCard } from "./results.js";
import { summaryCard } from "./summary.js";

/** @param {State} state @param {Send} send @returns {Node} */
export function reviewView(state, send) {
    return state.review ? gameView(state, state.review, send) : loadView(state, send);
}

/** @param {State} state @param {Send} send @returns {Node} */
const loadView = (state, send) =>
    h(
        "div",
        { class: "narrow load", key: "load" },
        h("h1", { class: "visually-hidden" }, TITLES.review),
        resultsCard(state, send),
        h(
            "section",
            { class: "card drop", "aria-label": "Load a game" },
            h("h2", null, "Review a game"),
            h(
                "p",
                null,
                "See where points were lost, which moves were better and when the game turned. Drop a record here, open one, or paste its text.",
            ),
            h(
                "div",
                { class: "controls" },
                button("open", "Open a record", () => send({ type: "load" }), { class: "primary" }),
                button("play", "The game just played", () => send({ type: "open game" }), {
                    disabled: state.play.game.turns.length === 0,
                }),
            ),
            h(
                "form",
                {
                    class: "form",
                    onsubmit: (/** @type {SubmitEvent} */ event) => {
                        event.preventDefault();
                        send({ type: "read record", text: textOf(event), judge: true });
                    },
                },
                h(
                    "label",
                    { class: "field" },
                    h("span", null, "The text of a record"),
                    h("textarea", {
                        name: "record",
                        rows: 8,
                        spellcheck: "false",
                        placeholder: "fruitrage record 1\nfirst …",
                    }),
                ),
                h("div", { class: "controls" }, h("button", { type: "submit" }, "Review")),
            ),
        ),
    );

/** @param {SubmitEvent} event */
const textOf = ({ currentTarget }) =>
    currentTarget instanceof HTMLFormElement ? String(new FormData(currentTarget).get("record") ?? "") : "";

/** @param {State} state @param {Reviewing} review @param {Send} send @returns {Node} */
function gameView(state, review, send) {
    const { game, ply } = review;
    const standing = (/** @type {0 | 1} */ player) => {
        const left = clocksAt(game, ply)?.[player];
        return left === undefined ? null : { left, since: null };
    };
    return h(
        "div",
        { class: "table review", key: "review" },
        h("h1", { class: "visually-hidden" }, "Review"),
        playersView(game, ply, {
            clocks: [standing(0), standing(1)],
            toMove: game.turns[ply] ? playerAt(ply) : null,
            thinking: false,
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(reviewedLook(review, { ...state, aim: state.aim?.cell ?? null }), {
                ...pointing(send),
                choose: (cell) =>
                    send(review.exercise ? { type: "guess", cell } : { type: "step review", plies: 1 }),
            }),
            statusView(state, review),
            stepsView(review, send),
        ),
        h(
            "div",
            { class: "panel" },
            summaryCard(review, send),
            h(
                "section",
                { class: "card moves-card", "aria-label": "Moves of the game" },
                h("h2", null, "Moves"),
                lazy(reviewedMoves, review.game, review.judgements, ply, send),
            ),
        ),
    );
}

/** @param {State} state @param {Reviewing} review @returns {Node} */
function statusView({ aim, fruitNames }, review) {
    const groups = groupsOf(boardAt(review.game, review.ply));
    return h(
        "div",
        { class: "status-area" },
        h("p", { class: "status", role: "status" }, review.exercise ? exerciseText(review) : reviewStatus(review)),
        h("p", { class: "status aimed" }, aim ? cellStatus(aim.cell, groups.get(aim.cell), fruitNames) : ""),
    );
}

/** @param {Reviewing} review @param {Send} send @returns {Node} */
function stepsView(review, send) {
    const { game, ply, judgements, exercise } = review;
    const judgement = judgements[ply];
    return h(
        "div",
        { class: "under-board controls" },
        stepper(
            {
                first: () => send({ type: "show review", ply: 0 }),
                previous: () => send({ type: "step review", plies: -1 }),
                next: () => send({ type: "step review", plies: 1 }),
                last: () => send({ type: "show review", ply: Infinity }),
            },
            { start: ply === 0, end: ply === game.turns.length },
        ),
        button("next", "Next mistake", () => send({ type: "next mistake", direction: 1 }), {
            disabled: nextMistake(review, 1) === null,
            "aria-keyshortcuts": "m",
        }),
        exercise
            ? button("hint", exercise.found ? "Go on" : "Show it", () => send({ type: "reveal" }))
            : button("hint", "Find better", () => send({ type: "solve mistake" }), {
                  disabled: !judgement || judgement.lost === 0,
              }),
    );
}

/** @param {Reviewing["game"]} game @param {Reviewing["judgements"]} judgements @param {number} ply @param {Send} send */
const reviewedMoves = (game, judgements, ply, send) =>
    judgedMoves(game, judgements, ply, (index) => send({ type: "show review", ply: index }));
