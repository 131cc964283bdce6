// @ts-check
/** The page of one agent of a tournament, and its worst moves, which the browser looks for. */

/** @import { Agent, GameEntry } from "../api.js" */
/** @import { Game, Judgement } from "../engine/types.js" */
/** @import { Ticket } from "../flow/types.js" */

/**
 * @typedef {{id: number, opponent: string, judgement: Judgement}} WorstMove
 * @typedef {{
 *   ids: readonly number[],
 *   done: number,
 *   asked: {id: number, game: Game | null, ticket: Ticket | null} | null,
 *   found: readonly WorstMove[],
 * }} Worst games by their numbers, how many of them are looked through, the one at hand, and what was found, the worst first
 * @typedef {{name: string, about: Agent | null, missing: boolean, worst: Worst | null}} AgentPage
 */

/** So many games are looked through. */
export const REVIEWED_GAMES = 6;

/** So many moves are told. */
const LISTED_MOVES = 10;

/** @param {string} name @returns {AgentPage} */
export const agentPage = (name) => ({ name, about: null, missing: false, worst: null });

/** @param {readonly GameEntry[]} games the newest first @returns {Worst} */
export const searching = (games) => ({
    ids: games.slice(0, REVIEWED_GAMES).map(({ id }) => id),
    done: 0,
    asked: null,
    found: [],
});

/** @param {Worst} worst @returns {number | null} the game to be looked through next */
export const nextGame = ({ ids, done, asked }) => (asked ? null : (ids[done] ?? null));

/** The game at hand is done. @param {Worst} worst @returns {Worst} */
export const finishedOne = (worst) => ({ ...worst, asked: null, done: worst.done + 1 });

/** @param {Worst} worst @param {string} agent @param {readonly Judgement[]} judgements of the game at hand @returns {Worst} */
export function withJudgements(worst, agent, judgements) {
    const { asked } = worst;
    if (!asked?.game) return finishedOne(worst);
    const { players } = asked.game.draft;
    const own = players[0] === agent ? 0 : 1;
    const bad = judgements
        .filter(({ index, lost }) => index % 2 === own && lost > 0)
        .map((judgement) => ({ id: asked.id, opponent: players[own === 0 ? 1 : 0], judgement }));
    const found = [...worst.found, ...bad].sort((one, other) => other.judgement.lost - one.judgement.lost);
    return finishedOne({ ...worst, found: found.slice(0, LISTED_MOVES) });
}
