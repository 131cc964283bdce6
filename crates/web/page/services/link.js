// @ts-check
/** A whole game in a link, after the `#`: its seed and moves where that says all, else its record, compressed. */

/** @import { Draft } from "../engine/types.js" */
/** @import { Rules } from "../flow/types.js" */
import { draftFrom, shortForm } from "../state/link.js";
import { PROBLEMS, recordTooLong } from "../words/problems.js";

/** More than the longest game on the largest board; a link that unpacks to more is refused. */
const MOST_CHARACTERS = 100_000;

/** @param {Draft} draft @param {Rules} rules @returns {Promise<string>} */
export const gameCode = async (draft, rules) => shortForm(draft, rules) ?? packed(rules.writeRecord(draft));

/** @param {string} code @param {Pick<Rules, "randomBoard" | "parseRecord">} rules @returns {Promise<Draft>} */
export const gameOf = async (code, rules) =>
    code.includes(".") ? draftFrom(code, rules) : rules.parseRecord(await recordIn(code)).draft;

/** @param {string} record @returns {Promise<string>} */
export async function packed(record) {
    const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of the record, which still has to be checked. @param {string} code @returns {Promise<string>} */
export async function recordIn(code) {
    if (!/^[\w-]+$/.test(code)) throw new Error(PROBLEMS.linkLetters);
    return unpacked(Uint8Array.from(atobLenient(code), (character) => character.charCodeAt(0)));
}

/** @param {string} text */
function atobLenient(text) {
    try {
        return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    } catch {
        throw new Error(PROBLEMS.linkBase64);
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
        throw new Error(PROBLEMS.linkRecord);
    }
    if (text.length <= MOST_CHARACTERS) return text;
    await reader.cancel();
    throw new Error(recordTooLong(MOST_CHARACTERS));
}
