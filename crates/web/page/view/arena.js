// @ts-check
/** The view of a tournament: standings, who beat whom, and the games. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Count, GameEntry, Standing, Status, Tournament, Worker } from "../api.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
import { h, lazy } from "../dom/element.js";
import { GAMES_A_PAGE, lastPage } from "../state/arena.js";
import { displayName } from "../state/players.js";
import { button, signButton, signed, spanText } from "./controls.js";

/** @param {State} state @param {Actions} actions @returns {Node} */
export function arenaView({ arena }, actions) {
    const { tournament } = arena;
    if (!tournament) return emptyView(arena, actions);
    return h(
        "div",
        { class: "arena", key: "arena" },
        h(
            "section",
            { class: "card", "aria-label": "Tournament" },
            h(
                "div",
                { class: "card-head" },
                h("h1", null, tournament.name || "Tournament"),
                h("p", { class: "quiet" }, progressText(tournament, arena)),
            ),
            tournament.planned !== null &&
                h("progress", {
                    value: String(tournament.finished),
                    max: Math.max(1, tournament.planned),
                    "aria-label": "Games finished",
                }),
            lazy(standingsTable, tournament.standings),
        ),
        h(
            "section",
            { class: "card", "aria-label": "Who beat whom" },
            h("h2", null, "Who beat whom"),
            h(
                "p",
                { class: "quiet" },
                "Pairs won, drawn and lost by the agent of the row; choose one to see its games.",
            ),
            lazy(crossTable, tournament, arena.meeting, actions.arena.meet),
        ),
        gamesCard(arena, actions),
        tournament.status && tournament.status.workers.length > 0 && workersCard(tournament.status.workers),
    );
}

/** @param {Arena} arena @param {Actions} actions @returns {Node} */
function emptyView({ status }, actions) {
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
                h("div", { class: "controls" }, button(null, "Try again", actions.arena.refresh)),
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

/** @param {readonly Standing[]} standings @returns {Node} */
function standingsTable(standings) {
    return wide(
        "Standings",
        h(
            "table",
            { class: "standings" },
            headings(["#", "Agent", "Rating", "95 %", "Pairs", "Games", "Margin", "Faults", "Time per game"]),
            h(
                "tbody",
                null,
                standings.map((standing) =>
                    h(
                        "tr",
                        null,
                        h("td", null, standing.rank),
                        h("th", { scope: "row", title: standing.name }, displayName(standing.name)),
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

/** @param {Tournament} tournament @param {Arena["meeting"]} meeting @param {Actions["arena"]["meet"]} meet @returns {Node} */
function crossTable({ standings, table }, meeting, meet) {
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
                            { scope: "row", title: names[place] },
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
                                        onclick: () => meet(chosen ? null : { agent, opponent }),
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

/** @param {Arena} arena @param {Actions} actions @returns {Node} */
function gamesCard(arena, { arena: actions }) {
    const { games, total, page, meeting } = arena;
    return h(
        "section",
        { class: "card", "aria-label": "Games" },
        h(
            "div",
            { class: "card-head" },
            h(
                "h2",
                null,
                meeting ? `${displayName(meeting.agent)} against ${displayName(meeting.opponent)}` : "Games",
            ),
            meeting && button("close", "All games", () => actions.meet(null), { class: "plain" }),
        ),
        games.length === 0
            ? h("p", { class: "quiet" }, "No game is finished yet.")
            : lazy(gamesTable, games, actions.watch),
        total > GAMES_A_PAGE &&
            h(
                "div",
                { class: "controls pages" },
                signButton("previous", "Newer games", () => actions.turn(-1), { disabled: page === 0 }),
                h(
                    "span",
                    null,
                    `${page * GAMES_A_PAGE + 1} to ${Math.min(total, (page + 1) * GAMES_A_PAGE)} of ${total}`,
                ),
                signButton("next", "Older games", () => actions.turn(1), {
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
                headings(["#", "Name", "Does", "Games at once", "Positions/s", "Games", "Too late", "Last seen", "Remark"]),
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
        h("th", { scope: "row" }, worker.name),
        h("td", null, worker.activity),
        h("td", null, worker.jobs),
        h("td", { class: "figure" }, worker.speed === null ? "–" : worker.speed.toLocaleString("en")),
        h("td", { class: "figure" }, worker.games),
        h("td", { class: "figure" }, worker.out_of_time),
        h("td", null, `${spanText(worker.seconds_silent)} ago`),
        h("td", null, remarks.filter((remark) => remark).join(", ") || "–"),
    );
}

/** @param {readonly GameEntry[]} games @param {(id: number) => Promise<void>} watch @returns {Node} */
function gamesTable(games, watch) {
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
                        null,
                        h("td", null, game.id),
                        h(
                            "td",
                            null,
                            button("play", "Watch", () => void watch(game.id), {
                                class: "small",
                                "aria-label": `Watch game ${game.id}`,
                            }),
                        ),
                        h(
                            "td",
                            { class: game.winner === "first" ? "winner" : "", title: game.first },
                            displayName(game.first),
                        ),
                        h(
                            "td",
                            { class: game.winner === "second" ? "winner" : "", title: game.second },
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

/** @param {GameEntry} game */
function resultText({ winner, fault }) {
    if (fault) return `${fault.loser} lost: ${fault.cause.replaceAll("-", " ")}`;
    return winner === "draw" ? "draw" : `${winner} won`;
}
