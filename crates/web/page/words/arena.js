// @ts-check
/** What is said of a tournament. */

/** @import { Count, GameEntry, LeftOut, LiveEntry, Moment, Status, Tournament, Worker } from "../api.js" */
/** @import { WorstMove } from "../state/agent.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { Followed } from "../state/live.js" */
import { GAMES_A_PAGE } from "../state/arena.js";
import { pointsText, signed } from "./board.js";
import { FAULTS, claimedText, displayName, spanText } from "./game.js";
import { plain } from "./plain.js";

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
    moment: "Standings of",
    now: "now",
    live: "Under way",
    noLive: "No game is under way.",
    back: "Back to the tournament",
    record: "Record",
    history: "Rating over time",
    noHistory: "There is nothing to draw before two pairs are finished.",
    faults: "Faults",
    noFaults: "No game was lost by a fault.",
    worst: "Worst moves",
    worstAbout: "Your browser looks through the newest games in the list below and says which moves gave away most.",
    noWorst: "None of these moves gave anything away.",
    findWorst: "Look for them",
    missing: "There is no such agent in this tournament.",
    loading: "A moment…",
    overSoon: "This game is over. It can be looked through once the other game of its pair is over, too.",
    over: "This game is over.",
    look: "Look through it",
    opponents: "Opponents",
    opponentsColumns: ["Opponent", "Pairs won–drawn–lost"],
    facts: { rank: "Rank", rating: "Rating", pairs: "Pairs", games: "Games", margin: "Margin", faults: "Faults", time: "Time per game" },
    game: "Game",
    moves: "Moves",
    rating: "rating",
    interval: "95%",
    leftOut: "Who does not play",
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
    const parts = [games, ...(status && !arena.past ? paceTexts(status) : [])];
    if (arena.status === "unreachable") parts.push("the server cannot be reached");
    return parts.join(" · ");
}

/** @param {Status} status what there is to say while something is left to play */
function paceTexts({ running, waiting, rounds, games_per_minute: pace, seconds_left: left }) {
    if (running + waiting === 0) return [];
    return [
        rounds && `round ${rounds.drawn} of ${rounds.all}`,
        `${running} pairs running, ${waiting} waiting`,
        pace !== null && `${pace.toFixed(1)} games per minute`,
        left !== null && `about ${spanText(left)} left`,
    ].filter((text) => typeof text === "string");
}

/** Who does not play, and why if that is told. @param {LeftOut} leftOut */
export function absenceText({ agent, reason }) {
    const why = plain(reason, LONGEST_DETAIL);
    return `${displayName(agent)} does not play${why ? `: ${why}` : ""}`;
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

/** @param {number} at milliseconds since 1970 @returns {string} with the day if it is another one */
export function timeText(at) {
    const date = new Date(at);
    const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    const isToday = date.toDateString() === new Date().toDateString();
    return isToday ? time : `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

/** @param {number | null} at */
export const asOfText = (at) => (at === null ? "No game is finished yet." : `As of ${timeText(at)}`);

/** @param {Moment} moment */
export const momentText = ({ at, games }) => `${timeText(at)}, after ${games} games`;

/** @param {number} shown @param {number} total */
export const liveText = (shown, total) =>
    total > shown ? `${shown} of ${total} games` : `${total} game${total === 1 ? "" : "s"}`;

/** What a board is for: the same as long as the game is, so that nobody hears it again and again. @param {LiveEntry} game */
export const boardText = ({ first, second }) => `Follow ${displayName(first)} against ${displayName(second)}`;

/** @param {Followed} followed @param {number} ply */
export function followedText({ game, over }, ply) {
    if (!game) return over ? "" : ARENA.loading;
    const moves = game.turns.length;
    const turn = game.turns[ply - 1];
    const claimed = turn ? claimedText(game, turn) : "";
    const next = over || game.toMove === null ? "" : `${displayName(game.draft.players[game.toMove])} to move`;
    return [claimed, ply < moves ? `after move ${ply} of ${moves}` : next].filter(Boolean).join(" · ");
}

/** @param {number} done @param {number} all */
export const searchText = (done, all) => (done < all ? `Looking through game ${done + 1} of ${all}…` : `${all} games looked through`);

/** @param {WorstMove} move */
export function worstText({ opponent, judgement }) {
    const { index, played, lost, best, exact } = judgement;
    const better = best[0] && best[0] !== played ? `; ${best[0]} was better` : "";
    return `Move ${index + 1} against ${displayName(opponent)}: ${played} gave away ${exact ? "" : "about "}${pointsText(lost)}${better}`;
}

/** @param {number} games @param {number} rating as it is shown @param {number} rank */
export const ratingsLabel = (games, rating, rank) => `Rating over ${games} games; now ${signed(rating)}, rank ${rank}`;

/** @param {{at: number, games: number, rating: number, rank: number}} stage */
export const stageText = ({ at, games, rating, rank }) =>
    `${timeText(at)}: ${signed(Math.round(rating))} after ${games} games, rank ${rank}`;

/** @param {number} from @param {number} until @param {number} games */
export const historyText = (from, until, games) => `${timeText(from)} to ${timeText(until)}, ${games} games`;

/** How much is told of what went wrong. */
const LONGEST_DETAIL = 300;

/** @param {{opponent: string, cause: string, detail: string}} fault */
export const faultText = ({ opponent, cause, detail }) =>
    `against ${displayName(opponent)}: ${FAULTS[cause] ?? plain(cause)}${detail ? `, ${plain(detail, LONGEST_DETAIL)}` : ""}`;

/** @param {number} id of a worker whose name is not known */
export const workerName = (id) => `worker ${id}`;
