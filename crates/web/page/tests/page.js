/** A page whose events are told one by one, for tests alone. */

import { draftOf } from "../state/draft.js";
import { DEFAULT_PREFERENCES } from "../state/preferences.js";
import { NO_PROGRESS } from "../state/puzzle.js";
import { DEFAULT_SETTINGS } from "../state/settings.js";
import { begin } from "../state/state.js";
import { update } from "../update/update.js";
import { rules } from "./twin.js";

/** @param {string} view */
export function pageAt(view) {
    const settings = { ...DEFAULT_SETTINGS, size: 4, fruits: 2, seed: "7", first: "you" };
    const game = rules.replay(draftOf(settings, "1", null, rules));
    const kept = { progress: NO_PROGRESS, results: [], review: null, analysed: null, welcome: false };
    const look = { theme: "auto", preferences: DEFAULT_PREFERENCES, fruitNames: ["apple", "pear", "plum"] };
    const page = {
        state: begin({ ...kept, ...look, game, spent: 0, now: 0, settings, view }),
        effects: [],
        send(happening, at = 0) {
            const change = update(page.state, { day: 100, ...happening, at, chance: 5 }, rules);
            page.state = change.state;
            page.effects = [...change.effects];
            return page;
        },
        /** The effects of this kind among those of the last event. */
        all: (type) => page.effects.filter((effect) => effect.type === type),
    };
    return page;
}
