// @ts-check
/** The board of a game that is looked through: what was claimed, what is played next, what was better. */

/** @import { Look } from "../board/types.js" */
/** @import { Cell } from "../state/grid.js" */
/** @import { Reviewing } from "../state/review.js" */
import { groupsOf } from "../board/groups.js";
import { boardAt } from "../state/game.js";
import { shownIn } from "../state/review.js";
import { mayMove } from "./board.js";

/** @param {Reviewing} review @param {{aim: Cell | null, cursor: Cell, fruitNames: readonly string[]}} seen @returns {Look} */
export function reviewedLook(review, { aim, cursor, fruitNames }) {
    const { exercise, line } = review;
    const { game, ply } = shownIn(review);
    const board = boardAt(game, ply);
    const groups = groupsOf(board);
    const cells = (/** @type {Cell | null | undefined} */ cell) => (cell ? (groups.get(cell)?.cells ?? []) : []);
    const turn = game.turns[ply - 1];
    // Along the better line every move is best.
    const judgement = line ? undefined : review.judgements[ply];
    const better = judgement && judgement.lost > 0 ? judgement.best[0] : undefined;
    return {
        name: `review ${game.draft.board} ${game.draft.players.join()}`,
        board,
        groups,
        fruitNames,
        cursor,
        aim: exercise ? aim : null,
        marks: {
            taken: turn?.group.cells ?? [],
            played: cells(exercise ? exercise.wrong : game.turns[ply]?.cell),
            hint: cells(!exercise || exercise.found ? better : null),
            aim: cells(aim),
        },
        takenBy: turn?.player ?? 0,
        usable: exercise !== null && !exercise.found,
        claim: turn
            ? { cells: turn.group.cells, points: turn.group.points, side: turn.player, pause: 0 }
            : null,
        motion: mayMove(),
    };
}
