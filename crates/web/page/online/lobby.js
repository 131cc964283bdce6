// @ts-check
/** Before a game: opening a room, following an invitation, waiting. */

/** @import { Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Offer, Online } from "./state.js" */
import { drawing, h } from "../dom/element.js";
import { CLOCKS, LARGEST_SIZE, MOST_FRUITS } from "../state/settings.js";
import { button, field } from "../view/controls.js";
import { clockName } from "../words/game.js";
import { INVITATION, LOBBY, NO_ROOMS, WAITING, invitedText, queueText, termsText } from "../words/online.js";
import { SETUP, sizeText } from "../words/setup.js";
import { linkTo, newToken } from "./connection.js";

/** @param {Online} online @param {Send} send @returns {Node} */
export function lobbyView(online, send) {
    return h(
        "div",
        { class: "page-column", key: "lobby" },
        h("h1", null, LOBBY.title),
        online.about === null
            ? h("p", { class: "card" }, NO_ROOMS)
            : online.aim || online.about === undefined
              ? h("p", { class: "card", role: "status" }, LOBBY.connecting)
              : [troubleView(online), openForm(online, send)],
    );
}

/** @param {Online} online @returns {Node} */
const troubleView = ({ trouble }) =>
    trouble === null ? null : h("p", { class: "card problem", role: "alert" }, trouble);

/** @param {Online} online @param {Send} send @returns {Node} */
function openForm({ offer, about }, send) {
    const set = (/** @type {Partial<Offer>} */ changes) => send({ type: "online set", changes });
    const agents = about?.agents ?? [];
    return h(
        "form",
        {
            class: "form card",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                send({ type: "online open" });
            },
        },
        agents.length > 0 &&
            choose(LOBBY.opponent, offer.against, (against) => set(againstOf(against, offer, agents)), [
                ["friend", LOBBY.opponents.friend],
                ["agent", LOBBY.opponents.agent],
                ["agents", LOBBY.opponents.agents],
            ]),
        offer.against !== "agents" && nameField(offer.name, (name) => set({ name })),
        offer.against !== "friend" && agentField(LOBBY.program, offer, 0, agents, set),
        offer.against === "agents" && agentField(LOBBY.against, offer, 1, agents, set),
        h(
            "div",
            { class: "pair" },
            choose(SETUP.size, String(offer.size), (size) => set({ size: Number(size) }), sizes()),
            choose(SETUP.kinds, String(offer.fruits), (fruits) => set({ fruits: Number(fruits) }), kinds()),
        ),
        h(
            "div",
            { class: "pair" },
            choose(SETUP.clock, String(offer.clock), (clock) => set({ clock: Number(clock) }), clocks(offer)),
            choose(LOBBY.first, offer.first, (first) => set({ first: firstOf(first) }), [
                ["chance", LOBBY.firsts.chance],
                ["host", offer.against === "agents" ? LOBBY.firstProgram : LOBBY.firsts.host],
                ["guest", LOBBY.firsts.guest],
            ]),
        ),
        h("div", { class: "controls" }, h("button", { type: "submit", class: "primary" }, LOBBY.open[offer.against])),
    );
}

/** @param {string} against @param {Offer} offer @param {readonly string[]} agents @returns {Partial<Offer>} */
function againstOf(against, offer, agents) {
    const first = agents[0] ?? "";
    if (against === "friend") return { against: "friend" };
    const chosen = /** @type {[string, string]} */ (
        offer.agents.map((agent, place) => (agents.includes(agent) ? agent : (agents[place] ?? first)))
    );
    // Programs play by the clock.
    const clock = offer.clock || 60;
    return { against: against === "agent" ? "agent" : "agents", agents: chosen, clock };
}

/** @param {string} first @returns {Offer["first"]} */
const firstOf = (first) => (first === "host" || first === "guest" ? first : "chance");

/** @param {string} name @param {(name: string) => void} set */
const nameField = (name, set) =>
    field(
        LOBBY.name,
        h("input", {
            type: "text",
            maxlength: 24,
            autocomplete: "nickname",
            placeholder: LOBBY.visitor,
            value: name,
            oninput: (/** @type {Event} */ event) => set(valueOf(event)),
        }),
    );

/** @param {string} label @param {Offer} offer @param {0 | 1} place @param {readonly string[]} agents @param {(changes: Partial<Offer>) => void} set */
const agentField = (label, offer, place, agents, set) =>
    choose(
        label,
        offer.agents[place],
        (agent) => set({ agents: place === 0 ? [agent, offer.agents[1]] : [offer.agents[0], agent] }),
        agents.map((agent) => [agent, agent]),
    );

const sizes = () => numbers(LARGEST_SIZE).map((size) => /** @type {const} */ ([String(size), sizeText(size)]));
const kinds = () => numbers(MOST_FRUITS).map((count) => /** @type {const} */ ([String(count), String(count)]));
/** @param {Offer} offer */
const clocks = ({ against }) =>
    CLOCKS.filter((seconds) => against === "friend" || seconds > 0).map(
        (seconds) => /** @type {const} */ ([String(seconds), clockName(seconds)]),
    );
/** @param {number} most */
const numbers = (most) => Array.from({ length: most }, (_, index) => index + 1);

/** @param {string} label @param {string} value @param {(value: string) => void} set @param {readonly (readonly [string, string])[]} options */
const choose = (label, value, set, options) =>
    field(
        label,
        h(
            "select",
            { value, onchange: (/** @type {Event} */ event) => set(valueOf(event)) },
            options.map(([option, text]) => h("option", { value: option }, text)),
        ),
    );

/** @param {Event} event */
const valueOf = ({ target }) =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";

/** Whoever has followed a link. @param {Online} online @param {Send} send @returns {Node} */
export function invitationView(online, send) {
    return h(
        "div",
        { class: "page-column", key: "invitation" },
        h("h1", null, INVITATION.title),
        troubleView(online),
        online.room && h("p", { role: "status" }, invitedText(online.room)),
        h(
            "form",
            {
                class: "form card",
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    send({ type: "online sit", token: newToken() });
                },
            },
            nameField(online.offer.name, (name) => send({ type: "online set", changes: { name } })),
            h(
                "div",
                { class: "controls" },
                h("button", { type: "submit", class: "primary", disabled: online.room === null || online.aim?.kind === "sit" }, INVITATION.join),
                button(null, INVITATION.watch, () => send({ type: "online watch" })),
            ),
        ),
    );
}

/** In a room whose game has not begun. @param {Online} online @param {Send} send @returns {Node} */
export function waitingView(online, send) {
    const { seat, room, ahead, code } = online;
    if (!seat || !room) return null;
    const link = linkTo(seat.room, seat.invitation);
    return h(
        "div",
        { class: "page-column", key: "waiting" },
        h("h1", null, room.stage === "queued" ? WAITING.forPlace : WAITING.forFriend),
        h(
            "section",
            { class: "card waiting", "aria-label": WAITING.invitation },
            h("p", { class: "quiet" }, termsText(room)),
            room.stage === "queued" && h("p", { role: "status" }, queueText(ahead ?? 0)),
            seat.invitation !== null && [
                h("p", null, WAITING.send),
                field(WAITING.link, h("input", { type: "text", readonly: true, value: link, class: "invitation", onfocus: selectAll })),
                h(
                    "div",
                    { class: "controls" },
                    button("share", WAITING.copy, () => send({ type: "copy", text: link }), { class: "primary" }),
                ),
                code !== null && codeView(code),
            ],
            h("div", { class: "controls" }, button("close", WAITING.leave, () => send({ type: "online leave" }))),
        ),
    );
}

/** @param {Event} event */
const selectAll = ({ target }) => target instanceof HTMLInputElement && target.select();

/** The link for a telephone's camera. @param {readonly string[]} rows @returns {Node} */
function codeView(rows) {
    const margin = 3;
    const size = rows.length + 2 * margin;
    const path = rows
        .flatMap((row, y) => [...row].map((sign, x) => (sign === "1" ? `M${x + margin} ${y + margin}h1v1h-1z` : "")))
        .join("");
    return drawing(
        "svg",
        { class: "code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": WAITING.code },
        drawing("rect", { width: size, height: size, fill: "#fff" }),
        drawing("path", { d: path, fill: "#000" }),
    );
}
