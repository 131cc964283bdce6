// @ts-check
/** How the next game is to be. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { Settings } from "../state/settings.js" */
import { h } from "../dom/element.js";
import { CLOCKS, HIGHEST_LEVEL, LARGEST_SIZE, MOST_FRUITS, clockName } from "../state/settings.js";
import { field } from "./controls.js";

/** @param {Settings} settings @param {Actions} actions @returns {Node} */
export function newGameForm(settings, actions) {
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
        choices(
            "Opponent",
            "opponent",
            [
                ["engine", "The engine"],
                ["person", "Two people here"],
            ],
            settings.opponent,
            (opponent) => set({ opponent }),
        ),
        settings.opponent === "engine" &&
            slider(
                "Level",
                settings.level,
                HIGHEST_LEVEL,
                (level) => set({ level }),
                levelName(settings.level),
            ),
        settings.opponent === "engine" &&
            choices(
                "Who starts",
                "first",
                [
                    ["you", "You"],
                    ["opponent", "The engine"],
                    ["chance", "By chance"],
                ],
                settings.first,
                (first) => set({ first }),
            ),
        slider(
            "Size",
            settings.size,
            LARGEST_SIZE,
            (size) => set({ size }),
            `${settings.size} × ${settings.size}`,
        ),
        slider(
            "Kinds of fruit",
            settings.fruits,
            MOST_FRUITS,
            (fruits) => set({ fruits }),
            String(settings.fruits),
        ),
        h(
            "div",
            { class: "pair" },
            field(
                "Clock",
                h(
                    "select",
                    {
                        value: String(settings.clock),
                        onchange: (/** @type {Event} */ event) => set({ clock: Number(valueOf(event)) }),
                    },
                    CLOCKS.map((seconds) => h("option", { value: String(seconds) }, clockName(seconds))),
                ),
            ),
            field(
                "Seed",
                h("input", {
                    type: "text",
                    inputmode: "numeric",
                    placeholder: "any",
                    autocomplete: "off",
                    value: settings.seed,
                    oninput: (/** @type {Event} */ event) => set({ seed: valueOf(event) }),
                }),
            ),
        ),
        h(
            "div",
            { class: "controls" },
            h("button", { type: "submit", class: "primary", autofocus: true }, "Start"),
        ),
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
            type: "range",
            min: 1,
            max: most,
            step: 1,
            value: String(value),
            "aria-label": label,
            "aria-valuetext": text,
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
            h(
                "label",
                null,
                h("input", {
                    type: "radio",
                    name,
                    value: option,
                    checked: option === value,
                    onchange: () => set(option),
                }),
                h("span", null, text),
            ),
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
