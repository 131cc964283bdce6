// @ts-check
/** The board as a grid that mouse, finger, keyboard and screen reader can all walk. */

/** @import { Child, Node } from "../dom/element.js" */
/** @import { Board, Cell } from "../state/grid.js" */
/** @import { Groups } from "../services/rules.js" */
/** @import { Marks } from "../board/marks.js" */
/** @import { Claim } from "../board/motion.js" */
import { classesOf, rowsOfMarks } from "../board/marks.js";
import { follow } from "../board/motion.js";
import { drawing, h, lazy } from "../dom/element.js";
import { cellAt, placeOf, rowsOf, sizeOf, walked } from "../state/grid.js";

/**
 * @typedef {"mouse" | "touch" | "key"} Means
 * @typedef {{
 *   name: string,
 *   board: Board,
 *   groups: Groups,
 *   fruitNames: readonly string[],
 *   cursor: Cell,
 *   aim: Cell | null,
 *   marks: Marks,
 *   usable: boolean,
 *   claim?: Claim,
 *   banner?: string,
 * }} BoardLook
 * @typedef {{
 *   aim: (cell: Cell | null) => void,
 *   walk: (cell: Cell) => void,
 *   choose: (cell: Cell, means: Means) => void,
 *   drag?: (cell: Cell) => void,
 *   type?: (cell: Cell, key: string) => boolean,
 * }} BoardActions `drag` goes along with the mouse button down, `type` says whether the key meant something
 */

/** From this width on a finger finds its cell at once; below, a first tap shows and a second claims. */
const COMFORTABLE_PIXELS = 44;

/** @param {BoardLook} look @param {BoardActions} actions @returns {Node} */
export function boardView(look, actions) {
    const size = sizeOf(look.board);
    const cursor = placeOf(look.cursor);
    const marks = rowsOfMarks(look.marks, size);
    const claim = look.claim ?? { pause: 0, score: "", side: "" };
    return h(
        "div",
        {
            class: `board${size > 14 ? " crowded" : ""}`,
            style: { "--size": String(size) },
            key: look.name.split(":")[0],
        },
        lazy(columnLetters, size),
        lazy(rowNumbers, size),
        h(
            "div",
            {
                class: "frame",
                ref: (/** @type {HTMLElement} */ frame) => follow(frame, look.name, look.board, claim),
            },
            h(
                "div",
                {
                    class: `grid${look.usable ? " usable" : ""}`,
                    role: "grid",
                    "aria-label": "Board",
                    "aria-rowcount": size,
                    "aria-colcount": size,
                    "aria-readonly": !look.usable ? "true" : undefined,
                    ...listeners(look, actions, size),
                },
                rowsOf(look.board).map((fruits, row) =>
                    lazy(
                        rowView,
                        row,
                        fruits,
                        look.groups,
                        marks[row] ?? "",
                        cursor.row === row ? cursor.column : -1,
                        look.fruitNames,
                    ),
                ),
            ),
            h("div", { class: "effects", "aria-hidden": "true" }),
            bubble(look, size),
            look.banner && h("div", { class: "banner", "aria-hidden": "true" }, look.banner),
        ),
    );
}

/** @param {number} size */
const columnLetters = (size) =>
    h(
        "div",
        { class: "letters", "aria-hidden": "true" },
        Array.from({ length: size }, (_, column) => h("span", null, cellAt(column, 0).charAt(0))),
    );

/** @param {number} size */
const rowNumbers = (size) =>
    h(
        "div",
        { class: "numbers", "aria-hidden": "true" },
        Array.from({ length: size }, (_, row) => h("span", null, row + 1)),
    );

/**
 * @param {number} row @param {string} fruits @param {Groups} groups @param {string} marks
 * @param {number} cursor the column, or -1 @param {readonly string[]} names
 * @returns {Node}
 */
function rowView(row, fruits, groups, marks, cursor, names) {
    return h(
        "div",
        { role: "row", class: "row" },
        [...fruits].map((fruit, column) => {
            const cell = cellAt(column, row);
            return h(
                "div",
                {
                    role: "gridcell",
                    class: `cell ${classesOf(marks.slice(2 * column, 2 * column + 2))}`,
                    "data-cell": cell,
                    tabindex: column === cursor ? "0" : "-1",
                    "aria-label": cellLabel(cell, fruit, groups, names),
                },
                fruit === "*" ? null : fruitDrawing(fruit),
            );
        }),
    );
}

/** @param {Cell} cell @param {string} fruit @param {Groups} groups @param {readonly string[]} names */
export function cellLabel(cell, fruit, groups, names) {
    const group = groups.get(cell);
    if (!group) return `${cell}, empty`;
    return `${cell}, ${names[Number(fruit)] ?? fruit}, group of ${group.cells.length}, ${pointsText(group.points)}`;
}

/** @param {number} points */
export const pointsText = (points) => `${points} point${points === 1 ? "" : "s"}`;

/** @param {string} fruit */
export const fruitDrawing = (fruit) =>
    drawing(
        "svg",
        { viewBox: "-6 -6 112 112", class: "fruit", "aria-hidden": "true" },
        drawing("use", { href: `#fruit-${fruit}` }),
    );

/** What the group aimed at is worth, beside it. @param {BoardLook} look @param {number} size @returns {Child} */
function bubble({ aim, groups }, size) {
    const group = aim === null ? undefined : groups.get(aim);
    if (!group) return null;
    const places = group.cells.map(placeOf);
    const top = Math.min(...places.map(({ row }) => row));
    const columns = places.filter(({ row }) => row === top).map(({ column }) => column);
    const middle = (Math.min(...columns) + Math.max(...columns) + 1) / 2;
    const below = top === 0;
    const bottom = Math.max(...places.map(({ row }) => row)) + 1;
    return h(
        "div",
        {
            class: `bubble${below ? " below" : ""}`,
            "aria-hidden": "true",
            style: {
                "--x": `${Math.min(Math.max((100 * middle) / size, 8), 92)}%`,
                "--y": `${(100 * (below ? bottom : top)) / size}%`,
            },
        },
        `+${group.points}`,
    );
}

/** @param {BoardLook} look @param {BoardActions} actions @param {number} size */
function listeners(look, actions, size) {
    return {
        onpointerover: (/** @type {PointerEvent} */ event) => {
            if (event.pointerType !== "mouse") return;
            const cell = cellOf(event);
            if (cell && event.buttons === 1 && actions.drag) actions.drag(cell);
            else actions.aim(cell);
        },
        onpointerleave: (/** @type {PointerEvent} */ event) => {
            if (event.pointerType === "mouse") actions.aim(null);
        },
        onfocusin: (/** @type {FocusEvent} */ event) => {
            const cell = cellOf(event);
            const shows = event.target instanceof Element && event.target.matches(":focus-visible");
            if (cell && shows) actions.walk(cell);
        },
        onfocusout: () => actions.aim(null),
        onclick: (/** @type {PointerEvent} */ event) => {
            const cell = cellOf(event);
            // The second half of a double click would be the next player's move.
            if (event.pointerType === "mouse" && event.detail > 1) return;
            if (cell) actions.choose(cell, isNarrow(event) ? "touch" : "mouse");
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            const cell = cellOf(event) ?? look.cursor;
            const target = walked(cell, event.key, size);
            if (target) focus(event, target);
            else if (event.key === "Enter" || event.key === " ") actions.choose(cell, "key");
            else if (!actions.type?.(cell, event.key)) return;
            event.preventDefault();
        },
    };
}

/** @param {Event} event */
function cellOf({ target }) {
    const element = target instanceof Element ? target.closest("[data-cell]") : null;
    return element instanceof HTMLElement ? (element.dataset["cell"] ?? null) : null;
}

/** @param {Event} event @param {Cell} cell */
function focus({ currentTarget }, cell) {
    const element =
        currentTarget instanceof Element ? currentTarget.querySelector(`[data-cell="${cell}"]`) : null;
    if (element instanceof HTMLElement) element.focus();
}

/** Whether it was a finger on a cell that is easily missed. @param {PointerEvent} event */
function isNarrow({ pointerType, target }) {
    if (pointerType !== "touch" && pointerType !== "pen") return false;
    const element = target instanceof Element ? target.closest("[data-cell]") : null;
    return (element?.getBoundingClientRect().width ?? 0) < COMFORTABLE_PIXELS;
}
