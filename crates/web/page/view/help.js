// @ts-check
/** The rules in short, the keys, and how the page behaves. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Preferences } from "../state/preferences.js" */
/** @import { Theme } from "../state/state.js" */
import { h } from "../dom/element.js";
import { HELP, KEYS, RULES, THEMES, TOUCH } from "../words/page.js";
import { button } from "./controls.js";

/** @param {Preferences} preferences @param {Theme} theme @param {Send} send @returns {Node} */
export const helpText = (preferences, theme, send) =>
    h(
        "div",
        { class: "help" },
        h("p", null, RULES),
        h("p", null, TOUCH),
        h("h3", null, HELP.page),
        h(
            "div",
            { class: "checks" },
            check(HELP.sound, preferences.sound, (sound) => send({ type: "prefer", changes: { sound } })),
            check(HELP.vibration, preferences.vibration, (vibration) =>
                send({ type: "prefer", changes: { vibration } }),
            ),
            check(HELP.shortcuts, preferences.shortcuts, (shortcuts) =>
                send({ type: "prefer", changes: { shortcuts } }),
            ),
            button(theme, THEMES[theme], () => send({ type: "switch theme" })),
        ),
        h("h3", null, HELP.keys),
        h(
            "dl",
            { class: "keys" },
            KEYS.map(([key, meaning]) => [h("dt", null, key), h("dd", null, meaning)]),
        ),
    );

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} set @returns {Node} */
const check = (label, value, set) =>
    h(
        "label",
        { class: "check" },
        h("input", {
            type: "checkbox",
            checked: value,
            onchange: (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && set(target.checked),
        }),
        h("span", null, label),
    );
