// @ts-check
/** The tournament that the server shows, as far as it was heard of. */

/** @import { GameEntry, GameList, Moment, Tournament } from "../api.js" */
/** @import { AgentPage } from "./agent.js" */
/** @import { Followed, Place } from "./live.js" */

/**
 * @typedef {{agent: string, opponent: string | null}} Meeting without an opponent, all games of the agent
 * @typedef {{
 *   status: "unknown" | "none" | "unreachable" | "there",
 *   tournament: Tournament | null,
 *   games: readonly GameEntry[],
 *   total: number,
 *   newest: GameList | null,
 *   page: number,
 *   meeting: Meeting | null,
 *   held: boolean,
 *   history: readonly Moment[],
 *   past: {at: number, tournament: Tournament | null} | null,
 *   live: readonly Place[],
 *   underWay: number,
 *   followed: Followed | null,
 *   agent: AgentPage | null,
 * }} Arena `meeting` is whose games are listed; null for all. The list stays as it is under a hand until `newest` is asked for, and the standings while they are `held`; `past` is how they were at a moment before; `underWay` counts the games that are being played
 */

/** @type {Arena} */
export const NO_ARENA = {
    status: "unknown",
    tournament: null,
    games: [],
    total: 0,
    newest: null,
    page: 0,
    meeting: null,
    held: false,
    history: [],
    past: null,
    live: [],
    underWay: 0,
    followed: null,
    agent: null,
};

/** Games on a page of the list. */
export const GAMES_A_PAGE = 20;

/** @param {Arena} arena */
export const lastPage = ({ total }) => Math.max(0, Math.ceil(total / GAMES_A_PAGE) - 1);

/** @param {Arena} arena how many games there are that the list does not show yet */
export const newerCount = ({ newest, total }) => (newest ? Math.max(0, newest.total - total) : 0);

/** @param {Arena} arena @returns {string} the question for the games of this page */
export function gamesQuery({ page, meeting }) {
    const asked = new URLSearchParams({ offset: String(page * GAMES_A_PAGE), limit: String(GAMES_A_PAGE) });
    if (meeting) {
        asked.set("agent", meeting.agent);
        if (meeting.opponent !== null) asked.set("opponent", meeting.opponent);
    }
    return asked.toString();
}
