// @ts-check
/** What is said of a tournament. */

/** @import { Count, GameEntry, Status, Tournament, Worker } from "../api.js" */
/** @import { Arena } from "../state/arena.js" */
import { GAMES_A_PAGE } from "../state/arena.js";
import { FAULTS, displayName, spanText } from "./game.js";

export const ARENA = {
    title: "Arena",
    tournament: "Tournament",
    finished: "Games finished",
    standings: "Standings",
    standingsColumns: ["#", "Agent", "Rating", "95%", "Pairs", "Games", "Margin", "Faults", "Time per game"],
    cross: "Who beat whom",
    crossAbout: "Pairs won, drawn and lost by the agent of the row; choose one to see its games.",
    crossTable: "Table of meetings",
    agent: "Agent",
    games: "Games",
    gamesTable: "Table of games",
    gamesColumns: ["Game", "Replay", "First", "Second", "Margin", "Result", "Conditions"],
    allGames: "All games",
    noGames: "No game is finished yet.",
    newer: "Newer games",
    older: "Older games",
    watch: "Watch",
    workers: "Workers",
    workersTable: "Table of workers",
    workersColumns: ["#", "Name", "Activity", "Games at once", "Positions/s", "Games", "Time-outs", "Last seen", "Remark"],
};

/** Where there is no tournament to show. @type {Record<Arena["status"], string>} */
export const NO_TOURNAMENT = {
    unknown: "Looking for a tournament…",
    none: "There is no tournament here. A server shows one that it was given: fruitrage serve --store tournament.toml",
    unreachable: "The server cannot be reached.",
    there: "",
};

/** @param {Tournament} tournament @param {Arena} arena */
export function tournamentProgress({ finished, planned, status }, arena) {
    const games = planned === null ? `${finished} games` : `${finished} of ${planned} games`;
    const parts = [games, ...(status ? paceTexts(status) : [])];
    if (arena.status === "unreachable") parts.push("the server cannot be reached");
    return parts.join(" · ");
}

/** @param {Status} status what there is to say while something is left to play */
function paceTexts({ running, waiting, rounds, games_a_minute: pace, seconds_left: left }) {
    if (running + waiting === 0) return [];
    return [
        rounds && `round ${rounds.drawn} of ${rounds.all}`,
        `${running} pairs running, ${waiting} waiting`,
        pace !== null && `${pace.toFixed(1)} games per minute`,
        left !== null && `about ${spanText(left)} left`,
    ].filter((text) => typeof text === "string");
}

/** @param {Count} count */
export const countText = ({ won, drawn, lost }) => `${won}–${drawn}–${lost}`;

/** @param {string} agent @param {string} opponent @param {Count} count */
export const meetingLabel = (agent, opponent, count) => `${agent} against ${opponent}: ${countText(count)}`;

/** @param {Record<string, number>} faults */
export const faultsText = (faults) =>
    Object.entries(faults)
        .map(([cause, count]) => `${count} ${cause.replaceAll("-", " ")}`)
        .join(", ") || "–";

/** @param {Arena["meeting"]} meeting */
export function gamesTitle(meeting) {
    if (!meeting) return ARENA.games;
    const agent = displayName(meeting.agent);
    return meeting.opponent === null ? `Games of ${agent}` : `${agent} against ${displayName(meeting.opponent)}`;
}

/** @param {number} id */
export const watchLabel = (id) => `Watch game ${id}`;

/** @param {number} id where a record comes from */
export const gameName = (id) => `Game ${id}`;

/** @param {number} count */
export const newerText = (count) => `Show ${count} newer game${count === 1 ? "" : "s"}`;

/** @param {Arena} arena which games are listed */
export const pageText = ({ page, total }) =>
    `${page * GAMES_A_PAGE + 1} to ${Math.min(total, (page + 1) * GAMES_A_PAGE)} of ${total}`;

/** @param {GameEntry} game */
export function entryResult({ winner, fault }) {
    if (fault) return `${fault.loser} ${FAULTS[fault.cause] ?? fault.cause}`;
    return winner === "draw" ? "draw" : `${winner} won`;
}

/** @param {number} seconds */
export const perGameText = (seconds) => `${seconds.toFixed(1)} s`;

/** @param {string} low @param {string} high */
export const intervalText = (low, high) => `${low} to ${high}`;

/** @param {Worker} worker */
export const lastSeenText = ({ seconds_silent: silent }) => `${spanText(silent)} ago`;

/** @param {Worker} worker */
export const remarksText = (worker) =>
    [worker.is_slow && "slow", worker.is_noisy && "more time-outs than the others"]
        .filter((remark) => remark)
        .join(", ") || "–";
