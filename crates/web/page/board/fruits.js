// @ts-check
/** The drawing of a fruit, by its name in the document's collection of drawings. */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} fruit its digit @returns {SVGSVGElement} */
export function fruitElement(fruit) {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", "-6 -6 112 112");
    drawing.setAttribute("class", "fruit");
    drawing.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#fruit-${fruit}`);
    drawing.append(use);
    return drawing;
}
