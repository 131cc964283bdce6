// @ts-check
/** Holds the state and tells when it is another one. */

/** @import { State } from "./state/state.js" */

export class Store {
    /** @type {State} */
    #state;
    /** @type {((state: State) => void)[]} */
    #listeners = [];

    /** @param {State} state */
    constructor(state) {
        this.#state = state;
    }

    get state() {
        return this.#state;
    }

    /** @param {(state: State) => void} listener */
    listen(listener) {
        this.#listeners.push(listener);
    }

    /** @param {(state: State) => Partial<State>} update the parts that change */
    change(update) {
        this.#state = { ...this.#state, ...update(this.#state) };
        for (const listener of this.#listeners) listener(this.#state);
    }

    /** Tells the visitor what went wrong. @param {unknown} problem @param {string} [where] */
    complain(problem, where) {
        const message = problem instanceof Error ? problem.message : String(problem);
        this.change(() => ({ alert: where ? `${where}: ${message}` : message }));
    }

    /** Does something that may be refused; says whether it was done. @param {() => void} something */
    attempt(something) {
        try {
            something();
            return true;
        } catch (problem) {
            this.complain(problem);
            return false;
        }
    }
}
