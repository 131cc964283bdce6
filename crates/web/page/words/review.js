// @ts-check
/** What is said of a move that was judged. */

/** @import { Reviewing } from "../state/review.js" */
import { doing, endingText, winnerText } from "./game.js";

/** What the board shows is before the next move. @param {Reviewing} review */
export function reviewStatus({ game, ply, judgements }) {
    const turn = game.turns[ply];
    if (!turn) return `${winnerText(game)}. ${endingText(game)}`;
    const judgement = judgements[ply];
    const played = `Move ${ply + 1}: ${doing(game.draft.players[turn.player], "claim")} ${turn.cell} for ${turn.group.points}`;
    if (!judgement) return played;
    if (judgement.lost === 0) return `${played}, the best move`;
    return `${played}. ${judgement.best[0]} was better by ${judgement.lost}${judgement.exact ? "" : ", estimated"}`;
}

/** @param {Reviewing} review */
export function exerciseText({ game, ply, judgements, exercise }) {
    const turn = game.turns[ply];
    const judgement = judgements[ply];
    if (!exercise || !turn || !judgement) return "";
    if (exercise.found)
        return `Yes: ${judgement.best[0]} is better than ${turn.cell} by ${judgement.lost}${judgement.exact ? "" : ", estimated"}`;
    const wrong = exercise.wrong === null ? "" : `${exercise.wrong} is not it. `;
    return `${wrong}Move ${ply + 1}: find a better claim than ${turn.cell}`;
}
