// @ts-check
/** Everything the page knows, in one plain object. */

/** @import { Draft, Game } from "../engine/engine.js" */
/** @import { Analysis } from "./analyse.js" */
/** @import { Arena } from "./arena.js" */
/** @import { Cell } from "./grid.js" */
/** @import { Play } from "./play.js" */
/** @import { Reviewing } from "./review.js" */
/** @import { Settings } from "./settings.js" */
import { analysing } from "./analyse.js";
import { NO_ARENA } from "./arena.js";
import { playing } from "./play.js";

/**
 * @typedef {"play" | "analyse" | "review" | "arena"} View
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {{kind: "new"} | {kind: "help"} | {kind: "replace", draft: Draft, spent: number} | {kind: "share", link: string}} Dialog
 * @typedef {{
 *   view: View,
 *   theme: Theme,
 *   dialog: Dialog | null,
 *   alert: string | null,
 *   said: string,
 *   now: number,
 *   settings: Settings,
 *   fruitNames: readonly string[],
 *   cursor: Cell,
 *   aim: Cell | null,
 *   games: number,
 *   play: Play,
 *   analysis: Analysis,
 *   review: Reviewing | null,
 *   arena: Arena,
 * }} State `said` is for screen readers, `now` the moment drawn, `games` how many were begun
 */

/** @type {readonly View[]} */
export const VIEWS = ["play", "analyse", "review", "arena"];

/** @param {string} fragment @returns {View} */
export function viewOf(fragment) {
    const name = fragment.replace(/^#/, "");
    return VIEWS.find((view) => view === name) ?? "play";
}

/** @param {{game: Game, spent: number, now: number, settings: Settings, theme: Theme, fruitNames: readonly string[], view: View}} start @returns {State} */
export const begin = ({ game, spent, now, settings, theme, fruitNames, view }) => ({
    view,
    theme,
    dialog: null,
    alert: null,
    said: "",
    now,
    settings,
    fruitNames,
    cursor: "A1",
    aim: null,
    games: 0,
    play: playing(game, now, spent),
    analysis: analysing(game.board),
    review: null,
    arena: NO_ARENA,
});
