// @ts-check
/** What is said of the visitor's own games. */

/** @import { Rating, Result } from "../state/results.js" */
import { dateOf } from "../state/results.js";
import { signed } from "./board.js";

export const RESULTS = {
    title: "Your games",
    none: "Finished games against the engine are kept here, in this browser and nowhere else.",
    columns: ["Level", "Won", "Drawn", "Lost", "Accuracy"],
    latest: "The latest",
    export: "Export all",
    import: "Import",
    forget: "Forget all",
    sure: "Really forget all of them?",
    about: "From games without hints or take-backs; who began is taken into account. Level 3 has 1000.",
};

/** @param {Rating | null} rating */
export function ratingText(rating) {
    if (!rating) return "";
    const games = `${rating.games} game${rating.games === 1 ? "" : "s"}`;
    return `Your rating: ${rating.value} ± ${rating.interval}, from ${games}`;
}

/** @param {Rating | null} before @param {Rating | null} after */
export function changeText(before, after) {
    if (!after) return "";
    const change = before ? ` (${signed(after.value - before.value)})` : "";
    return `Your rating: ${after.value} ± ${after.interval}${change}`;
}

const OUTCOMES = { won: "won", drawn: "drew", lost: "lost" };

/** @param {Result} result */
export function resultLine({ day, level, size, outcome, margin, aided }) {
    const by = margin === 0 ? "" : ` ${signed(margin)}`;
    return `${dateOf(day)} · level ${level}, ${size} × ${size} · ${OUTCOMES[outcome]}${by}${aided ? " · with help" : ""}`;
}

/** @param {number} found @param {number} added */
export const importedText = (found, added) =>
    found === 0
        ? "No finished game of yours against a level is in that file."
        : `${added} of ${found} game${found === 1 ? "" : "s"} added; the others were there already.`;
