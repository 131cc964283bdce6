// @ts-check
/** A whole game in a link: its record, compressed, after the `#`. */

const PREFIX = "game=";

/** More than the longest game on the largest board; a link that unpacks to more is refused. */
const MOST_CHARACTERS = 100_000;

/** @param {string} fragment with or without its `#` */
export const isGameLink = (fragment) => fragment.replace(/^#/, "").startsWith(PREFIX);

/** @param {string} record @returns {Promise<string>} the fragment without its `#` */
export async function linkOf(record) {
    const packed = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The text of the record, which still has to be checked.
 * @param {string} fragment @returns {Promise<string>}
 */
export async function recordOf(fragment) {
    const text = fragment.replace(/^#/, "").slice(PREFIX.length);
    if (!/^[\w-]+$/.test(text)) throw new Error("expected letters, digits, - and _ after “game=”");
    const bytes = Uint8Array.from(atobLenient(text), (character) => character.charCodeAt(0));
    return unpacked(bytes);
}

/** @param {string} text */
function atobLenient(text) {
    try {
        return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    } catch {
        throw new Error("expected base64 after “game=”; a part of the link may be missing");
    }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function unpacked(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let text = "";
    try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            text += part.value;
            if (text.length > MOST_CHARACTERS) break;
        }
    } catch {
        throw new Error("expected a compressed record; a part of the link may be missing");
    }
    if (text.length <= MOST_CHARACTERS) return text;
    await reader.cancel();
    throw new Error(`expected a record of at most ${MOST_CHARACTERS} characters`);
}
