// @ts-check
/** The page around the views. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { State, View } from "../state/state.js" */
import { h } from "../dom/element.js";
import { VIEWS } from "../state/state.js";
import { analyseView } from "./analyse.js";
import { arenaView } from "./arena.js";
import { fruitDrawing } from "./board.js";
import { signButton } from "./controls.js";
import { dialogView } from "./dialogs.js";
import { playView } from "./play.js";
import { reviewView } from "./review.js";

/** @type {Record<View, string>} */
const TITLES = { play: "Play", analyse: "Analyse", review: "Review", arena: "Arena" };

/** @type {Record<View, (state: State, actions: Actions) => Node>} */
const DRAWN_BY = { play: playView, analyse: analyseView, review: reviewView, arena: arenaView };

/** @param {State} state @param {Actions} actions @returns {Node[]} */
export function pageView(state, actions) {
    return [
        h(
            "header",
            { class: "header" },
            h(
                "a",
                { class: "brand", href: "#play", "aria-label": "Fruit Rage" },
                fruitDrawing("0"),
                h("span", null, "Fruit Rage"),
            ),
            h(
                "nav",
                { class: "tabs", "aria-label": "Views" },
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
                    state.theme,
                    `Colours: ${state.theme === "auto" ? "as the system" : state.theme}`,
                    actions.page.switchTheme,
                ),
                signButton("help", "Help", actions.page.help),
            ),
        ),
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
                        signButton("close", "Close the message", actions.page.closeAlert),
                    ),
            ),
            state.view === "play" && h("h1", { class: "visually-hidden" }, "Play"),
            state.view === "analyse" && h("h1", { class: "visually-hidden" }, "Analyse"),
            DRAWN_BY[state.view](state, actions),
        ),
        h("p", { class: "visually-hidden", role: "status" }, state.said),
        dialogView(state, actions),
    ];
}

/** @param {State} state */
export function titleOf({ view, play }) {
    const { toMove, draft } = play.game;
    const turn = view === "play" && toMove !== null && draft.players[toMove] === "You" ? "Your move · " : "";
    return `${turn}${TITLES[view]} · Fruit Rage`;
}
