// @ts-check
/** The view of a tournament: its boards, standings and games; one of its agents; a game under way. */

/** @import { Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { Arena } from "../../state/arena.js" */
/** @import { State } from "../../state/state.js" */
import { h } from "../../dom/element.js";
import { ARENA, NO_TOURNAMENT } from "../../words/arena.js";
import { CONTROLS } from "../../words/controls.js";
import { button } from "../controls.js";
import { agentView } from "./agent.js";
import { followedView } from "./followed.js";
import { gamesCard } from "./games.js";
import { liveCard } from "./live.js";
import { meetingsCard, standingsCard } from "./standings.js";
import { workersCard } from "./workers.js";

/** @param {State} state @param {Send} send @returns {Node} */
export function arenaView(state, send) {
    const { arena } = state;
    if (!arena.tournament) return emptyView(arena, send);
    if (arena.followed) return followedView(state, arena.followed, send);
    if (arena.agent) return agentView(arena, arena.agent, send);
    const { status } = arena.tournament;
    const shown = arena.past?.tournament ?? arena.tournament;
    return h(
        "div",
        { class: "arena", key: "arena" },
        standingsCard(arena, shown, send),
        liveCard(arena, send),
        meetingsCard(arena, shown, send),
        gamesCard(arena, send),
        status && status.workers.length > 0 && workersCard(status.workers),
    );
}

/** @param {Arena} arena @param {Send} send @returns {Node} */
const emptyView = ({ status }, send) =>
    h(
        "div",
        { class: "narrow", key: "no-arena" },
        h(
            "section",
            { class: "card" },
            h("h1", null, ARENA.title),
            h("p", null, NO_TOURNAMENT[status]),
            status === "unreachable" &&
                h("div", { class: "controls" }, button(null, CONTROLS.tryAgain, () => send({ type: "look at arena" }))),
        ),
    );
