// @ts-check
/** The board: `Board(element, look, listeners)`, then `set` whenever something is another. */

/** @import { Listeners, Look, Scene } from "./types.js" */
import { listen } from "./input.js";
import { Renderer } from "./renderer.js";
import { at, begun, changed, isMoving, nextMoment, settled } from "./scene.js";

export class Board {
    /** @type {Scene} */
    #scene;
    /** @type {Listeners} */
    #listeners;
    /** @type {Renderer} */
    #renderer;
    #timer = 0;

    /** @param {HTMLElement} element @param {Look} look @param {Listeners} listeners */
    constructor(element, look, listeners) {
        this.#scene = begun(look, performance.now());
        this.#listeners = listeners;
        this.#renderer = new Renderer(element);
        listen(this.#renderer.grid, {
            look: () => this.#scene.look,
            listeners: () => this.#listeners,
            settle: () => this.settle(),
        });
        this.#show(this.#scene);
    }

    /** @param {Look} look @param {Listeners} [listeners] */
    set(look, listeners) {
        if (listeners) this.#listeners = listeners;
        this.#show(changed(this.#scene, look, performance.now()));
    }

    /** Ends all movement; says whether there was any. */
    settle() {
        const moved = isMoving(this.#scene);
        this.#show(settled(this.#scene));
        return moved;
    }

    /** @param {Scene} scene */
    #show(scene) {
        this.#scene = scene;
        this.#renderer.draw(scene);
        clearTimeout(this.#timer);
        const moment = nextMoment(scene);
        if (moment === null) return;
        const wait = Math.max(0, moment - performance.now());
        this.#timer = window.setTimeout(() => this.#show(at(this.#scene, performance.now())), wait);
    }
}
