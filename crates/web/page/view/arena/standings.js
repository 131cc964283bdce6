// @ts-check
/** The standings of a tournament, now or at a moment before, and who beat whom. */

/** @import { LeftOut, Standing, Tournament } from "../../api.js" */
/** @import { Child, Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { Arena } from "../../state/arena.js" */
import { h, lazy } from "../../dom/element.js";
import {
    ARENA,
    absenceText,
    asOfText,
    countText,
    faultsText,
    intervalText,
    meetingLabel,
    momentText,
    perGameText,
    tournamentProgress,
} from "../../words/arena.js";
import { signed } from "../../words/board.js";
import { displayName } from "../../words/game.js";
import { plain } from "../../words/plain.js";
import { LONGEST_TITLE, agentLink, headings, wide } from "./tables.js";

/** @param {Arena} arena @param {Tournament} tournament the one that is looked at @param {Send} send @returns {Node} */
export const standingsCard = (arena, tournament, send) =>
    h(
        "section",
        { class: "card", "aria-label": ARENA.tournament },
        h(
            "div",
            { class: "card-head" },
            h("h1", null, plain(tournament.name) || ARENA.tournament),
            h("p", { class: "quiet" }, tournamentProgress(tournament, arena)),
        ),
        tournament.planned !== null &&
            h("progress", {
                value: String(tournament.finished),
                max: Math.max(1, tournament.planned),
                "aria-label": ARENA.finished,
            }),
        momentsView(arena, tournament, send),
        lazy(standingsTable, tournament.standings, send),
        absencesView(tournament.leftOut),
    );

/** @param {readonly LeftOut[]} leftOut @returns {Child} */
const absencesView = (leftOut) =>
    leftOut.length > 0 &&
    h(
        "ul",
        { class: "absences", "aria-label": ARENA.leftOut },
        leftOut.map((one) => h("li", { key: one.agent }, absenceText(one))),
    );

/** Which moment the standings are of. @param {Arena} arena @param {Tournament} tournament @param {Send} send @returns {Child} */
function momentsView({ history, past }, { asOf }, send) {
    // The last of them is now.
    const before = history.slice(0, -1);
    return h(
        "div",
        { class: "as-of" },
        h("span", { class: "quiet" }, asOfText(past?.at ?? asOf)),
        before.length > 0 &&
            h(
                "label",
                { class: "field inline" },
                h("span", null, ARENA.moment),
                h(
                    "select",
                    {
                        onchange: (/** @type {Event} */ { target }) =>
                            target instanceof HTMLSelectElement &&
                            send({ type: "look back", moment: target.value === "" ? null : Number(target.value) }),
                    },
                    h("option", { value: "", selected: past === null }, ARENA.now),
                    [...before].reverse().map((moment) =>
                        h(
                            "option",
                            { key: moment.at, value: String(moment.at), selected: past?.at === moment.at },
                            momentText(moment),
                        ),
                    ),
                ),
            ),
    );
}

/** @param {readonly Standing[]} standings @param {Send} send @returns {Node} */
function standingsTable(standings, send) {
    const hold = (/** @type {boolean} */ held) => () => send({ type: "hold", held });
    return wide(
        ARENA.standings,
        h(
            "table",
            { class: "standings" },
            headings(ARENA.standingsColumns),
            h(
                "tbody",
                null,
                standings.map((standing) =>
                    h(
                        "tr",
                        { key: standing.name },
                        h("td", null, standing.rank),
                        h(
                            "th",
                            { scope: "row", title: plain(standing.name, LONGEST_TITLE) },
                            agentLink(standing.name, send),
                        ),
                        h("td", { class: "figure" }, signed(Math.round(standing.rating))),
                        h(
                            "td",
                            null,
                            standing.low === null || standing.high === null
                                ? "–"
                                : intervalText(signed(Math.round(standing.low)), signed(Math.round(standing.high))),
                        ),
                        h("td", null, countText(standing.pairs)),
                        h("td", null, countText(standing.games)),
                        h("td", null, signed(Number(standing.margin.toFixed(1)))),
                        h("td", null, faultsText(standing.faults)),
                        h("td", null, perGameText(standing.secondsPerGame)),
                    ),
                ),
            ),
        ),
        // Whoever points at a row means that row.
        { onpointerenter: hold(true), onpointerleave: hold(false), onfocusin: hold(true), onfocusout: hold(false) },
    );
}

/** @param {Arena} arena @param {Tournament} tournament @param {Send} send @returns {Child} */
export const meetingsCard = (arena, { standings, table }, send) =>
    table &&
    h(
        "section",
        { class: "card", "aria-label": ARENA.cross },
        h("h2", null, ARENA.cross),
        h("p", { class: "quiet" }, ARENA.crossAbout),
        lazy(crossTable, standings, table, arena.meeting, send),
    );

/**
 * @param {readonly Standing[]} standings @param {NonNullable<Tournament["table"]>} table
 * @param {Arena["meeting"]} meeting @param {Send} send @returns {Node}
 */
function crossTable(standings, table, meeting, send) {
    const names = standings.map(({ name }) => name);
    return wide(
        ARENA.crossTable,
        h(
            "table",
            { class: "cross" },
            headings([ARENA.agent, ...standings.map((_, place) => String(place + 1))]),
            h(
                "tbody",
                null,
                table.map((row, place) =>
                    h(
                        "tr",
                        null,
                        h(
                            "th",
                            { scope: "row", title: plain(names[place] ?? "", LONGEST_TITLE) },
                            `${place + 1}. ${displayName(names[place] ?? "")}`,
                        ),
                        row.map((count, against) => {
                            if (!count)
                                return h(
                                    "td",
                                    { class: place === against ? "self" : "" },
                                    place === against ? "" : "–",
                                );
                            const agent = names[place] ?? "";
                            const opponent = names[against] ?? "";
                            const chosen = meeting?.agent === agent && meeting.opponent === opponent;
                            const better =
                                count.won > count.lost ? "ahead" : count.won < count.lost ? "behind" : "even";
                            return h(
                                "td",
                                { class: better },
                                h(
                                    "button",
                                    {
                                        type: "button",
                                        class: "link",
                                        "aria-pressed": chosen ? "true" : "false",
                                        "aria-label": meetingLabel(agent, opponent, count),
                                        onclick: () => send({ type: "meet", meeting: chosen ? null : { agent, opponent } }),
                                    },
                                    countText(count),
                                ),
                            );
                        }),
                    ),
                ),
            ),
        ),
    );
}
