// @ts-check
/** All arithmetic of the clock of the turn under way. It stands still while the page is closed. */

/** @typedef {{spent: number, since: number | null}} TurnClock seconds before `since`, a moment in milliseconds */

/** @type {TurnClock} */
export const STOPPED = { spent: 0, since: null };

/** @param {number} now @param {number} [spent] @returns {TurnClock} */
export const running = (now, spent = 0) => ({ spent, since: now });

/** @param {TurnClock} clock @param {number} now @returns {number} seconds, to the millisecond */
export function elapsed({ spent, since }, now) {
    const milliseconds = since === null ? 0 : Math.max(0, now - since);
    return Math.round(spent * 1000 + milliseconds) / 1000;
}
