// @ts-check
/**
 * The rules and the engine: `crates/web/engine`, compiled to WebAssembly and asked in JSON. A
 * question that cannot be answered throws an error with the reason.
 */

/** @import { Bench, BoardText, Cell, Draft, EngineOptions, Game, Judgement, Move, Position } from "./types.js" */
/** @import { Report, Review, ReviewLimits, SearchLimits } from "./types.js" */

/**
 * @typedef {object} Module `crates/web/engine/src/exports.rs` says what these do
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => number} ask
 * @property {() => number} answer
 * @property {() => number} answer_length
 *
 * @typedef {object} Listener whoever hears of an answer before it is there
 * @property {(found: any) => void} told
 * @property {() => boolean} stopped
 * @property {unknown[]} thrown what telling it has thrown, which ends the search
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {Module | undefined} */
let module;
/** @type {Promise<void> | undefined} */
let loading;
/** @type {Listener | undefined} */
let listener;

/** @param {number} start @param {number} length */
const text = (start, length) => decoder.decode(new Uint8Array(loaded().memory.buffer, start, length));

/** What the module asks of the page. */
const IMPORTS = {
    page: {
        now: () => performance.now(),
        stopped: () => Number(listener?.stopped() ?? false),
        hear: (/** @type {number} */ start, /** @type {number} */ length) => {
            try {
                listener?.told(JSON.parse(text(start, length)));
                return 1;
            } catch (error) {
                listener?.thrown.push(error);
                return 0;
            }
        },
    },
};

function loaded() {
    if (!module) throw new Error("the engine is not loaded");
    return module;
}

/** Loads the module, once, from where this file is unless its bytes are given. @param {BufferSource} [bytes] */
export default function initialise(bytes) {
    loading ??= load(bytes).catch((error) => {
        loading = undefined;
        throw error;
    });
    return loading;
}

/** @param {BufferSource} [bytes] */
async function load(bytes) {
    const { instance } = bytes ? await WebAssembly.instantiate(bytes, IMPORTS) : await fetched();
    module = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
}

/** Compiled as it arrives, except from hosts that do not know its media type. */
async function fetched() {
    const response = await fetch(new URL("engine.wasm", import.meta.url));
    if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.statusText}`);
    const isNamed = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return isNamed
        ? WebAssembly.instantiateStreaming(response, IMPORTS)
        : WebAssembly.instantiate(await response.arrayBuffer(), IMPORTS);
}

/** @param {object} question @param {Listener} [listening] @returns {any} */
function ask(question, listening) {
    const { memory, room, ask, answer, answer_length } = loaded();
    const bytes = encoder.encode(JSON.stringify(question));
    const start = room(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    listener = listening;
    const isAnswered = ask();
    listener = undefined;
    if (listening?.thrown.length) throw listening.thrown[0];
    const answered = text(answer(), answer_length());
    if (!isAnswered) throw new Error(answered);
    return JSON.parse(answered);
}

/** The board of a seed; the same for ever. @param {number} size @param {number} kinds @param {string} seed @returns {BoardText} */
export const randomBoard = (size, kinds, seed) => ask({ ask: "randomBoard", size, kinds, seed });

/** A board as an SVG document. @param {BoardText} board @returns {string} */
export const boardPicture = (board) => ask({ ask: "boardPicture", board });

/** Claims the group at a cell. @param {BoardText} board @param {Cell} cell @returns {Move} */
export const play = (board, cell) => ask({ ask: "play", board, cell });

/** Reads an `input.txt` or a bare board. @param {string} text @returns {Position} */
export const parsePosition = (text) => ask({ ask: "parsePosition", text });

/** Reads the text of a record. @param {string} text @returns {Game} */
export const parseRecord = (text) => ask({ ask: "parseRecord", text });

/** Replays a game. @param {Draft} draft @returns {Game} */
export const replay = (draft) => ask({ ask: "replay", draft });

/** Writes the record of a game; one under way is recorded as interrupted. @param {Draft} draft @returns {string} */
export const writeRecord = (draft) => ask({ ask: "writeRecord", draft });

/** Runs the fixed searches of `fruitrage bench`. @returns {Bench} */
export const bench = () => ask({ ask: "bench" });

/** Searches positions, and remembers what it has found. */
export class Engine {
    #engine;

    /** @param {EngineOptions} options */
    constructor(options) {
        this.#engine = ask({ ask: "newEngine", options });
    }

    /**
     * The best lines of a position, or null if there is no move. `told` hears of every depth; if
     * it throws, so does this. Many times per second `stopped` is asked whether to return what
     * was found so far.
     * @param {BoardText} board @param {SearchLimits} limits
     * @param {(report: Report) => void} told @param {() => boolean} stopped
     * @returns {Report | null}
     */
    search(board, limits, told, stopped) {
        return ask({ ask: "search", engine: this.#engine, board, limits }, { told, stopped, thrown: [] });
    }

    /**
     * Judges every move of a record, from the last to the first; `told` hears of each. If it
     * throws, so does this; if the review is stopped, the answer is null.
     * @param {string} record @param {ReviewLimits} limits
     * @param {(judgement: Judgement) => void} told @param {() => boolean} stopped
     * @returns {Review | null}
     */
    review(record, limits, told, stopped) {
        return ask({ ask: "review", engine: this.#engine, record, limits }, { told, stopped, thrown: [] });
    }
}
