// @ts-check
/** Holds the state: what happens is told to it, and it tells when the state is another one. */

/** @import { Effect, Happening, Rules, Send } from "./types.js" */
/** @import { State } from "../state/state.js" */
import { update } from "../update/update.js";

/** The day where the visitor is, as a number. @param {Date} date */
const dayOf = (date) => Math.floor((date.getTime() / 60_000 - date.getTimezoneOffset()) / 1440);

export class Flow {
    /** @type {State} */
    #state;
    /** @type {Rules} */
    #rules;
    /** @type {(effect: Effect, send: Send) => void} */
    #perform;
    /** @type {((state: State, before: State) => void)[]} */
    #listeners = [];

    /** @param {State} state @param {Rules} rules @param {(effect: Effect, send: Send) => void} perform */
    constructor(state, rules, perform) {
        this.#state = state;
        this.#rules = rules;
        this.#perform = perform;
    }

    get state() {
        return this.#state;
    }

    /** @param {(state: State, before: State) => void} listener */
    listen(listener) {
        this.#listeners.push(listener);
    }

    /** @param {Happening} happening */
    send = (happening) => {
        const before = this.#state;
        const chance = Math.floor(Math.random() * 2 ** 32);
        const event = { ...happening, at: performance.now(), day: dayOf(new Date()), chance };
        const { state, effects } = update(before, event, this.#rules);
        this.#state = state;
        if (state !== before) for (const listener of this.#listeners) listener(state, before);
        for (const effect of effects) this.#perform(effect, this.send);
    };
}
