// @ts-check
/** What is said around the boards: titles, help, the first visit. */

/** @import { Theme, View } from "../state/state.js" */

/** @type {Record<View, string>} */
export const TITLES = { play: "Play", online: "Online", puzzles: "Puzzles", analyse: "Analyse", review: "Review", arena: "Arena" };

export const PAGE = {
    name: "Fruit Rage",
    views: "Views",
    closeMessage: "Close the message",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
};

/** @param {View} view @param {boolean} yourMove */
export const titleText = (view, yourMove) => `${yourMove ? "Your move · " : ""}${TITLES[view]} · ${PAGE.name}`;

/** @type {Record<Theme, string>} */
export const THEMES = { auto: "Colours follow the system", light: "Light colours", dark: "Dark colours" };

/** @type {{title: string, about: Record<View, string>, picture: string, passOn: string, save: string, frame: string, frameTitle: string, copied: string, friend: string}} */
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
    copied: "Copied.",
    /** Who played it, to whoever opens the link. */
    friend: "Your friend",
};

/** A link for those who only look on. */
export const WATCH = {
    title: "Link to watch",
    about: "Whoever opens this link sees the game as it goes on, and takes no part in it.",
};

export const WELCOME = {
    title: "How to play",
    line: "Claim connected fruit: three at once score 9, four 16, ten 100.",
    steps: [
        "Point at a fruit, or tap it, to see its group and its points; then claim it.",
        "What lies above falls down. What falls together may be your opponent's next claim.",
        "When the board is empty, more points win. Hints and take-backs are free.",
    ],
    next: "Next",
    done: "Play",
    skip: "Skip",
};

/** @param {number} step from 0 */
export const welcomeStep = (step) => `${step + 1} of ${WELCOME.steps.length}`;

export const HELP = {
    title: "Help",
    page: "This page",
    sound: "Sound",
    vibration: "Vibration on phones",
    shortcuts: "Letters as shortcuts",
    keys: "Keys",
};

export const RULES =
    "Take turns. Pick a fruit, and you claim it with all fruits of its kind connected to it, sideways or up and down. Claiming k at once scores k × k points. What is above falls down, and nothing is added. When the board is empty, more points win; equal points are a draw. Whoever runs out of time loses.";

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
