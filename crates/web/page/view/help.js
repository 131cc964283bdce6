// @ts-check
/** The rules in short, and the keys. */

/** @import { Node } from "../dom/element.js" */
import { h } from "../dom/element.js";

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
export const helpText = () =>
    h(
        "div",
        { class: "help" },
        h(
            "p",
            null,
            "Take turns. Pick a fruit, and you claim it with all fruits of its kind connected to it, sideways or up and down. Claiming k at once scores k × k points. What is above falls down, and nothing is added. When the board is empty, more points win; equal points are a draw. Whoever runs out of time loses.",
        ),
        h(
            "p",
            null,
            "On a touch screen with small cells the first tap shows a group and its points, the second claims it.",
        ),
        h("h3", null, "Keys"),
        h(
            "dl",
            { class: "keys" },
            KEYS.map(([key, meaning]) => [h("dt", null, key), h("dd", null, meaning)]),
        ),
    );
