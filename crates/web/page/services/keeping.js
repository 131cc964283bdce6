// @ts-check
/** Keeps the game, the settings and the colours over a reload. */

/** @import { Draft } from "../engine/engine.js" */
/** @import { State, Theme } from "../state/state.js" */
import { elapsed } from "../state/clock.js";
import { settingsFrom } from "../state/settings.js";
import { keep, recall } from "./memory.js";
import { parseRecord, replay, writeRecord } from "./rules.js";

/** The game and what was spent of its turn under way; null if there is none. @returns {{draft: Draft, spent: number} | null} */
export function recallGame() {
    const kept = recall("game");
    if (typeof kept !== "object" || kept === null || !("record" in kept) || typeof kept.record !== "string")
        return null;
    const spent = "spent" in kept && typeof kept.spent === "number" && kept.spent >= 0 ? kept.spent : 0;
    try {
        const { draft } = parseRecord(kept.record);
        replay(draft);
        return { draft, spent };
    } catch {
        return null;
    }
}

export const recallSettings = () => settingsFrom(recall("settings"));

/** @returns {Theme} */
export function recallTheme() {
    const theme = recall("theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
}

/** @param {State} state @param {number} now */
export function keepGame({ play }, now) {
    keep("game", { record: writeRecord(play.game.draft), spent: elapsed(play.turn, now) });
}

/** Keeps what has changed. @param {State} before @param {State} state @param {number} now */
export function keepChanges(before, state, now) {
    if (before.play.game !== state.play.game) keepGame(state, now);
    if (before.settings !== state.settings) keep("settings", state.settings);
    if (before.theme !== state.theme) keep("theme", state.theme);
}
