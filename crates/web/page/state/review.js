// @ts-check
/** The game being reviewed: pure changes of it. */

/** @import { Draft, Game, Judgement, Review, ReviewLimits } from "../engine/types.js" */
/** @import { Ticket } from "../flow/types.js" */
/** @import { Cell } from "./grid.js" */
import { groupsOf } from "../board/groups.js";
import { boardAt, leadAt, playerAt } from "./game.js";
import { isPerson } from "./players.js";

/**
 * @typedef {{ply: number, wrong: Cell | null, found: boolean}} Exercise find the better move at this ply
 * @typedef {{game: Game, from: number, ply: number, ticket: Ticket | null}} BetterLine the game as it might have gone on from a move; by itself while there is a ticket
 * @typedef {{
 *   game: Game,
 *   ply: number,
 *   judgements: readonly (Judgement | undefined)[],
 *   result: Review | null,
 *   ticket: Ticket | null,
 *   touched: boolean,
 *   exercise: Exercise | null,
 *   line: BetterLine | null,
 * }} Reviewing `ply` is how many moves the board shows; judgements come from the last move to the first; `touched` once the visitor has stepped
 */

/** @param {Game} game @returns {Reviewing} */
export const reviewing = (game) => ({
    game,
    ply: 0,
    judgements: [],
    result: null,
    ticket: null,
    touched: false,
    exercise: null,
    line: null,
});

/** @param {Reviewing} review @param {number} ply @returns {Reviewing} */
export const steppedTo = (review, ply) => ({
    ...review,
    ply: Math.max(0, Math.min(review.game.turns.length, ply)),
    touched: true,
    exercise: null,
    line: null,
});

/** What the board shows: the game, or the better line. @param {Reviewing} review @returns {{game: Game, ply: number}} */
export const shownIn = ({ game, ply, line }) => line ?? { game, ply };

/** The game up to the move shown, and best play instead of it; null if nothing was better. @param {Reviewing} review @returns {Draft | null} */
export function betterDraft({ game, ply, judgements }) {
    const judgement = judgements[ply];
    if (!judgement || judgement.lost === 0) return null;
    const moves = [
        ...game.draft.moves.slice(0, ply),
        ...judgement.best.map((cell) => ({ cell, seconds: 0 })),
    ];
    // Nobody's time runs in it, and it is played to its end.
    const { players, board, kinds, handicap } = game.draft;
    return { players, board, kinds, clocks: null, moves, ...(handicap ? { handicap } : {}) };
}

/** @param {Reviewing} review @param {number} ply of the line; before its first move is the game again @returns {Reviewing} */
export function steppedInLine(review, ply) {
    const { line } = review;
    if (!line || ply <= line.from) return { ...review, line: null };
    return { ...review, line: { ...line, ply: Math.min(line.game.turns.length, ply), ticket: null } };
}

/** @param {Reviewing} review @param {Judgement} judgement @returns {Reviewing} */
export function judged(review, judgement) {
    const judgements = [...review.judgements];
    judgements[judgement.index] = judgement;
    return { ...review, judgements };
}

/** @param {Reviewing} review how many moves are judged */
export const judgedCount = (review) =>
    review.judgements.filter((judgement) => judgement !== undefined).length;

/** @typedef {"best" | "fine" | "mistake" | "blunder"} Grade */

/** A move that gives away less than this part of what was at stake is a matter of taste. */
const MISTAKE = 0.15;
const BLUNDER = 0.4;

/**
 * How bad a move was, by what was at stake: the largest group there was.
 * @param {Judgement | undefined} judgement @returns {Grade | null}
 */
export function gradeOf(judgement) {
    if (!judgement) return null;
    const part = judgement.lost / Math.max(1, judgement.largest);
    if (judgement.lost === 0) return "best";
    if (part < MISTAKE || judgement.lost < 3) return "fine";
    return part < BLUNDER ? "mistake" : "blunder";
}

/** Moves worth looking at, of people if people play. @param {Reviewing} review @returns {number[]} indices */
export function mistakes({ judgements, game }) {
    const { players } = game.draft;
    const anybody = !players.some(isPerson) || players.every(isPerson);
    return judgements.flatMap((judgement, index) => {
        const grade = gradeOf(judgement);
        const counts = anybody || isPerson(players[playerAt(index)]);
        return counts && (grade === "mistake" || grade === "blunder") ? [index] : [];
    });
}

/** @param {Reviewing} review @param {1 | -1} direction @returns {number | null} */
export function nextMistake(review, direction) {
    const found = mistakes(review);
    const beyond = found.filter((index) => (index - review.ply) * direction > 0);
    return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}

/** Whether a cell is the better move of an exercise. @param {Reviewing} review @param {Cell} cell */
export function isBetter({ game, judgements, ply }, cell) {
    const best = judgements[ply]?.best[0];
    const groups = groupsOf(boardAt(game, ply));
    return best !== undefined && groups.get(best) === groups.get(cell);
}

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

/** From which move on everything is proved; null if nothing is. @param {Pick<Reviewing, "judgements" | "game">} review @returns {number | null} */
export function exactFrom({ judgements, game }) {
    const moves = game.turns.length;
    let from = moves;
    while (from > 0 && judgements[from - 1]?.exact) from--;
    return from < moves ? from : null;
}

/** Each move is looked at for at least and at most this. */
const LEAST_SECONDS = 0.1;
const MOST_SECONDS = 1;

/** @param {Game} game @param {number} whole seconds for all its moves @returns {ReviewLimits} */
export const reviewLimits = (game, whole) => ({
    moveSeconds: Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, whole / Math.max(1, game.turns.length))),
});
