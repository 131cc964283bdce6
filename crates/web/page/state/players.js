// @ts-check
/** Who plays, by the names in the record: `engine:level=3` is the engine, everybody else a person. */

/** @typedef {[string, string]} Names */

/** What records call the visitor, in any language. */
export const YOU = "You";

/** What they call people who share a screen. @param {number} place from 0 */
export const personName = (place) => `Player ${place + 1}`;

const ENGINE = /^engine(?::(?:.*,)?level=(10|[1-9])(?:,.*)?)?$/;

/** @param {number} level */
export const engineName = (level) => `engine:level=${level}`;

/** @param {string} name @returns {number | null} the engine's level; null for a person */
export function levelOf(name) {
    const found = ENGINE.exec(name);
    return found ? Number(found[1] ?? 10) : null;
}

/** @param {string} name */
export const isPerson = (name) => levelOf(name) === null;
