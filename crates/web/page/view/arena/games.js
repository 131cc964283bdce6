// @ts-check
/** The finished games of a tournament, page by page. */

/** @import { GameEntry } from "../../api.js" */
/** @import { Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { Arena } from "../../state/arena.js" */
import { h, lazy } from "../../dom/element.js";
import { GAMES_A_PAGE, lastPage, newerCount } from "../../state/arena.js";
import { ARENA, entryResult, gamesTitle, newerText, pageText, watchLabel } from "../../words/arena.js";
import { signed } from "../../words/board.js";
import { displayName } from "../../words/game.js";
import { plain } from "../../words/plain.js";
import { button, signButton } from "../controls.js";
import { LONGEST_TITLE, headings, wide } from "./tables.js";

/** @param {Arena} arena @param {Send} send @returns {Node} */
export function gamesCard(arena, send) {
    const { games, total, page, meeting } = arena;
    return h(
        "section",
        { class: "card", "aria-label": ARENA.games },
        h(
            "div",
            { class: "card-head" },
            h("h2", null, gamesTitle(meeting)),
            meeting && !arena.agent && button("close", ARENA.allGames, () => send({ type: "meet", meeting: null }), { class: "plain" }),
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
