// @ts-check
/** The drawings of the fruits, taken into the document so that they can be used by their names. */

/** @returns {Promise<string[]>} the names of the fruits in the order of their numbers */
export async function loadFruits() {
    const response = await fetch(new URL("../fruits.svg", import.meta.url));
    if (!response.ok) throw new Error(`fruits.svg: ${response.status} ${response.statusText}`);
    const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    const names = Array.from(sprite.querySelectorAll("symbol > title"), (title) => {
        // A title would pop up under the mouse on every cell.
        title.remove();
        return title.textContent ?? "";
    });
    sprite.setAttribute("class", "sprite");
    sprite.setAttribute("aria-hidden", "true");
    document.body.prepend(document.importNode(sprite, true));
    return names;
}
