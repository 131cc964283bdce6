// @ts-check
/** Thinks, away from the page. One task at a time; whoever wants it stopped ends the worker. */

/** @import { BoardText, Report, SearchLimits } from "../engine/engine.js" */
/** @import { Judgement, Review, ReviewLimits } from "../state/judgement.js" */
import initialise, * as engineModule from "../engine/engine.js";

/**
 * @typedef {{kind: "search", board: BoardText, limits: SearchLimits}} SearchTask
 * @typedef {{kind: "review", record: string, limits: ReviewLimits}} ReviewTask
 * @typedef {SearchTask | ReviewTask} Task
 * @typedef {Report | Judgement} Progress
 * @typedef {{kind: "progress", found: Progress}
 *   | {kind: "done", found: Report | Review | null}
 *   | {kind: "failed", message: string}} Answer
 * @typedef {(record: string, limits: ReviewLimits, told: (judgement: Judgement) => void) => Review} Reviewer
 */

/** Enough for minutes of thinking, and little enough for a phone. */
const HASH_MEGABYTES = 64;

const loaded = initialise();
/** @type {engineModule.Engine | undefined} */
let engine;

/** @param {Task} task @param {(found: Progress) => void} told */
function work(task, told) {
    if (task.kind === "review") return reviewer()(task.record, task.limits, told);
    engine ??= new engineModule.Engine({ hashMegabytes: HASH_MEGABYTES });
    return engine.search(task.board, task.limits, told);
}

/** Asked for by name: playing must not depend on whether the module can review. @returns {Reviewer} */
function reviewer() {
    const review = Reflect.get(engineModule, "review");
    if (typeof review !== "function") throw new Error("this engine cannot review games");
    return review;
}

/** @param {Answer} answer */
const answer = (answer) => postMessage(answer);

onmessage = async (/** @type {MessageEvent<Task>} */ { data: task }) => {
    try {
        await loaded;
        answer({ kind: "done", found: work(task, (found) => answer({ kind: "progress", found })) });
    } catch (error) {
        answer({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
};
