// @ts-check
/** The view of rooms: the lobby, an invitation, and the table itself. */

/** @import { Look } from "../board/types.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Game } from "../engine/types.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { State } from "../state/state.js" */
/** @import { Matter, RoomView } from "./messages.js" */
/** @import { Online } from "./state.js" */
import { groupsOf } from "../board/groups.js";
import { h, lazy } from "../dom/element.js";
import { boardAt, clocksAt } from "../state/game.js";
import { isEmpty } from "../state/grid.js";
import { boardView, mayMove, pointing } from "../view/board.js";
import { button, stepper } from "../view/controls.js";
import { movesView } from "../view/moves.js";
import { playersView } from "../view/players.js";
import { cellStatus } from "../words/board.js";
import { PLAY, claimLabel, endingText, resultText } from "../words/game.js";
import { MATTERS, TABLE, WAITING, presenceText, queueText, statusText, termsText } from "../words/online.js";
import { invitationView, lobbyView, waitingView } from "./lobby.js";
import { faces, isInvited, isYourTurn, otherChair, ownSide, placeOf, shownPly } from "./state.js";

/** The eye needs to find what the other one claims before it goes. */
const PAUSE = 420;

/** @param {State} state @param {Send} send @returns {Node} */
export function onlineView(state, send) {
    const { online } = state;
    if (isInvited(online)) return invitationView(online, send);
    if (!online.seat || !online.room) return lobbyView(online, send);
    if (!online.game) return waitingView(online, send);
    return tableView(state, online.room, online.game, send);
}

/** @param {State} state @param {RoomView} room @param {Game} game @param {Send} send @returns {Node} */
function tableView(state, room, game, send) {
    const { online } = state;
    const ply = shownPly(online);
    const standing = (/** @type {0 | 1} */ player) => {
        const left = clocksAt(game, ply)?.[player];
        return left === undefined ? null : { left, since: null };
    };
    const mover = game.toMove === null ? null : game.draft.players[game.toMove];
    return h(
        "div",
        { class: "table", key: "online" },
        playersView(game, ply, {
            clocks: online.shown === null ? faces(online) : [standing(0), standing(1)],
            toMove: game.toMove,
            thinking: mover !== null && mover !== "You" && online.link === "on",
            ...(online.shown === null ? { scores: game.scores } : {}),
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(lookOf(state, room, game), {
                ...pointing(send),
                choose: (cell, how) => send({ type: "online choose", cell, ...how }),
            }),
            statusView(state, game, send),
        ),
        h(
            "div",
            { class: "panel" },
            online.ahead !== null && h("p", { class: "card", role: "status" }, queueText(online.ahead)),
            offerView(online, room, send),
            game.toMove === null && outcomeView(online, room, game, send),
            controlsView(online, room, send),
            h(
                "section",
                { class: "card moves-card", "aria-label": PLAY.game },
                h(
                    "div",
                    { class: "card-head" },
                    h("h2", null, PLAY.moves),
                    stepper(
                        {
                            first: () => send({ type: "online show", ply: 0 }),
                            previous: () => send({ type: "online step", plies: -1 }),
                            next: () => send({ type: "online step", plies: 1 }),
                            last: () => send({ type: "online show", ply: Infinity }),
                        },
                        { start: ply === 0, end: online.shown === null },
                    ),
                ),
                lazy(gameMoves, game, ply - 1, send),
                h("p", { class: "quiet" }, termsText(room)),
                h("p", { class: "quiet presence", role: "status" }, presenceText(online)),
            ),
        ),
    );
}

/** @param {Game} game @param {number} current @param {Send} send */
const gameMoves = (game, current, send) =>
    movesView(game, current, (index) => send({ type: "online show", ply: index + 1 }), null);

/** @param {State} state @param {RoomView} room @param {Game} game @returns {Look} */
function lookOf({ online, aim, cursor, fruitNames }, room, game) {
    const ply = shownPly(online);
    const board = ply === game.turns.length ? game.board : boardAt(game, ply);
    const groups = groupsOf(board);
    const usable = isYourTurn(online);
    const cells = (/** @type {string | null | undefined} */ cell) =>
        cell ? (groups.get(cell)?.cells ?? []) : [];
    const turn = game.turns[ply - 1];
    const watched = turn && online.shown === null && turn.player !== ownSide(online);
    return {
        name: `online ${online.seat?.room} ${room.games}`,
        board,
        groups,
        fruitNames,
        cursor,
        aim: usable ? (aim?.cell ?? null) : null,
        marks: {
            taken: turn && game.toMove !== null ? turn.group.cells : [],
            played: cells(online.shown === null ? null : game.turns[online.shown]?.cell),
            aim: usable ? cells(aim?.cell) : [],
        },
        takenBy: turn?.player ?? 0,
        usable,
        claim: turn
            ? { cells: turn.group.cells, points: turn.group.points, side: turn.player, pause: watched ? PAUSE : 0 }
            : null,
        banner: game.toMove === null && isEmpty(board) ? resultText(game) : "",
        motion: mayMove(),
    };
}

/** @param {State} state @param {Game} game @param {Send} send @returns {Node} */
function statusView({ online, aim, fruitNames }, game, send) {
    const usable = isYourTurn(online);
    const group = aim && usable ? groupsOf(game.board).get(aim.cell) : undefined;
    return h(
        "div",
        { class: "status-area" },
        h("p", { class: "status" }, statusText(online)),
        h("p", { class: "status aimed" }, aim && group ? cellStatus(aim.cell, group, fruitNames) : ""),
        aim?.means === "touch" &&
            group &&
            button("claim", claimLabel(group.points), () => send({ type: "online claim aim" }), {
                class: "primary claim",
            }),
    );
}

/** What one of them asks for. @param {Online} online @param {RoomView} room @param {Send} send @returns {Child} */
function offerView({ seat }, { offer, players }, send) {
    if (!offer) return null;
    const words = MATTERS[offer.what];
    const name = players[placeOf(offer.from)]?.name ?? "";
    const ask = (/** @type {"accept" | "decline"} */ type) => () => send({ type: "online ask", request: { type } });
    return h(
        "section",
        { class: "card offer", "aria-label": TABLE.offer, role: "alert" },
        h("p", null, seat?.chair === offer.from ? words.asked : `${name} ${words.asks}`),
        seat?.chair === offer.from && h("div", { class: "controls" }, button(null, TABLE.withdraw, ask("decline"))),
        seat?.chair === otherChair(offer.from) &&
            h(
                "div",
                { class: "controls" },
                button("claim", TABLE.accept, ask("accept"), { class: "primary" }),
                button("close", TABLE.decline, ask("decline")),
            ),
    );
}

/** @param {Online} online @param {RoomView} room @param {Send} send @returns {Node} */
function controlsView(online, room, send) {
    const { seat } = online;
    const plays = room.stage === "playing" && seat?.chair;
    const isAgent = seat?.chair ? (room.players[placeOf(otherChair(seat.chair))]?.agent ?? false) : false;
    const connected = online.link === "on";
    const offer = (/** @type {Matter} */ what) => () => send({ type: "online ask", request: { type: "offer", what } });
    const moves = room.game?.moves.length ?? 0;
    const own = ownSide(online);
    // The second player has nothing to take back before the second move.
    const canTakeBack = own !== null && moves > own;
    return h(
        "div",
        { class: "controls", role: "toolbar", "aria-label": PLAY.game },
        plays &&
            button("back", isAgent ? PLAY.takeBack : MATTERS["take-back"].ask, offer("take-back"), {
                disabled: !connected || !canTakeBack || room.offer?.what === "take-back",
            }),
        plays &&
            !isAgent &&
            button(null, MATTERS.draw.ask, offer("draw"), { disabled: !connected || room.offer?.what === "draw" }),
        plays &&
            button("flag", PLAY.resign, () => send({ type: "online ask", request: { type: "resign" } }), {
                disabled: !connected,
            }),
        seat && button("share", TABLE.linkToWatch, () => send({ type: "online link", room: seat.room, invitation: null })),
        button("close", room.stage === "playing" && seat?.chair ? TABLE.leave : WAITING.leave, () =>
            send({ type: "online leave" }),
        ),
    );
}

/** @param {Online} online @param {RoomView} room @param {Game} game @param {Send} send @returns {Node} */
function outcomeView({ seat, link }, room, game, send) {
    const side = game.winner === "first" ? "side-0" : game.winner === "second" ? "side-1" : "";
    return h(
        "section",
        { class: `card outcome ${side}`, "aria-label": PLAY.result },
        h("h2", null, resultText(game)),
        h("p", null, endingText(game)),
        h(
            "div",
            { class: "controls" },
            seat?.chair &&
                button(
                    "new",
                    MATTERS.rematch.ask,
                    () => send({ type: "online ask", request: { type: "offer", what: "rematch" } }),
                    { class: "primary", disabled: link !== "on" || room.offer?.what === "rematch" },
                ),
            button("review", PLAY.review, () => send({ type: "online review" }), {
                disabled: game.turns.length === 0,
            }),
            button("save", PLAY.save, () => send({ type: "online save" })),
        ),
    );
}
