// @ts-check
/** What is said of a game that is looked through, and of moves that were judged. */

/** @import { Turn } from "../engine/types.js" */
/** @import { BetterLine, Grade, Reviewing } from "../state/review.js" */
import { signed } from "./board.js";
import { displayName, doing, endingText, resultText, winnerText } from "./game.js";

export const REVIEW = {
    load: "Load a game",
    title: "Review a game",
    about: "See where points were lost, which moves were better and when the game turned. Drop a record here, open one, or paste its text.",
    open: "Open a record",
    justPlayed: "The game just played",
    text: "The text of a record",
    textStart: "fruitrage record 1\nfirst …",
    start: "Review",
    moves: "Moves",
    movesOfGame: "Moves of the game",
    nextMistake: "Next mistake",
    findBetter: "Find better",
    show: "Show it",
    goOn: "Go on",
    betterLine: "Better line",
    backToGame: "Back to the game",
    best: "best",
    complete: "The review is complete.",
    summary: "Summary",
    underWay: "Under way",
    another: "Another game",
    progress: "Moves reviewed",
    judge: "Review this game",
    analyse: "Analyse from here",
    playOn: "Play on from here",
    columns: ["Player", "Lost", "Accuracy", "Worst move"],
    turningPoints: "Turning points: ",
};

/** What stands below the graph of a game. */
export const GRAPH = {
    lead: "points so far",
    heading: "heading for, with best play",
    turning: "turning point",
    proved: "proved",
};

/** @param {number} plies @param {number} lead */
export const graphLabel = (plies, lead) => `Margin of the first player over ${plies} moves; at the end ${lead}`;

/** @param {string} player @param {number} most */
export const scaleText = (player, most) => `${displayName(player)} +${most}`;

/** @type {Record<Grade, string>} */
export const GRADES = { best: REVIEW.best, fine: "fine", mistake: "mistake", blunder: "blunder" };

/** @param {number} lost @param {Grade} grade */
export const lostText = (lost, grade) => `−${lost}${grade === "blunder" ? "??" : grade === "mistake" ? "?" : ""}`;

/** @param {number} done @param {number} all */
export const stopLabel = (done, all) => `Stop · ${done} of ${all} moves`;

/** @param {number} index of a move @param {Turn | undefined} turn */
export const turnName = (index, turn) => `${index + 1}. ${turn?.cell ?? ""}`;

/** @param {number} index of a move @param {Turn | undefined} turn @param {number} lost */
export const worstText = (index, turn, lost) => `${turnName(index, turn)} (${signed(-lost)})`;

/** @param {Reviewing} review */
export function reviewStatus(review) {
    if (review.line) return lineText(review.line);
    return review.exercise ? exerciseText(review) : moveStatus(review);
}

/** @param {{exact: boolean}} judgement */
const unlessExact = ({ exact }) => (exact ? "" : ", estimated");

/** What the board shows is before the next move. @param {Reviewing} review */
function moveStatus({ game, ply, judgements }) {
    const turn = game.turns[ply];
    if (!turn) return `${winnerText(game)}. ${endingText(game)}`;
    const judgement = judgements[ply];
    const played = `Move ${ply + 1}: ${doing(game.draft.players[turn.player], "claim")} ${turn.cell} for ${turn.group.points}`;
    if (!judgement) return played;
    if (judgement.lost === 0) return `${played}, the best move`;
    return `${played}. ${judgement.best[0]} was better by ${judgement.lost}${unlessExact(judgement)}`;
}

/** The last of its moves that the board shows. @param {BetterLine} line */
function lineText({ game, from, ply }) {
    const turn = game.turns[ply - 1];
    if (!turn) return "";
    const place = `${REVIEW.betterLine}, ${ply - from} of ${game.turns.length - from}`;
    const claim = `${doing(game.draft.players[turn.player], "claim")} ${turn.cell} for ${turn.group.points}`;
    return `${place}: ${claim}${ply === game.turns.length && game.ending ? `. ${resultText(game)}` : ""}`;
}

/** @param {Reviewing} review */
function exerciseText({ game, ply, judgements, exercise }) {
    const turn = game.turns[ply];
    const judgement = judgements[ply];
    if (!exercise || !turn || !judgement) return "";
    if (exercise.found)
        return `Yes: ${judgement.best[0]} is better than ${turn.cell} by ${judgement.lost}${unlessExact(judgement)}`;
    const wrong = exercise.wrong === null ? "" : `${exercise.wrong} is not it. `;
    return `${wrong}Move ${ply + 1}: find a better claim than ${turn.cell}`;
}
