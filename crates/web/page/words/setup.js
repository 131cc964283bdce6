// @ts-check
/** What is said of a game to be begun. */

/** @import { Preset, Settings } from "../state/settings.js" */
import { LARGEST_SEED } from "../state/settings.js";

/** @type {{title: string, boards: string, opponent: string, opponents: Record<Settings["opponent"], string>, level: string, first: string, firsts: Record<Settings["first"], string>, size: string, kinds: string, clock: string, seed: string, anySeed: string, start: string}} */
export const SETUP = {
    title: "New game",
    boards: "Boards",
    opponent: "Opponent",
    opponents: { engine: "The engine", person: "Two people here" },
    level: "Level",
    first: "Who starts",
    firsts: { turns: "In turns", you: "You", opponent: "The engine" },
    size: "Size",
    kinds: "Kinds of fruit",
    clock: "Clock",
    seed: "Seed",
    anySeed: "any",
    start: "Start",
};

/** @type {Record<Preset["name"], {name: string, about: string}>} */
export const PRESETS = {
    quick: { name: "Quick", about: "6 × 6, a few minutes" },
    classic: { name: "Classic", about: "10 × 10" },
    competition: { name: "Competition", about: "26 × 26, 5 minutes each" },
};

export const REPLACE = {
    title: "Leave this game?",
    about: "The game on the board is not finished, and a new one takes its place. Save or share it first if you want to keep it.",
    leave: "Leave it",
    keep: "Keep playing",
};

/** @param {number} size */
export const sizeText = (size) => `${size} × ${size}`;

/** @param {number} level */
export function levelName(level) {
    const names = ["", "beginner", "beginner", "casual", "casual", "good", "good", "strong", "strong"];
    return `${level} · ${names[level] ?? (level === 9 ? "very strong" : "full strength")}`;
}

/** @param {string} found */
export const seedProblem = (found) =>
    `expected a whole number from 0 to ${LARGEST_SEED}, or nothing, but found “${found.trim().slice(0, 30)}”.`;
