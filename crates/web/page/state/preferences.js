// @ts-check
/** How the page behaves, whatever is played. */

/** @typedef {{sound: boolean, vibration: boolean, shortcuts: boolean}} Preferences `shortcuts` are single letters that work anywhere */

/** @type {Preferences} */
export const DEFAULT_PREFERENCES = { sound: false, vibration: true, shortcuts: true };

/** From anything that was stored once. @param {unknown} stored @returns {Preferences} */
export function preferencesFrom(stored) {
    const given = /** @type {Partial<Record<keyof Preferences, unknown>>} */ (
        typeof stored === "object" && stored !== null ? stored : {}
    );
    const choice = (/** @type {keyof Preferences} */ name) => {
        const value = given[name];
        return typeof value === "boolean" ? value : DEFAULT_PREFERENCES[name];
    };
    return { sound: choice("sound"), vibration: choice("vibration"), shortcuts: choice("shortcuts") };
}
