// @ts-check
/** How the next game is to be, and what was chosen last time. */

/**
 * @typedef {{
 *   size: number, fruits: number, seed: string, clock: number, level: number,
 *   opponent: "engine" | "person", first: "turns" | "you" | "opponent",
 * }} Settings the seed is empty for any board, the clock 0 for none; who starts may take turns
 */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
    size: 10,
    fruits: 4,
    seed: "",
    clock: 0,
    level: 3,
    opponent: "engine",
    first: "turns",
};

/** @typedef {{name: "quick" | "classic" | "competition", size: number, fruits: number, clock: number}} Preset */

/** What most people want. @type {readonly Preset[]} */
export const PRESETS = [
    { name: "quick", size: 6, fruits: 3, clock: 0 },
    { name: "classic", size: 10, fruits: 4, clock: 0 },
    { name: "competition", size: 26, fruits: 9, clock: 300 },
];

export const LARGEST_SIZE = 26;
export const MOST_FRUITS = 10;
export const HIGHEST_LEVEL = 10;

/** Seconds for each player; 0 is no clock. */
export const CLOCKS = [0, 10, 30, 60, 180, 300, 600, 1800];

export const LARGEST_SEED = 2n ** 64n - 1n;

/** Whether this is a seed, or leaves it to chance. @param {string} seed */
export function isSeed(seed) {
    const text = seed.trim();
    return text === "" || (/^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_SEED);
}

/**
 * Settings from anything that was stored once; what does not fit is the default's.
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settingsFrom(stored) {
    const given = /** @type {Partial<Record<keyof Settings, unknown>>} */ (
        typeof stored === "object" && stored !== null ? stored : {}
    );
    const whole = (/** @type {"size" | "fruits" | "level"} */ name, /** @type {number} */ most) => {
        const value = given[name];
        return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most
            ? value
            : DEFAULT_SETTINGS[name];
    };
    return {
        size: whole("size", LARGEST_SIZE),
        fruits: whole("fruits", MOST_FRUITS),
        level: whole("level", HIGHEST_LEVEL),
        seed: typeof given.seed === "string" && isSeed(given.seed) ? given.seed : "",
        clock: typeof given.clock === "number" && CLOCKS.includes(given.clock) ? given.clock : 0,
        opponent: given.opponent === "person" ? "person" : "engine",
        first: given.first === "opponent" || given.first === "you" ? given.first : "turns",
    };
}
