// @ts-check
/** The engine, as the page asks it: numbered questions to one worker that is kept. */

/** @import { Question, Send, Ticket } from "../flow/types.js" */
/** @import { Answer, Order } from "./worker.js" */
import { PROBLEMS } from "../words/problems.js";

/** A worker that cannot be told to stop is replaced after this, if something else is to be asked. */
const PATIENCE_MILLISECONDS = 400;

/** @typedef {{ticket: Ticket, question: Question, again: boolean}} Open a question without an answer; `again` if it was asked of a worker before */
/**
 * @typedef {{
 *   postMessage: (order: Order) => void,
 *   terminate: () => void,
 *   onmessage: ((event: MessageEvent<Answer>) => void) | null,
 *   onerror: ((event: ErrorEvent) => void) | null,
 * }} Thinker what is asked of a worker
 */

export class EngineService {
    /** @type {Thinker | null} */
    #worker = null;
    /** @type {Open[]} */
    #open = [];
    /** Where memory can be shared, a search under way sees at once that it is to stop. @type {Int32Array | null} */
    #flag = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #send;
    #start;

    /** @param {Send} send @param {() => Thinker} start starts a worker */
    constructor(send, start) {
        this.#send = send;
        this.#start = start;
    }

    /** Starts the worker before the first question, whose time is then all for thinking. */
    prepare() {
        this.#worker ??= this.#begin();
    }

    /** @param {Ticket} ticket @param {Question} question */
    ask(ticket, question) {
        this.#open.push({ ticket, question, again: false });
        this.prepare();
        this.#worker?.postMessage({ kind: "ask", ticket, question });
    }

    /** @param {Ticket} ticket */
    stop(ticket) {
        const place = this.#open.findIndex((open) => open.ticket === ticket);
        if (place < 0) return;
        const [open] = this.#open.splice(place, 1);
        this.#worker?.postMessage({ kind: "stop", ticket });
        // All that was asked before is over, too, or else it must not be stopped with it.
        if (this.#flag && this.#open.every((other) => other.ticket > ticket)) Atomics.store(this.#flag, 0, ticket);
        else if (open && open.question.kind !== "analyse") this.#replaceIfSilent(this.#worker);
    }

    /** @param {Thinker | null} worker */
    #replaceIfSilent(worker) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            if (worker && worker === this.#worker) this.#replace();
        }, PATIENCE_MILLISECONDS);
    }

    #begin() {
        const worker = this.#start();
        this.#flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
        if (this.#flag) worker.postMessage({ kind: "share", flag: this.#flag });
        worker.onmessage = ({ data }) => this.#hear(data);
        // Also what happens before the first question: a worker that cannot be loaded.
        worker.onerror = (event) => {
            event.preventDefault?.();
            this.#fail(event.message || PROBLEMS.noEngine);
        };
        return worker;
    }

    /** @param {Answer} answer */
    #hear(answer) {
        clearTimeout(this.#timer);
        if (answer.kind === "failed") return this.#fail(answer.message);
        const place = this.#open.findIndex((open) => open.ticket === answer.ticket);
        if (place < 0) return;
        if (answer.kind === "progress") {
            this.#send({ type: "progress", ticket: answer.ticket, found: answer.found });
        } else {
            this.#open.splice(place, 1);
            this.#send({ type: "answered", ticket: answer.ticket, found: answer.found });
        }
    }

    /** Once a fresh worker is asked the same; whoever has failed twice is told so. @param {string} message */
    #fail(message) {
        const [failed] = this.#open;
        if (failed?.again) {
            this.#open.shift();
            this.#send({ type: "engine failed", ticket: failed.ticket, message });
        } else if (failed) {
            failed.again = true;
        }
        this.#replace();
    }

    #replace() {
        clearTimeout(this.#timer);
        if (this.#worker) this.#worker.onmessage = this.#worker.onerror = null;
        this.#worker?.terminate();
        this.#worker = null;
        if (this.#open.length === 0) return;
        this.#worker = this.#begin();
        for (const { ticket, question } of this.#open) this.#worker.postMessage({ kind: "ask", ticket, question });
    }
}
