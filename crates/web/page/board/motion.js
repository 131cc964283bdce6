// @ts-check
/** Moves the fruit on the screen from one board to the next. The document is always already at the next. */

/** @import { Board } from "../state/grid.js" */
/** @import { Difference, Gone } from "./difference.js" */
import { placeOf, sizeOf } from "../state/grid.js";
import { difference } from "./difference.js";

/** @typedef {{pause: number, score: string, side: string}} Claim milliseconds before it, what floats up, whose it is */

const POP = 260;
const SETTLING = 110;

/** The board that each named grid showed last. @type {Map<string, Board>} */
const shown = new Map();

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} frame of the grid, with a layer for effects
 * @param {string} name the same for boards that follow from each other
 * @param {Board} board that the grid shows by now
 * @param {Claim} claim
 */
export function follow(frame, name, board, claim) {
    const before = shown.get(name);
    if (before === board) return;
    shown.set(name, board);
    if (still.matches) return;
    if (before === undefined) return deal(frame, sizeOf(board));
    const forward = difference(before, board);
    if (forward) return fall(frame, forward, sizeOf(board), claim);
    const backward = difference(board, before);
    if (backward) return rise(frame, backward);
    fruits(frame).forEach((fruit) => fruit.animate({ opacity: [0.3, 1] }, 160));
}

/** @param {HTMLElement} frame */
const fruits = (frame) => /** @type {NodeListOf<SVGElement>} */ (frame.querySelectorAll("[data-cell] > svg"));

/** @param {HTMLElement} frame @param {string} cell */
const fruitIn = (frame, cell) =>
    /** @type {SVGElement | null} */ (frame.querySelector(`[data-cell="${cell}"] > svg`));

/** @param {HTMLElement} frame @param {number} size */
function deal(frame, size) {
    fruits(frame).forEach((fruit) => {
        const { column, row } = placeOf(fruit.parentElement?.dataset["cell"] ?? "A1");
        const delay = (180 * (size - row)) / size + ((column * 7) % 5) * 14;
        fruit.animate(
            [
                { transform: `translateY(-${(row + 1) * 100}%)`, opacity: 0 },
                { opacity: 1, offset: 0.4 },
                { transform: "none" },
            ],
            { duration: 380, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "backwards" },
        );
    });
}

/** @param {HTMLElement} frame @param {Difference} found @param {number} size @param {Claim} claim */
function fall(frame, { gone, fallen }, size, claim) {
    pop(frame, gone, size, claim);
    for (const { cell, rows } of fallen) {
        fruitIn(frame, cell)?.animate(
            [
                { transform: `translateY(-${rows * 100}%)`, easing: "cubic-bezier(.5,0,.9,.7)" },
                { transform: "none", offset: 0.75, easing: "ease-out" },
                { transform: "translateY(-7%)", offset: 0.87, easing: "ease-in" },
                { transform: "none" },
            ],
            { duration: 190 + 75 * Math.sqrt(rows), delay: claim.pause + SETTLING, fill: "backwards" },
        );
    }
}

/** @param {HTMLElement} frame @param {readonly Gone[]} gone @param {number} size @param {Claim} claim */
function pop(frame, gone, size, { pause, score, side }) {
    const layer = frame.querySelector(".effects");
    if (!layer) return;
    const cellSize = 100 / size;
    const ghosts = gone.map(({ cell, fruit }) => {
        const { column, row } = placeOf(cell);
        const ghost = effect(`ghost ${side}`, column * cellSize, row * cellSize, cellSize);
        ghost.append(fruitDrawing(fruit));
        ghost.animate([{ backgroundColor: "transparent" }], { duration: 0, delay: pause, fill: "forwards" });
        return end(
            ghost,
            ghost.animate(
                [
                    { transform: "none", opacity: 1 },
                    { transform: "scale(1.22)", opacity: 1, offset: 0.4 },
                    { transform: "scale(0)", opacity: 0 },
                ],
                { duration: POP, delay: pause, easing: "ease-in", fill: "both" },
            ),
        );
    });
    layer.append(...ghosts);
    if (score) layer.append(floating(gone, cellSize, score, pause, side));
}

/** @param {readonly Gone[]} gone @param {number} cellSize @param {string} score @param {number} pause @param {string} side */
function floating(gone, cellSize, score, pause, side) {
    const middle = (/** @type {"column" | "row"} */ axis) =>
        gone.reduce((sum, { cell }) => sum + placeOf(cell)[axis] + 0.5, 0) / gone.length;
    const label = effect(`score ${side}`, middle("column") * cellSize, middle("row") * cellSize, 0);
    label.textContent = score;
    return end(
        label,
        label.animate(
            [
                { transform: "translate(-50%, -20%) scale(.6)", opacity: 0 },
                { transform: "translate(-50%, -60%) scale(1)", opacity: 1, offset: 0.2 },
                { transform: "translate(-50%, -90%)", opacity: 1, offset: 0.7 },
                { transform: "translate(-50%, -170%)", opacity: 0 },
            ],
            { duration: 1100, delay: pause, easing: "ease-out", fill: "backwards" },
        ),
    );
}

/** @param {string} name @param {number} left @param {number} top @param {number} size all in percent */
function effect(name, left, top, size) {
    const element = document.createElement("div");
    element.className = name;
    element.style.left = `${left}%`;
    element.style.top = `${top}%`;
    if (size > 0) element.style.width = element.style.height = `${size}%`;
    return element;
}

/** @param {HTMLElement} element @param {Animation} animation */
function end(element, animation) {
    animation.onfinish = animation.oncancel = () => element.remove();
    return element;
}

/** @param {string} fruit */
function fruitDrawing(fruit) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("viewBox", "-6 -6 112 112");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#fruit-${fruit}`);
    drawing.append(use);
    return drawing;
}

/** @param {HTMLElement} frame @param {Difference} found the way back */
function rise(frame, { gone, fallen }) {
    for (const { cell, rows } of fallen) {
        const above = cell.charAt(0) + (Number(cell.slice(1)) - rows);
        fruitIn(frame, above)?.animate([{ transform: `translateY(${rows * 100}%)` }, { transform: "none" }], {
            duration: 220,
            easing: "ease-in-out",
        });
    }
    for (const { cell } of gone) {
        fruitIn(frame, cell)?.animate(
            [
                { transform: "scale(0)", opacity: 0 },
                { transform: "none", opacity: 1 },
            ],
            { duration: 200, delay: 160, easing: "ease-out", fill: "backwards" },
        );
    }
}
