// @ts-check
/** What is asked or told in front of the page. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { State } from "../state/state.js" */
import { h } from "../dom/element.js";
import { CONTROLS } from "../words/controls.js";
import { HELP, SHARE, WATCH } from "../words/page.js";
import { REPLACE, SETUP } from "../words/setup.js";
import { button, field, icon, signButton } from "./controls.js";
import { helpText } from "./help.js";
import { newGameForm } from "./setup.js";

/** @param {State} state @param {Send} send @returns {Node} */
export function dialogView(state, send) {
    const { dialog, settings } = state;
    if (!dialog) return null;
    const frame = (/** @type {string} */ title, /** @type {Node[]} */ ...content) =>
        frameView(title, content, state.alert, send);
    switch (dialog.kind) {
        case "new":
            return frame(SETUP.title, newGameForm(settings, send));
        case "help":
            return frame(HELP.title, helpText(state.preferences, state.theme, send));
        case "replace":
            return frame(
                REPLACE.title,
                h("p", null, REPLACE.about),
                h(
                    "div",
                    { class: "controls" },
                    button(null, REPLACE.leave, () => send({ ...dialog, type: "begin" }), {
                        class: "primary",
                    }),
                    button(null, REPLACE.keep, () => send({ type: "close dialog" })),
                ),
            );
        case "watch":
            return frame(
                WATCH.title,
                h("p", null, WATCH.about),
                field(
                    CONTROLS.link,
                    h("input", { type: "text", readonly: true, value: dialog.link, onfocus: selectAll }),
                ),
                h(
                    "div",
                    { class: "controls" },
                    button("share", CONTROLS.copyLink, () => send({ type: "copy", text: dialog.link }), {
                        class: "primary",
                    }),
                ),
            );
        case "share":
            return frame(
                SHARE.title,
                h("p", null, SHARE.about[dialog.view]),
                dialog.picture &&
                    h("img", { class: "shared-picture", src: dialog.picture.address, alt: SHARE.picture, width: 200, height: 200 }),
                field(
                    CONTROLS.link,
                    h("input", { type: "text", readonly: true, value: dialog.link, onfocus: selectAll }),
                ),
                h(
                    "div",
                    { class: "controls" },
                    button("share", CONTROLS.copyLink, () => send({ type: "copy", text: dialog.link }), {
                        class: "primary",
                    }),
                    (dialog.view === "play" || dialog.view === "review") &&
                        button(null, SHARE.frame, () => send({ type: "copy", text: frameFor(dialog.link) })),
                    dialog.picture?.canPassOn &&
                        button("share", SHARE.passOn, () => send({ type: "pass on" })),
                    dialog.picture &&
                        h(
                            "a",
                            { class: "button", href: dialog.picture.address, download: "fruit-rage.png" },
                            icon("save"),
                            h("span", null, SHARE.save),
                        ),
                ),
            );
    }
}

/** For the pages of others. @param {string} link */
const frameFor = (link) =>
    `<iframe src="${link.replace(/[^/]*#/, "embed.html#")}" title="${SHARE.frameTitle}" width="420" height="600" loading="lazy"></iframe>`;

/** @param {Event} event */
const selectAll = ({ target }) => target instanceof HTMLInputElement && target.select();

/**
 * @param {string} title @param {Node[]} content
 * @param {string | null} alert which would be hidden behind the dialog elsewhere
 * @param {Send} send
 * @returns {Node}
 */
function frameView(title, content, alert, send) {
    const close = () => send({ type: "close dialog" });
    return h(
        "dialog",
        {
            key: title,
            "aria-labelledby": "dialog-title",
            onclose: close,
            onclick: (/** @type {MouseEvent} */ event) => {
                if (event.target === event.currentTarget) close();
            },
            ref: (/** @type {HTMLDialogElement} */ element) =>
                queueMicrotask(() => {
                    if (!element.isConnected || element.open) return;
                    element.showModal();
                    // What has the focus may be at its end; it is read from its beginning.
                    element.scrollTop = 0;
                }),
        },
        h(
            "div",
            { class: "dialog" },
            h(
                "div",
                { class: "card-head" },
                h("h2", { id: "dialog-title" }, title),
                signButton("close", CONTROLS.close, close),
            ),
            h("div", { role: "alert" }, alert !== null && h("p", { class: "alert" }, alert)),
            ...content,
        ),
    );
}
