// @ts-check
/** Keys, texts and files that are given to the page as a whole. */

/** @import { Happening, Send } from "./types.js" */
/** @import { State } from "../state/state.js" */
import { takeIn } from "./perform.js";

/** @param {() => State} state @param {Send} send */
export function listenToPage(state, send) {
    document.addEventListener("keydown", (event) => onKey(event, state(), send));
    document.addEventListener("paste", (event) => onPaste(event, state(), send));
    // Without this the browser would leave the page for the file.
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => onDrop(event, state(), send));
}

/** @param {KeyboardEvent} event @param {State} state @param {Send} send */
function onKey(event, state, send) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || state.dialog) return;
    if (isWriting(event)) return;
    const meant = meaning(keyOf(event), state);
    if (!meant || (event.repeat && !("plies" in meant))) return;
    event.preventDefault();
    send(meant);
}

/** @param {Event} event */
const isWriting = ({ target }) =>
    target instanceof Element && target.closest("input, textarea, select") !== null;

/**
 * The letter on the key, in whatever case; where the layout has other letters, what is there on
 * most keyboards.
 * @param {{key: string, code: string}} event
 */
export function keyOf({ key, code }) {
    if (key.length > 1 || /^[\x20-\x7e]$/.test(key)) return key.length > 1 ? key : key.toLowerCase();
    return /^Key[A-Z]$/.test(code) ? code.charAt(3).toLowerCase() : key;
}

/** @param {string} key @param {State} state @returns {Happening | null} */
export function meaning(key, { view, preferences }) {
    if (key === "Escape") return { type: "close alert" };
    if (key === "ArrowLeft") return stepping(view, -1);
    if (key === "ArrowRight") return stepping(view, 1);
    // Single letters can be switched off: whoever speaks to the browser does not mean them.
    if (!preferences.shortcuts) return null;
    if (key === ",") return stepping(view, -1);
    if (key === ".") return stepping(view, 1);
    if (key === "?") return { type: "help" };
    if (key === "t") return { type: "switch theme" };
    switch (view) {
        case "play":
            return PLAY[key] ?? null;
        case "analyse":
            return ANALYSE[key] ?? null;
        case "review":
            return key === "m" ? { type: "next mistake", direction: 1 } : null;
        default:
            return null;
    }
}

/** @type {Record<string, Happening>} */
const PLAY = { n: { type: "ask new" }, h: { type: "hint" }, u: { type: "take back" } };

/** @type {Record<string, Happening>} */
const ANALYSE = { s: { type: "toggle analysis" }, u: { type: "undo" } };

/** @param {State["view"]} view @param {number} plies @returns {Happening | null} */
function stepping(view, plies) {
    if (view === "play") return { type: "step", plies };
    if (view === "online") return { type: "online step", plies };
    if (view === "analyse") return { type: "step line", plies };
    return view === "review" ? { type: "step review", plies } : null;
}

/** What is pasted anywhere but into a field is a board or a record. @param {ClipboardEvent} event @param {State} state @param {Send} send */
function onPaste(event, state, send) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() && !state.dialog && !isWriting(event)) send({ type: "take in", text });
}

/** @param {DragEvent} event @param {State} state @param {Send} send */
function onDrop(event, state, send) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && !state.dialog) void takeIn(file, send);
}
