// @ts-check
/** Games under way: the boards of the workers, each in a place of its own, and one that is followed. */

/** @import { LiveEntry } from "../api.js" */
/** @import { Game } from "../engine/types.js" */
/** @import { Ticket } from "../flow/types.js" */

/**
 * @typedef {{game: LiveEntry, over: boolean}} Place a board; what is over stays until another game takes its place
 * @typedef {{pair: number, number: number}} Which
 * @typedef {{
 *   which: Which,
 *   game: Game | null,
 *   seen: number,
 *   shown: number | null,
 *   over: boolean,
 *   kept: number | null,
 *   ticket: Ticket | null,
 * }} Followed `seen` is how far the moves were shown one by one, `shown` where the visitor looks if not there, `kept` the game's number once it is over
 */

/** More boards than this nobody looks at. */
export const MOST_PLACES = 48;

/**
 * No board moves under a finger: a game keeps its place, and a new one takes that of one that is
 * over, of its own worker if there is one.
 * @param {readonly Place[]} places @param {readonly LiveEntry[]} games @returns {Place[]}
 */
export function placed(places, games) {
    const going = new Map(games.map((game) => [game.pair, game]));
    const next = places.map((place) => {
        const game = going.get(place.game.pair);
        going.delete(place.game.pair);
        return game ? { game, over: false } : { ...place, over: true };
    });
    for (const game of going.values()) {
        const own = next.findIndex((place) => place.over && place.game.worker === game.worker);
        const free = own >= 0 ? own : next.findIndex((place) => place.over);
        if (free >= 0) next[free] = { game, over: false };
        else if (next.length < MOST_PLACES) next.push({ game, over: false });
    }
    return next;
}

/** @param {Which} which @returns {Followed} */
export const following = (which) => ({
    which,
    game: null,
    seen: 0,
    shown: null,
    over: false,
    kept: null,
    ticket: null,
});

/** @param {Followed} followed how many moves the board shows */
export const followedPly = ({ shown, seen }) => shown ?? seen;

/** @param {Followed} followed @param {number} ply @returns {Followed} */
export function followedTo(followed, ply) {
    const moves = followed.game?.turns.length ?? 0;
    const within = Math.max(0, Math.min(moves, ply));
    // Whoever goes to the end wants to see what comes.
    return within === moves ? { ...followed, shown: null, seen: moves } : { ...followed, shown: within };
}

/** @param {Which} one @param {Which} other */
export const isSame = (one, other) => one.pair === other.pair && one.number === other.number;
