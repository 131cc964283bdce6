// @ts-check
/** `update(state, event) → state, effects`: everything that happens on the page is decided here and below. */

/** @import { Change, Event, Rules } from "../flow/types.js" */
/** @import { State } from "../state/state.js" */
import { to } from "../flow/change.js";
import * as online from "../online/update.js";
import * as agent from "./agent.js";
import * as analyse from "./analyse.js";
import * as arena from "./arena.js";
import * as live from "./live.js";
import * as page from "./page.js";
import * as play from "./play.js";
import * as puzzle from "./puzzle.js";
import * as results from "./results.js";
import * as review from "./review.js";

/**
 * What is done for each kind of event.
 * @typedef {{[Type in Event["type"]]?: (state: State, event: Extract<Event, {type: Type}>, rules: Rules) => Change}} Handlers
 */

/** @type {readonly Handlers[]} */
const PARTS = [
    page.handlers,
    play.handlers,
    analyse.handlers,
    review.handlers,
    puzzle.handlers,
    arena.handlers,
    live.handlers,
    agent.handlers,
    results.handlers,
    online.handlers,
];

/** @type {Handlers} */
const HANDLERS = Object.assign({}, ...PARTS);

/** @param {State} state @param {Event} event @param {Rules} rules @returns {Change} */
export const update = (state, event, rules) =>
    results.followed(state, decided(state, event, rules), event.day, rules);

/** @param {State} state @param {Event} event @param {Rules} rules @returns {Change} */
function decided(state, event, rules) {
    switch (event.type) {
        // An answer belongs to whoever holds its ticket; nobody holds one that was given back.
        case "progress":
            return (
                analyse.heard(state, event) ??
                review.heard(state, event) ??
                agent.heard(state, event) ??
                play.heard(state, event) ??
                to(state)
            );
        case "answered":
            return (
                play.answered(state, event, rules) ??
                analyse.answered(state, event) ??
                review.answered(state, event) ??
                agent.answered(state, event) ??
                to(state)
            );
        case "engine failed":
            return (
                play.failed(state, event) ??
                analyse.failed(state, event) ??
                review.failed(state, event) ??
                agent.failed(state, event) ??
                to(state)
            );
        case "moment":
            return (
                live.moved(state, event) ??
                (event.what === "line" ? review.passed(state, event) : play.passed(state, event, rules))
            );
        default:
            return handled(state, event, rules);
    }
}

/** @param {State} state @param {Event} event @param {Rules} rules @returns {Change} */
function handled(state, event, rules) {
    const handle = /** @type {((state: State, event: Event, rules: Rules) => Change) | undefined} */ (
        HANDLERS[event.type]
    );
    return handle ? handle(state, event, rules) : to(state);
}
