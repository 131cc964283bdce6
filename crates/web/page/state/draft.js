// @ts-check
/** A game to be begun, from what was chosen. */

/** @import { Draft } from "../engine/types.js" */
/** @import { Rules } from "../flow/types.js" */
/** @import { Settings } from "./settings.js" */
import { YOU, engineName, isPerson, personName } from "./players.js";

/**
 * @param {Settings} settings
 * @param {string} anySeed if none was chosen
 * @param {readonly [string, string] | null} before who played the game before: who starts may take turns
 * @param {Pick<Rules, "randomBoard">} rules
 * @returns {Draft}
 */
export function draftOf({ size, fruits, seed, clock, level, opponent, first }, anySeed, before, rules) {
    const you = opponent === "person" ? personName(0) : YOU;
    const other = opponent === "person" ? personName(1) : engineName(level);
    const youBegan = before !== null && before[0] === YOU && !isPerson(before[1]);
    const otherBegins = opponent === "engine" && (first === "opponent" || (first === "turns" && youBegan));
    const chosen = seed.trim() || anySeed;
    return {
        players: otherBegins ? [other, you] : [you, other],
        board: rules.randomBoard(size, fruits, chosen),
        kinds: fruits,
        clocks: clock > 0 ? [clock, clock] : null,
        notes: [`seed ${chosen}`],
        moves: [],
    };
}
