// @ts-check
/** What a visitor does with a tournament. */

/** @import { Arena, Meeting } from "../state/arena.js" */
/** @import { State } from "../state/state.js" */
/** @import { Store } from "../store.js" */
/** @import { ReviewActions } from "./review.js" */
import { fetchGames, fetchRecord, fetchTournament } from "../services/tournament.js";
import { gamesQuery, lastPage } from "../state/arena.js";

/** Between two looks at a tournament that may be running. */
const POLL_MILLISECONDS = 4000;

/** @param {Store} store @param {ReviewActions} review */
export function arenaActions(store, review) {
    let looking = false;
    let seen = "";

    /** @param {Partial<Arena>} changes */
    const change = (changes) => store.change(({ arena }) => ({ arena: { ...arena, ...changes } }));

    async function refresh() {
        if (looking) return;
        looking = true;
        try {
            const tournament = await fetchTournament();
            change(tournament ? { status: "there", tournament } : { status: "none", tournament: null });
            if (tournament) await list();
        } catch {
            change({ status: "unreachable" });
        } finally {
            looking = false;
        }
    }

    async function list() {
        const asked = gamesQuery(store.state.arena);
        const { games, total } = await fetchGames(asked);
        if (asked === gamesQuery(store.state.arena)) change({ games, total });
    }

    /** @param {Partial<Arena>} changes */
    async function listOther(changes) {
        change(changes);
        try {
            await list();
        } catch (problem) {
            store.complain(problem);
        }
    }

    /** @param {State} state */
    function arrive({ view }) {
        const arrived = view === "arena" && seen !== "arena";
        seen = view;
        if (arrived) void refresh();
    }

    arrive(store.state);
    store.listen(arrive);
    setInterval(() => {
        const { view, arena } = store.state;
        if (view === "arena" && arena.status !== "none" && !document.hidden) void refresh();
    }, POLL_MILLISECONDS);

    return {
        refresh: () => void refresh(),

        /** @param {number} pages */
        turn(pages) {
            const { arena } = store.state;
            void listOther({ page: Math.max(0, Math.min(lastPage(arena), arena.page + pages)) });
        },

        /** @param {Meeting | null} meeting whose games are listed */
        meet: (meeting) => void listOther({ meeting, page: 0 }),

        /** @param {number} id */
        async watch(id) {
            try {
                review.read(await fetchRecord(id), { judge: false, from: `Game ${id}` });
            } catch (problem) {
                store.complain(problem);
            }
        },
    };
}
