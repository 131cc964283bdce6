// @ts-check
/** Both players: name, points, clock, and whose turn it is. */

/** @import { Game, Player } from "../engine/engine.js" */
/** @import { Node } from "../dom/element.js" */
import { h } from "../dom/element.js";
import { clockText } from "../state/clock.js";
import { scoresAt } from "../state/game.js";
import { displayName } from "../state/players.js";

/** Below this many seconds a clock warns. */
const LOW_SECONDS = 10;

/**
 * @param {Game} game @param {number} ply
 * @param {{clocks: readonly (number | null)[], toMove: Player | null, thinking: boolean}} now
 * @returns {Node}
 */
export function playersView(game, ply, now) {
    const scores = scoresAt(game, ply);
    return h(
        "section",
        { class: "players", "aria-label": "Players" },
        /** @type {Player[]} */ ([0, 1]).map((player) => {
            const moves = now.toMove === player;
            const left = now.clocks[player] ?? null;
            return h(
                "div",
                { class: `player side-${player}${moves ? " moves" : ""}` },
                h(
                    "span",
                    { class: "name" },
                    displayName(game.draft.players[player]),
                    moves && h("span", { class: "visually-hidden" }, ", to move"),
                ),
                h(
                    "span",
                    { class: "points" },
                    scores[player],
                    h("span", { class: "visually-hidden" }, " points"),
                ),
                left !== null &&
                    h(
                        "span",
                        {
                            class: `clock${left < LOW_SECONDS ? " low" : ""}`,
                            role: "timer",
                            "aria-label": `Clock of ${displayName(game.draft.players[player])}`,
                        },
                        clockText(left),
                    ),
                moves &&
                    now.thinking &&
                    h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
            );
        }),
    );
}
