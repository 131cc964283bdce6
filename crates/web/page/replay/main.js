// @ts-check
/** Makes the records of a page into games to step through: what reviews and standings carry with them. */

/** @import { Judged } from "./replay.js" */
import { REPLAY } from "../words/replay.js";
import { gameIn } from "./game.js";
import { Replay } from "./replay.js";

/** @type {Map<Element, Replay>} */
const replays = new Map();

/** The one that keys step through: the one that was touched last. @type {Replay | null} */
let current = null;

const fruitNames = Array.from(document.querySelectorAll(".sprite symbol"), (symbol) =>
    symbol.getAttribute("aria-label") ?? "",
);

/** @param {Element} details a game, closed until somebody wants to see it @returns {Replay | null} */
function opened(details) {
    const known = replays.get(details);
    if (known) return known;
    const place = details.querySelector(".replay");
    if (!(place instanceof HTMLElement)) return null;
    const rows = [...details.querySelectorAll("[data-index]")];
    try {
        const replay = new Replay(place, gameIn(details.querySelector("pre.record")?.textContent ?? ""), {
            fruitNames,
            judged: judgedIn(details),
            listsMoves: rows.length === 0,
            shown: (ply) => markRow(rows, ply),
        });
        rows.forEach((row, index) => row.addEventListener("click", () => replay.show(index)));
        details.addEventListener("pointerdown", () => (current = replay));
        details.addEventListener("focusin", () => (current = replay));
        replays.set(details, replay);
        markRow(rows, 0);
        return replay;
    } catch (problem) {
        place.textContent = REPLAY.unreadable(problem instanceof Error ? problem.message : String(problem));
        return null;
    }
}

/** @param {Element} details @returns {Judged | null} */
function judgedIn(details) {
    const data = details.querySelector("script[type='application/json']")?.textContent;
    return data ? JSON.parse(data) : null;
}

/** @param {readonly Element[]} rows @param {number} ply */
function markRow(rows, ply) {
    rows.forEach((row, index) => {
        if (index === ply) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
    });
    const row = rows[ply];
    const box = row?.closest(".moves");
    if (row instanceof HTMLElement && box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
}

/** Such as `#game-3-move-12`. */
function openTarget() {
    const [, game, move] = /^#(game-\d+)(?:-move-(\d+))?$/.exec(location.hash) ?? [];
    const details = game ? document.getElementById(game) : null;
    if (!(details instanceof HTMLDetailsElement)) return;
    details.open = true;
    const replay = opened(details);
    if (!replay) return;
    current = replay;
    replay.show(move ? Number(move) - 1 : 0);
    details.querySelector(".replay")?.scrollIntoView();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    if (!current || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    current.step(step);
}

for (const details of document.querySelectorAll("details.game")) {
    if (!(details instanceof HTMLDetailsElement)) continue;
    details.addEventListener("toggle", () => {
        if (details.open) current = opened(details) ?? current;
        else replays.get(details)?.pause();
    });
    if (details.open) current ??= opened(details);
}
addEventListener("hashchange", openTarget);
addEventListener("keydown", onKey);
openTarget();
