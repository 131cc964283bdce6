// @ts-check
/** Which board is being looked at, whatever the view. */

/** @import { Board } from "./grid.js" */
/** @import { State } from "./state.js" */
import { shownBoard } from "./analyse.js";
import { boardAt } from "./game.js";
import { shownPly } from "./play.js";
import { shownIn } from "./review.js";

/** @param {State} state @returns {Board | null} */
export function seenBoard({ view, play, review, analysis, puzzle }) {
    switch (view) {
        case "play":
            return boardAt(play.game, shownPly(play));
        case "review":
            return review && boardAt(shownIn(review).game, shownIn(review).ply);
        case "analyse":
            return shownBoard(analysis);
        case "puzzles":
            return puzzle.puzzles?.[puzzle.index]?.board ?? null;
        default:
            return null;
    }
}
