// @ts-check
/** Texts and files that are given to the page as a whole, by pasting or dropping. */

/** @import { State } from "../state/state.js" */
/** @import { Actions } from "./actions.js" */
import { isWriting } from "./keys.js";

/** What is pasted anywhere but into a field is a board or a record. @param {ClipboardEvent} event @param {State} state @param {Actions} actions */
export function onPaste(event, state, actions) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim() || state.dialog || isWriting(event)) return;
    if (state.view === "analyse") actions.analyse.read(text);
    else if (state.view === "review") actions.review.read(text, { judge: true });
}

/** Without this the browser would leave the page for the file. @param {DragEvent} event */
export const onDrag = (event) => event.preventDefault();

/** @param {DragEvent} event @param {State} state @param {Actions} actions */
export function onDrop(event, state, actions) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file || state.dialog) return;
    if (state.view === "analyse") void actions.analyse.open(file);
    else void actions.review.open(file);
}
