// @ts-check
/** What happens to a finished game. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Event, Rules } from "../flow/types.js" */
/** @import { Game, Judgement, Review } from "../engine/types.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { State } from "../state/state.js" */
import { complained, then, ticketOf, to } from "../flow/change.js";
import { boardAt } from "../state/game.js";
import { YOU, engineName, isPerson } from "../state/players.js";
import {
    betterDraft,
    isBetter,
    judged,
    mistakes,
    nextMistake,
    reviewing,
    reviewLimits,
    shownIn,
    steppedInLine,
    steppedTo,
} from "../state/review.js";
import { PROBLEMS } from "../words/problems.js";
import { REVIEW } from "../words/review.js";
import { beganOrAsked } from "./play.js";
import { gone } from "./views.js";

/** All moves together take about this long. */
const WHOLE_SECONDS = 20;

/** Between two moves of the better line. */
export const LINE_MILLISECONDS = 1400;

/** @param {State} state @param {(review: Reviewing) => Reviewing} update @returns {State} */
const withReview = (state, update) => ({ ...state, review: state.review && update(state.review) });

/** @param {State} state @returns {Change} */
function stopped(state) {
    const ticket = state.review?.ticket ?? null;
    if (ticket === null) return to(state);
    return to(withReview(state, (review) => ({ ...review, ticket: null })), { type: "stop", ticket });
}

/** @param {State} state @param {Rules} rules @returns {Change} */
function judging(state, rules) {
    if (!state.review || state.review.game.turns.length === 0) return to(state);
    const { game } = state.review;
    return then(stopped(state), (now) => {
        const [ticket, next] = ticketOf(now);
        return to(withReview(next, (review) => ({ ...review, judgements: [], result: null, ticket })), {
            type: "ask",
            ticket,
            question: {
                kind: "review",
                record: rules.writeRecord(game.draft),
                limits: reviewLimits(game, WHOLE_SECONDS),
            },
        });
    });
}

/** @param {State} state @param {Game} game @returns {Change} */
const opened = (state, game) =>
    then(
        stopped(state),
        (now) => gone(now, "review"),
        (now) => to({ ...now, review: reviewing(game), alert: null, aim: null, cursor: "A1" }),
    );

/** @param {State} state @param {Rules} rules @param {string} text @param {{judge: boolean, from?: string | undefined}} how @returns {Change} */
export function readRecord(state, rules, text, { judge, from }) {
    try {
        const game = rules.parseRecord(text);
        return then(opened(state, game), (now) => (judge ? judging(now, rules) : to(now)));
    } catch (problem) {
        return complained(state, problem, from ?? PROBLEMS.record);
    }
}

/** With all judgements there are, shown at what went wrong first. @param {State} state @param {Review} result @returns {State} */
function withResult(state, result) {
    return withReview(state, (review) => {
        const whole = { ...review, judgements: result.judgements, result, ticket: null };
        const first = mistakes(whole)[0];
        return review.touched || first === undefined ? whole : { ...whole, ply: first };
    });
}

/** @param {State} state @param {Extract<Event, {type: "progress"}>} event @returns {Change | null} */
export function heard(state, { ticket, found }) {
    if (!state.review || state.review.ticket !== ticket) return null;
    return to(withReview(state, (review) => judged(review, /** @type {Judgement} */ (found))));
}

/** @param {State} state @param {Extract<Event, {type: "answered"}>} event @returns {Change | null} */
export function answered(state, { ticket, found }) {
    if (!state.review || state.review.ticket !== ticket) return null;
    const result = /** @type {Review | null} */ (found);
    if (!result) return to(withReview(state, (review) => ({ ...review, ticket: null })));
    return to({ ...withResult(state, result), said: REVIEW.complete });
}

/** @param {State} state @param {Extract<Event, {type: "engine failed"}>} event @returns {Change | null} */
export function failed(state, { ticket, message }) {
    if (!state.review || state.review.ticket !== ticket) return null;
    return complained(
        withReview(state, (review) => ({ ...review, ticket: null })),
        message,
        PROBLEMS.reviewEnded,
    );
}

/** One more move of the better line, and the next after a moment. @param {State} state @returns {Change} */
function goneOnInLine(state) {
    const line = state.review?.line;
    if (!line) return to(state);
    const ply = line.ply + 1;
    if (ply >= line.game.turns.length)
        return to(withReview(state, (review) => ({ ...review, line: { ...line, ply, ticket: null } })));
    const [ticket, next] = ticketOf(state);
    return to(
        withReview(next, (review) => ({ ...review, line: { ...line, ply, ticket } })),
        { type: "wait", ticket, what: "line", milliseconds: LINE_MILLISECONDS },
    );
}

/** @param {State} state @param {Extract<Event, {type: "moment"}>} event @returns {Change} */
export const passed = (state, { ticket }) =>
    state.review?.line?.ticket === ticket && state.view === "review" ? goneOnInLine(state) : to(state);

/** @type {Handlers} */
export const handlers = {
    "open game": (state, _, rules) => {
        const { game, judged } = state.play;
        return then(opened(state, game), (now) => (judged ? to(withResult(now, judged)) : judging(now, rules)));
    },

    "read record": (state, { text, judge, from }, rules) => readRecord(state, rules, text, { judge, from }),
    judge: (state, _, rules) => judging(state, rules),
    "stop review": (state) => stopped(state),
    "close review": (state) => then(stopped(state), (now) => to({ ...now, review: null, aim: null })),

    "show review": (state, { ply }) => to(withReview(state, (review) => steppedTo(review, ply))),
    "step review": (state, { plies }) =>
        to(
            withReview(state, (review) =>
                review.line
                    ? steppedInLine(review, review.line.ply + plies)
                    : steppedTo(review, review.ply + plies),
            ),
        ),

    "next mistake": (state, { direction }) => {
        const index = state.review && nextMistake(state.review, direction);
        return index === null ? to(state) : to(withReview(state, (review) => steppedTo(review, index)));
    },

    "solve mistake": (state) =>
        to({
            ...withReview(state, (review) => ({
                ...review,
                exercise: { ply: review.ply, wrong: null, found: false },
                line: null,
            })),
            aim: null,
        }),

    guess: (state, { cell }) =>
        to(
            withReview(state, (review) => {
                if (!review.exercise || review.exercise.found) return review;
                const found = isBetter(review, cell);
                return { ...review, exercise: { ...review.exercise, found, wrong: found ? null : cell } };
            }),
        ),

    reveal: (state) => to(withReview(state, (review) => ({ ...review, exercise: null }))),

    "play line": (state, _, rules) => {
        const draft = state.review && betterDraft(state.review);
        if (!draft) return to(state);
        const game = rules.replay(draft);
        const begun = withReview(state, (review) => ({
            ...review,
            touched: true,
            exercise: null,
            line: { game, from: review.ply, ply: review.ply, ticket: null },
        }));
        return goneOnInLine({ ...begun, aim: null });
    },

    "leave line": (state) => to(withReview(state, (review) => ({ ...review, line: null }))),

    "continue from review": (state, { at }, rules) => {
        if (!state.review) return to(state);
        const { game, ply } = shownIn(state.review);
        const level = engineName(state.settings.level);
        const { players } = game.draft;
        // Whoever is to move is the visitor; the other one is the engine.
        const mover = ply % 2;
        const other = isPerson(players[1 - mover] ?? "") ? level : (players[1 - mover] ?? level);
        const draft = {
            players: /** @type {[string, string]} */ ([YOU, other]),
            board: boardAt(game, ply),
            kinds: game.draft.kinds,
            clocks: null,
            notes: [`from move ${ply + 1} of a reviewed game`],
            moves: [],
        };
        return beganOrAsked(state, draft, 0, at, rules);
    },
};
