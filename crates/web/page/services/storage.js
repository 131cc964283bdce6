// @ts-check
/** What the browser keeps. Where it keeps nothing, the page works all the same. */

/** @typedef {"browser" | "tab"} Where over visits and for all tabs, or for this tab alone, over a reload */

/** @param {Where} where */
const storageOf = (where) => (where === "tab" ? sessionStorage : localStorage);

/** @param {Where} where @param {string} name @returns {unknown} null if there is nothing or it cannot be read */
export function recall(where, name) {
    try {
        return JSON.parse(storageOf(where).getItem(`fruitrage.${name}`) ?? "null");
    } catch {
        return null;
    }
}

/** @param {Where} where @param {string} name @param {unknown} value null to forget it */
export function keep(where, name, value) {
    try {
        if (value === null) storageOf(where).removeItem(`fruitrage.${name}`);
        else storageOf(where).setItem(`fruitrage.${name}`, JSON.stringify(value));
    } catch {
        // Storage is full or forbidden: the visit goes on without it.
    }
}
