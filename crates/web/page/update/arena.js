// @ts-check
/** What happens to a tournament that is watched. */

/** @import { Handlers } from "./update.js" */
/** @import { Change } from "../flow/types.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
import { to } from "../flow/change.js";
import { gamesQuery, lastPage } from "../state/arena.js";
import { enteredArena } from "./views.js";

/** @param {State} state @param {Partial<Arena>} changes @returns {State} */
const withArena = (state, changes) => ({ ...state, arena: { ...state.arena, ...changes } });

/** Another list. @param {State} state @param {Partial<Arena>} changes @returns {Change} */
function listed(state, changes) {
    const next = withArena(state, { ...changes, games: [], newest: null });
    return to(next, { type: "fetch games", query: gamesQuery(next.arena) });
}

/** @type {Handlers} */
export const handlers = {
    "look at arena": (state) => enteredArena(state),

    tournament: (state, { tournament }) =>
        to(withArena(state, tournament ? { status: "there", tournament } : { status: "none", tournament: null })),

    "arena unreachable": (state) => to(withArena(state, { status: "unreachable" })),

    listed: (state, { query, list }) => {
        const { arena } = state;
        if (query !== gamesQuery(arena)) return to(state);
        if (arena.games.length === 0) return to(withArena(state, { ...list, newest: null }));
        return to(withArena(state, { newest: list.total === arena.total ? null : list }));
    },

    "show newer": (state) => {
        const { newest } = state.arena;
        return newest ? to(withArena(state, { ...newest, newest: null })) : to(state);
    },

    "turn page": (state, { pages }) =>
        listed(state, { page: Math.max(0, Math.min(lastPage(state.arena), state.arena.page + pages)) }),

    meet: (state, { meeting }) => listed(state, { meeting, page: 0 }),
    watch: (state, { id }) => to(state, { type: "fetch record", id }),
};
