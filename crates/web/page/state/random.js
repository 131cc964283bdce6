// @ts-check
/** The board of a seed, as the rules draw it: shown before the rules are loaded. */

/** @import { Board } from "./grid.js" */

const MASK = 2n ** 64n - 1n;

/** SplitMix64, as the rules have it. @param {bigint} seed @returns {(bound: number) => number} even draws below a bound */
function generator(seed) {
    let state = seed;
    return (bound) => {
        state = (state + 0x9e3779b97f4a7c15n) & MASK;
        let word = state;
        word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
        word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & MASK;
        word ^= word >> 31n;
        return Number((word * BigInt(bound)) >> 64n);
    };
}

/** @param {number} size @param {number} kinds @param {string} seed @returns {Board} */
export function randomBoard(size, kinds, seed) {
    const draw = generator(BigInt(seed));
    return Array.from({ length: size }, () => Array.from({ length: size }, () => draw(kinds)).join("")).join("/");
}
