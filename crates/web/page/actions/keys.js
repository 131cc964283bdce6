// @ts-check
/** Keys that work anywhere on the page but where text is written. */

/** @import { State } from "../state/state.js" */
/** @import { Actions } from "./actions.js" */
import { VIEWS } from "../state/state.js";

/** @param {KeyboardEvent} event @param {State} state @param {Actions} actions */
export function onKey(event, state, actions) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || state.dialog) return;
    if (isWriting(event)) return;
    const action = anywhere(event.key, actions) ?? within(event.key, state, actions);
    if (!action) return;
    event.preventDefault();
    action();
}

/** @param {Event} event */
export const isWriting = ({ target }) =>
    target instanceof Element && target.closest("input, textarea, select") !== null;

/** @param {string} key @param {Actions} actions @returns {(() => void) | null} */
function anywhere(key, { page }) {
    const view = VIEWS[Number(key) - 1];
    if (view) return () => page.go(view);
    if (key === "?") return page.help;
    if (key === "t") return page.switchTheme;
    return key === "Escape" ? page.closeAlert : null;
}

/** @param {string} key @param {State} state @param {Actions} actions @returns {(() => void) | null} */
function within(key, { view }, { page, play, analyse, review }) {
    const back = key === "," || key === "ArrowLeft";
    const forward = key === "." || key === "ArrowRight";
    if (view === "arena") return null;
    if (back || forward) {
        const step = { play: play.step, analyse: analyse.step, review: review.step }[view];
        return () => step(back ? -1 : 1);
    }
    /** @type {Record<string, (() => void) | undefined>} */
    const keys = {
        play: { n: page.askNew, h: () => void play.hint(), u: play.takeBack },
        analyse: { s: analyse.toggle, u: analyse.undo },
        review: {},
    }[view];
    return keys[key] ?? null;
}
