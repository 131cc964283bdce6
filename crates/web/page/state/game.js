// @ts-check
/** Reading a game that the rules have replayed. Everything about who won and why is the rules' word. */

/** @import { BoardText, Draft, Game, Player } from "../engine/types.js" */

/** @param {number} ply how many moves were played @returns {Player} who moves then */
export const playerAt = (ply) => (ply % 2 === 0 ? 0 : 1);

/** @param {Game} game @param {number} ply @returns {BoardText} the board after so many moves */
export const boardAt = (game, ply) => game.turns[ply - 1]?.board ?? game.draft.board;

/** @param {Game} game @param {number} ply @returns {[number, number]} */
export const scoresAt = (game, ply) => game.turns[ply - 1]?.scores ?? game.draft.handicap ?? [0, 0];

/** @param {Game} game @param {number} ply seconds left after so many moves; null if untimed */
export const clocksAt = (game, ply) => game.turns[ply - 1]?.clocks ?? game.draft.clocks;

/** @param {Game} game @param {number} ply the first player's points less the second's */
export function leadAt(game, ply) {
    const [first, second] = scoresAt(game, ply);
    return first - second;
}

/** @param {Draft} draft @param {string} cell @param {number} seconds @returns {Draft} */
export const withMove = (draft, cell, seconds) => ({ ...draft, moves: [...draft.moves, { cell, seconds }] });

/** @param {Draft} draft @param {number} count @returns {Draft} the last moves and the way it ended undone */
export const withoutMoves = (draft, count) => ({
    ...draft,
    moves: draft.moves.slice(0, Math.max(0, draft.moves.length - count)),
    forfeit: null,
});

/** @param {Draft} draft @param {Player} loser @param {"resigned" | "out-of-time"} cause @returns {Draft} */
export const withForfeit = (draft, loser, cause) => ({ ...draft, forfeit: { cause, loser } });
