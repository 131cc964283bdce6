// @ts-check
/** Small parts that all views share. */

/** @import { Child, Node, Properties } from "../dom/element.js" */
import { drawing, h } from "../dom/element.js";
import { CONTROLS } from "../words/controls.js";

/** Outlines on a square of 24, drawn with the colour of the text. */
const ICONS = {
    new: "M12 5v14M5 12h14",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.800 1-2.500A6 6 0 0 0 12 3Z",
    back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 8h-2",
    flag: "M6 21V4M6 5h11l-2 4 2 4H6",
    share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8",
    save: "M12 4v11M8 11l4 4 4-4M5 20h14",
    open: "M4 19V6h6l2 2h8v11Z",
    play: "M8 5v14l11-7Z",
    stop: "M7 7h10v10H7Z",
    previous: "M15 5l-7 7 7 7",
    next: "M9 5l7 7-7 7",
    first: "M18 5l-7 7 7 7M7 5v14",
    last: "M6 5l7 7-7 7M17 5v14",
    help: "M9 9a3 3 0 1 1 4 2.800c-.8.3-1 .8-1 1.700M12 17.500v.1",
    light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
    dark: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10Z",
    auto: "M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18",
    close: "M6 6l12 12M18 6 6 18",
    review: "M4 18l5-6 4 3 7-9",
    claim: "M5 12l5 5L20 7",
    finish: "M5 5v14l7-7ZM12 5v14l7-7Z",
    sound: "M4 10v4h4l5 4V6l-5 4ZM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
    silent: "M4 10v4h4l5 4V6l-5 4ZM16 10l5 4M21 10l-5 4",
    analyse: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
    drawing(
        "svg",
        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
        drawing("path", { d: ICONS[name] }),
    );

/**
 * @param {Icon | null} sign @param {string} label @param {() => void} action @param {Properties} [more]
 * @returns {Node}
 */
export const button = (sign, label, action, more) =>
    h("button", { type: "button", onclick: action, ...more }, sign && icon(sign), h("span", null, label));

/** A button that shows only its sign. @param {Icon} sign @param {string} label @param {() => void} action @param {Properties} [more] */
export const signButton = (sign, label, action, more) =>
    h(
        "button",
        { type: "button", class: "sign", onclick: action, "aria-label": label, title: label, ...more },
        icon(sign),
    );

/** Steps through a game or a line. @param {{first: () => void, previous: () => void, next: () => void, last: () => void}} go @param {{start: boolean, end: boolean}} at */
export const stepper = (go, at) =>
    h(
        "div",
        { class: "stepper", role: "group", "aria-label": CONTROLS.steps },
        signButton("first", CONTROLS.first, go.first, { disabled: at.start }),
        signButton("previous", CONTROLS.previous, go.previous, { disabled: at.start }),
        signButton("next", CONTROLS.next, go.next, { disabled: at.end }),
        signButton("last", CONTROLS.last, go.last, { disabled: at.end }),
    );

/** @param {string} label @param {Child} control @param {string} [name] more classes */
export const field = (label, control, name = "") =>
    h("label", { class: `field ${name}` }, h("span", null, label), control);
