// @ts-check
/**
 * Keeps the visit over a reload. Each tab has its own game, review and position; a new tab
 * goes on with the game that was moved in last, whichever tab that was.
 */

/** @import { Draft, Game, Review } from "../engine/types.js" */
/** @import { Rules } from "../flow/types.js" */
/** @import { Result } from "../state/results.js" */
/** @import { Reviewing } from "../state/review.js" */
/** @import { State, Theme } from "../state/state.js" */
import { elapsed } from "../state/clock.js";
import { preferencesFrom } from "../state/preferences.js";
import { progressFrom } from "../state/puzzle.js";
import { MOST_RESULTS, resultsFrom } from "../state/results.js";
import { reviewing } from "../state/review.js";
import { settingsFrom } from "../state/settings.js";
import { keep, recall } from "./storage.js";

/**
 * `spent` are the seconds of the turn under way; board and scores can be shown before the
 * rules are there to replay the record.
 * @typedef {{id: string, record: string, spent: number, aided: boolean, players: [string, string], board: string, scores: [number, number]}} KeptGame
 */

const newId = () => `${Date.now()}-${Math.floor(Math.random() * 1e9)}`;

/** Which of the kept games is this tab's. */
let id = newId();

/** @param {unknown} kept @returns {KeptGame | null} */
function gameFrom(kept) {
    const game = /** @type {Partial<KeptGame>} */ (typeof kept === "object" && kept !== null ? kept : {});
    const { record, board, scores, players } = game;
    if (typeof record !== "string" || typeof board !== "string" || !Array.isArray(scores)) return null;
    if (!/^[\d*]+(\/[\d*]+)*$/.test(board) || !Array.isArray(players)) return null;
    const spent = typeof game.spent === "number" && game.spent >= 0 ? game.spent : 0;
    return { id: String(game.id), record, spent, aided: game.aided === true, players, board, scores };
}

/** This tab's own game, or else the one that was moved in last, of which this tab goes on with a copy. @returns {KeptGame | null} */
export function recallGame() {
    const own = gameFrom(recall("tab", "game"));
    const last = own ? null : gameFrom(recall("browser", "game"));
    return own ?? (last && { ...last, id });
}

/** What was kept as a game, if it can be replayed. @param {KeptGame} kept @param {Rules} rules @returns {{draft: Draft, spent: number, aided: boolean} | null} */
export function restoredGame(kept, rules) {
    try {
        const { draft } = rules.parseRecord(kept.record);
        const resumed = { ...draft, forfeit: draft.forfeit ?? null };
        rules.replay(resumed);
        id = kept.id;
        return { draft: resumed, spent: kept.spent, aided: kept.aided };
    } catch {
        return null;
    }
}

/** As it is seen before the rules are there. @param {KeptGame} kept @returns {Game} */
export const provisionalGame = ({ players, board, scores }) => ({
    draft: { players, board, kinds: 10, clocks: null, moves: [] },
    size: board.indexOf("/") < 0 ? board.length : board.indexOf("/"),
    turns: [],
    board,
    scores,
    clocks: null,
    toMove: 0,
    leadIsFinal: false,
    ending: null,
    winner: null,
});

/** @param {Rules} rules @returns {Reviewing | null} */
export function recallReview(rules) {
    const kept = /** @type {{record?: unknown, ply?: unknown, result?: unknown} | null} */ (recall("tab", "review"));
    if (typeof kept?.record !== "string") return null;
    try {
        const review = reviewing(rules.parseRecord(kept.record));
        const ply = typeof kept.ply === "number" ? kept.ply : 0;
        const moves = review.game.turns.length;
        const result = /** @type {Review | null} */ (kept.result ?? null);
        // What the engine found is believed only if it is about this game.
        const whole = result?.judgements?.length === moves ? { judgements: result.judgements, result } : {};
        return { ...review, ...whole, ply: Math.max(0, Math.min(moves, ply)), touched: true };
    } catch {
        return null;
    }
}

/** @param {Rules} rules @returns {string | null} the board that was being analysed, unless it was the game's */
export function recallAnalysed(rules) {
    const kept = recall("tab", "analysed");
    try {
        return typeof kept === "string" ? rules.parsePosition(kept.replaceAll("/", "\n")).board : null;
    } catch {
        return null;
    }
}

export const recallSettings = () => settingsFrom(recall("browser", "settings"));
export const recallPreferences = () => preferencesFrom(recall("browser", "preferences"));
export const recallProgress = () => progressFrom(recall("browser", "puzzles"));
export const recallResults = () => resultsFrom(recall("browser", "results"));
export const isFirstVisit = () => recall("browser", "welcomed") === null;

/** @returns {Theme} */
export function recallTheme() {
    const theme = recall("browser", "theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
}

/** @param {State} state @param {number} now @param {Rules} rules @returns {KeptGame} */
function keptGame({ play }, now, rules) {
    const { draft, board, scores } = play.game;
    const record = rules.writeRecord(draft);
    const spent = elapsed(play.turn, now);
    return { id, record, spent, aided: play.aided, players: draft.players, board, scores };
}

/** The time of the turn under way, when the page is hidden or left. @param {State} state @param {number} now @param {Rules} rules */
export function keepTime(state, now, rules) {
    const kept = keptGame(state, now, rules);
    keep("tab", "game", kept);
    // The game that others find is not replaced by one that nobody moved in.
    if (gameFrom(recall("browser", "game"))?.id === id) keep("browser", "game", kept);
}

/** Keeps what has changed. @param {State} before @param {State} state @param {number} now @param {Rules} rules */
export function keepChanges(before, state, now, rules) {
    if (before.play.games !== state.play.games) id = newId();
    if (before.play.game !== state.play.game) {
        const kept = keptGame(state, now, rules);
        keep("tab", "game", kept);
        // A game that was only opened does not take the place of one that is being played.
        if (before.play.games === state.play.games) keep("browser", "game", kept);
    }
    if (before.review !== state.review) keepReview(before.review, state.review, rules);
    if (before.analysis !== state.analysis)
        keep("tab", "analysed", state.analysis.follows ? null : state.analysis.board);
    if (before.settings !== state.settings) keep("browser", "settings", state.settings);
    if (before.preferences !== state.preferences) keep("browser", "preferences", state.preferences);
    if (before.puzzle.progress !== state.puzzle.progress) keep("browser", "puzzles", state.puzzle.progress);
    if (before.results !== state.results) keepResults(state.results);
    if (before.theme !== state.theme) keep("browser", "theme", state.theme);
    if (before.welcome !== null && state.welcome === null) keep("browser", "welcomed", true);
}

/** Beside what another tab has added. @param {readonly Result[]} results */
function keepResults(results) {
    const known = new Set(results.map(({ record }) => record));
    const others = results.length > 0 ? recallResults().filter(({ record }) => !known.has(record)) : [];
    keep("browser", "results", [...others, ...results].slice(-MOST_RESULTS));
}

/** @param {Reviewing | null} before @param {Reviewing | null} review @param {Rules} rules */
function keepReview(before, review, rules) {
    if (!review) keep("tab", "review", null);
    else if (before?.game !== review.game || before.ply !== review.ply || before.result !== review.result)
        keep("tab", "review", { record: rules.writeRecord(review.game.draft), ply: review.ply, result: review.result });
}
