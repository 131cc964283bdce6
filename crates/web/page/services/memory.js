// @ts-check
/** What the browser keeps for the next visit. Where it keeps nothing, the page works all the same. */

/** @param {string} name @returns {unknown} null if there is nothing or it cannot be read */
export function recall(name) {
    try {
        return JSON.parse(localStorage.getItem(`fruitrage.${name}`) ?? "null");
    } catch {
        return null;
    }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
    try {
        localStorage.setItem(`fruitrage.${name}`, JSON.stringify(value));
    } catch {
        // Storage is full or forbidden: the visit goes on without it.
    }
}
