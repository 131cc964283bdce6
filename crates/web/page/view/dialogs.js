// @ts-check
/** What is asked or told in front of the page. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { State } from "../state/state.js" */
import { h } from "../dom/element.js";
import { button, field, signButton } from "./controls.js";
import { helpText } from "./help.js";
import { newGameForm } from "./setup.js";

/** @param {State} state @param {Actions} actions @returns {Node} */
export function dialogView(state, actions) {
    const { dialog, settings } = state;
    if (!dialog) return null;
    const frame = (/** @type {string} */ title, /** @type {Node[]} */ ...content) =>
        frameView(title, content, state.alert, actions);
    switch (dialog.kind) {
        case "new":
            return frame("New game", newGameForm(settings, actions));
        case "help":
            return frame("Help", helpText());
        case "replace":
            return frame(
                "Leave this game?",
                h(
                    "p",
                    null,
                    "The game on the board is not finished, and a new one takes its place. Save or share it first if you want to keep it.",
                ),
                h(
                    "div",
                    { class: "controls" },
                    button(null, "Leave it", () => actions.play.begin(dialog.draft, dialog.spent), {
                        class: "primary",
                    }),
                    button(null, "Keep playing", actions.page.closeDialog),
                ),
            );
        case "share":
            return frame(
                "Share this game",
                h("p", null, "The link holds the whole game. Whoever opens it can go on from here."),
                field(
                    "Link",
                    h("input", { type: "text", readonly: true, value: dialog.link, onfocus: selectAll }),
                ),
                h(
                    "div",
                    { class: "controls" },
                    button("share", "Copy the link", () => void actions.page.copy(dialog.link), {
                        class: "primary",
                    }),
                ),
            );
    }
}

/** @param {Event} event */
const selectAll = ({ target }) => target instanceof HTMLInputElement && target.select();

/**
 * @param {string} title @param {Node[]} content
 * @param {string | null} alert which would be hidden behind the dialog elsewhere
 * @param {Actions} actions
 * @returns {Node}
 */
function frameView(title, content, alert, actions) {
    return h(
        "dialog",
        {
            key: title,
            "aria-labelledby": "dialog-title",
            onclose: actions.page.closeDialog,
            onclick: (/** @type {MouseEvent} */ event) => {
                if (event.target === event.currentTarget) actions.page.closeDialog();
            },
            ref: (/** @type {HTMLDialogElement} */ element) =>
                queueMicrotask(() => element.isConnected && !element.open && element.showModal()),
        },
        h(
            "div",
            { class: "dialog" },
            h(
                "div",
                { class: "card-head" },
                h("h2", { id: "dialog-title" }, title),
                signButton("close", "Close", actions.page.closeDialog),
            ),
            h("div", { role: "alert" }, alert !== null && h("p", { class: "alert" }, alert)),
            ...content,
        ),
    );
}
