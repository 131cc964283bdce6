// @ts-check
/** What is said of games: who plays, what was claimed, how it ended. */

/** @import { Game, Turn } from "../engine/types.js" */
/** @import { Play } from "../state/play.js" */
import { groupsOf } from "../board/groups.js";
import { leadAt } from "../state/game.js";
import { hintOf, isEnginesTurn, isPersonsTurn } from "../state/play.js";
import { YOU, levelOf } from "../state/players.js";
import { cellStatus, pointsText, signed } from "./board.js";
import { plain } from "./plain.js";

export const PLAY = {
    moves: "Moves",
    noMoves: "No moves yet.",
    game: "Game",
    newGame: "New game",
    finish: "Finish",
    finishDecided: "The winner is decided: end the game here",
    finishSingles: "Only single fruits are left: claim them all",
    hint: "Hint",
    takeBack: "Take back",
    resign: "Resign",
    save: "Save",
    open: "Open",
    problem: "Problem",
    result: "Result",
    looking: "Looking into the moves",
    review: "Review this game",
    again: "Play again",
    players: "Players",
    toMove: ", to move",
    points: " points",
};

/** @param {string} name as people read it */
export function displayName(name) {
    const level = levelOf(name);
    if (name === YOU) return "You";
    return level === null ? plain(name) : `Engine, level ${level}`;
}

/** @param {string} name @param {string} verb without its s @returns {string} such as “You win” */
export const doing = (name, verb) => `${displayName(name)} ${verb}${name === YOU ? "" : "s"}`;

/** How much is told of what went wrong. */
const LONGEST_DETAIL = 500;

/** How the game ended. @param {Game} game */
export function endingText(game) {
    const { forfeit, players } = game.draft;
    const loser = forfeit ? displayName(players[forfeit.loser]) : "";
    switch (game.ending) {
        case null:
            return "";
        case "finished":
            return "The board is empty.";
        case "final-lead":
            return "What is left cannot change the winner.";
        case "agreed":
            return "Both agreed on a draw.";
        case "interrupted":
            return "The game was broken off.";
        case "out-of-time":
            return `${loser} ran out of time.`;
        case "resigned":
            return `${loser} resigned.`;
        default: {
            const detail = forfeit?.detail;
            return `${loser} ${FAULTS[game.ending] ?? game.ending}${detail ? `: ${plain(detail, LONGEST_DETAIL)}` : ""}.`;
        }
    }
}

/** What a program did wrong, after its name. @type {Record<string, string>} */
export const FAULTS = {
    crashed: "crashed",
    "no-output": "wrote no answer",
    "malformed-output": "wrote an answer that cannot be read",
    "illegal-move": "made an illegal move",
    "wrong-board": "wrote a wrong board",
    memory: "used too much memory",
    "output-too-large": "wrote too much",
    "protocol-error": "broke the protocol",
    "out-of-time": "ran out of time",
    resigned: "resigned",
};

/** @param {Game} game */
export function winnerText(game) {
    switch (game.winner) {
        case "first":
            return doing(game.draft.players[0], "win");
        case "second":
            return doing(game.draft.players[1], "win");
        case "draw":
            return "A draw";
        case "undecided":
            return "Undecided";
        default:
            return "";
    }
}

/** @param {Game} game the same with its margin, where that is the reason */
export function resultText(game) {
    const lead = leadAt(game, game.turns.length);
    const counts = game.ending === "finished" || game.ending === "final-lead";
    return counts && lead !== 0 ? `${winnerText(game)} by ${Math.abs(lead)}` : winnerText(game);
}

/** @param {Game} game @param {Turn} turn */
export const claimedText = (game, turn) =>
    `${displayName(game.draft.players[turn.player])} claimed ${turn.cell} for ${turn.group.points}`;

/** @param {Game} game */
export function scoreText({ draft, scores }) {
    return `${displayName(draft.players[0])} ${scores[0]}, ${displayName(draft.players[1])} ${scores[1]}.`;
}

/** For a screen reader. @param {Game} game after its newest move @param {readonly string[]} fruitNames */
export function moveText(game, fruitNames) {
    const turn = game.turns.at(-1);
    if (!turn) return "";
    const { cells, points, fruit } = turn.group;
    const who = displayName(game.draft.players[turn.player]);
    const what = `${turn.cell}, ${fruitNames[fruit] ?? fruit}, group of ${cells.length}, ${pointsText(points)}`;
    return `${who}: ${what}. ${scoreText(game)}${outcomeText(game)}`;
}

/** @param {Game} game */
export const outcomeText = (game) => (game.ending ? ` ${endingText(game)} ${winnerText(game)}.` : "");

/** What happened last, and whose turn it is: stays until the next move. @param {Play} play */
export function turnStatus(play) {
    const { game, shown } = play;
    if (shown !== null) return `After move ${shown} of ${game.turns.length}`;
    if (game.toMove === null) return `${winnerText(game)}. ${endingText(game)}`;
    const player = game.draft.players[game.toMove];
    const name = displayName(player);
    const turn = game.turns.at(-1);
    const before = turn ? `${claimedText(game, turn)} · ` : "";
    if (play.reply?.status === "failed") return `${before}${name} cannot think`;
    if (isEnginesTurn(play)) return `${before}${name} is thinking…`;
    if (player !== YOU) return `${before}${name} to move`;
    return before ? `${before}your move` : "Your move";
}

/** @param {number} points */
export const claimLabel = (points) => `Claim ${pointsText(points)}`;

/** @param {Game} game @param {number} lead of the first player */
export function leadText(game, lead) {
    if (lead === 0) return "Equal points";
    return `${doing(game.draft.players[lead > 0 ? 0 : 1], "lead")} by ${Math.abs(lead)}`;
}

/** @param {string} name */
export const clockLabel = (name) => `Clock of ${name}`;

/** For a screen reader. @param {string} cell @param {number} size */
export const hintText = (cell, size) => `Hint: ${cell}, group of ${size}.`;

/** For a screen reader. @param {Game} game */
export const takenBackText = (game) => `Taken back. ${scoreText(game)}`;

/** What is aimed at, or what was asked about. @param {Play} play @param {string | null} aim @param {readonly string[]} fruitNames @param {boolean} withPoints unless a button says them */
export function aimStatus(play, aim, fruitNames, withPoints) {
    if (!isPersonsTurn(play)) return "";
    const group = aim === null ? undefined : groupsOf(play.game.board).get(aim);
    if (aim !== null && group) return cellStatus(aim, group, fruitNames, withPoints);
    if (play.hint === null) return "";
    const hint = hintOf(play);
    return hint
        ? `Hint: ${hint.cell} · ${signed(hint.value)} from here with best play${hint.exact ? "" : ", estimated"}`
        : "Looking for a good move…";
}

/** @param {Play} play */
export function aboutText({ game }) {
    const seed = game.draft.notes?.find((note) => note.startsWith("seed "));
    const kinds = `${game.draft.kinds} kind${game.draft.kinds === 1 ? "" : "s"} of fruit`;
    return [`${game.size} × ${game.size}`, kinds, seed].filter(Boolean).join(" · ");
}

/** @param {number} seconds @returns {string} such as 4:05, or 0:09.3 near the end */
export function clockText(seconds) {
    const left = Math.max(0, seconds);
    if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
    const whole = Math.floor(left);
    const parts = [Math.floor(whole / 60) % 60, whole % 60];
    if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
    return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** @param {number} seconds of a clock, as it is chosen */
export function clockName(seconds) {
    if (seconds === 0) return "No clock";
    return seconds < 60 ? `${seconds} s each` : `${seconds / 60} min each`;
}

/** @param {number} seconds as people say it */
export function spanText(seconds) {
    const whole = Math.round(seconds);
    if (whole < 60) return `${whole} s`;
    if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
    return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** @param {number | null} accuracy */
export const accuracyText = (accuracy) => (accuracy === null ? "–" : `${Math.round(accuracy)}%`);

/** @param {number | null} accuracy */
export const accuracyLine = (accuracy) => `${accuracyText(accuracy)} accuracy`;
