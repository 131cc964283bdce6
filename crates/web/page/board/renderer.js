// @ts-check
/** Makes its part of the document show a scene. Nothing else touches that part. */

/** @import { Cell } from "../state/grid.js" */
/** @import { Ghost, Look, Marks, Movement, Piece, Scene, Score } from "./types.js" */
import { cellAt, placeOf, rowsOf, sizeOf } from "../state/grid.js";
import { boardLabel, cellLabel } from "../words/board.js";
import { fruitElement } from "./fruits.js";
import { outline } from "./outline.js";
import { POP, SCORE, fallTime } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

/** In the order in which they cover each other. @type {readonly (keyof Marks)[]} */
const MARKS = ["taken", "played", "hint", "aim"];

/** A board of more columns is drawn with finer lines. */
const CROWDED = 14;

export class Renderer {
    /** @type {Scene | null} */
    #drawn = null;
    /** @type {Map<number, {element: SVGSVGElement, piece: Piece | Ghost}>} */
    #fruits = new Map();
    /** @type {HTMLElement[]} */
    #cells = [];
    #letters = division("letters");
    #numbers = division("numbers");
    #marks = document.createElementNS(SVG, "svg");
    #pieces = division("pieces");
    #effects = division("effects");
    #bubble = division("bubble");
    #banner = division("banner");
    grid = division("grid");
    #board = division("board");

    /** @param {HTMLElement} parent which becomes this renderer's own */
    constructor(parent) {
        this.#marks.setAttribute("class", "marks");
        this.#marks.append(
            ...MARKS.map((kind) => {
                const path = document.createElementNS(SVG, "path");
                path.setAttribute("class", kind);
                return path;
            }),
        );
        for (const hidden of [this.#letters, this.#numbers, this.#marks, this.#pieces, this.#effects])
            hidden.setAttribute("aria-hidden", "true");
        for (const hidden of [this.#bubble, this.#banner]) hidden.setAttribute("aria-hidden", "true");
        this.grid.setAttribute("role", "grid");
        const frame = division("frame");
        const ground = division("ground");
        ground.append(this.#marks, this.#pieces, this.grid, this.#effects, this.#bubble);
        frame.append(ground, this.#banner);
        this.#board.append(this.#letters, this.#numbers, frame);
        parent.replaceChildren(this.#board);
    }

    /** @param {Scene} scene */
    draw(scene) {
        const before = this.#drawn;
        this.#drawn = scene;
        const { look } = scene;
        if (!before || sizeOf(before.look.board) !== sizeOf(look.board)) this.#layOut(look);
        if (before?.pieces !== scene.pieces || before?.ghosts !== scene.ghosts) this.#drawFruits(scene);
        if (before?.score !== scene.score) this.#drawScore(scene.score);
        this.grid.toggleAttribute("data-moving", scene.movingUntil !== null);
        this.#mark(before && seen(before), seen(scene));
        this.#point(seen(scene));
        if (before?.look === look) return;
        this.#describe(before?.look ?? null, look);
        this.grid.classList.toggle("usable", look.usable);
        setOrRemove(this.grid, "aria-readonly", look.usable ? null : "true");
        this.#banner.textContent = look.banner ?? "";
    }

    /** Cells, letters and numbers for this size. @param {Look} look */
    #layOut({ board }) {
        const size = sizeOf(board);
        this.#board.classList.toggle("crowded", size > CROWDED);
        this.#board.style.setProperty("--size", String(size));
        this.#marks.setAttribute("viewBox", `0 0 ${size} ${size}`);
        this.grid.setAttribute("aria-label", boardLabel(size));
        const each = (/** @type {(index: number) => string} */ text) =>
            Array.from({ length: size }, (_, index) => {
                const label = document.createElement("span");
                label.textContent = text(index);
                return label;
            });
        this.#letters.replaceChildren(...each((column) => cellAt(column, 0).charAt(0)));
        this.#numbers.replaceChildren(...each((row) => String(row + 1)));
        this.#cells = [];
        const rows = Array.from({ length: size }, (_, row) => {
            const line = division("row");
            line.setAttribute("role", "row");
            for (let column = 0; column < size; column++) line.append(this.#cell(cellAt(column, row)));
            return line;
        });
        this.grid.replaceChildren(...rows);
    }

    /** @param {Cell} name */
    #cell(name) {
        const cell = division("cell");
        cell.setAttribute("role", "gridcell");
        cell.dataset["cell"] = name;
        cell.tabIndex = -1;
        this.#cells.push(cell);
        return cell;
    }

    /** What is in each cell, for screen readers and whoever asks; and which the Tab key reaches. @param {Look | null} before @param {Look} look */
    #describe(before, look) {
        const size = sizeOf(look.board);
        const resized = before === null || sizeOf(before.board) !== size;
        if (resized || before.board !== look.board || before.fruitNames !== look.fruitNames) {
            const fruits = rowsOf(look.board).join("");
            this.#cells.forEach((cell, place) => {
                const name = cell.dataset["cell"] ?? "";
                const fruit = fruits[place] ?? "*";
                const label = cellLabel(name, look.groups.get(name), look.fruitNames);
                if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
                if (cell.dataset["fruit"] !== fruit) cell.dataset["fruit"] = fruit;
            });
        }
        if (!resized && before.cursor === look.cursor) return;
        if (before) this.#at(before.cursor, size)?.setAttribute("tabindex", "-1");
        // A cursor of a larger board would leave no cell that can be reached.
        (this.#at(look.cursor, size) ?? this.#cells[0])?.setAttribute("tabindex", "0");
    }

    /** @param {Cell} cell @param {number} size */
    #at(cell, size) {
        const { column, row } = placeOf(cell);
        return column < size && row < size ? this.#cells[row * size + column] : undefined;
    }

    /** @param {Look | null} before @param {Look} look */
    #mark(before, look) {
        MARKS.forEach((kind, place) => {
            if (before && before.marks[kind] === look.marks[kind]) return;
            const path = this.#marks.children[place];
            const cells = look.marks[kind];
            if (path) setOrRemove(path, "d", cells?.length ? outline(cells) : null);
        });
        this.#marks.dataset["takenBy"] = String(look.takenBy ?? "");
    }

    /** What the group aimed at is worth, beside it. @param {Look} look */
    #point({ aim, groups, board }) {
        const group = aim === null ? undefined : groups.get(aim);
        this.#bubble.hidden = !group;
        if (!group) return;
        const size = sizeOf(board);
        const places = group.cells.map(placeOf);
        const top = Math.min(...places.map(({ row }) => row));
        const columns = places.filter(({ row }) => row === top).map(({ column }) => column);
        const middle = (Math.min(...columns) + Math.max(...columns) + 1) / 2;
        const below = top === 0;
        const bottom = Math.max(...places.map(({ row }) => row)) + 1;
        this.#bubble.textContent = `+${group.points}`;
        this.#bubble.classList.toggle("below", below);
        this.#bubble.style.left = `${Math.min(Math.max((100 * middle) / size, 8), 92)}%`;
        this.#bubble.style.top = `${(100 * (below ? bottom : top)) / size}%`;
    }

    /** @param {Scene} scene */
    #drawFruits({ pieces, ghosts }) {
        const kept = new Set();
        for (const piece of [...pieces, ...ghosts]) {
            kept.add(piece.key);
            const known = this.#fruits.get(piece.key);
            if (known?.piece === piece) continue;
            const element = known?.element ?? this.#newFruit(piece.fruit);
            place(element, piece);
            animate(element, piece);
            this.#fruits.set(piece.key, { element, piece });
        }
        for (const [key, { element }] of this.#fruits) {
            if (kept.has(key)) continue;
            element.remove();
            this.#fruits.delete(key);
        }
    }

    /** @param {string} fruit */
    #newFruit(fruit) {
        const element = fruitElement(fruit);
        this.#pieces.append(element);
        return element;
    }

    /** @param {Score | null} score */
    #drawScore(score) {
        this.#effects.replaceChildren();
        const size = this.#drawn ? sizeOf(this.#drawn.look.board) : 1;
        if (!score) return;
        const label = division(`score side-${score.side}`);
        label.textContent = score.text;
        label.style.left = `${Math.min(Math.max((100 * score.x) / size, 8), 92)}%`;
        label.style.top = `${Math.max((100 * score.y) / size, 8)}%`;
        this.#effects.append(label);
        if (this.#drawn?.look.motion) label.animate(FLOATING, { ...ONCE, duration: SCORE, delay: score.pause });
    }
}

/** While fruit move, nothing is marked that is about the board to come. @param {Scene} scene @returns {Look} */
function seen({ look, movingUntil }) {
    if (movingUntil === null) return look;
    return { ...look, aim: null, marks: look.marks.taken ? { taken: look.marks.taken } : {} };
}

/** @type {KeyframeAnimationOptions} */
const ONCE = { easing: "ease-out", fill: "both" };

const FLOATING = [
    { translate: "0 30%", scale: 0.6, opacity: 0 },
    { translate: "0 0", scale: 1, opacity: 1, offset: 0.15 },
    { translate: "0 -30%", opacity: 1, offset: 0.75 },
    { translate: "0 -90%", opacity: 0 },
];

/** @param {SVGSVGElement} element @param {Piece | Ghost} piece */
function place(element, { column, row }) {
    element.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
}

/** @param {SVGSVGElement} element @param {Piece | Ghost} piece */
function animate(element, piece) {
    for (const animation of element.getAnimations()) animation.cancel();
    const isGhost = "side" in piece;
    element.classList.toggle("ghost", isGhost);
    if (isGhost) {
        element.classList.add(`side-${piece.side}`);
        element.animate(POPPING, { duration: POP, delay: piece.pause, easing: "ease-in", fill: "both" });
    } else if (piece.movement) {
        const { frames, duration } = motionOf(piece.movement);
        element.animate(frames, { duration, delay: piece.movement.delay, fill: "backwards" });
    }
}

const POPPING = [
    { scale: 1, opacity: 1 },
    { scale: 1.22, opacity: 1, offset: 0.4 },
    { scale: 0, opacity: 0 },
];

/** @param {Movement} movement @returns {{frames: Keyframe[], duration: number}} */
function motionOf(movement) {
    switch (movement.kind) {
        case "appear":
            return { frames: [{ scale: 0.4, opacity: 0 }, { scale: 1, opacity: 1 }], duration: 150 };
        case "rise":
            return {
                frames: [{ translate: `0 ${movement.rows * 100}%` }, { translate: "0 0" }],
                duration: 220,
            };
        case "deal":
            return {
                frames: [
                    { translate: `0 -${movement.rows * 100}%`, opacity: 0, easing: "cubic-bezier(.3,.1,.3,1)" },
                    { opacity: 1, offset: 0.4 },
                    { translate: "0 0" },
                ],
                duration: 380,
            };
        case "fall":
            return {
                frames: [
                    { translate: `0 -${movement.rows * 100}%`, easing: "cubic-bezier(.5,.05,.9,.65)" },
                    { translate: "0 0", offset: 0.76, easing: "ease-out" },
                    { translate: "0 -7%", offset: 0.87, easing: "ease-in" },
                    { translate: "0 0" },
                ],
                duration: fallTime(movement.rows),
            };
    }
}

/** @param {string} name */
function division(name) {
    const element = document.createElement("div");
    element.className = name;
    return element;
}

/** @param {Element} element @param {string} name @param {string | null} value */
function setOrRemove(element, name, value) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}
