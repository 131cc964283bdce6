// @ts-check
/** What is said around the boards: titles, help, the first visit. */

/** @import { Theme, View } from "../state/state.js" */
/** @import { Preset } from "../state/settings.js" */

/** @type {Record<View, string>} */
export const TITLES = { play: "Play", online: "Online", puzzles: "Puzzles", analyse: "Analyse", review: "Review", arena: "Arena" };

/** @type {Record<Theme, string>} */
export const THEMES = { auto: "Colours follow the system", light: "Light colours", dark: "Dark colours" };

/** @type {Record<Preset["name"], {name: string, about: string}>} */
export const PRESETS = {
    quick: { name: "Quick", about: "6 × 6, a few minutes" },
    classic: { name: "Classic", about: "10 × 10" },
    competition: { name: "Competition", about: "26 × 26, 5 minutes each" },
};

/** @type {{title: string, about: Record<View, string>, picture: string, passOn: string, save: string, frame: string, frameTitle: string}} */
export const SHARE = {
    title: "Share",
    about: {
        play: "The link holds the whole game. Whoever opens it can go on from here, or looks through it if it is over.",
        review: "The link holds the whole game and opens at this move.",
        analyse: "The link opens this position.",
        online: "The link opens the rooms, where this page is served.",
        puzzles: "The link opens this puzzle.",
        arena: "The link opens the tournament, where this page is served.",
    },
    picture: "The board as a picture",
    passOn: "Send with picture",
    save: "Save picture",
    frame: "Copy for a web page",
    frameTitle: "A game of Fruit Rage",
};

/** @param {unknown} problem */
export const unreadableLink = (problem) =>
    `The link leads to nothing that can be read: ${problem instanceof Error ? problem.message : String(problem)}`;

export const WELCOME = {
    title: "How to play",
    line: "Claim connected fruit: three at once score 9, four 16, ten 100.",
    steps: [
        "Point at a fruit to see its group and its points, then claim it.",
        "What lies above falls down. What falls together may be your opponent's next claim.",
        "When the board is empty, more points win. Hints and take-backs are free.",
    ],
    next: "Next",
    done: "Play",
    skip: "Skip",
};

export const RULES =
    "Take turns. Pick a fruit, and you claim it with all fruits of its kind connected to it, sideways or up and down. Claiming k at once scores k × k points. What is above falls down, and nothing is added. When the board is empty, more points win; equal points are a draw. Whoever runs out of time loses.";

export const TOUCH =
    "On a touch screen with small cells, slide a finger until the right group is marked, then tap it again or press Claim. A press while fruit are falling ends the fall and claims nothing.";

/** @type {readonly (readonly [string, string])[]} */
export const KEYS = [
    ["Arrow keys", "move on the board"],
    ["Home End Page Up Page Down", "to an edge of the board"],
    ["Enter or Space", "claim the group, or paint"],
    ["H", "hint"],
    ["U", "take back, or undo"],
    ["N", "new game"],
    [", and .", "one move back, one forward"],
    ["Arrow keys left and right", "the same, where the board is not in focus"],
    ["M", "the next mistake of a review"],
    ["S", "start or stop the analysis"],
    ["0 to 9, Delete", "write fruit on the board while analysing"],
    ["T", "light or dark"],
    ["?", "this help"],
];
