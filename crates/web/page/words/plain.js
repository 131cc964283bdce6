// @ts-check
/** Text of others as it can be shown, such as names and what programs say. */

/** Control characters, and those that change how others are laid out. */
const UNSEEN =
    /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;

/** How much of a name is shown. */
const LONGEST = 60;

/**
 * What turns the direction of writing and the like is written out, and of a long text only the
 * beginning is shown.
 *
 * @param {string} text @param {number} longest in characters @returns {string}
 */
export function plain(text, longest = LONGEST) {
    // No character takes more than two places.
    const letters = [...text.slice(0, 2 * longest + 2)];
    const shown = letters.slice(0, longest).join("");
    const written = shown.replace(UNSEEN, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
    return letters.length > longest ? `${written}…` : written;
}
