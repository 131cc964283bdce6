// @ts-check
/** The address of what is seen, and opening what an address leads to. */

/** @import { Draft } from "../engine/types.js" */
/** @import { Happening, Rules } from "../flow/types.js" */
/** @import { Place } from "../state/address.js" */
/** @import { State } from "../state/state.js" */
import { fragmentOf } from "../state/address.js";
import { boardAt } from "../state/game.js";
import { seenByOthers } from "../state/link.js";
import { SHARE } from "../words/page.js";
import { shownPly } from "../state/play.js";
import { gameCode, gameOf } from "./link.js";

/** What the address depends on: while these are the same, so is the address. @param {State} state @returns {readonly unknown[]} */
export const addressed = ({ view, play, review, analysis, puzzle, arena }) => {
    switch (view) {
        case "play":
            return [view, play.game];
        case "review":
            return [view, review?.game, review?.ply];
        case "analyse":
            return [view, analysis.board, analysis.follows && play.game];
        case "puzzles":
            return [view, puzzle.puzzles && puzzle.index, puzzle.daily];
        case "arena":
            return [view, arena.agent?.name];
        default:
            return [view];
    }
};

/** @param {State} state @param {Rules} rules @returns {Promise<string>} the fragment without its `#` */
export const addressOf = async (state, rules) => fragmentOf(await placeOf(state, rules));

/** @param {State} state @param {Rules} rules @returns {Promise<Place>} */
async function placeOf({ view, play, review, analysis, puzzle, arena }, rules) {
    switch (view) {
        case "play":
            return { view, game: await gameCode(play.game.draft, rules) };
        case "review":
            return review ? { view, game: await gameCode(review.game.draft, rules), ply: review.ply } : { view };
        case "analyse": {
            const ply = shownPly(play);
            if (!analysis.follows || analysis.board !== boardAt(play.game, ply)) return { view, board: analysis.board };
            return { view, game: await gameCode(begunUntil(play.game.draft, ply), rules) };
        }
        case "puzzles":
            // Today's puzzle is another one tomorrow, and so is what its address shows.
            return puzzle.puzzles && !puzzle.daily ? { view, puzzle: puzzle.index + 1 } : { view };
        case "arena":
            return arena.agent ? { view, agent: arena.agent.name } : { view };
        default:
            return { view };
    }
}

/** @param {Draft} draft @param {number} ply @returns {Draft} as it was then; who wins and by what clock is nothing to a position */
const begunUntil = ({ players, board, kinds, notes, moves }, ply) => ({
    players,
    board,
    kinds,
    notes: notes ?? [],
    clocks: null,
    moves: moves.slice(0, ply).map(({ cell }) => ({ cell, seconds: 0 })),
});

/**
 * What is to happen when somebody comes from elsewhere with an address.
 * @param {Place} place @param {Rules} rules @param {boolean} isFresh whether nothing is left by opening it
 * @returns {Promise<Happening[]>}
 */
export async function opening(place, rules, isFresh) {
    if ("puzzle" in place) return [{ type: "open puzzle", index: place.puzzle - 1 }];
    if ("agent" in place) return [{ type: "go", view: "arena" }, { type: "open agent", name: place.agent }];
    if ("board" in place) return [{ type: "read position", text: place.board.replaceAll("/", "\n") }];
    if (!("game" in place)) return [{ type: "go", view: place.view }];
    const draft = await gameOf(place.game, rules);
    const game = rules.replay(draft);
    if (place.view === "analyse") return [{ type: "read position", text: game.board.replaceAll("/", "\n") }];
    // What others have played is looked at, by somebody who is not "You"; a game that goes on can be gone on with.
    if (place.view === "review" || game.toMove === null) {
        const text = rules.writeRecord(seenByOthers(draft, SHARE.friend));
        const ply = place.view === "review" ? place.ply : 0;
        return [{ type: "read record", text, judge: true }, ...(ply > 0 ? [showing(ply)] : [])];
    }
    return [{ type: isFresh ? "begin" : "begin or ask", draft, spent: 0 }];
}

/** @param {number} ply @returns {Happening} */
const showing = (ply) => ({ type: "show review", ply });
