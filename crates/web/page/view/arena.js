// @ts-check
/** The view of a tournament: standings, who beat whom, and the games. */

/** @import { Count, GameEntry, Standing, Status, Tournament, Worker } from "../api.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
import { h, lazy } from "../dom/element.js";
import { GAMES_A_PAGE, lastPage, newerCount } from "../state/arena.js";
import { signed } from "../words/board.js";
import { FAULTS, displayName, spanText } from "../words/game.js";
import { plain } from "../words/plain.js";
import { button, signButton } from "./controls.js";

/** How much of a name is shown to who asks for more. */
const LONGEST_TITLE = 200;

/** @param {State} state @param {Send} send @returns {Node} */
export function arenaView({ arena }, send) {
    const { tournament } = arena;
    if (!tournament) return emptyView(arena, send);
    return h(
        "div",
        { class: "arena", key: "arena" },
        h(
            "section",
            { class: "card", "aria-label": "Tournament" },
            h(
                "div",
                { class: "card-head" },
                h("h1", null, plain(tournament.name) || "Tournament"),
                h("p", { class: "quiet" }, progressText(tournament, arena)),
            ),
            tournament.planned !== null &&
                h("progress", {
                    value: String(tournament.finished),
                    max: Math.max(1, tournament.planned),
                    "aria-label": "Games finished",
                }),
            lazy(standingsTable, tournament.standings, arena.meeting, send),
        ),
        tournament.table &&
            h(
                "section",
                { class: "card", "aria-label": "Who beat whom" },
                h("h2", null, "Who beat whom"),
                h(
                    "p",
                    { class: "quiet" },
                    "Pairs won, drawn and lost by the agent of the row; choose one to see its games.",
                ),
                lazy(crossTable, tournament.standings, tournament.table, arena.meeting, send),
            ),
        gamesCard(arena, send),
        tournament.status && tournament.status.workers.length > 0 && workersCard(tournament.status.workers),
    );
}

/** @param {Arena} arena @param {Send} send @returns {Node} */
function emptyView({ status }, send) {
    const texts = {
        unknown: "Looking for a tournament…",
        none: "There is no tournament here. A server shows one that it was given: fruitrage serve --store tournament.toml",
        unreachable: "The server cannot be reached.",
        there: "",
    };
    return h(
        "div",
        { class: "narrow", key: "no-arena" },
        h(
            "section",
            { class: "card" },
            h("h1", null, "Arena"),
            h("p", null, texts[status]),
            status === "unreachable" &&
                h("div", { class: "controls" }, button(null, "Try again", () => send({ type: "look at arena" }))),
        ),
    );
}

/** @param {Tournament} tournament @param {Arena} arena */
function progressText({ finished, planned, status }, arena) {
    const games = planned === null ? `${finished} games` : `${finished} of ${planned} games`;
    const parts = [games, ...(status ? paceTexts(status) : [])];
    if (arena.status === "unreachable") parts.push("the server cannot be reached");
    return parts.join(" · ");
}

/** @param {Status} status what there is to say while something is left to play */
function paceTexts({ running, waiting, rounds, games_a_minute: pace, seconds_left: left }) {
    if (running + waiting === 0) return [];
    return [
        rounds && `round ${rounds.drawn} of ${rounds.all}`,
        `${running} pairs running, ${waiting} waiting`,
        pace !== null && `${pace.toFixed(1)} games per minute`,
        left !== null && `about ${spanText(left)} left`,
    ].filter((text) => typeof text === "string");
}

/** A table that scrolls by itself where it is too wide. @param {string} label @param {Child} table */
const wide = (label, table) =>
    h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" }, table);

/** @param {Count} count */
const countText = ({ won, drawn, lost }) => `${won}–${drawn}–${lost}`;

/** @param {readonly string[]} titles */
const headings = (titles) =>
    h(
        "thead",
        null,
        h(
            "tr",
            null,
            titles.map((title) => h("th", { scope: "col" }, title)),
        ),
    );

/**
 * The name of an agent, which lists its games.
 * @param {string} name @param {Arena["meeting"]} meeting @param {Send} send @returns {Node}
 */
function agentButton(name, meeting, send) {
    const chosen = meeting?.agent === name && meeting.opponent === null;
    return h(
        "button",
        {
            type: "button",
            class: "link",
            "aria-pressed": chosen ? "true" : "false",
            onclick: () => send({ type: "meet", meeting: chosen ? null : { agent: name, opponent: null } }),
        },
        displayName(name),
    );
}

/**
 * @param {readonly Standing[]} standings @param {Arena["meeting"]} meeting @param {Send} send
 * @returns {Node}
 */
function standingsTable(standings, meeting, send) {
    return wide(
        "Standings",
        h(
            "table",
            { class: "standings" },
            headings(["#", "Agent", "Rating", "95%", "Pairs", "Games", "Margin", "Faults", "Time per game"]),
            h(
                "tbody",
                null,
                standings.map((standing) =>
                    h(
                        "tr",
                        null,
                        h("td", null, standing.rank),
                        h(
                            "th",
                            { scope: "row", title: plain(standing.name, LONGEST_TITLE) },
                            agentButton(standing.name, meeting, send),
                        ),
                        h("td", { class: "figure" }, signed(Math.round(standing.rating))),
                        h(
                            "td",
                            null,
                            standing.low === null || standing.high === null
                                ? "–"
                                : `${signed(Math.round(standing.low))} to ${signed(Math.round(standing.high))}`,
                        ),
                        h("td", null, countText(standing.pairs)),
                        h("td", null, countText(standing.games)),
                        h("td", null, signed(Number(standing.margin.toFixed(1)))),
                        h("td", null, faultsText(standing.faults)),
                        h("td", null, `${standing.secondsPerGame.toFixed(1)} s`),
                    ),
                ),
            ),
        ),
    );
}

/** @param {Record<string, number>} faults */
const faultsText = (faults) =>
    Object.entries(faults)
        .map(([cause, count]) => `${count} ${cause.replaceAll("-", " ")}`)
        .join(", ") || "–";

/**
 * @param {readonly Standing[]} standings @param {NonNullable<Tournament["table"]>} table
 * @param {Arena["meeting"]} meeting @param {Send} send @returns {Node}
 */
function crossTable(standings, table, meeting, send) {
    const names = standings.map(({ name }) => name);
    return wide(
        "Table of meetings",
        h(
            "table",
            { class: "cross" },
            headings(["Agent", ...standings.map((_, place) => String(place + 1))]),
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
                                        "aria-label": `${agent} against ${opponent}: ${countText(count)}`,
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

/** @param {Arena["meeting"]} meeting */
function gamesTitle(meeting) {
    if (!meeting) return "Games";
    const agent = displayName(meeting.agent);
    return meeting.opponent === null ? `Games of ${agent}` : `${agent} against ${displayName(meeting.opponent)}`;
}

/** @param {Arena} arena @param {Send} send @returns {Node} */
function gamesCard(arena, send) {
    const { games, total, page, meeting } = arena;
    return h(
        "section",
        { class: "card", "aria-label": "Games" },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, gamesTitle(meeting)),
            meeting && button("close", "All games", () => send({ type: "meet", meeting: null }), { class: "plain" }),
            newerCount(arena) > 0 &&
                button("new", newerText(newerCount(arena)), () => send({ type: "show newer" })),
        ),
        games.length === 0
            ? h("p", { class: "quiet" }, "No game is finished yet.")
            : lazy(gamesTable, games, send),
        total > GAMES_A_PAGE &&
            h(
                "div",
                { class: "controls pages" },
                signButton("previous", "Newer games", () => send({ type: "turn page", pages: -1 }), { disabled: page === 0 }),
                h(
                    "span",
                    null,
                    `${page * GAMES_A_PAGE + 1} to ${Math.min(total, (page + 1) * GAMES_A_PAGE)} of ${total}`,
                ),
                signButton("next", "Older games", () => send({ type: "turn page", pages: 1 }), {
                    disabled: page >= lastPage(arena),
                }),
            ),
    );
}

/** @param {readonly Worker[]} workers @returns {Node} */
function workersCard(workers) {
    return h(
        "section",
        { class: "card", "aria-label": "Workers" },
        h("h2", null, "Workers"),
        wide(
            "Table of workers",
            h(
                "table",
                { class: "workers" },
                headings(["#", "Name", "Activity", "Games at once", "Positions/s", "Games", "Time-outs", "Last seen", "Remark"]),
                h("tbody", null, workers.map(workerRow)),
            ),
        ),
    );
}

/** @param {Worker} worker @returns {Node} */
function workerRow(worker) {
    const remarks = [worker.is_slow && "slow", worker.is_noisy && "more time-outs than the others"];
    return h(
        "tr",
        null,
        h("td", null, worker.id),
        h("th", { scope: "row" }, plain(worker.name)),
        h("td", null, worker.activity),
        h("td", null, worker.jobs),
        h("td", { class: "figure" }, worker.speed === null ? "–" : worker.speed.toLocaleString("en")),
        h("td", { class: "figure" }, worker.games),
        h("td", { class: "figure" }, worker.out_of_time),
        h("td", null, `${spanText(worker.seconds_silent)} ago`),
        h("td", null, remarks.filter((remark) => remark).join(", ") || "–"),
    );
}

/** @param {readonly GameEntry[]} games @param {Send} send @returns {Node} */
function gamesTable(games, send) {
    return wide(
        "Table of games",
        h(
            "table",
            { class: "games" },
            headings(["Game", "Replay", "First", "Second", "Margin", "Result", "Conditions"]),
            h(
                "tbody",
                null,
                games.map((game) =>
                    h(
                        "tr",
                        { key: game.id },
                        h("td", null, game.id),
                        h(
                            "td",
                            null,
                            button("play", "Watch", () => send({ type: "watch", id: game.id }), {
                                class: "small",
                                "aria-label": `Watch game ${game.id}`,
                            }),
                        ),
                        h(
                            "td",
                            { class: game.winner === "first" ? "winner" : "", title: plain(game.first, LONGEST_TITLE) },
                            displayName(game.first),
                        ),
                        h(
                            "td",
                            { class: game.winner === "second" ? "winner" : "", title: plain(game.second, LONGEST_TITLE) },
                            displayName(game.second),
                        ),
                        h("td", { class: "figure" }, signed(game.margin)),
                        h("td", null, resultText(game)),
                        h("td", null, game.event),
                    ),
                ),
            ),
        ),
    );
}

/** @param {number} count */
const newerText = (count) => `Show ${count} newer game${count === 1 ? "" : "s"}`;

/** @param {GameEntry} game */
function resultText({ winner, fault }) {
    if (fault) return `${fault.loser} ${FAULTS[fault.cause] ?? fault.cause}`;
    return winner === "draw" ? "draw" : `${winner} won`;
}
