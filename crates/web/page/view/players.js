// @ts-check
/** Both players: name, points, clock, whose turn it is, and who leads by how much. */

/** @import { Game, Player } from "../engine/types.js" */
/** @import { Face } from "../dom/clock.js" */
/** @import { Node } from "../dom/element.js" */
import { showClock } from "../dom/clock.js";
import { h } from "../dom/element.js";
import { leadAt, scoresAt } from "../state/game.js";
import { PLAY, clockLabel, displayName, leadText } from "../words/game.js";

/**
 * @param {Game} game @param {number} ply
 * @param {{clocks: readonly (Face | null)[], toMove: Player | null, thinking: boolean, scores?: readonly [number, number]}} now
 * @returns {Node}
 */
export function playersView(game, ply, now) {
    const scores = now.scores ?? scoresAt(game, ply);
    const lead = now.scores ? now.scores[0] - now.scores[1] : leadAt(game, ply);
    return h(
        "section",
        { class: "players", "aria-label": PLAY.players },
        playerView(game, 0, scores[0], now),
        leadView(game, lead),
        playerView(game, 1, scores[1], now),
    );
}

/** @param {Game} game @param {number} lead of the first player @returns {Node} */
function leadView(game, lead) {
    const leader = lead > 0 ? 0 : 1;
    const text = leadText(game, lead);
    return h(
        "div",
        { class: `margin ${lead === 0 ? "" : `side-${leader}`}`, title: text },
        h("span", { "aria-hidden": "true" }, lead === 0 ? "=" : `${lead > 0 ? "◀ " : ""}${Math.abs(lead)}${lead < 0 ? " ▶" : ""}`),
        h("span", { class: "visually-hidden" }, text),
    );
}

/** @param {Game} game @param {Player} player @param {number} points @param {{clocks: readonly (Face | null)[], toMove: Player | null, thinking: boolean}} now @returns {Node} */
function playerView(game, player, points, now) {
    const moves = now.toMove === player;
    const face = now.clocks[player] ?? null;
    const name = displayName(game.draft.players[player]);
    return h(
        "div",
        { class: `player side-${player}${moves ? " moves" : ""}` },
        h("span", { class: "name" }, name, moves && h("span", { class: "visually-hidden" }, PLAY.toMove)),
        h("span", { class: "points" }, points, h("span", { class: "visually-hidden" }, PLAY.points)),
        face !== null &&
            h("span", {
                class: "clock",
                own: true,
                role: "timer",
                "aria-label": clockLabel(name),
                ref: (/** @type {HTMLElement} */ element) => showClock(element, face),
            }),
        moves &&
            now.thinking &&
            h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    );
}
