// @ts-check
/** What happens to the page itself. */

/** @import { Handlers } from "./update.js" */
/** @import { Theme } from "../state/state.js" */
import { complained, to } from "../flow/change.js";
import { SHARE } from "../words/page.js";
import { readPosition } from "./analyse.js";
import { readRecord } from "./review.js";
import { entered, gone } from "./views.js";

/** @type {Record<Theme, Theme>} */
const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };

/** How many steps a first visit is told. */
export const WELCOME_STEPS = 3;

/** @type {Handlers} */
export const handlers = {
    go: (state, { view }) => gone(state, view),
    enter: (state) => entered(state),
    "switch theme": (state) => to({ ...state, theme: NEXT_THEME[state.theme] }),
    "ask new": (state) => to({ ...state, dialog: { kind: "new" }, alert: null }),
    help: (state) => to({ ...state, dialog: { kind: "help" }, alert: null }),
    "close dialog": (state) => to({ ...state, dialog: null, alert: null }),
    "close alert": (state) => to({ ...state, alert: null }),
    complain: (state, { text }) => complained(state, text),
    say: (state, { text }) => to({ ...state, said: text }),
    set: (state, { changes }) => to({ ...state, settings: { ...state.settings, ...changes } }),
    prefer: (state, { changes }) => to({ ...state, preferences: { ...state.preferences, ...changes } }),
    copy: (state, { text }) => to(state, { type: "copy", text }),
    copied: (state) => to({ ...state, dialog: null, said: SHARE.copied }),
    welcome: (state, { step }) =>
        to({ ...state, welcome: step !== null && step < WELCOME_STEPS ? step : null }),

    // A record is looked through, anything else is a position; whichever view it was given to.
    "take in": (state, { text, from }, rules) =>
        text.trimStart().startsWith("fruitrage record")
            ? readRecord(state, rules, text, { judge: true, from })
            : readPosition(state, rules, text, from),

    aim: (state, { cell, means }) => {
        if ((state.aim?.cell ?? null) === cell) return to(state);
        // A mouse that leaves, or a focus that goes, takes away only what it has shown itself.
        if (cell === null && state.aim?.means !== means) return to(state);
        return to({ ...state, aim: cell === null ? null : { cell, means } });
    },
    walk: (state, { cell }) => to({ ...state, cursor: cell, aim: { cell, means: "key" } }),
};
