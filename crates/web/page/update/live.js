// @ts-check
/** Games under way in a tournament: all boards, and one that is followed move by move. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Event, Rules } from "../flow/types.js" */
/** @import { Followed } from "../state/live.js" */
/** @import { State } from "../state/state.js" */
import { then, ticketOf, to } from "../flow/change.js";
import { followedPly, followedTo, following, isSame, placed } from "../state/live.js";
import { withArena } from "./arena.js";

/** Moves that came together are shown one after the other, the faster the more there are. */
const LONGEST_MILLISECONDS = 900;
const SHORTEST_MILLISECONDS = 120;

/** @param {State} state @param {Partial<Followed>} changes @returns {State} */
const withFollowed = (state, changes) =>
    withArena(state, { followed: state.arena.followed && { ...state.arena.followed, ...changes } });

/** Waits for the next move that was not shown yet, if there is one. @param {State} state @returns {Change} */
function waiting(state) {
    const { followed } = state.arena;
    if (!followed?.game || followed.ticket !== null) return to(state);
    const behind = followed.game.turns.length - followed.seen;
    if (behind <= 0) return to(state);
    const [ticket, next] = ticketOf(state);
    const milliseconds = Math.max(SHORTEST_MILLISECONDS, Math.round(LONGEST_MILLISECONDS / behind));
    return to(withFollowed(next, { ticket }), { type: "wait", ticket, what: "follow", milliseconds });
}

/** @param {State} state @param {Extract<Event, {type: "moment"}>} event @returns {Change | null} */
export function moved(state, { what, ticket }) {
    if (what !== "follow") return null;
    const { followed } = state.arena;
    if (followed?.ticket !== ticket) return to(state);
    return waiting(withFollowed(state, { ticket: null, seen: followed.seen + 1 }));
}

/** @param {State} state @param {string} record @param {Rules} rules @returns {Change} */
function grown(state, record, rules) {
    const { followed } = state.arena;
    if (!followed) return to(state);
    // What is recorded as broken off goes on.
    const game = rules.replay(rules.parseRecord(record).draft);
    const isFirst = followed.game === null;
    return waiting(withFollowed(state, { game, ...(isFirst ? { seen: game.turns.length } : {}) }));
}

/** @param {State} state @param {Followed} followed @returns {Change} */
const shown = (state, followed) => waiting({ ...withArena(state, { followed }), aim: null });

/** @type {Handlers} */
export const handlers = {
    "look at live": (state) => {
        const { followed, agent, tournament } = state.arena;
        if (!tournament) return to(state);
        if (followed) return followed.kept === null ? to(state, { type: "fetch followed", which: followed.which }) : to(state);
        return agent ? to(state) : to(state, { type: "fetch live" });
    },

    live: (state, { list }) =>
        to(withArena(state, { live: placed(state.arena.live, list.games), underWay: list.total })),

    follow: (state, { which }) =>
        to({ ...withArena(state, { followed: following(which) }), aim: null }, { type: "fetch followed", which }),

    followed: (state, { which, found }, rules) => {
        const { followed } = state.arena;
        if (!followed || !isSame(which, followed.which)) return to(state);
        if (found.record !== null) return grown(state, found.record, rules);
        // It is over: what the moves were at the end is in the record that is kept.
        return to(withFollowed(state, { over: true, kept: found.game }));
    },

    "show followed": (state, { ply }) =>
        state.arena.followed ? shown(state, followedTo(state.arena.followed, ply)) : to(state),
    "step followed": (state, { plies }) => {
        const { followed } = state.arena;
        return followed ? shown(state, followedTo(followed, followedPly(followed) + plies)) : to(state);
    },

    "stop following": (state) =>
        then(to({ ...withArena(state, { followed: null }), aim: null }), (now) => to(now, { type: "fetch live" })),
};
