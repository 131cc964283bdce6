// @ts-check
/** Thinks, away from the page: one question after the other, with engines that are kept. */

/** @import { Judgement, Report, SearchLimits } from "../engine/types.js" */
/** @import { Found, Question, Ticket } from "../flow/types.js" */
import initialise, { Engine } from "../engine/engine.js";

/**
 * @typedef {{kind: "ask", ticket: Ticket, question: Question}
 *   | {kind: "stop", ticket: Ticket}
 *   | {kind: "share", flag: Int32Array}} Order `flag` holds the last ticket to be stopped, where memory can be shared
 * @typedef {{kind: "progress", ticket: Ticket, found: Report | Judgement}
 *   | {kind: "answered", ticket: Ticket, found: Found}
 *   | {kind: "failed", ticket: Ticket, message: string}} Answer
 */

/** Enough for minutes of thinking, and little enough for a phone. */
const ANALYSING_MEGABYTES = 64;
/** A level keeps a table of its own: what a weaker player finds is no truth for a stronger one. */
const PLAYING_MEGABYTES = 16;

/** An analysis is told of this often, and hears that often whether it goes on. */
const SLICE_SECONDS = 0.4;

const loaded = initialise();

/** @type {Engine | undefined} */
let player;
/** @type {Engine | undefined} */
let analyst;

/** @type {Int32Array | null} */
let flag = null;
/** @type {{ticket: Ticket, question: Question}[]} */
const waiting = [];
/** @type {Set<Ticket>} */
const stopped = new Set();
let busy = false;

/** @param {Answer} answer */
const tell = (answer) => postMessage(answer);

/** @param {Ticket} ticket */
const isStopped = (ticket) => stopped.has(ticket) || (flag !== null && Atomics.load(flag, 0) >= ticket);

/** Lets the page's messages in. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/** @param {Ticket} ticket @param {Question} question @returns {Promise<Found>} */
async function answer(ticket, question) {
    const over = () => isStopped(ticket);
    const told = (/** @type {Report | Judgement} */ found) => tell({ kind: "progress", ticket, found });
    switch (question.kind) {
        case "move":
            player ??= new Engine({ hashMegabytes: PLAYING_MEGABYTES });
            return player.search(question.board, question.limits, () => {}, over);
        case "review":
            analyst ??= new Engine({ hashMegabytes: ANALYSING_MEGABYTES });
            return analyst.review(question.record, question.limits, told, over);
        case "analyse":
            analyst ??= new Engine({ hashMegabytes: ANALYSING_MEGABYTES });
            return analyse(analyst, question.board, question.limits, told, over);
    }
}

/**
 * In slices, so that whoever asked hears of it all the time and can stop it. What one slice
 * has found the next finds in the table.
 * @param {Engine} engine @param {string} board @param {SearchLimits} limits
 * @param {(report: Report) => void} told @param {() => boolean} over
 */
async function analyse(engine, board, limits, told, over) {
    const { moveSeconds = Infinity, ...others } = limits;
    let nodes = 0;
    let seconds = 0;
    /** @type {Report | null} */
    let best = null;
    const sum = (/** @type {Report} */ report) => ({
        // A slice that got less far than the one before has nothing better to say.
        ...(best && report.depth < best.depth ? best : report),
        nodes: nodes + report.nodes,
        seconds: seconds + report.seconds,
    });
    while (!over() && seconds < moveSeconds) {
        const slice = Math.min(SLICE_SECONDS, moveSeconds - seconds);
        const found = engine.search(board, { ...others, moveSeconds: slice }, (report) => told(sum(report)), over);
        if (!found) return null;
        best = sum(found);
        nodes = best.nodes;
        seconds = best.seconds;
        told(best);
        // It was done before its time was over: there is nothing more to find.
        if (found.seconds < 0.9 * slice && !over()) return best;
        await breathe();
    }
    return best;
}

async function work() {
    if (busy) return;
    busy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { ticket, question } = next;
        try {
            await loaded;
            const found = isStopped(ticket) ? null : await answer(ticket, question);
            tell({ kind: "answered", ticket, found });
        } catch (error) {
            // After a trap the module's memory is as it was in the middle of something.
            tell({ kind: "failed", ticket, message: error instanceof Error ? error.message : String(error) });
        }
        stopped.delete(ticket);
        await breathe();
    }
    busy = false;
}

onmessage = (/** @type {MessageEvent<Order>} */ { data }) => {
    if (data.kind === "share") flag = data.flag;
    else if (data.kind === "stop") stopped.add(data.ticket);
    else {
        waiting.push(data);
        void work();
    }
};
