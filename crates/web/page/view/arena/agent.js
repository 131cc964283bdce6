// @ts-check
/** The page of one agent: its record, its rating over time, its faults and its worst moves. */

/** @import { Agent } from "../../api.js" */
/** @import { Child, Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { AgentPage, Worst } from "../../state/agent.js" */
/** @import { Arena } from "../../state/arena.js" */
import { h, lazy } from "../../dom/element.js";
import { ARENA, countText, faultText, faultsText, gameName, intervalText, perGameText, searchText, worstText } from "../../words/arena.js";
import { signed } from "../../words/board.js";
import { displayName } from "../../words/game.js";
import { plain } from "../../words/plain.js";
import { button } from "../controls.js";
import { gamesCard } from "./games.js";
import { ratingsView } from "./ratings.js";
import { LONGEST_TITLE, agentLink, headings, wide } from "./tables.js";

/** @param {Arena} arena @param {AgentPage} agent @param {Send} send @returns {Node} */
export function agentView(arena, { name, about, missing, worst }, send) {
    return h(
        "div",
        { class: "arena", key: `agent ${name}` },
        h("div", { class: "controls" }, button("previous", ARENA.back, () => send({ type: "close agent" }))),
        h(
            "section",
            { class: "card", "aria-label": ARENA.agent },
            h("h1", { title: plain(name, LONGEST_TITLE) }, displayName(name)),
            missing && h("p", null, ARENA.missing),
            !about && !missing && h("p", { role: "status" }, ARENA.loading),
            about && summaryView(about),
        ),
        about && h("section", { class: "card" }, h("h2", null, ARENA.history), lazy(ratingsView, about.history)),
        about && recordCard(about, send),
        about && faultsCard(about, send),
        about && worstCard(worst, arena.games.length > 0, send),
        gamesCard(arena, send),
    );
}

/** @param {Agent} about @returns {Node} */
function summaryView({ standing }) {
    const { low, high } = standing;
    const interval = low === null || high === null ? "" : intervalText(signed(Math.round(low)), signed(Math.round(high)));
    const { facts: titles } = ARENA;
    const facts = [
        [titles.rank, String(standing.rank)],
        [titles.rating, [signed(Math.round(standing.rating)), interval].filter(Boolean).join(", ")],
        [titles.pairs, countText(standing.pairs)],
        [titles.games, countText(standing.games)],
        [titles.margin, signed(Number(standing.margin.toFixed(1)))],
        [titles.faults, faultsText(standing.faults)],
        [titles.time, perGameText(standing.secondsPerGame)],
    ];
    return h(
        "dl",
        { class: "facts" },
        facts.map(([title, text]) => h("div", null, h("dt", null, title), h("dd", null, text))),
    );
}

/** @param {Agent} about @param {Send} send @returns {Node} */
const recordCard = ({ meetings }, send) =>
    h(
        "section",
        { class: "card" },
        h("h2", null, ARENA.record),
        wide(
            ARENA.opponents,
            h(
                "table",
                { class: "opponents" },
                headings(ARENA.opponentsColumns),
                h(
                    "tbody",
                    null,
                    meetings.map(({ opponent, pairs }) =>
                        h(
                            "tr",
                            { key: opponent },
                            h("th", { scope: "row", title: plain(opponent, LONGEST_TITLE) }, agentLink(opponent, send)),
                            h("td", { class: "figure" }, countText(pairs)),
                        ),
                    ),
                ),
            ),
        ),
    );

/** @param {Agent} about @param {Send} send @returns {Node} */
const faultsCard = ({ faults }, send) =>
    h(
        "section",
        { class: "card" },
        h("h2", null, ARENA.faults),
        faults.length === 0
            ? h("p", { class: "quiet" }, ARENA.noFaults)
            : h(
                  "ul",
                  { class: "faults" },
                  faults.map((fault) =>
                      h("li", { key: fault.game }, gameButton(fault.game, 0, send), h("span", null, faultText(fault))),
                  ),
              ),
    );

/** @param {Worst | null} worst @param {boolean} canLook @param {Send} send @returns {Node} */
const worstCard = (worst, canLook, send) =>
    h(
        "section",
        { class: "card" },
        h("h2", null, ARENA.worst),
        !worst && h("p", { class: "quiet" }, ARENA.worstAbout),
        !worst &&
            h("div", { class: "controls" }, button("analyse", ARENA.findWorst, () => send({ type: "look for worst" }), { disabled: !canLook })),
        worst && h("p", { class: "quiet", role: "status" }, searchText(worst.done, worst.ids.length)),
        worst && foundView(worst, send),
    );

/** @param {Worst} worst @param {Send} send @returns {Child} */
function foundView({ found, done, ids }, send) {
    if (found.length === 0) return done === ids.length ? h("p", null, ARENA.noWorst) : null;
    return h(
        "ol",
        { class: "faults" },
        found.map((move) =>
            h(
                "li",
                { key: `${move.id} ${move.judgement.index}` },
                gameButton(move.id, move.judgement.index, send),
                h("span", null, worstText(move)),
            ),
        ),
    );
}

/** @param {number} id @param {number} ply @param {Send} send */
const gameButton = (id, ply, send) =>
    button("play", gameName(id), () => send({ type: "watch", id, ply }), { class: "small" });
