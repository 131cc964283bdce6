// @ts-check
/** What a first visit is told: one line, and three steps for who wants them. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
import { h } from "../dom/element.js";
import { WELCOME, welcomeStep } from "../words/page.js";
import { button } from "./controls.js";

/** @param {number} step @param {Send} send @returns {Node} */
export function welcomeView(step, send) {
    const last = step === WELCOME.steps.length - 1;
    return h(
        "section",
        { class: "card welcome", "aria-label": WELCOME.title },
        h("p", { class: "welcome-line" }, WELCOME.line),
        h("p", { role: "status" }, h("strong", null, `${welcomeStep(step)} `), WELCOME.steps[step] ?? ""),
        h(
            "div",
            { class: "controls" },
            button(null, last ? WELCOME.done : WELCOME.next, () => send({ type: "welcome", step: step + 1 }), {
                class: "primary",
            }),
            !last && button(null, WELCOME.skip, () => send({ type: "welcome", step: null })),
        ),
    );
}
