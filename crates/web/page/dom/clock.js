// @ts-check
/** A clock that runs by itself, so that nothing else is drawn again for it. */

import { clockText } from "../words/game.js";

/** @typedef {{left: number, since: number | null}} Face seconds left at `since`, a moment in milliseconds; null stands still */

/** Below this many seconds a clock warns. */
const LOW_SECONDS = 10;

/** @type {WeakMap<Element, {face: Face, timer: number}>} */
const running = new WeakMap();

/** @param {HTMLElement} element @param {Face} face */
export function showClock(element, face) {
    const known = running.get(element);
    if (known && known.face.left === face.left && known.face.since === face.since) return;
    if (known) clearTimeout(known.timer);
    tick(element, face);
}

/** @param {HTMLElement} element @param {Face} face */
function tick(element, face) {
    const passed = face.since === null ? 0 : Math.max(0, performance.now() - face.since) / 1000;
    const left = Math.max(0, face.left - passed);
    const text = clockText(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("low", left < LOW_SECONDS);
    // To the next change of the text; there is none any more if the clock has left the page.
    const step = left < LOW_SECONDS ? 0.1 : 1;
    const wait = Math.max(20, 1000 * (left % step) + 5);
    const goesOn = face.since !== null && left > 0;
    const timer = goesOn ? window.setTimeout(() => element.isConnected && tick(element, face), wait) : 0;
    running.set(element, { face, timer });
}
