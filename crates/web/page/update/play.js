// @ts-check
/** What happens in a game: claims, the engine's answers, the clock. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Effect, Event, Rules } from "../flow/types.js" */
/** @import { Draft, Game, Report, Review, SearchLimits } from "../engine/types.js" */
/** @import { Cell } from "../state/grid.js" */
/** @import { Play } from "../state/play.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf, isAllSingles } from "../board/groups.js";
import { complained, then, ticketOf, to } from "../flow/change.js";
import { draftOf } from "../state/draft.js";
import { withMove } from "../state/game.js";
import {
    afterMove,
    afterResigning,
    afterTakeBack,
    afterTime,
    canFinish,
    carriedAfterMove,
    clockOf,
    goneOn,
    hasRunOut,
    isAtStake,
    isEnginesTurn,
    isOver,
    isPersonsTurn,
    playing,
    showing,
    shownPly,
} from "../state/play.js";
import { YOU, levelOf } from "../state/players.js";
import { reviewLimits } from "../state/review.js";
import { isSeed } from "../state/settings.js";
import { hintText, moveText, outcomeText, takenBackText } from "../words/game.js";
import { PROBLEMS } from "../words/problems.js";
import { seedProblem } from "../words/setup.js";
import { gone } from "./views.js";

/** Without a clock the engine takes at most this long. */
const ENGINE_SECONDS = 3;
const HINT_SECONDS = 1.5;
/** The eye follows one move before the next comes, if the clock allows. */
export const LOOK_MILLISECONDS = 900;
const HURRY_SECONDS = 5;
/** What the ending says of both players' accuracy takes about this long in all. */
const JUDGING_SECONDS = 6;

/** @param {State} state @param {Partial<Play>} changes @returns {State} */
const withPlay = (state, changes) => ({ ...state, play: { ...state.play, ...changes } });

/** What was asked for and is of no use any more. @param {Play} play @returns {Effect[]} */
const stops = ({ reply, hint, judging }) =>
    [
        reply?.status === "asked" ? reply.ticket : null,
        hint && "ticket" in hint ? hint.ticket : null,
        judging?.ticket ?? null,
    ]
        .filter((ticket) => ticket !== null)
        .map((ticket) => ({ type: /** @type {const} */ ("stop"), ticket }));

/** A game in another state than before. @param {State} state @param {Play} play @param {number} at @param {Rules} rules @returns {Change} */
function turned(state, play, at, rules) {
    const [ticket, next] = ticketOf(state);
    const fresh = { ...next, play: { ...play, turnTicket: ticket } };
    return then(
        to(fresh, ...stops(state.play)),
        (now) => timed(now, at),
        (now) => asked(now, at),
        (now) => judged(now, rules),
    );
}

/** Has the clock tell when it is over. @param {State} state @param {number} at @returns {Change} */
function timed(state, at) {
    const { play } = state;
    const left = play.game.toMove === null ? null : clockOf(play, play.game.toMove, at);
    if (left === null) return to(state);
    return to(state, {
        type: "wait",
        ticket: play.turnTicket,
        what: "time",
        milliseconds: Math.ceil(left * 1000),
    });
}

/** Asks the engine, if it is its turn. @param {State} state @param {number} at @returns {Change} */
function asked(state, at) {
    if (!isEnginesTurn(state.play)) return to(state);
    const [ticket, next] = ticketOf(state);
    const { board } = state.play.game;
    return to(withPlay(next, { reply: { status: "asked", ticket } }), {
        type: "ask",
        ticket,
        question: { kind: "move", board, limits: engineLimits(state.play, at) },
    });
}

/** @param {Play} play @param {number} at @returns {SearchLimits} */
function engineLimits(play, at) {
    const mover = play.game.toMove ?? 0;
    const level = levelOf(play.game.draft.players[mover]) ?? 10;
    const left = clockOf(play, mover, at);
    // Some of the clock goes to telling the question and the answer.
    return left === null
        ? { level, moveSeconds: ENGINE_SECONDS }
        : { level, clockSeconds: Math.max(0.01, 0.9 * left - 0.2) };
}

/** At the end both players' accuracy is looked into. @param {State} state @param {Rules} rules @returns {Change} */
function judged(state, rules) {
    const { game } = state.play;
    if (game.toMove !== null || game.turns.length === 0) return to(state);
    const [ticket, next] = ticketOf(state);
    return to(withPlay(next, { judging: { ticket, done: 0 } }), {
        type: "ask",
        ticket,
        question: {
            kind: "review",
            record: rules.writeRecord(game.draft),
            limits: reviewLimits(game, JUDGING_SECONDS),
        },
    });
}

/** @param {State} state @param {Draft} draft @param {number} spent @param {number} at @param {Rules} rules @returns {Change} */
export function began(state, draft, spent, at, rules) {
    const game = rules.replay(draft);
    const play = playing(game, state.play.games + 1, at, spent);
    return then(
        turned({ ...state, dialog: null, cursor: "A1", said: "A new game." }, play, at, rules),
        (now) => gone(now, "play"),
        (now) => to({ ...now, alert: null, aim: null }),
    );
}

/** Begins, after asking if a game would be lost. @param {State} state @param {Draft} draft @param {number} spent @param {number} at @param {Rules} rules @returns {Change} */
export const beganOrAsked = (state, draft, spent, at, rules) =>
    isAtStake(state.play)
        ? to({ ...state, dialog: { kind: "replace", draft, spent } })
        : began(state, draft, spent, at, rules);

/** @param {State} state @param {Cell} cell @param {number} at when it was decided @param {number} now @param {Rules} rules @returns {Change} */
function claimed(state, cell, at, now, rules) {
    const { play } = state;
    if (hasRunOut(play, at)) return ranOut(state, now, rules);
    const group = groupsOf(play.game.board).get(cell);
    if (!group) return to(state);
    const game = rules.replay(afterMove(play, cell, at));
    const after = goneOn(play, game, now, carriedAfterMove(play));
    const said = moveText(game, state.fruitNames);
    const shown = { type: /** @type {const} */ ("claimed"), size: group.cells.length, side: play.game.toMove ?? 0 };
    return then(turned({ ...state, said }, after, now, rules), (next) => to(next, shown, ...endings(game)));
}

/** @param {Game} game @returns {Effect[]} */
function endings({ winner, draft }) {
    if (winner === null) return [];
    const you = draft.players.indexOf(YOU);
    return [{ type: "ended", won: winner === (you === 1 ? "second" : "first") }];
}

/** @param {State} state @param {Draft} draft @param {number} at @param {Rules} rules @returns {Change} */
function ended(state, draft, at, rules) {
    const game = rules.replay(draft);
    const said = outcomeText(game).trim();
    return then(turned({ ...state, said }, goneOn(state.play, game, at, state.play.carried), at, rules), (next) =>
        to(next, ...endings(game)),
    );
}

/** @param {State} state @param {number} at @param {Rules} rules @returns {Change} */
const ranOut = (state, at, rules) => ended(state, afterTime(state.play), at, rules);

/** The rest, where nothing is left to decide. @param {State} state @param {number} at @param {Rules} rules @returns {Change} */
function finished(state, at, rules) {
    const { play } = state;
    if (!canFinish(play)) return to(state);
    const { draft, board } = play.game;
    if (!isAllSingles(board)) return ended(state, { ...draft, callsFinalLeads: true }, at, rules);
    const first = afterMove(play, cellsOf(board)[0] ?? "A1", at);
    let rest = rules.replay(first).board;
    let whole = first;
    for (let cell = cellsOf(rest)[0]; cell !== undefined; cell = cellsOf(rest)[0]) {
        whole = withMove(whole, cell, 0);
        rest = rules.play(rest, cell).board;
    }
    return ended(state, whole, at, rules);
}

/** @param {string} board @returns {Cell[]} */
const cellsOf = (board) => [...groupsOf(board).keys()];

/** @param {State} state @param {Extract<Event, {type: "answered"}>} event @param {Rules} rules @returns {Change | null} */
export function answered(state, { ticket, found, at }, rules) {
    const { reply, hint, judging } = state.play;
    if (reply?.status === "asked" && reply.ticket === ticket) {
        const cell = /** @type {Report | null} */ (found)?.lines[0]?.moves[0];
        if (cell === undefined) return to(withPlay(state, { reply: { status: "failed", message: PROBLEMS.noMove } }));
        return looked(state, cell, ticket, at, rules);
    }
    if (hint && "ticket" in hint && hint.ticket === ticket) {
        const best = /** @type {Report | null} */ (found)?.lines[0];
        const cell = best?.moves[0];
        if (!best || !cell) return to(withPlay(state, { hint: null }));
        const size = groupsOf(state.play.game.board).get(cell)?.cells.length ?? 0;
        const told = withPlay(state, { hint: { cell, value: best.value, exact: best.exact } });
        return to({ ...told, aim: null, said: hintText(cell, size) });
    }
    if (judging?.ticket === ticket)
        return to(withPlay(state, { judging: null, judged: /** @type {Review | null} */ (found) }));
    return null;
}

/** The answer waits until the eye has followed the move before; the clock does not. @param {State} state @param {Cell} cell @param {number} ticket @param {number} at @param {Rules} rules @returns {Change} */
function looked(state, cell, ticket, at, rules) {
    const { play } = state;
    const left = clockOf(play, play.game.toMove ?? 0, at);
    const pause = left === null || left > HURRY_SECONDS ? LOOK_MILLISECONDS : 0;
    const wait = pause - (at - (play.turn.since ?? at));
    if (wait <= 0) return claimed(state, cell, at, at, rules);
    return to(withPlay(state, { reply: { status: "found", cell, at, ticket } }), {
        type: "wait",
        ticket,
        what: "look",
        milliseconds: wait,
    });
}

/** @param {State} state @param {Extract<Event, {type: "progress"}>} event @returns {Change | null} */
export function heard(state, { ticket }) {
    const { judging } = state.play;
    if (judging?.ticket !== ticket) return null;
    return to(withPlay(state, { judging: { ticket, done: judging.done + 1 } }));
}

/** @param {State} state @param {Extract<Event, {type: "engine failed"}>} event @returns {Change | null} */
export function failed(state, { ticket, message }) {
    const { reply, hint, judging } = state.play;
    if (reply?.status === "asked" && reply.ticket === ticket)
        return to(withPlay(state, { reply: { status: "failed", message } }));
    if (hint && "ticket" in hint && hint.ticket === ticket)
        return complained(withPlay(state, { hint: null }), message, PROBLEMS.noHint);
    return judging?.ticket === ticket ? to(withPlay(state, { judging: null })) : null;
}

/** Who began takes turns only with games that were played. @param {Play} play */
const playedBefore = ({ game }) => (game.turns.length > 0 ? game.draft.players : null);

/** @param {State} state @param {Extract<Event, {type: "moment"}>} event @param {Rules} rules @returns {Change} */
export function passed(state, { ticket, what, at }, rules) {
    const { play } = state;
    if (what === "time") {
        if (ticket !== play.turnTicket || isOver(play)) return to(state);
        // A reply that was found in time waits only to be seen.
        if (play.reply?.status === "found") return to(state);
        return hasRunOut(play, at) ? ranOut(state, at, rules) : timed(state, at);
    }
    const { reply } = play;
    if (reply?.status !== "found" || reply.ticket !== ticket) return to(state);
    return claimed(state, reply.cell, reply.at, at, rules);
}

/** @type {Handlers} */
export const handlers = {
    resume: (state, { at }, rules) => turned(state, state.play, at, rules),

    choose: (state, { cell, means, sure, board, at }, rules) => {
        const { play } = state;
        // Only what was seen can be claimed.
        if (!isPersonsTurn(play) || board !== play.game.board) return to(state);
        if (!sure) return to({ ...state, aim: { cell, means }, cursor: cell });
        // A mouse or the focus stays where it is and shows what is there next; a finger is gone.
        return claimed(means === "touch" ? { ...state, aim: null } : state, cell, at, at, rules);
    },

    "claim aim": (state, { at }, rules) => {
        const { play, aim } = state;
        if (!aim || !isPersonsTurn(play)) return to(state);
        return claimed({ ...state, aim: null }, aim.cell, at, at, rules);
    },

    "new game": (state, { at, chance }, rules) => {
        const { seed } = state.settings;
        if (!isSeed(seed)) return complained(state, seedProblem(seed), PROBLEMS.seed);
        const draft = draftOf(state.settings, String(chance), playedBefore(state.play), rules);
        return beganOrAsked({ ...state, dialog: null, alert: null }, draft, 0, at, rules);
    },

    begin: (state, { draft, spent, at }, rules) => began(state, draft, spent, at, rules),
    "begin or ask": (state, { draft, spent, at }, rules) => beganOrAsked(state, draft, spent, at, rules),

    "take back": (state, { at }, rules) => {
        const earlier = afterTakeBack(state.play, at);
        if (!earlier) return to(state);
        const game = rules.replay(earlier.draft);
        const said = takenBackText(game);
        const play = { ...goneOn(state.play, game, at, earlier.carried), aided: true };
        return turned({ ...state, said }, play, at, rules);
    },

    resign: (state, { at }, rules) =>
        isOver(state.play) ? to(state) : ended(state, afterResigning(state.play), at, rules),

    finish: (state, { at }, rules) => finished(state, at, rules),

    hint: (state) => {
        const { play } = state;
        if (!isPersonsTurn(play) || play.hint !== null) return to(state);
        const [ticket, next] = ticketOf(state);
        return to(withPlay(next, { hint: { ticket }, aided: true }), {
            type: "ask",
            ticket,
            question: { kind: "analyse", board: play.game.board, limits: { moveSeconds: HINT_SECONDS } },
        });
    },

    "try again": (state, { at }) =>
        state.play.reply?.status === "failed" ? asked(withPlay(state, { reply: null }), at) : to(state),

    show: (state, { ply }) => to({ ...state, play: showing(state.play, ply), aim: null }),
    step: (state, { plies }) =>
        to({ ...state, play: showing(state.play, shownPly(state.play) + plies), aim: null }),

    share: (state) => to(state, { type: "share" }),
    shared: (state, { link, picture }) =>
        to({ ...state, dialog: { kind: "share", link, view: state.view, picture } }),
    "pass on": (state) => {
        const { dialog } = state;
        if (dialog?.kind !== "share" || !dialog.picture) return to(state);
        return to(state, { type: "pass on", link: dialog.link, picture: dialog.picture.blob });
    },
    save: (state, _, rules) =>
        to(state, {
            type: "save file",
            name: "game.fruitrage",
            text: rules.writeRecord(state.play.game.draft),
        }),
    load: (state) => to(state, { type: "choose file", accept: ".fruitrage,.txt,text/plain" }),
};
