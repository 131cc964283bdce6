// @ts-check
/** Thinks, away from the page. One task at a time; whoever wants it stopped ends the worker. */

/** @import { BoardText, Judgement, Report, Review, ReviewLimits, SearchLimits } from "../engine/engine.js" */
import initialise, { Engine, review } from "../engine/engine.js";

/**
 * @typedef {{kind: "search", board: BoardText, limits: SearchLimits}} SearchTask
 * @typedef {{kind: "review", record: string, limits: ReviewLimits}} ReviewTask
 * @typedef {SearchTask | ReviewTask} Task
 * @typedef {Report | Judgement} Progress
 * @typedef {{kind: "progress", found: Progress}
 *   | {kind: "done", found: Report | Review | null}
 *   | {kind: "failed", message: string}} Answer
 */

/** Enough for minutes of thinking, and little enough for a phone. */
const HASH_MEGABYTES = 64;

const loaded = initialise();
/** @type {Engine | undefined} */
let engine;

/** @param {Task} task @param {(found: Progress) => void} told */
function work(task, told) {
    if (task.kind === "review") return review(task.record, task.limits, told);
    engine ??= new Engine({ hashMegabytes: HASH_MEGABYTES });
    return engine.search(task.board, task.limits, told);
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
