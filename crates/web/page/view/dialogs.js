// @ts-check
/** What is asked or told in front of the page. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { Settings } from "../state/settings.js" */
/** @import { State } from "../state/state.js" */
import { h } from "../dom/element.js";
import { CLOCKS, HIGHEST_LEVEL, LARGEST_SIZE, MOST_FRUITS, clockName } from "../state/settings.js";
import { button, field, signButton } from "./controls.js";

/** @param {State} state @param {Actions} actions @returns {Node} */
export function dialogView({ dialog, settings }, actions) {
    if (!dialog) return null;
    switch (dialog.kind) {
        case "new":
            return frame("New game", actions, newGameForm(settings, actions));
        case "help":
            return frame("Help", actions, help());
        case "replace":
            return frame(
                "Leave this game?",
                actions,
                h("p", null, "The game on the board is not finished, and a new one takes its place. Save or share it first if you want to keep it."),
                h(
                    "div",
                    { class: "controls" },
                    button(null, "Leave it", () => actions.play.begin(dialog.draft, dialog.spent), { class: "primary" }),
                    button(null, "Keep playing", actions.page.closeDialog),
                ),
            );
        case "share":
            return frame(
                "Share this game",
                actions,
                h("p", null, "The link holds the whole game. Whoever opens it can go on from here."),
                field("Link", h("input", { type: "text", readonly: true, value: dialog.link, onfocus: selectAll })),
                h("div", { class: "controls" }, button("share", "Copy the link", () => void actions.page.copy(dialog.link), { class: "primary" })),
            );
    }
}

/** @param {Event} event */
const selectAll = ({ target }) => target instanceof HTMLInputElement && target.select();

/** @param {string} title @param {Actions} actions @param {...Node} content @returns {Node} */
function frame(title, actions, ...content) {
    return h(
        "dialog",
        {
            key: title,
            "aria-labelledby": "dialog-title",
            onclose: actions.page.closeDialog,
            onclick: (/** @type {MouseEvent} */ event) => {
                if (event.target === event.currentTarget) actions.page.closeDialog();
            },
            ref: (/** @type {HTMLDialogElement} */ element) => queueMicrotask(() => element.isConnected && !element.open && element.showModal()),
        },
        h(
            "div",
            { class: "dialog" },
            h("div", { class: "card-head" }, h("h2", { id: "dialog-title" }, title), signButton("close", "Close", actions.page.closeDialog)),
            ...content,
        ),
    );
}

/** @param {Settings} settings @param {Actions} actions @returns {Node} */
function newGameForm(settings, actions) {
    const { set } = actions.page;
    return h(
        "form",
        {
            class: "form",
            method: "dialog",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                actions.play.newGame();
            },
        },
        choices("Opponent", "opponent", [["engine", "The engine"], ["person", "Two people here"]], settings.opponent, (opponent) => set({ opponent })),
        settings.opponent === "engine" && slider("Level", settings.level, HIGHEST_LEVEL, (level) => set({ level }), levelName(settings.level)),
        settings.opponent === "engine" &&
            choices("Who starts", "first", [["you", "You"], ["opponent", "The engine"], ["chance", "By chance"]], settings.first, (first) => set({ first })),
        slider("Size", settings.size, LARGEST_SIZE, (size) => set({ size }), `${settings.size} × ${settings.size}`),
        slider("Kinds of fruit", settings.fruits, MOST_FRUITS, (fruits) => set({ fruits }), String(settings.fruits)),
        h(
            "div",
            { class: "pair" },
            field("Clock", h(
                "select",
                { value: String(settings.clock), onchange: (/** @type {Event} */ event) => set({ clock: Number(valueOf(event)) }) },
                CLOCKS.map((seconds) => h("option", { value: String(seconds) }, clockName(seconds))),
            )),
            field("Seed", h("input", {
                type: "text", inputmode: "numeric", placeholder: "any", autocomplete: "off", value: settings.seed,
                oninput: (/** @type {Event} */ event) => set({ seed: valueOf(event) }),
            })),
        ),
        h("div", { class: "controls" }, h("button", { type: "submit", class: "primary", autofocus: true }, "Start")),
    );
}

/** @param {Event} event */
const valueOf = ({ target }) =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";

/** @param {string} label @param {number} value @param {number} most @param {(value: number) => void} set @param {string} text */
const slider = (label, value, most, set, text) =>
    h(
        "label",
        { class: "field slider" },
        h("span", null, label),
        h("span", { class: "setting", "aria-hidden": "true" }, text),
        h("input", {
            type: "range", min: 1, max: most, step: 1, value: String(value), "aria-label": label, "aria-valuetext": text,
            oninput: (/** @type {Event} */ event) => set(Number(valueOf(event))),
        }),
    );

/**
 * @template {string} Choice
 * @param {string} label @param {string} name @param {readonly (readonly [Choice, string])[]} options
 * @param {Choice} value @param {(value: Choice) => void} set
 */
const choices = (label, name, options, value, set) =>
    h(
        "fieldset",
        { class: "choices" },
        h("legend", null, label),
        options.map(([option, text]) =>
            h("label", null, h("input", { type: "radio", name, value: option, checked: option === value, onchange: () => set(option) }), h("span", null, text)),
        ),
    );

/** @param {number} level */
function levelName(level) {
    if (level <= 2) return `${level} · beginner`;
    if (level <= 4) return `${level} · casual`;
    if (level <= 6) return `${level} · good`;
    if (level <= 8) return `${level} · strong`;
    return level === 9 ? "9 · very strong" : "10 · full strength";
}

/** @type {readonly (readonly [string, string])[]} */
const KEYS = [
    ["Arrow keys", "move on the board"],
    ["Home End Page Up Page Down", "to an edge of the board"],
    ["Enter or Space", "claim the group, or paint"],
    ["H", "hint"],
    ["U", "take back, or undo"],
    ["N", "new game"],
    [", and .", "one move back, one forward"],
    ["Arrow keys left and right", "the same, where the board is not in focus"],
    ["S", "start or stop the analysis"],
    ["0 to 9, Delete", "write fruit on the board while analysing"],
    ["1 2 3 4", "play, analyse, review, arena"],
    ["T", "light or dark"],
    ["?", "this help"],
];

/** @returns {Node} */
const help = () =>
    h(
        "div",
        { class: "help" },
        h("p", null, "Take turns. Pick a fruit, and you claim it with all fruits of its kind connected to it, sideways or up and down. Claiming k at once scores k × k points. What is above falls down, and nothing is added. When the board is empty, more points win; equal points are a draw. Whoever runs out of time loses."),
        h("p", null, "On a touch screen with small cells the first tap shows a group and its points, the second claims it."),
        h("h3", null, "Keys"),
        h("dl", { class: "keys" }, KEYS.map(([key, meaning]) => [h("dt", null, key), h("dd", null, meaning)])),
    );
