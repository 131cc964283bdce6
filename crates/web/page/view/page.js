// @ts-check
/** The page around the views. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { State, View } from "../state/state.js" */
import { h } from "../dom/element.js";
import { YOU } from "../state/players.js";
import { VIEWS } from "../state/state.js";
import { HELP, PAGE, THEMES, TITLES, titleText } from "../words/page.js";
import { onlineView } from "../online/view.js";
import { analyseView } from "./analyse.js";
import { arenaView } from "./arena/arena.js";
import { fruitDrawing } from "./board.js";
import { signButton } from "./controls.js";
import { dialogView } from "./dialogs.js";
import { playView } from "./play.js";
import { puzzleView } from "./puzzle.js";
import { reviewView } from "./review.js";

/** @type {Record<View, (state: State, send: Send) => Node>} */
const DRAWN_BY = {
    play: playView,
    online: onlineView,
    puzzles: puzzleView,
    analyse: analyseView,
    review: reviewView,
    arena: arenaView,
};

/** The views without a title of their own. @type {readonly View[]} */
const NAMELESS = ["play", "puzzles", "analyse"];

/** @param {State} state @param {Send} send @returns {Node[]} */
export function pageView(state, send) {
    return [
        headerView(state, send),
        h(
            "main",
            { class: `main view-${state.view}`, id: "main" },
            h(
                "div",
                { role: "alert", class: "alerts" },
                state.alert !== null &&
                    !state.dialog &&
                    h(
                        "div",
                        { class: "alert" },
                        h("span", null, state.alert),
                        signButton("close", PAGE.closeMessage, () => send({ type: "close alert" })),
                    ),
            ),
            NAMELESS.includes(state.view) && h("h1", { class: "visually-hidden" }, TITLES[state.view]),
            DRAWN_BY[state.view](state, send),
        ),
        h("p", { class: "visually-hidden", role: "status" }, state.said),
        dialogView(state, send),
    ];
}

/** @param {State} state @param {Send} send @returns {Node} */
const headerView = (state, send) =>
    h(
        "header",
        { class: "header" },
        h(
            "a",
            { class: "brand", href: "#play", "aria-label": PAGE.name },
            fruitDrawing("0"),
            h("span", null, PAGE.name),
        ),
        h(
            "nav",
            { class: "tabs", "aria-label": PAGE.views },
            VIEWS.map((view) =>
                h(
                    "a",
                    { href: `#${view}`, "aria-current": state.view === view ? "page" : undefined },
                    TITLES[view],
                ),
            ),
        ),
        h(
            "div",
            { class: "header-end" },
            signButton(
                state.preferences.sound ? "sound" : "silent",
                state.preferences.sound ? PAGE.soundOn : PAGE.soundOff,
                () => send({ type: "prefer", changes: { sound: !state.preferences.sound } }),
                { "aria-pressed": state.preferences.sound ? "true" : "false" },
            ),
            signButton(state.theme, THEMES[state.theme], () => send({ type: "switch theme" })),
            signButton("help", HELP.title, () => send({ type: "help" })),
        ),
    );

/** @param {State} state */
export function titleOf({ view, play }) {
    const { toMove, draft } = play.game;
    return titleText(view, view === "play" && toMove !== null && draft.players[toMove] === YOU);
}
