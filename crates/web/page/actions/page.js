// @ts-check
/** What a visitor does with the page itself. */

/** @import { Cell } from "../state/grid.js" */
/** @import { Settings } from "../state/settings.js" */
/** @import { Theme, View } from "../state/state.js" */
/** @import { Store } from "../store.js" */

/** @type {Record<Theme, Theme>} */
const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };

/** @typedef {ReturnType<typeof pageActions>} PageActions */

/** @param {Store} store */
export function pageActions(store) {
    return {
        /** @param {View} view */
        go: (view) => store.change(() => ({ view, aim: null, cursor: "A1", alert: null })),

        switchTheme: () => store.change(({ theme }) => ({ theme: NEXT_THEME[theme] })),

        askNew: () => store.change(() => ({ dialog: { kind: "new" }, alert: null })),
        help: () => store.change(() => ({ dialog: { kind: "help" }, alert: null })),
        closeDialog: () => store.change(() => ({ dialog: null, alert: null })),
        closeAlert: () => store.change(() => ({ alert: null })),

        /** @param {Partial<Settings>} changes */
        set: (changes) => store.change(({ settings }) => ({ settings: { ...settings, ...changes } })),

        /** @param {string} link */
        async copy(link) {
            try {
                await navigator.clipboard.writeText(link);
                store.change(() => ({ dialog: null, said: "The link is copied." }));
            } catch {
                store.complain("The browser does not allow copying here: please copy the link by hand.");
            }
        },

        /** What all boards do alike. */
        board: {
            /** @param {Cell | null} aim */
            aim: (aim) => store.state.aim !== aim && store.change(() => ({ aim })),
            /** @param {Cell} cell */
            walk: (cell) => store.change(() => ({ cursor: cell, aim: cell })),
        },
    };
}
