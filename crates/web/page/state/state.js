// @ts-check
/** Everything the page knows, in one plain object. */

/** @import { Means } from "../board/types.js" */
/** @import { Draft, Game } from "../engine/types.js" */
/** @import { SharedPicture } from "../flow/types.js" */
/** @import { Analysis } from "./analyse.js" */
/** @import { Arena } from "./arena.js" */
/** @import { Offer, Online } from "../online/state.js" */
/** @import { Cell } from "./grid.js" */
/** @import { Play } from "./play.js" */
/** @import { Preferences } from "./preferences.js" */
/** @import { Progress, Puzzling } from "./puzzle.js" */
/** @import { Result } from "./results.js" */
/** @import { Reviewing } from "./review.js" */
/** @import { Settings } from "./settings.js" */
import { analysing } from "./analyse.js";
import { NO_ARENA } from "./arena.js";
import { playing } from "./play.js";
import { puzzling } from "./puzzle.js";
import { OFFLINE } from "../online/state.js";

/**
 * @typedef {"play" | "online" | "puzzles" | "analyse" | "review" | "arena"} View
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {{kind: "new"} | {kind: "help"} | {kind: "replace", draft: Draft, spent: number} | {kind: "share", link: string, view: View, picture: SharedPicture | null} | {kind: "watch", link: string}} Dialog
 * @typedef {{cell: Cell, means: Means}} Aim
 * @typedef {{
 *   view: View,
 *   theme: Theme,
 *   preferences: Preferences,
 *   dialog: Dialog | null,
 *   alert: string | null,
 *   said: string,
 *   settings: Settings,
 *   fruitNames: readonly string[],
 *   welcome: number | null,
 *   cursor: Cell,
 *   aim: Aim | null,
 *   nextTicket: number,
 *   play: Play,
 *   analysis: Analysis,
 *   review: Reviewing | null,
 *   puzzle: Puzzling,
 *   arena: Arena,
 *   online: Online,
 *   results: readonly Result[],
 *   forgetting: boolean,
 * }} State `said` is for screen readers, `welcome` the step of what a first visit is told, `forgetting` once it was asked to forget all results
 */

/** @type {readonly View[]} */
export const VIEWS = ["play", "online", "puzzles", "analyse", "review", "arena"];

/**
 * @param {{
 *   game: Game, spent: number, now: number, settings: Settings, theme: Theme, preferences: Preferences,
 *   fruitNames: readonly string[], view: View, review: Reviewing | null, analysed: string | null, welcome: boolean, progress: Progress, aided?: boolean, results: readonly Result[], offer?: Offer,
 * }} start
 * @returns {State}
 */
export const begin = ({ game, spent, now, analysed, welcome, progress, aided = false, offer, ...kept }) => ({
    ...kept,
    dialog: null,
    alert: null,
    said: "",
    welcome: welcome ? 0 : null,
    cursor: "A1",
    aim: null,
    nextTicket: 1,
    forgetting: false,
    play: { ...playing(game, 0, now, spent), aided },
    analysis: { ...analysing(analysed ?? game.board), follows: analysed === null },
    puzzle: puzzling(progress),
    arena: NO_ARENA,
    online: offer ? { ...OFFLINE, offer } : OFFLINE,
});
