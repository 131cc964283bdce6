// @ts-check
/** What a visitor does with a finished game. */

/** @import { Draft } from "../engine/engine.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { Store } from "../store.js" */
import { choose, textOf } from "../services/files.js";
import { parseRecord, writeRecord } from "../services/rules.js";
import { Thinker } from "../services/thinker.js";
import { judged, reviewing, steppedTo } from "../state/review.js";

/** All moves together take about this long, each at least and at most this. */
const WHOLE_SECONDS = 20;
const LEAST_SECONDS = 0.1;
const MOST_SECONDS = 1;

/** @typedef {ReturnType<typeof reviewActions>} ReviewActions */

/** @param {Store} store */
export function reviewActions(store) {
    const thinker = new Thinker();

    /** @param {(review: Reviewing) => Reviewing} update */
    const change = (update) => store.change(({ review }) => ({ review: review && update(review) }));

    async function judge() {
        const { review } = store.state;
        if (!review || review.game.turns.length === 0) return;
        const { game } = review;
        const isSame = () => store.state.review?.game === game;
        const moveSeconds = Math.min(
            MOST_SECONDS,
            Math.max(LEAST_SECONDS, WHOLE_SECONDS / game.turns.length),
        );
        change((review) => ({ ...review, judgements: [], result: null, running: true }));
        try {
            const result = await thinker.review(writeRecord(game.draft), { moveSeconds }, (judgement) => {
                if (isSame()) change((review) => judged(review, judgement));
            });
            if (!isSame()) return;
            change((review) => ({ ...review, result, running: false }));
            if (result) store.change(() => ({ said: "The review is complete." }));
        } catch (problem) {
            change((review) => ({ ...review, running: false }));
            store.complain(problem);
        }
    }

    /** @param {string} record @param {{judge: boolean, from?: string}} how */
    function read(record, how) {
        try {
            const game = parseRecord(record);
            thinker.stop();
            store.change(() => ({
                review: reviewing(game),
                view: "review",
                alert: null,
                aim: null,
                cursor: "A1",
            }));
            if (how.judge) void judge();
        } catch (problem) {
            store.complain(problem, how.from ?? "The record");
        }
    }

    /** @param {File} file */
    async function open(file) {
        try {
            read(await textOf(file), { judge: true, from: file.name });
        } catch (problem) {
            store.complain(problem);
        }
    }

    return {
        read,
        open,
        browse: () => choose(".fruitrage,text/plain", (file) => void open(file)),

        /** @param {Draft} draft */
        openGame: (draft) => void store.attempt(() => read(writeRecord(draft), { judge: true })),

        judge: () => void judge(),
        stop: () => thinker.stop(),

        close() {
            thinker.stop();
            store.change(() => ({ review: null }));
        },

        /** @param {number} ply */
        show: (ply) => change((review) => steppedTo(review, ply)),

        /** @param {number} plies */
        step: (plies) => change((review) => steppedTo(review, review.ply + plies)),
    };
}
