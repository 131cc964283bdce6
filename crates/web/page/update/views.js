// @ts-check
/** Going from one view to another, and what is left and found there. */

/** @import { Change, Effect } from "../flow/types.js" */
/** @import { State, View } from "../state/state.js" */
import { then, to } from "../flow/change.js";
import { withBoard } from "../state/analyse.js";
import { gamesQuery } from "../state/arena.js";
import { boardAt } from "../state/game.js";
import { shownPly } from "../state/play.js";

/** @param {State} state @param {View} view @returns {Change} */
export function gone(state, view) {
    if (view === state.view) return to({ ...state, alert: null });
    // Nobody looks at an analysis any more, and it would take all it can get of the machine.
    const left = state.view === "analyse" ? stoppedAnalysis(state) : to(state);
    return then(
        left,
        (now) => to({ ...now, view, aim: null, alert: null }),
        (now) => entered(now),
    );
}

/** @param {State} state @returns {Change} */
export function entered(state) {
    switch (state.view) {
        case "analyse":
            return enteredAnalysis(state);
        case "arena":
            return enteredArena(state);
        case "online":
            return enteredOnline(state);
        case "puzzles":
            return state.puzzle.puzzles === null ? to(state, { type: "fetch puzzles" }) : to(state);
        default:
            return to(state);
    }
}

/** @param {State} state @returns {Change} */
function enteredOnline(state) {
    const { about, seat } = state.online;
    /** @type {Effect[]} */
    const effects = [];
    if (about === undefined) effects.push({ type: "online", act: "ask about" });
    if (seat) effects.push({ type: "online", act: "set address", room: seat.room });
    return to(state, ...effects);
}

/** @param {State} state @returns {Change} */
export const stoppedAnalysis = (state) =>
    state.analysis.ticket === null
        ? to(state)
        : to(
              { ...state, analysis: { ...state.analysis, ticket: null, progress: "stopped" } },
              { type: "stop", ticket: state.analysis.ticket },
          );

/** Shows the game being played, unless something else was set up. @param {State} state @returns {Change} */
function enteredAnalysis(state) {
    const { analysis, play } = state;
    const board = boardAt(play.game, shownPly(play));
    if (!analysis.follows || board === analysis.board) return to(state);
    const shown = withBoard(analysis, board);
    return to({ ...state, analysis: { ...shown, earlier: [], follows: true, progress: "idle" } });
}

/** @param {State} state @returns {Change} */
export function enteredArena(state) {
    const { arena } = state;
    const tournament = to(state, { type: "fetch tournament", query: gamesQuery(arena) });
    // Where there is none, nothing more is asked.
    return arena.tournament ? then(tournament, askedMore) : tournament;
}

/** What there is to know of a tournament besides. @param {State} state @returns {Change} */
export function askedMore(state) {
    const { agent, followed } = state.arena;
    /** @type {Effect[]} */
    const effects = [{ type: "fetch history" }];
    if (agent) effects.push({ type: "fetch agent", name: agent.name });
    else if (!followed) effects.push({ type: "fetch live" });
    return to(state, ...effects);
}
