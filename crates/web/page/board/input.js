// @ts-check
/** What mouse, finger and keys mean on a board. */

/** @import { Cell } from "../state/grid.js" */
/** @import { Listeners, Look } from "./types.js" */
import { sizeOf, walked } from "../state/grid.js";

/** From this width on a finger finds its cell at once; below, a first tap shows and a second claims. */
export const COMFORTABLE_PIXELS = 40;

/**
 * @param {HTMLElement} grid
 * @param {{look: () => Look, listeners: () => Listeners, settle: () => boolean}} board `settle` ends all movement, and says whether there was any
 */
export function listen(grid, { look, listeners, settle }) {
    /** The finger on the board: where the aim was before it came, and whether it slid elsewhere. @type {{armed: Cell | null} | null} */
    let finger = null;
    /** Older browsers do not say with a click what it was made with. */
    let pressedWith = "mouse";
    /** A press that ended a movement is no claim, nor is the click that follows it. */
    let spent = false;
    /** Whether the first click of a double click has claimed something. */
    let claimed = false;

    const isNarrow = () => grid.clientWidth / sizeOf(look().board) < COMFORTABLE_PIXELS;
    const isSameGroup = (/** @type {Cell | null} */ one, /** @type {Cell} */ other) =>
        one !== null && look().groups.get(one) === look().groups.get(other);

    grid.addEventListener("pointerdown", (event) => {
        pressedWith = event.pointerType || "mouse";
        spent = settle();
        if (pressedWith === "mouse" || !look().usable) return;
        const cell = cellOf(event.target);
        finger = { armed: look().aim };
        // Without this all that follows would be told to the cell that was touched first.
        if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
            event.target.releasePointerCapture(event.pointerId);
        if (cell && isNarrow() && !spent) listeners().aim(cell, "touch");
    });
    grid.addEventListener("pointermove", (event) => {
        if (!finger || event.pointerType === "mouse" || !isNarrow()) return;
        const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
        if (!cell || isSameGroup(look().aim, cell)) return;
        finger.armed = null;
        listeners().aim(cell, "touch");
    });
    grid.addEventListener("pointerover", (event) => {
        if (event.pointerType !== "mouse") return;
        const cell = cellOf(event.target);
        const { drag, aim } = listeners();
        if (cell && event.buttons === 1 && drag) drag(cell);
        else aim(cell, "mouse");
    });
    grid.addEventListener("pointerleave", (event) => {
        if (event.pointerType === "mouse") listeners().aim(null, "mouse");
    });
    grid.addEventListener("click", (event) => {
        const cell = cellOf(event.target);
        const armed = finger?.armed ?? null;
        finger = null;
        if (event.detail <= 1) claimed = false;
        if (spent || !cell) return void (spent = false);
        // The second half of a double click would be the next player's move.
        if (pressedWith === "mouse" && event.detail > 1 && claimed) return;
        claimed = true;
        const means = pressedWith === "mouse" ? "mouse" : "touch";
        const sure = means === "mouse" || !isNarrow() || isSameGroup(armed, cell);
        listeners().choose(cell, { means, sure, board: look().board });
    });
    // Not as properties: there is no `onfocusin`.
    grid.addEventListener("focusin", (event) => {
        const cell = cellOf(event.target);
        const shows = event.target instanceof Element && event.target.matches(":focus-visible");
        if (cell && shows) listeners().walk(cell);
    });
    grid.addEventListener("focusout", (event) => {
        if (!cellOf(event.relatedTarget)) listeners().aim(null, "key");
    });
    grid.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const cell = cellOf(event.target) ?? look().cursor;
        const target = walked(cell, event.key, sizeOf(look().board));
        if (target) elementOf(grid, target)?.focus();
        else if (event.key === "Enter" || event.key === " ") press(event, cell);
        else if (event.repeat || !listeners().type?.(cell, event.key)) return;
        event.preventDefault();
        // What walks on the board does not also step through the game.
        event.stopPropagation();
    });

    /** A key that is held down is one press. @param {KeyboardEvent} event @param {Cell} cell */
    function press(event, cell) {
        if (event.repeat || settle()) return;
        listeners().choose(cell, { means: "key", sure: true, board: look().board });
    }
}

/** @param {EventTarget | null} target @returns {Cell | null} */
export function cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-cell]") : null;
    return element instanceof HTMLElement ? (element.dataset["cell"] ?? null) : null;
}

/** @param {HTMLElement} grid @param {Cell} cell @returns {HTMLElement | null} */
export const elementOf = (grid, cell) => grid.querySelector(`[data-cell="${cell}"]`);
