// @ts-check
/** What a review tells, as the engine writes it. Values are for the player who moved. */

/** @import { Cell } from "../engine/engine.js" */

/**
 * @typedef {{
 *   index: number,
 *   played: Cell,
 *   points: number,
 *   playedValue: number,
 *   bestValue: number,
 *   lost: number,
 *   best: Cell[],
 *   exact: boolean,
 * }} Judgement of one move, counted from 0; `best` is a line of best play from there
 * @typedef {{moves: number, flawless: number, lost: number, accuracy: number | null, worst: number[]}} Summary of a player
 * @typedef {{
 *   startValue: number,
 *   judgements: Judgement[],
 *   margins: number[],
 *   turningPoints: number[],
 *   players: [Summary, Summary],
 * }} Review `margins` are the first player's with best play, before every move and after the last
 * @typedef {{moveSeconds?: number, depth?: number, nodes?: number}} ReviewLimits for each position
 */

export {};
