// @ts-check
/** The list of moves; each shows its board. */

/** @import { Game } from "../engine/types.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Reviewing } from "../state/review.js" */
import { h } from "../dom/element.js";
import { gradeOf } from "../state/review.js";
import { PLAY } from "../words/game.js";
import { GRADES, REVIEW, lostText } from "../words/review.js";

/**
 * @param {Game} game
 * @param {number} current the index of the move that the board is about
 * @param {(index: number) => void} choose
 * @param {((index: number) => Child) | null} remark what stands beside a move
 * @returns {Node}
 */
export function movesView(game, current, choose, remark) {
    if (game.turns.length === 0) return h("p", { class: "quiet" }, PLAY.noMoves);
    const reachable = Math.max(0, Math.min(game.turns.length - 1, current));
    return h(
        "ol",
        {
            class: "moves",
            "aria-label": PLAY.moves,
            ref: (/** @type {HTMLElement} */ list) => queueMicrotask(() => keepInSight(list)),
        },
        game.turns.map((turn, index) =>
            h(
                "li",
                { class: `side-${turn.player}` },
                h(
                    "button",
                    {
                        type: "button",
                        // One stop for the Tab key, not hundreds; other keys step from move to move.
                        tabindex: index === reachable ? undefined : "-1",
                        "aria-current": current === index ? "true" : undefined,
                        onclick: () => choose(index),
                    },
                    h("span", { class: "number" }, index + 1),
                    h("span", { class: "cell-name" }, turn.cell),
                    h("span", { class: "scored" }, `+${turn.group.points}`),
                    remark?.(index),
                ),
            ),
        ),
    );
}

/** With what each move gave away. @param {Game} game @param {Reviewing["judgements"]} judgements @param {number} ply @param {(index: number) => void} choose */
export const judgedMoves = (game, judgements, ply, choose) =>
    movesView(game, ply, choose, (index) => lostView(judgements[index]));

/** @param {Reviewing["judgements"][number]} judgement @returns {Child} */
function lostView(judgement) {
    const grade = gradeOf(judgement);
    if (!judgement || !grade) return null;
    if (grade === "best") return h("span", { class: "lost best" }, REVIEW.best);
    return h("span", { class: `lost ${grade}`, title: GRADES[grade] }, lostText(judgement.lost, grade));
}

/** Scrolls the list, and never the page, to the move shown. @param {HTMLElement} list */
function keepInSight(list) {
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (!current) return;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + current.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top + current.offsetHeight - list.clientHeight;
    }
}
