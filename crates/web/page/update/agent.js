// @ts-check
/** What happens on the page of an agent. Its worst moves are looked for by the engine of the browser. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Event, Rules } from "../flow/types.js" */
/** @import { Review } from "../engine/types.js" */
/** @import { AgentPage, Worst } from "../state/agent.js" */
/** @import { State } from "../state/state.js" */
import { then, ticketOf, to } from "../flow/change.js";
import { agentPage, finishedOne, nextGame, searching, withJudgements } from "../state/agent.js";
import { reviewLimits } from "../state/review.js";
import { listed, withArena } from "./arena.js";

/** All moves of a game together take about this long. */
const GAME_SECONDS = 5;

/** @param {State} state @param {Partial<AgentPage>} changes @returns {State} */
const withAgent = (state, changes) =>
    withArena(state, { agent: state.arena.agent && { ...state.arena.agent, ...changes } });

/** With the next game asked for, if there is one. @param {State} state @param {Worst} worst @returns {Change} */
function searched(state, worst) {
    const id = nextGame(worst);
    if (id === null) return to(withAgent(state, { worst }));
    const asked = { id, game: null, ticket: null };
    return to(withAgent(state, { worst: { ...worst, asked } }), { type: "fetch worst", id });
}

/** Nobody waits for the engine any more. @param {State} state @returns {Change} */
export function stoppedSearch(state) {
    const { agent } = state.arena;
    const ticket = agent?.worst?.asked?.ticket ?? null;
    if (!agent?.worst?.asked) return to(state);
    const next = withAgent(state, { worst: null });
    return ticket === null ? to(next) : to(next, { type: "stop", ticket });
}

/** @param {State} state @param {number} ticket */
const isAsked = ({ arena }, ticket) => arena.agent?.worst?.asked?.ticket === ticket;

/** @param {State} state @param {Extract<Event, {type: "progress"}>} event @returns {Change | null} */
export const heard = (state, { ticket }) => (isAsked(state, ticket) ? to(state) : null);

/** @param {State} state @param {Extract<Event, {type: "answered"}>} event @returns {Change | null} */
export function answered(state, { ticket, found }) {
    const { agent } = state.arena;
    if (!isAsked(state, ticket) || !agent?.worst) return null;
    const judgements = /** @type {Review | null} */ (found)?.judgements ?? [];
    return searched(state, withJudgements(agent.worst, agent.name, judgements));
}

/** @param {State} state @param {Extract<Event, {type: "engine failed"}>} event @returns {Change | null} */
export function failed(state, { ticket }) {
    const { agent } = state.arena;
    return isAsked(state, ticket) && agent?.worst ? searched(state, finishedOne(agent.worst)) : null;
}

/** @param {State} state @param {Worst} worst @param {number} id @param {string} text @param {Rules} rules @returns {Change} */
function asking(state, worst, id, text, rules) {
    const game = rules.parseRecord(text);
    const [ticket, next] = ticketOf(state);
    return to(withAgent(next, { worst: { ...worst, asked: { id, game, ticket } } }), {
        type: "ask",
        ticket,
        question: { kind: "review", record: text, limits: reviewLimits(game, GAME_SECONDS) },
    });
}

/** @type {Handlers} */
export const handlers = {
    "open agent": (state, { name }) =>
        then(
            stoppedSearch(state),
            (now) => listed(withArena(now, { agent: agentPage(name), followed: null }), { meeting: { agent: name, opponent: null }, page: 0 }),
            (now) => to(now, { type: "fetch agent", name }),
        ),

    "close agent": (state) =>
        then(stoppedSearch(state), (now) => listed(withArena(now, { agent: null }), { meeting: null, page: 0 })),

    agent: (state, { name, about }) =>
        state.arena.agent?.name === name ? to(withAgent(state, { about, missing: about === null })) : to(state),

    "look for worst": (state) =>
        state.arena.agent ? searched(state, searching(state.arena.games)) : to(state),

    "worst record": (state, { id, text }, rules) => {
        const worst = state.arena.agent?.worst;
        if (worst?.asked?.id !== id || worst.asked.ticket !== null) return to(state);
        if (text === null) return searched(state, finishedOne(worst));
        try {
            return asking(state, worst, id, text, rules);
        } catch {
            return searched(state, finishedOne(worst));
        }
    },
};
