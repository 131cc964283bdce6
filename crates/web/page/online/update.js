// @ts-check
/** What happens in rooms. The server is the referee: a move counts once it comes back. */

/** @import { Handlers } from "../update/update.js" */
/** @import { Change, Effect, Rules } from "../flow/types.js" */
/** @import { State } from "../state/state.js" */
/** @import { Notice, Request, RoomView } from "./messages.js" */
/** @import { Aim, Online } from "./state.js" */
import { groupsOf } from "../board/groups.js";
import { complained, then, to } from "../flow/change.js";
import { readRecord } from "../update/review.js";
import { gone } from "../update/views.js";
import { moveText, outcomeText } from "../words/game.js";
import { LOBBY, TABLE } from "../words/online.js";
import { draftOf, isYourTurn, outside, ownSide, seenFrom, shownPly } from "./state.js";

/** Milliseconds before the connection is tried again, longer each time. */
const PAUSES = [250, 500, 1000, 2000, 4000];

/** @param {State} state @param {Partial<Online>} changes @returns {State} */
const withOnline = (state, changes) => ({ ...state, online: { ...state.online, ...changes } });

/** @param {Request} request @returns {Effect} */
const say = (request) => ({ type: "online", act: "say", request });

/** @param {State} state @param {Aim} aim @returns {Change} */
function connecting(state, aim) {
    const { link } = state.online;
    const next = withOnline(state, { aim, trouble: null });
    if (link === "on") return said(next);
    return to(withOnline(next, { link: "connecting" }), { type: "online", act: "connect" });
}

/** Says what the connection was wanted for. @param {State} state @returns {Change} */
function said(state) {
    const { aim, offer } = state.online;
    const name = offer.name.trim() || LOBBY.visitor;
    switch (aim?.kind) {
        case "open": {
            const { size, fruits, clock, first, against, agents } = offer;
            const terms = { size, fruits, clock: clock > 0 ? clock : null, ties: /** @type {const} */ ("draw"), first };
            const whom =
                against === "friend"
                    ? { kind: /** @type {const} */ ("friend") }
                    : against === "agent"
                      ? { kind: /** @type {const} */ ("agent"), agent: agents[0] }
                      : { kind: /** @type {const} */ ("agents"), agents: /** @type {[string, string]} */ ([...agents]) };
            return to(state, say({ type: "open", name, terms, against: whom }));
        }
        case "sit":
            return to(state, say({ type: "sit", room: aim.room, invitation: aim.invitation, token: aim.token, name }));
        case "enter":
            return to(
                state,
                say(aim.token ? { type: "return", room: aim.room, token: aim.token } : { type: "watch", room: aim.room }),
            );
        default:
            return to(state);
    }
}

/** @param {State} state @param {Notice} notice @param {number} at @param {Rules} rules @returns {Change} */
function heard(state, notice, at, rules) {
    const { online } = state;
    switch (notice.type) {
        case "entered":
            return entered(state, notice);
        case "room":
            return shown(state, notice.room, at, rules);
        case "moved": {
            const { room } = online;
            if (!room?.game || room.game.moves.length !== notice.ply) return to(state);
            const game = { ...room.game, moves: [...room.game.moves, notice.turn], left: notice.left, paused: false };
            return shown(state, { ...room, game }, at, rules);
        }
        case "present":
            return to(withOnline(state, { present: notice.chairs, watching: notice.watching }));
        case "queue":
            return to(withOnline(state, { ahead: notice.ahead }));
        case "drawn":
            return to(withOnline(state, { code: notice.rows }));
        case "refused":
            return refused(withOnline(state, { sent: null }), notice.reason);
        case "closing":
            return notice.again
                ? to(state)
                : complained(withOnline(state, { aim: null, trouble: notice.reason }), notice.reason);
        default:
            return to(state);
    }
}

/** @param {State} state @param {Extract<Notice, {type: "entered"}>} notice @returns {Change} */
function entered(state, { room, chair, token, invitation }) {
    const { aim } = state.online;
    // Whoever comes back has kept what was given once.
    const known = aim?.kind === "enter" ? aim : { token: null, invitation: null };
    const seat = { room, chair, token: token ?? known.token, invitation: invitation ?? known.invitation };
    const invited = chair === null ? state.online.invited : null;
    /** @type {Effect[]} */
    const effects = [];
    // The address keeps the invitation until somebody has sat down.
    if (!invited) effects.push({ type: "online", act: "set address", room });
    if (token) effects.push({ type: "online", act: "keep seat", room, keys: { token, invitation } });
    if (seat.invitation) effects.push({ type: "online", act: "draw", room, invitation: seat.invitation });
    const next = withOnline(state, { seat, aim: { kind: "enter", ...seat }, invited });
    return to(next, ...effects);
}

/** @param {State} state @param {RoomView} room @param {number} at @param {Rules} rules @returns {Change} */
function shown(state, room, at, rules) {
    const { online } = state;
    const draft = draftOf(room);
    const game = draft ? rules.replay(seenFrom(draft, room, online.seat?.chair ?? null)) : null;
    const before = online.game?.turns.length ?? 0;
    const isSame = online.room?.games === room.games;
    const moved = game !== null && isSame && game.turns.length > before;
    const isNew = room.games > 0 && !isSame;
    const ended = game !== null && isSame && game.ending !== null && online.game?.ending === null;
    const next = withOnline(state, {
        room,
        game,
        at,
        sent: null,
        ahead: room.stage === "queued" ? online.ahead : null,
        shown: isSame ? online.shown : null,
    });
    const words = game && moved ? moveText(game, state.fruitNames) : game && ended ? outcomeText(game).trim() : isNew ? TABLE.begins : state.said;
    const turn = game?.turns.at(-1);
    /** @type {Effect[]} */
    const effects = [];
    if (moved && turn) effects.push({ type: "claimed", size: turn.group.cells.length, side: turn.player });
    if (ended && game) effects.push({ type: "ended", won: wonBy(next.online) });
    return to({ ...next, said: words, aim: isNew ? null : state.aim }, ...effects);
}

/** @param {Online} online */
const wonBy = (online) => online.game?.winner === (ownSide(online) === 1 ? "second" : "first");

/** What was wanted cannot be had; whoever is in a room stays there. @param {State} state @param {string} reason @returns {Change} */
function refused(state, reason) {
    const { seat, aim } = state.online;
    if (!seat) return to(withOnline(state, { aim: null, trouble: reason }));
    if (aim?.kind !== "sit") return complained(state, reason);
    // Whoever comes too late can still watch.
    const watching = withOnline(state, { invited: null, aim: { kind: "enter", ...seat } });
    return then(complained(watching, reason), said);
}

/** @param {State} state @param {string} cell @param {Rules} _rules @returns {Change} */
function played(state, cell, _rules) {
    const { online } = state;
    if (!isYourTurn(online) || !online.game || !groupsOf(online.game.board).has(cell)) return to(state);
    const ply = online.game.turns.length;
    return to(withOnline(state, { sent: ply }), say({ type: "play", ply, cell }));
}

/** @type {Handlers} */
export const handlers = {
    "online about": (state, { about }) => to(withOnline(state, { about })),
    "online set": (state, { changes }) =>
        to(withOnline(state, { offer: { ...state.online.offer, ...changes } })),

    "online open": (state) => connecting(state, { kind: "open" }),

    "online arrive": (state, { room, invitation, kept }) => {
        if (state.online.seat?.room === room) return gone(state, "online");
        const left = withOnline(state, { ...outside(state.online), link: state.online.link });
        return then(gone(left, "online"), (now) => {
            if (kept) return connecting(now, { kind: "enter", room, ...kept });
            // Whoever is invited sees first what to.
            const invited = invitation ? { room, invitation } : null;
            return connecting(withOnline(now, { invited }), { kind: "enter", room, token: null, invitation: null });
        });
    },
    "online sit": (state, { token }) => {
        const { invited } = state.online;
        return invited ? connecting(state, { kind: "sit", ...invited, token }) : to(state);
    },
    "online watch": (state) => {
        const { invited } = state.online;
        if (!invited) return to(state);
        return to(withOnline(state, { invited: null }), { type: "online", act: "set address", room: invited.room });
    },

    "online connected": (state) => said(withOnline(state, { link: "on", attempts: 0, trouble: null })),
    "online lost": (state) => {
        const { aim, attempts } = state.online;
        if (!aim) return to(withOnline(state, { link: "off" }));
        const milliseconds = PAUSES[Math.min(attempts, PAUSES.length - 1)] ?? 4000;
        return to(withOnline(state, { link: "connecting", attempts: attempts + 1, sent: null }), {
            type: "online",
            act: "retry",
            milliseconds,
        });
    },
    "online retry": (state) =>
        state.online.aim && state.online.link !== "on"
            ? to(state, { type: "online", act: "connect" })
            : to(state),
    "online said": (state, { notice, at }, rules) => heard(state, notice, at, rules),

    "online choose": (state, { cell, means, sure, board }, rules) => {
        if (!isYourTurn(state.online) || board !== state.online.game?.board) return to(state);
        if (!sure) return to({ ...state, aim: { cell, means }, cursor: cell });
        return played(means === "touch" ? { ...state, aim: null } : state, cell, rules);
    },
    "online claim aim": (state, _, rules) =>
        state.aim ? played({ ...state, aim: null }, state.aim.cell, rules) : to(state),

    "online ask": (state, { request }) => to(state, say(request)),

    "online show": (state, { ply }) => to(stepped(state, ply)),
    "online step": (state, { plies }) => to(stepped(state, shownPly(state.online) + plies)),

    "online review": (state, _, rules) => {
        const draft = state.online.room && draftOf(state.online.room);
        return draft ? readRecord(state, rules, rules.writeRecord(draft), { judge: true }) : to(state);
    },
    "online save": (state, _, rules) => {
        const draft = state.online.room && draftOf(state.online.room);
        if (!draft) return to(state);
        return to(state, { type: "save file", name: "game.fruitrage", text: rules.writeRecord(draft) });
    },

    "online link": (state, { room, invitation }) =>
        to(state, { type: "online", act: "link", room, invitation }),
    "online linked": (state, { link }) => to({ ...state, dialog: { kind: "watch", link } }),

    "online leave": (state) =>
        to(
            withOnline(state, outside(state.online)),
            { type: "online", act: "disconnect" },
            { type: "online", act: "set address", room: null },
        ),
};

/** @param {State} state @param {number} ply @returns {State} */
function stepped(state, ply) {
    const moves = state.online.game?.turns.length ?? 0;
    const within = Math.max(0, Math.min(moves, ply));
    return { ...withOnline(state, { shown: within === moves ? null : within }), aim: null };
}
