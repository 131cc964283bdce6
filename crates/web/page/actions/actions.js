// @ts-check
/** All that can be done on the page, by view. */

/** @import { Store } from "../store.js" */
import { analyseActions } from "./analyse.js";
import { arenaActions } from "./arena.js";
import { pageActions } from "./page.js";
import { playActions } from "./play.js";
import { reviewActions } from "./review.js";

/** @typedef {ReturnType<typeof allActions>} Actions */

/** @param {Store} store */
export function allActions(store) {
    const review = reviewActions(store);
    return {
        page: pageActions(store),
        play: playActions(store),
        analyse: analyseActions(store),
        review,
        arena: arenaActions(store, review),
    };
}
