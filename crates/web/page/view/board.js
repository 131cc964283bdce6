// @ts-check
/** Where a board is on the page; what is in there is the board's own. */

/** @import { Listeners, Look } from "../board/types.js" */
/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
import { Board } from "../board/board.js";
import { drawing, h } from "../dom/element.js";

/** @type {WeakMap<Element, Board>} */
const boards = new WeakMap();

/** @param {Look} look @param {Listeners} listeners @returns {Node} */
export const boardView = (look, listeners) =>
    h("div", {
        class: "board-host",
        own: true,
        ref: (/** @type {HTMLElement} */ element) => {
            const board = boards.get(element);
            if (board) board.set(look, listeners);
            else boards.set(element, new Board(element, look, listeners));
        },
    });

/** What all boards tell alike. @param {Send} send @returns {Pick<Listeners, "aim" | "walk">} */
export const pointing = (send) => ({
    aim: (cell, means) => send({ type: "aim", cell, means }),
    walk: (cell) => send({ type: "walk", cell }),
});

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether fruit may move on their way. */
export const mayMove = () => !still?.matches;

/** @param {string} fruit */
export const fruitDrawing = (fruit) =>
    drawing(
        "svg",
        { viewBox: "-6 -6 112 112", class: "fruit", "aria-hidden": "true" },
        drawing("use", { href: `#fruit-${fruit}` }),
    );
