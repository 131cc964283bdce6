// @ts-check
/** The visitor's own finished games against the levels, and what they say of the visitor's strength. */

/** @import { Game, Player } from "../engine/types.js" */
import { YOU, levelOf } from "./players.js";

/**
 * @typedef {"won" | "drawn" | "lost"} Outcome
 * @typedef {{
 *   record: string, day: number, level: number, seat: Player, size: number, kinds: number,
 *   outcome: Outcome, margin: number, aided: boolean, accuracy: number | null,
 * }} Result `day` since 1970, the margin is the visitor's; `aided` by hints or take-backs, which counts for no rating
 * @typedef {{value: number, interval: number, games: number}} Rating with half the width of its 95% interval
 */

/** The oldest make room: the browser does not keep any amount. */
export const MOST_RESULTS = 300;

/** Notes of a record that its moves do not tell. */
const AIDED = "with hints or take-backs";
const PLAYED = /^played on (\d{4}-\d{2}-\d{2})$/;
const DAY_MILLISECONDS = 86_400_000;

/** @param {number} day */
export const dateOf = (day) => new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** What a record of this game is to say besides. @param {Game} game @param {number} day @param {boolean} aided @returns {string[]} */
export const notesOf = ({ draft }, day, aided) => [
    ...(draft.notes ?? []),
    `played on ${dateOf(day)}`,
    ...(aided ? [AIDED] : []),
];

/** Null unless it is a finished game of the visitor against a level. @param {Game} game with its notes @param {string} record @param {number} [today] @returns {Result | null} */
export function resultOf(game, record, today = 0) {
    const { draft, scores, winner, size } = game;
    const seat = draft.players[0] === YOU ? 0 : draft.players[1] === YOU ? 1 : null;
    const level = seat === null ? null : levelOf(draft.players[seat === 0 ? 1 : 0]);
    if (seat === null || level === null || game.toMove !== null || winner === null || winner === "undecided")
        return null;
    const date = draft.notes?.map((note) => PLAYED.exec(note)?.[1]).find(Boolean);
    const lead = scores[0] - scores[1];
    return {
        record,
        day: date ? Math.floor(Date.parse(date) / DAY_MILLISECONDS) : today,
        level,
        seat,
        size,
        kinds: draft.kinds,
        outcome: winner === "draw" ? "drawn" : winner === (seat === 0 ? "first" : "second") ? "won" : "lost",
        margin: seat === 0 ? lead : -lead,
        aided: draft.notes?.includes(AIDED) ?? false,
        accuracy: null,
    };
}

/** The same game is there once. @param {readonly Result[]} results @param {Result} result @returns {readonly Result[]} */
export function withResult(results, result) {
    if (results.some(({ record }) => record === result.record)) return results;
    return [...results, result].slice(-MOST_RESULTS);
}

/** Once the newest game is judged. @param {readonly Result[]} results @param {string} record @param {number | null} accuracy */
export const withAccuracy = (results, record, accuracy) =>
    results.map((result) => (result.record === record ? { ...result, accuracy } : result));

/** From anything that was stored once. @param {unknown} stored @returns {readonly Result[]} */
export function resultsFrom(stored) {
    return Array.isArray(stored) ? stored.filter(isResult).slice(-MOST_RESULTS) : [];
}

/** @param {unknown} stored @returns {stored is Result} */
function isResult(stored) {
    const given = /** @type {Partial<Record<keyof Result, unknown>>} */ (
        typeof stored === "object" && stored !== null ? stored : {}
    );
    const { record, outcome, level, accuracy, aided } = given;
    const numbers = [given.day, given.seat, given.size, given.kinds, given.margin];
    return (
        typeof record === "string" &&
        numbers.every((value) => Number.isInteger(value)) &&
        Number.isInteger(level) &&
        Number(level) >= 1 &&
        Number(level) <= LEVEL_RATINGS.length &&
        (outcome === "won" || outcome === "drawn" || outcome === "lost") &&
        (accuracy === null || typeof accuracy === "number") &&
        typeof aided === "boolean"
    );
}

/** @typedef {{level: number, won: number, drawn: number, lost: number, accuracy: number | null}} LevelRow */

/** Only the levels that were played, the highest first. @param {readonly Result[]} results @returns {LevelRow[]} */
export function byLevel(results) {
    const levels = [...new Set(results.map(({ level }) => level))].sort((one, other) => other - one);
    return levels.map((level) => {
        const own = results.filter((result) => result.level === level);
        const count = (/** @type {Outcome} */ outcome) => own.filter((result) => result.outcome === outcome).length;
        const judged = own.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
        const mean = judged.reduce((sum, one) => sum + one, 0) / judged.length;
        return {
            level,
            won: count("won"),
            drawn: count("drawn"),
            lost: count("lost"),
            accuracy: judged.length > 0 ? mean : null,
        };
    });
}

/** How strong the levels are, in Elo, from matches of each against each (docs/web.md); the third has 1000. */
export const LEVEL_RATINGS = [481, 813, 1000, 1005, 1096, 1247, 1302, 1340, 1360, 1382];

/** What it is worth to move first, in Elo, from the same matches. */
const FIRST_MOVE = 333;

/** What is thought of somebody who has played nothing yet: anything, most likely like a middling level. */
const BEFORE = { rating: 1000, deviation: 350 };

const NATURAL = Math.LN10 / 400;

/** The most likely strength, by Newton's method; null without a game. @param {readonly Result[]} results @returns {Rating | null} */
export function ratingOf(results) {
    const games = results.filter(({ aided }) => !aided);
    if (games.length === 0) return null;
    let value = BEFORE.rating;
    let curvature = 0;
    for (let step = 0; step < 50; step++) {
        let slope = (BEFORE.rating - value) / BEFORE.deviation ** 2;
        curvature = 1 / BEFORE.deviation ** 2;
        for (const { level, seat, outcome } of games) {
            const ahead = value - (LEVEL_RATINGS[level - 1] ?? 0) + (seat === 0 ? FIRST_MOVE : -FIRST_MOVE);
            const expected = 1 / (1 + 10 ** (-ahead / 400));
            const score = outcome === "won" ? 1 : outcome === "drawn" ? 0.5 : 0;
            slope += NATURAL * (score - expected);
            curvature += NATURAL ** 2 * expected * (1 - expected);
        }
        // Far away the curve is flat, and a whole step would jump over the top.
        const change = Math.max(-200, Math.min(200, slope / curvature));
        value += change;
        if (Math.abs(change) < 0.01) break;
    }
    return { value: Math.round(value), interval: Math.round(1.96 / Math.sqrt(curvature)), games: games.length };
}

/** All records, one after the other, as every tool of ours reads them. @param {readonly Result[]} results */
export const exported = (results) => results.map(({ record }) => record).join("");

/** The records of a file of many. @param {string} text @returns {string[]} */
export const recordsIn = (text) =>
    text
        .split(/^(?=fruitrage record )/m)
        .filter((part) => part.startsWith("fruitrage record "));
