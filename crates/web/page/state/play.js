// @ts-check
/** The game being played: pure changes of it. Moments and replayed games are given, never asked for. */

/** @import { Cell, Draft, Game, Player, Review } from "../engine/types.js" */
/** @import { Ticket } from "../flow/types.js" */
/** @import { TurnClock } from "./clock.js" */
import { isAllSingles } from "../board/groups.js";
import { STOPPED, elapsed, running } from "./clock.js";
import { playerAt, withForfeit, withMove, withoutMoves } from "./game.js";
import { isPerson } from "./players.js";

/**
 * @typedef {{cell: Cell, value: number, exact: boolean}} Hint the value is for the player to move
 * @typedef {{status: "asked", ticket: Ticket} | {status: "found", cell: Cell, at: number, ticket: Ticket} | {status: "failed", message: string}} Reply
 *   what the engine was asked for; a move found waits until the eye has followed the one before
 * @typedef {{
 *   game: Game,
 *   games: number,
 *   turn: TurnClock,
 *   turnTicket: Ticket,
 *   carried: readonly [number, number],
 *   aided: boolean,
 *   shown: number | null,
 *   hint: Hint | {ticket: Ticket} | null,
 *   reply: Reply | null,
 *   judging: {ticket: Ticket, done: number} | null,
 *   judged: Review | null,
 * }} Play `games` is how many were begun, `carried` what taken-back moves have cost each, in seconds, `aided` once there was a hint or a take-back, `shown` how many moves the board shows; null follows the game
 */

/**
 * @param {Game} game @param {number} games
 * @param {number} now @param {number} [spent] seconds of the turn under way
 * @returns {Play}
 */
export const playing = (game, games, now, spent = 0) => ({
    game,
    games,
    turn: game.toMove === null ? STOPPED : running(now, spent),
    turnTicket: 0,
    carried: [0, 0],
    aided: false,
    shown: null,
    hint: null,
    reply: null,
    judging: null,
    judged: null,
});

/** The same game gone on to. @param {Play} play @param {Game} game @param {number} now @param {readonly [number, number]} carried @returns {Play} */
export const goneOn = (play, game, now, carried) => ({
    ...playing(game, play.games, now),
    carried,
    aided: play.aided,
});

/** @param {Play} play */
export const isOver = (play) => play.game.toMove === null;

/** @param {Play} play whether a person is to move, on the board that is shown */
export const isPersonsTurn = ({ game, shown }) =>
    game.toMove !== null && shown === null && isPerson(game.draft.players[game.toMove]);

/** @param {Play} play */
export const isEnginesTurn = ({ game }) => game.toMove !== null && !isPerson(game.draft.players[game.toMove]);

/** @param {Play} play @returns {Hint | null} the hint, once it is there */
export const hintOf = ({ hint }) => (hint !== null && "cell" in hint ? hint : null);

/**
 * Seconds left at the moment that the turn began, or that it stands at; null without a clock.
 * @param {Play} play @param {Player} player
 * @returns {{left: number, since: number | null} | null} counting down from `since`, a moment in milliseconds
 */
export function clockFace(play, player) {
    const left = play.game.clocks?.[player];
    if (left === undefined) return null;
    const rest = left - play.carried[player];
    if (play.game.toMove !== player) return { left: Math.max(0, rest), since: null };
    return { left: Math.max(0, rest - play.turn.spent), since: play.turn.since };
}

/** @param {Play} play @param {Player} player @param {number} now seconds left; null without a clock */
export function clockOf(play, player, now) {
    const face = clockFace(play, player);
    if (!face) return null;
    return face.since === null ? face.left : Math.max(0, face.left - Math.max(0, now - face.since) / 1000);
}

/** @param {Play} play @param {number} now whether the time of the player to move is over */
export const hasRunOut = (play, now) =>
    play.game.toMove !== null && clockOf(play, play.game.toMove, now) === 0;

/** @param {Play} play @param {Cell} cell @param {number} now @returns {Draft} the game with this move */
export function afterMove(play, cell, now) {
    const mover = play.game.toMove ?? 0;
    const seconds = elapsed(play.turn, now) + (play.game.clocks ? play.carried[mover] : 0);
    return withMove(play.game.draft, cell, Math.round(seconds * 1000) / 1000);
}

/** What is still carried after a move. @param {Play} play @returns {[number, number]} */
export const carriedAfterMove = ({ game, carried }) =>
    game.toMove === 0 ? [0, carried[1]] : [carried[0], 0];

/** @param {Play} play @returns {Draft} the game lost on time by whoever is to move */
export const afterTime = (play) => withForfeit(play.game.draft, play.game.toMove ?? 0, "out-of-time");

/** @param {Play} play @returns {Draft} the game given up by the person, or with two by the one to move */
export const afterResigning = (play) => withForfeit(play.game.draft, resigning(play), "resigned");

/** @param {Play} play @returns {Player} */
function resigning({ game }) {
    const { players } = game.draft;
    if (game.toMove !== null && isPerson(players[game.toMove])) return game.toMove;
    return isPerson(players[0]) ? 0 : 1;
}

/**
 * Undoes resigning, or else so much that a person is to move again. No clock is set back: what
 * the undone moves and the turn under way have cost is carried. Null if there is nothing to undo.
 * @param {Play} play @param {number} now
 * @returns {{draft: Draft, carried: [number, number]} | null}
 */
export function afterTakeBack(play, now) {
    const { draft } = play.game;
    if (draft.forfeit && draft.forfeit.cause !== "resigned") return null;
    const count = draft.forfeit ? 0 : takeBackCount(play);
    if (count === 0 && !draft.forfeit) return null;
    /** @type {[number, number]} */
    const carried = [...play.carried];
    if (play.game.toMove !== null) carried[play.game.toMove] += elapsed(play.turn, now);
    const kept = draft.moves.length - count;
    draft.moves.slice(kept).forEach(({ seconds }, index) => (carried[playerAt(kept + index)] += seconds));
    return { draft: withoutMoves(draft, count), carried: play.game.clocks ? carried : [0, 0] };
}

/** @param {Play} play */
function takeBackCount({ game }) {
    const moves = game.turns.length;
    for (let ply = moves - 1; ply >= 0; ply--) {
        if (isPerson(game.draft.players[playerAt(ply)])) return moves - ply;
    }
    return 0;
}

/** @param {Play} play whether nothing is left to decide, so that the end need not be played by hand */
export const canFinish = (play) =>
    isPersonsTurn(play) && (play.game.leadIsFinal || isAllSingles(play.game.board));

/** @param {Play} play @param {number} ply @returns {Play} */
export function showing(play, ply) {
    const moves = play.game.turns.length;
    const within = Math.max(0, Math.min(moves, ply));
    return { ...play, shown: within === moves ? null : within };
}

/** @param {Play} play how many moves the board shows */
export const shownPly = (play) => play.shown ?? play.game.turns.length;

/** @param {Play} play whether leaving this game would lose something */
export const isAtStake = (play) => !isOver(play) && play.game.turns.length > 0;
