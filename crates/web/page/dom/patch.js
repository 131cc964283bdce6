// @ts-check
/** Makes the document look as described, touching only what differs. */

/** @import { ElementNode, Node as Description, Properties } from "./element.js" */

/**
 * @param {Element} parent
 * @param {readonly Description[]} before what the parent's children were made from
 * @param {readonly Description[]} after
 */
export function patchChildren(parent, before, after) {
    if (after.some((description) => keyOf(description) !== undefined) && before.length > 0)
        return patchKeyed(parent, before, after);
    after.forEach((description, place) => {
        const present = parent.childNodes[place];
        if (present === undefined) parent.append(create(description));
        else patch(present, before[place] ?? null, description);
    });
    while (parent.childNodes.length > after.length) remove(/** @type {ChildNode} */ (parent.lastChild));
}

/**
 * What has a key keeps its element wherever it goes, and with it its focus.
 * @param {Element} parent
 * @param {readonly Description[]} before
 * @param {readonly Description[]} after
 */
function patchKeyed(parent, before, after) {
    const present = [...parent.childNodes];
    /** @type {Map<unknown, number>} */
    const places = new Map();
    before.forEach((description, place) => places.set(keyOf(description) ?? `place ${place}`, place));
    const kept = new Set();
    const made = after.map((description, place) => {
        const old = places.get(keyOf(description) ?? `place ${place}`);
        const node = old === undefined ? undefined : present[old];
        if (old === undefined || node === undefined) return create(description);
        kept.add(node);
        return patch(node, before[old] ?? null, description);
    });
    for (const node of present) if (!kept.has(node)) remove(node);
    made.forEach((node, place) => {
        const there = parent.childNodes[place] ?? null;
        if (there !== node) parent.insertBefore(node, there);
    });
}

/** @param {Description} description */
function keyOf(description) {
    return description !== null && typeof description === "object" && description.kind === "element"
        ? description.properties["key"]
        : undefined;
}

/** A dialog gives the focus back to where it was. @param {ChildNode} node */
function remove(node) {
    closeDialog(node);
    node.remove();
}

/** @param {ChildNode} node */
function closeDialog(node) {
    if (!(node instanceof HTMLDialogElement) || !node.open) return;
    // Whoever removes it knows that it is closed.
    node.onclose = null;
    node.close();
}

/** @param {ChildNode} present @param {Description} description @returns {ChildNode} */
function replace(present, description) {
    const made = create(description);
    closeDialog(present);
    present.replaceWith(made);
    return made;
}

/**
 * @param {ChildNode} present
 * @param {Description} before
 * @param {Description} after
 * @returns {ChildNode} what is there now
 */
function patch(present, before, after) {
    if (after !== null && typeof after === "object" && after.kind === "lazy") {
        const earlier =
            before !== null && typeof before === "object" && before.kind === "lazy" ? before : null;
        if (earlier?.drawn !== undefined && isSame(earlier, after)) {
            after.drawn = earlier.drawn;
            return present;
        }
        after.drawn = after.draw(...after.values);
        return patch(present, earlier?.drawn ?? (earlier ? null : before), after.drawn);
    }
    if (before !== null && typeof before === "object" && before.kind === "lazy")
        return patch(present, before.drawn ?? null, after);
    if (isText(after)) {
        if (!isText(before)) return replace(present, after);
        if (before !== after) present.nodeValue = after ?? "";
        return present;
    }
    if (isText(before) || !isAlike(before, after)) return replace(present, after);
    const element = /** @type {Element & ChildNode} */ (present);
    patchProperties(element, before.properties, after.properties);
    if (!after.properties["own"]) patchChildren(element, before.children, after.children);
    afterwards(element, after.properties);
    return element;
}

/** @param {Description} description @returns {description is string | null} */
const isText = (description) => description === null || typeof description === "string";

/**
 * @param {Exclude<Description, string | null>} before
 * @param {ElementNode} after
 * @returns {before is ElementNode}
 */
function isAlike(before, after) {
    return (
        before.kind === "element" &&
        before.tag === after.tag &&
        before.properties["key"] === after.properties["key"]
    );
}

/**
 * @param {import("./element.js").LazyNode} before
 * @param {import("./element.js").LazyNode} after
 */
function isSame(before, after) {
    return (
        before.draw === after.draw &&
        before.values.length === after.values.length &&
        before.values.every((value, place) => Object.is(value, after.values[place]))
    );
}

/** @param {Description} description @returns {ChildNode} */
function create(description) {
    if (isText(description)) return document.createTextNode(description ?? "");
    if (description.kind === "lazy") {
        description.drawn = description.draw(...description.values);
        return create(description.drawn);
    }
    const element = description.namespace
        ? document.createElementNS(description.namespace, description.tag)
        : document.createElement(description.tag);
    patchProperties(element, {}, description.properties);
    element.append(...description.children.map(create));
    // The value of a list of choices can only be set once the choices are there.
    if (element instanceof HTMLSelectElement) patchProperties(element, {}, description.properties);
    afterwards(element, description.properties);
    return element;
}

/** @param {Element} element @param {Properties} properties */
function afterwards(element, properties) {
    const told = properties["ref"];
    if (typeof told === "function") told(element);
}

/**
 * @param {Element} element
 * @param {Properties} before
 * @param {Properties} after
 */
function patchProperties(element, before, after) {
    for (const name of Object.keys({ ...before, ...after })) {
        if (name === "ref" || name === "key" || name === "own") continue;
        if (name === "value" || name === "checked") setLive(element, name, after[name]);
        else if (before[name] === after[name]) continue;
        else if (name.startsWith("on")) Object.assign(element, { [name]: after[name] ?? null });
        else if (name === "style") setStyle(element, before[name], after[name]);
        else setAttribute(element, name, after[name]);
    }
}

/**
 * What the visitor changes too is compared with the document, not with what was there before.
 * @param {Element} element @param {string} name @param {unknown} value
 */
function setLive(element, name, value) {
    const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
    if (live[name] !== value) live[name] = value ?? "";
}

/** @param {Element} element @param {unknown} before @param {unknown} after */
function setStyle(element, before, after) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
    const values = /** @type {Record<string, string>} */ (after ?? {});
    const earlier = /** @type {Record<string, string>} */ (before ?? {});
    for (const name of Object.keys({ ...earlier, ...values })) {
        if (earlier[name] !== values[name]) element.style.setProperty(name, values[name] ?? null);
    }
}

/** @param {Element} element @param {string} name @param {unknown} value */
function setAttribute(element, name, value) {
    if (value === false || value === undefined || value === null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
}
