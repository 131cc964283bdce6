// @ts-check
/** How the next game is to be. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Settings } from "../state/settings.js" */
import { h } from "../dom/element.js";
import { CLOCKS, HIGHEST_LEVEL, LARGEST_SIZE, MOST_FRUITS, PRESETS } from "../state/settings.js";
import { clockName } from "../words/game.js";
import { PRESETS as PRESET_WORDS, SETUP, levelName, sizeText } from "../words/setup.js";
import { field } from "./controls.js";

/** @param {Settings} settings @param {Send} send @returns {Node} */
export function newGameForm(settings, send) {
    const set = (/** @type {Partial<Settings>} */ changes) => send({ type: "set", changes });
    return h(
        "form",
        {
            class: "form",
            method: "dialog",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                send({ type: "new game" });
            },
        },
        presets(settings, set),
        choices(
            SETUP.opponent,
            "opponent",
            ["engine", "person"],
            SETUP.opponents,
            settings.opponent,
            (opponent) => set({ opponent }),
        ),
        settings.opponent === "engine" &&
            slider(
                SETUP.level,
                settings.level,
                HIGHEST_LEVEL,
                (level) => set({ level }),
                levelName(settings.level),
            ),
        settings.opponent === "engine" &&
            choices(
                SETUP.first,
                "first",
                ["turns", "you", "opponent"],
                SETUP.firsts,
                settings.first,
                (first) => set({ first }),
            ),
        slider(
            SETUP.size,
            settings.size,
            LARGEST_SIZE,
            (size) => set({ size }),
            sizeText(settings.size),
        ),
        slider(
            SETUP.kinds,
            settings.fruits,
            MOST_FRUITS,
            (fruits) => set({ fruits }),
            String(settings.fruits),
        ),
        h(
            "div",
            { class: "pair" },
            field(
                SETUP.clock,
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
                SETUP.seed,
                h("input", {
                    type: "text",
                    inputmode: "numeric",
                    placeholder: SETUP.anySeed,
                    autocomplete: "off",
                    value: settings.seed,
                    oninput: (/** @type {Event} */ event) => set({ seed: valueOf(event) }),
                }),
            ),
        ),
        h(
            "div",
            { class: "controls" },
            h("button", { type: "submit", class: "primary", autofocus: true }, SETUP.start),
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
 * @param {string} label @param {string} name @param {readonly Choice[]} options @param {Record<Choice, string>} texts
 * @param {Choice} value @param {(value: Choice) => void} set
 */
const choices = (label, name, options, texts, value, set) =>
    h(
        "fieldset",
        { class: "choices" },
        h("legend", null, label),
        options.map((option) =>
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
                h("span", null, texts[option]),
            ),
        ),
    );

/** @param {Settings} settings @param {(changes: Partial<Settings>) => void} set @returns {Node} */
const presets = (settings, set) =>
    h(
        "div",
        { class: "presets", role: "group", "aria-label": SETUP.boards },
        PRESETS.map(({ name, ...board }) => {
            const { size, fruits, clock } = settings;
            const chosen = size === board.size && fruits === board.fruits && clock === board.clock;
            return h(
                "button",
                { type: "button", "aria-pressed": chosen ? "true" : "false", onclick: () => set(board) },
                h("span", null, PRESET_WORDS[name].name),
                h("span", { class: "quiet" }, PRESET_WORDS[name].about),
            );
        }),
    );
