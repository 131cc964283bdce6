// @ts-check
/** What the page should look like, as plain data; `patch.js` makes it so. */

/**
 * @typedef {Record<string, unknown>} Properties
 * @typedef {{kind: "element", tag: string, namespace: string | null, properties: Properties, children: Node[]}} ElementNode
 * @typedef {{kind: "lazy", draw: (...values: any[]) => Node, values: readonly unknown[], drawn?: Node}} LazyNode
 * @typedef {ElementNode | LazyNode | string | null} Node
 * @typedef {Node | number | false | undefined} Single
 * @typedef {Single | readonly Single[] | readonly (readonly Single[])[]} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Properties that begin with `on` are listeners, `style` is a record of custom
 * properties and `ref` is told of the element after each patch; what is in an `own` element is
 * somebody else's; `key` tells what stays the same among others; all others are attributes.
 * @param {string} tag
 * @param {Properties | null} [properties]
 * @param {...Child} children
 * @returns {ElementNode}
 */
export function h(tag, properties, ...children) {
    return { kind: "element", tag, namespace: null, properties: properties ?? {}, children: flat(children) };
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Properties | null} [properties]
 * @param {...Child} children
 * @returns {ElementNode}
 */
export function drawing(tag, properties, ...children) {
    return { ...h(tag, properties, ...children), namespace: SVG };
}

/**
 * Drawn again only when one of the values is another one.
 * @template {readonly unknown[]} Values
 * @param {(...values: Values) => Node} draw
 * @param {Values} values
 * @returns {LazyNode}
 */
export function lazy(draw, ...values) {
    return { kind: "lazy", draw, values };
}

/**
 * What is absent stays as a gap, so that what follows it keeps its place and its focus.
 * @param {readonly Child[]} children
 * @returns {Node[]}
 */
function flat(children) {
    return children.flatMap((child) => {
        if (child === false || child === undefined || child === null) return [null];
        if (typeof child === "number") return [String(child)];
        return isList(child) ? flat(child) : [child];
    });
}

/** @param {Child} child @returns {child is readonly Child[]} */
const isList = (child) => Array.isArray(child);
