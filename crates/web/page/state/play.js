// @ts-check
/** The game being played: pure changes of it. Moments and replayed games are given, never asked for. */

/** @import { Cell, Draft, Game, Player } from "../engine/engine.js" */
/** @import { TurnClock } from "./clock.js" */
import { STOPPED, elapsed, running } from "./clock.js";
import { playerAt, withForfeit, withMove, withoutMoves } from "./game.js";
import { isPerson } from "./players.js";

/**
 * @typedef {{cell: Cell, value: number, exact: boolean}} Hint the value is for the player to move
 * @typedef {{
 *   game: Game,
 *   turn: TurnClock,
 *   shown: number | null,
 *   hint: Hint | "thinking" | null,
 * }} Play `shown` is how many moves the board shows; null follows the game
 */

/**
 * The game with its newest move, or a new one.
 * @param {Game} game @param {number} now @param {number} [spent] seconds of the turn under way
 * @returns {Play}
 */
export const playing = (game, now, spent = 0) => ({
    game,
    turn: game.toMove === null ? STOPPED : running(now, spent),
    shown: null,
    hint: null,
});

/** @param {Play} play */
export const isOver = (play) => play.game.toMove === null;

/** @param {Play} play whether a person is to move, on the board that is shown */
export const isPersonsTurn = ({ game, shown }) =>
    game.toMove !== null && shown === null && isPerson(game.draft.players[game.toMove]);

/** @param {Play} play */
export const isEnginesTurn = ({ game }) => game.toMove !== null && !isPerson(game.draft.players[game.toMove]);

/** @param {Play} play @param {Player} player @param {number} now seconds left; null without a clock */
export function clockOf(play, player, now) {
    const left = play.game.clocks?.[player];
    if (left === undefined) return null;
    return play.game.toMove === player ? Math.max(0, left - elapsed(play.turn, now)) : left;
}

/** @param {Play} play @param {number} now whether the time of the player to move is over */
export const hasRunOut = (play, now) =>
    play.game.toMove !== null && clockOf(play, play.game.toMove, now) === 0;

/** @param {Play} play @param {Cell} cell @param {number} now @returns {Draft} the game with this move */
export const afterMove = (play, cell, now) => withMove(play.game.draft, cell, elapsed(play.turn, now));

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
 * Undoes a loss on time or by resigning, or else so much that a person is to move again. The
 * clock is what it was when that turn began. Null if there is nothing to undo.
 * @param {Play} play @returns {Draft | null}
 */
export function afterTakeBack(play) {
    if (play.game.draft.forfeit) return withoutMoves(play.game.draft, 0);
    const count = takeBackCount(play);
    return count > 0 ? withoutMoves(play.game.draft, count) : null;
}

/** @param {Play} play */
function takeBackCount({ game }) {
    const moves = game.turns.length;
    for (let ply = moves - 1; ply >= 0; ply--) {
        if (isPerson(game.draft.players[playerAt(ply)])) return moves - ply;
    }
    return 0;
}

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
