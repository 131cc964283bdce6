// @ts-check
/** What the tables of a tournament share. */

/** @import { Child, Node } from "../../dom/element.js" */
/** @import { Send } from "../../flow/types.js" */
import { h } from "../../dom/element.js";
import { displayName } from "../../words/game.js";

/** How much of a name is shown to who asks for more. */
export const LONGEST_TITLE = 200;

/** A table that scrolls by itself where it is too wide. @param {string} label @param {Child} table @param {import("../../dom/element.js").Properties} [more] */
export const wide = (label, table, more) =>
    h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0", ...more }, table);

/** @param {readonly string[]} titles */
export const headings = (titles) =>
    h(
        "thead",
        null,
        h(
            "tr",
            null,
            titles.map((title) => h("th", { scope: "col" }, title)),
        ),
    );

/** The name of an agent, which leads to its page. @param {string} name @param {Send} send @returns {Node} */
export const agentLink = (name, send) =>
    h(
        "button",
        { type: "button", class: "link", onclick: () => send({ type: "open agent", name }) },
        displayName(name),
    );
