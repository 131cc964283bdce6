// @ts-check
/** The view of a tournament: standings, who beat whom, and the games. */

/** @import { GameEntry, Standing, Tournament, Worker } from "../api.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
import { h, lazy } from "../dom/element.js";
import { GAMES_A_PAGE, lastPage, newerCount } from "../state/arena.js";
import {
    ARENA,
    NO_TOURNAMENT,
    countText,
    entryResult,
    faultsText,
    gamesTitle,
    intervalText,
    lastSeenText,
    meetingLabel,
    newerText,
    pageText,
    perGameText,
    remarksText,
    tournamentProgress,
    watchLabel,
} from "../words/arena.js";
import { signed } from "../words/board.js";
import { CONTROLS } from "../words/controls.js";
import { displayName } from "../words/game.js";
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
            lazy(standingsTable, tournament.standings, arena.meeting, send),
        ),
        tournament.table &&
            h(
                "section",
                { class: "card", "aria-label": ARENA.cross },
                h("h2", null, ARENA.cross),
                h("p", { class: "quiet" }, ARENA.crossAbout),
                lazy(crossTable, tournament.standings, tournament.table, arena.meeting, send),
            ),
        gamesCard(arena, send),
        tournament.status && tournament.status.workers.length > 0 && workersCard(tournament.status.workers),
    );
}

/** @param {Arena} arena @param {Send} send @returns {Node} */
function emptyView({ status }, send) {
    return h(
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
}

/** A table that scrolls by itself where it is too wide. @param {string} label @param {Child} table */
const wide = (label, table) =>
    h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" }, table);

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
    );
}

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

/** @param {Arena} arena @param {Send} send @returns {Node} */
function gamesCard(arena, send) {
    const { games, total, page, meeting } = arena;
    return h(
        "section",
        { class: "card", "aria-label": ARENA.games },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, gamesTitle(meeting)),
            meeting && button("close", ARENA.allGames, () => send({ type: "meet", meeting: null }), { class: "plain" }),
            newerCount(arena) > 0 &&
                button("new", newerText(newerCount(arena)), () => send({ type: "show newer" })),
        ),
        games.length === 0
            ? h("p", { class: "quiet" }, ARENA.noGames)
            : lazy(gamesTable, games, send),
        total > GAMES_A_PAGE &&
            h(
                "div",
                { class: "controls pages" },
                signButton("previous", ARENA.newer, () => send({ type: "turn page", pages: -1 }), { disabled: page === 0 }),
                h("span", null, pageText(arena)),
                signButton("next", ARENA.older, () => send({ type: "turn page", pages: 1 }), {
                    disabled: page >= lastPage(arena),
                }),
            ),
    );
}

/** @param {readonly Worker[]} workers @returns {Node} */
function workersCard(workers) {
    return h(
        "section",
        { class: "card", "aria-label": ARENA.workers },
        h("h2", null, ARENA.workers),
        wide(
            ARENA.workersTable,
            h(
                "table",
                { class: "workers" },
                headings(ARENA.workersColumns),
                h("tbody", null, workers.map(workerRow)),
            ),
        ),
    );
}

/** @param {Worker} worker @returns {Node} */
function workerRow(worker) {
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
        h("td", null, lastSeenText(worker)),
        h("td", null, remarksText(worker)),
    );
}

/** @param {readonly GameEntry[]} games @param {Send} send @returns {Node} */
function gamesTable(games, send) {
    return wide(
        ARENA.gamesTable,
        h(
            "table",
            { class: "games" },
            headings(ARENA.gamesColumns),
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
                            button("play", ARENA.watch, () => send({ type: "watch", id: game.id }), {
                                class: "small",
                                "aria-label": watchLabel(game.id),
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
                        h("td", null, entryResult(game)),
                        h("td", null, game.event),
                    ),
                ),
            ),
        ),
    );
}
