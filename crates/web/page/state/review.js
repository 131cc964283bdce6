// @ts-check
/** The game being reviewed: pure changes of it. */

/** @import { Game } from "../engine/engine.js" */
/** @import { Judgement, Review } from "../engine/engine.js" */
import { leadAt, playerAt } from "./game.js";

/**
 * @typedef {{
 *   game: Game,
 *   ply: number,
 *   judgements: readonly (Judgement | undefined)[],
 *   result: Review | null,
 *   running: boolean,
 * }} Reviewing `ply` is how many moves the board shows; judgements come from the last move to the first
 */

/** @param {Game} game @returns {Reviewing} */
export const reviewing = (game) => ({ game, ply: 0, judgements: [], result: null, running: false });

/** @param {Reviewing} review @param {number} ply @returns {Reviewing} */
export const steppedTo = (review, ply) => ({
    ...review,
    ply: Math.max(0, Math.min(review.game.turns.length, ply)),
});

/** @param {Reviewing} review @param {Judgement} judgement @returns {Reviewing} */
export function judged(review, judgement) {
    const judgements = [...review.judgements];
    judgements[judgement.index] = judgement;
    return { ...review, judgements };
}

/** @param {Reviewing} review how many moves are judged */
export const judgedCount = (review) =>
    review.judgements.filter((judgement) => judgement !== undefined).length;

/**
 * The margin of the first player that the game is heading for after so many moves, as far as known.
 * @param {Reviewing} review @param {number} ply
 * @returns {number | null}
 */
export function headingFor({ game, judgements, result }, ply) {
    if (result) return result.margins[ply] ?? null;
    const next = judgements[ply];
    if (next) return leadAt(game, ply) + (playerAt(ply) === 0 ? next.bestValue : -next.bestValue);
    return ply === game.turns.length && game.ending === "finished" ? leadAt(game, ply) : null;
}
