// @ts-check
/** What an address leads to, after its `#`. */

/** @import { Board } from "./grid.js" */
/** @import { View } from "./state.js" */
import { rowsOf } from "./grid.js";
import { VIEWS } from "./state.js";

/**
 * A view as it is; a game (as a link writes it) to play, to look through from a move on, or whose
 * last position is to be analysed; a board to analyse; a puzzle by its number from 1; an agent of
 * the tournament by its name.
 * @typedef {{view: View}
 *   | {view: "play", game: string}
 *   | {view: "review", game: string, ply: number}
 *   | {view: "analyse", game: string}
 *   | {view: "analyse", board: Board}
 *   | {view: "puzzles", puzzle: number}
 *   | {view: "arena", agent: string}} Place
 */

/** A board is told from a game by this. */
const BOARD = "board.";

/** @param {string} fragment with or without its `#` @returns {Place | null} */
export function placeIn(fragment) {
    const text = fragment.replace(/^#/, "");
    const view = VIEWS.find((name) => name === text);
    if (view) return { view };
    const [, kind = "", rest = ""] = /^(game|review|analyse|puzzle|agent)=(.*)$/.exec(text) ?? [];
    switch (kind) {
        case "game":
            return { view: "play", game: rest };
        case "review": {
            const [, game = "", ply = "0"] = /^(.*?)(?:@(\d{1,3}))?$/.exec(rest) ?? [];
            return { view: "review", game, ply: Number(ply) };
        }
        case "analyse":
            return rest.startsWith(BOARD)
                ? { view: "analyse", board: rest.slice(BOARD.length).replaceAll(".", "/") }
                : { view: "analyse", game: rest };
        case "puzzle":
            return /^\d{1,6}$/.test(rest) && Number(rest) > 0 ? { view: "puzzles", puzzle: Number(rest) } : null;
        case "agent":
            return agentIn(rest);
        default:
            return null;
    }
}

/** @param {string} text @returns {Place | null} */
function agentIn(text) {
    try {
        return text === "" ? null : { view: "arena", agent: decodeURIComponent(text) };
    } catch {
        return null;
    }
}

/** @param {Place} place @returns {string} the fragment without its `#` */
export function fragmentOf(place) {
    if ("puzzle" in place) return `puzzle=${place.puzzle}`;
    if ("agent" in place) return `agent=${encodeURIComponent(place.agent)}`;
    if ("board" in place) return `analyse=${BOARD}${rowsOf(place.board).join(".")}`;
    if (!("game" in place)) return place.view;
    if (place.view === "review") return `review=${place.game}${place.ply > 0 ? `@${place.ply}` : ""}`;
    return `${place.view === "play" ? "game" : "analyse"}=${place.game}`;
}
