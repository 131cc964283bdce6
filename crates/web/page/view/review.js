// @ts-check
/** The view of a finished game, move by move. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { h, lazy } from "../dom/element.js";
import { boardAt, clocksAt, playerAt } from "../state/game.js";
import { betterDraft, nextMistake, shownIn } from "../state/review.js";
import { cellStatus } from "../words/board.js";
import { TITLES } from "../words/page.js";
import { REVIEW, reviewStatus } from "../words/review.js";
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
            { class: "card drop", "aria-label": REVIEW.load },
            h("h2", null, REVIEW.title),
            h("p", null, REVIEW.about),
            h(
                "div",
                { class: "controls" },
                button("open", REVIEW.open, () => send({ type: "load" }), { class: "primary" }),
                button("play", REVIEW.justPlayed, () => send({ type: "open game" }), {
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
                    h("span", null, REVIEW.text),
                    h("textarea", {
                        name: "record",
                        rows: 8,
                        spellcheck: "false",
                        placeholder: REVIEW.textStart,
                    }),
                ),
                h("div", { class: "controls" }, h("button", { type: "submit" }, REVIEW.start)),
            ),
        ),
    );

/** @param {SubmitEvent} event */
const textOf = ({ currentTarget }) =>
    currentTarget instanceof HTMLFormElement ? String(new FormData(currentTarget).get("record") ?? "") : "";

/** @param {State} state @param {Reviewing} review @param {Send} send @returns {Node} */
function gameView(state, review, send) {
    const { game, ply } = shownIn(review);
    const standing = (/** @type {0 | 1} */ player) => {
        const left = clocksAt(game, ply)?.[player];
        return left === undefined ? null : { left, since: null };
    };
    return h(
        "div",
        { class: "table review", key: "review" },
        h("h1", { class: "visually-hidden" }, TITLES.review),
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
                { class: "card moves-card", "aria-label": REVIEW.movesOfGame },
                h("h2", null, REVIEW.moves),
                lazy(reviewedMoves, review.game, review.judgements, review.ply, send),
            ),
        ),
    );
}

/** @param {State} state @param {Reviewing} review @returns {Node} */
function statusView({ aim, fruitNames }, review) {
    const { game, ply } = shownIn(review);
    const groups = groupsOf(boardAt(game, ply));
    return h(
        "div",
        { class: "status-area" },
        h("p", { class: "status", role: "status" }, reviewStatus(review)),
        h("p", { class: "status aimed" }, aim ? cellStatus(aim.cell, groups.get(aim.cell), fruitNames) : ""),
    );
}

/** @param {Reviewing} review @param {Send} send @returns {Node} */
function stepsView(review, send) {
    const { exercise, line } = review;
    const { game, ply } = shownIn(review);
    const better = betterDraft(review) !== null;
    return h(
        "div",
        { class: "under-board controls" },
        stepper(
            {
                first: () => send({ type: "step review", plies: -Infinity }),
                previous: () => send({ type: "step review", plies: -1 }),
                next: () => send({ type: "step review", plies: 1 }),
                last: () => send({ type: "step review", plies: Infinity }),
            },
            { start: ply === 0, end: ply === game.turns.length },
        ),
        button("next", REVIEW.nextMistake, () => send({ type: "next mistake", direction: 1 }), {
            disabled: nextMistake(review, 1) === null,
            "aria-keyshortcuts": "m",
        }),
        exercise
            ? button("hint", exercise.found ? REVIEW.goOn : REVIEW.show, () => send({ type: "reveal" }))
            : button("hint", REVIEW.findBetter, () => send({ type: "solve mistake" }), { disabled: !better }),
        line
            ? button("back", REVIEW.backToGame, () => send({ type: "leave line" }))
            : button("play", REVIEW.betterLine, () => send({ type: "play line" }), {
                  disabled: !better || (exercise !== null && !exercise.found),
              }),
    );
}

/** @param {Reviewing["game"]} game @param {Reviewing["judgements"]} judgements @param {number} ply @param {Send} send */
const reviewedMoves = (game, judgements, ply, send) =>
    judgedMoves(game, judgements, ply, (index) => send({ type: "show review", ply: index }));
