// @ts-check
/** Does what an update asks for, and tells what came of it. */

/** @import { Effect, Rules, Send, SharedPicture } from "./types.js" */
/** @import { State } from "../state/state.js" */
/** @import { Connection } from "../online/connection.js" */
/** @import { EngineService } from "../services/engine.js" */
import { choose, save, textOf } from "../services/files.js";
import { addressOf } from "../services/address.js";
import { canPassOn, passOn, pngOf } from "../services/picture.js";
import { claimSound, endSound } from "../services/sound.js";
import { puzzlesFrom } from "../state/puzzle.js";
import { seenBoard } from "../state/seen.js";
import { fetchGames, fetchRecord, fetchTournament } from "../services/tournament.js";
import { gameName } from "../words/arena.js";
import { PROBLEMS, messageOf, noPuzzles, serverAnswered } from "../words/problems.js";

/**
 * @param {{engine: () => EngineService, online: () => Connection, rules: Rules, state: () => State}} world
 * @returns {(effect: Effect, send: Send) => void}
 */
export const performer = (world) => (effect, send) => {
    switch (effect.type) {
        case "ask":
            return world.engine().ask(effect.ticket, effect.question);
        case "stop":
            return world.engine().stop(effect.ticket);
        case "online":
            return world.online().perform(effect);
        case "wait": {
            const { ticket, what } = effect;
            return void setTimeout(() => send({ type: "moment", ticket, what }), effect.milliseconds);
        }
        case "copy":
            return void copy(effect.text, send);
        case "share":
            return void share(world.state(), world.rules, send);
        case "pass on":
            return void passOn(effect.link, effect.picture).catch((problem) =>
                send({ type: "complain", text: messageOf(problem) }),
            );
        case "save file":
            return save(effect.name, effect.text);
        case "choose file":
            return choose(effect.accept, (file) => void takeIn(file, send));
        case "choose results":
            return choose(".fruitrage,.txt,text/plain", (file) => void importResults(file, send));
        case "claimed":
            if (world.state().preferences.vibration) vibrate(effect.size);
            if (world.state().preferences.sound) claimSound(effect.size, effect.side);
            return;
        case "ended":
            if (world.state().preferences.sound) endSound(effect.won);
            return;
        case "fetch puzzles":
            return void puzzles(send);
        case "fetch tournament":
            return void fetchAll(effect.query, send);
        case "fetch games":
            return void list(effect.query, send);
        case "fetch record":
            return void watch(effect.id, send);
    }
};

/** Only where a finger has touched the page already: elsewhere browsers complain. @param {number} size */
function vibrate(size) {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(Math.min(40, 6 + 2 * size));
}

/** @param {string} text @param {Send} send */
async function copy(text, send) {
    try {
        await navigator.clipboard.writeText(text);
        send({ type: "copied" });
    } catch {
        send({ type: "complain", text: PROBLEMS.noCopying });
    }
}

/** @param {State} state @param {Rules} rules @param {Send} send */
async function share(state, rules, send) {
    try {
        const address = new URL(location.href);
        address.hash = await addressOf(state, rules);
        send({ type: "shared", link: address.href, picture: await pictureOf(state, rules) });
    } catch (problem) {
        send({ type: "complain", text: messageOf(problem) });
    }
}

/** The last one made; its address is given back when the next comes. */
let pictureAddress = "";

/** @param {State} state @param {Rules} rules @returns {Promise<SharedPicture | null>} a link goes without one where none can be drawn */
async function pictureOf(state, rules) {
    const board = seenBoard(state);
    if (board === null) return null;
    try {
        const blob = await pngOf(rules.boardPicture(board));
        URL.revokeObjectURL(pictureAddress);
        pictureAddress = URL.createObjectURL(blob);
        return { address: pictureAddress, blob, canPassOn: canPassOn() };
    } catch {
        return null;
    }
}

/** @param {File} file @param {Send} send */
export async function takeIn(file, send) {
    try {
        send({ type: "take in", text: await textOf(file), from: file.name });
    } catch (problem) {
        send({ type: "complain", text: messageOf(problem) });
    }
}

/** All games that are kept, and some room. */
const MOST_IMPORTED = 5_000_000;

/** @param {File} file @param {Send} send */
async function importResults(file, send) {
    try {
        send({ type: "import results", text: await textOf(file, MOST_IMPORTED) });
    } catch (problem) {
        send({ type: "complain", text: messageOf(problem) });
    }
}

/** @param {Send} send */
async function puzzles(send) {
    try {
        const response = await fetch("puzzles.jsonl");
        if (!response.ok) throw new Error(serverAnswered(response.status));
        send({ type: "puzzles", puzzles: puzzlesFrom(await response.text()) });
    } catch (problem) {
        send({ type: "complain", text: noPuzzles(problem) });
    }
}

/** @param {string} query @param {Send} send */
async function fetchAll(query, send) {
    try {
        const tournament = await fetchTournament();
        send({ type: "tournament", tournament });
        if (tournament) send({ type: "listed", query, list: await fetchGames(query) });
    } catch {
        send({ type: "arena unreachable" });
    }
}

/** @param {string} query @param {Send} send */
async function list(query, send) {
    try {
        send({ type: "listed", query, list: await fetchGames(query) });
    } catch (problem) {
        send({ type: "complain", text: messageOf(problem) });
    }
}

/** @param {number} id @param {Send} send */
async function watch(id, send) {
    try {
        send({ type: "read record", text: await fetchRecord(id), judge: false, from: gameName(id) });
    } catch (problem) {
        send({ type: "complain", text: messageOf(problem) });
    }
}
