// @ts-check
/** What is heard of a tournament, and what is asked about it. */

/** @import { Handlers } from "./update.js" */
/** @import { Change } from "../flow/types.js" */
/** @import { Arena } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
import { to } from "../flow/change.js";
import { gamesQuery, lastPage } from "../state/arena.js";
import { askedMore, enteredArena } from "./views.js";

/** @param {State} state @param {Partial<Arena>} changes @returns {State} */
export const withArena = (state, changes) => ({ ...state, arena: { ...state.arena, ...changes } });

/** Another list. @param {State} state @param {Partial<Arena>} changes @returns {Change} */
export function listed(state, changes) {
    const next = withArena(state, { ...changes, games: [], newest: null });
    return to(next, { type: "fetch games", query: gamesQuery(next.arena) });
}

/** @type {Handlers} */
export const handlers = {
    "look at arena": (state) => enteredArena(state),

    tournament: (state, { tournament }) => {
        if (!tournament) return to(withArena(state, { status: "none", tournament: null }));
        // Rows do not change their places under a finger; it is asked again soon.
        const { held, tournament: before } = state.arena;
        const next = withArena(state, { status: "there", tournament: held && before ? before : tournament });
        return before ? to(next) : askedMore(next);
    },

    hold: (state, { held }) => to(held === state.arena.held ? state : withArena(state, { held })),

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
    watch: (state, { id, ply = 0 }) => to(state, { type: "fetch record", id, ply }),

    history: (state, { moments }) => to(withArena(state, { history: moments })),

    "look back": (state, { moment }) =>
        moment === null
            ? to(withArena(state, { past: null }))
            : to(
                  withArena(state, { past: { at: moment, tournament: state.arena.past?.tournament ?? null } }),
                  { type: "fetch past", at: moment },
              ),

    past: (state, { moment, tournament }) =>
        state.arena.past?.at === moment ? to(withArena(state, { past: { at: moment, tournament } })) : to(state),
};
