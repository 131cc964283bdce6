// @ts-check
/** What an update gives back. */

/** @import { Change, Effect } from "./types.js" */
/** @import { State } from "../state/state.js" */
import { messageOf } from "../words/problems.js";

/** @param {State} state @param {...Effect} effects @returns {Change} */
export const to = (state, ...effects) => ({ state, effects });

/** One change after the other. @param {Change} first @param {...((state: State) => Change)} others @returns {Change} */
export const then = (first, ...others) =>
    others.reduce((change, other) => {
        const next = other(change.state);
        return { state: next.state, effects: [...change.effects, ...next.effects] };
    }, first);

/** Tells the visitor what went wrong. @param {State} state @param {unknown} problem @param {string} [where] @returns {Change} */
export function complained(state, problem, where) {
    const message = messageOf(problem);
    return to({ ...state, alert: where ? `${where}: ${message}` : message });
}

/** The next ticket, and the state that will give another. @param {State} state @returns {[number, State]} */
export const ticketOf = (state) => [state.nextTicket, { ...state, nextTicket: state.nextTicket + 1 }];
