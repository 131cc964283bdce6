// @ts-check
/** Somebody to think for the page, in a worker of their own. */

/** @import { Judgement, Report, Review, ReviewLimits, SearchLimits } from "../engine/engine.js" */
/** @import { Answer, Task } from "./worker.js" */

/** Thinks about one thing at a time: a new question ends the one before. */
export class Thinker {
    /** @type {Worker | null} */
    #worker = null;
    /** Ends the question under way as stopped. @type {(() => void) | null} */
    #giveUp = null;

    /** Starts the worker before the first question, whose time is then all for thinking. */
    prepare() {
        return (this.#worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    }

    /**
     * The final report; null if it was stopped or there is no move.
     * @param {string} board @param {SearchLimits} limits @param {(report: Report) => void} [told]
     * @returns {Promise<Report | null>}
     */
    search(board, limits, told) {
        return this.#ask({ kind: "search", board, limits }, (found) => told?.(/** @type {Report} */ (found)));
    }

    /**
     * Null if it was stopped.
     * @param {string} record @param {ReviewLimits} limits @param {(judgement: Judgement) => void} told
     * @returns {Promise<Review | null>}
     */
    review(record, limits, told) {
        return this.#ask({ kind: "review", record, limits }, (found) =>
            told(/** @type {Judgement} */ (found)),
        );
    }

    /** Ends the question under way, if there is one. */
    stop() {
        if (!this.#giveUp) return;
        this.#worker?.terminate();
        this.#worker = null;
        this.#giveUp();
    }

    /**
     * @template Found
     * @param {Task} task @param {(found: unknown) => void} told
     * @returns {Promise<Found | null>}
     */
    #ask(task, told) {
        this.stop();
        const worker = this.prepare();
        return new Promise((resolve, reject) => {
            const end = (/** @type {() => void} */ settle) => {
                this.#giveUp = null;
                worker.onmessage = worker.onerror = null;
                settle();
            };
            this.#giveUp = () => end(() => resolve(null));
            worker.onmessage = (/** @type {MessageEvent<Answer>} */ { data }) => {
                if (data.kind === "progress") told(data.found);
                else if (data.kind === "failed") end(() => reject(new Error(data.message)));
                else end(() => resolve(/** @type {Found | null} */ (data.found)));
            };
            worker.onerror = (event) => {
                this.#worker = null;
                worker.terminate();
                end(() => reject(new Error(event.message || "the engine could not be started")));
            };
            worker.postMessage(task);
        });
    }
}
