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
import * as arena from "../services/tournament.js";
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
        default:
            return void askArena(effect, send);
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

/** What the server tells about a tournament. @param {Effect} effect @param {Send} send */
async function askArena(effect, send) {
    try {
        switch (effect.type) {
            case "fetch tournament":
                return await tournament(effect.query, send);
            case "fetch games":
                return send({ type: "listed", query: effect.query, list: await arena.fetchGames(effect.query) });
            case "fetch record":
                return await watch(effect.id, effect.ply, send);
            case "fetch past":
                return send({ type: "past", moment: effect.at, tournament: await arena.fetchTournament(effect.at) });
            case "fetch history":
                return send({ type: "history", moments: await arena.fetchHistory() });
            case "fetch live":
                return send({ type: "live", list: await arena.fetchLive() });
            case "fetch followed": {
                const { which } = effect;
                return send({ type: "followed", which, found: await arena.fetchFollowed(which.pair, which.number) });
            }
            case "fetch agent":
                return send({ type: "agent", name: effect.name, about: await arena.fetchAgent(effect.name) });
            case "fetch worst":
                return send({ type: "worst record", id: effect.id, text: await arena.fetchRecord(effect.id) });
        }
    } catch (problem) {
        // What is asked again by itself says nothing each time.
        if (AGAIN.includes(effect.type)) send({ type: "arena unreachable" });
        else if (effect.type === "fetch worst") send({ type: "worst record", id: effect.id, text: null });
        else send({ type: "complain", text: messageOf(problem) });
    }
}

/** @type {readonly Effect["type"][]} */
const AGAIN = ["fetch tournament", "fetch live", "fetch followed", "fetch agent", "fetch history"];

/** @param {string} query @param {Send} send */
async function tournament(query, send) {
    const found = await arena.fetchTournament(null);
    send({ type: "tournament", tournament: found });
    if (found) send({ type: "listed", query, list: await arena.fetchGames(query) });
}

/** @param {number} id @param {number} ply @param {Send} send */
async function watch(id, ply, send) {
    send({ type: "read record", text: await arena.fetchRecord(id), judge: ply > 0, from: gameName(id) });
    if (ply > 0) send({ type: "show review", ply });
}
