// @ts-check
/** The rules, from the engine's own code: nothing about the game is decided elsewhere on the page. */

/** @import { Rules } from "../flow/types.js" */
import initialise, {
    boardPicture,
    parsePosition,
    parseRecord,
    play,
    randomBoard,
    replay,
    writeRecord,
} from "../engine/engine.js";

/** @returns {Promise<Rules>} */
export async function loadRules() {
    await initialise();
    return { boardPicture, parsePosition, parseRecord, play, randomBoard, replay, writeRecord };
}
