// @ts-check
/** The connection to the server, and what of rooms the browser keeps. */

/** @import { Send } from "../flow/types.js" */
/** @import { Notice } from "./messages.js" */
/** @import { About, Keys, OnlineEffect } from "./types.js" */
import { keep, recall } from "../services/storage.js";
import { fragmentOf } from "./state.js";

/** Seats of so many rooms are kept. */
const MOST_SEATS = 50;

export class Connection {
    /** @type {WebSocket | null} */
    #socket = null;
    /** @type {Send} */
    #send;

    /** @param {Send} send */
    constructor(send) {
        this.#send = send;
    }

    /** @param {OnlineEffect} effect */
    perform(effect) {
        switch (effect.act) {
            case "ask about":
                return void this.#ask();
            case "connect":
                return this.#connect();
            case "disconnect":
                return this.#close();
            case "say":
                return this.#socket?.send(JSON.stringify(effect.request));
            case "retry":
                return void setTimeout(() => this.#send({ type: "online retry" }), effect.milliseconds);
            case "keep seat":
                return keepSeat(effect.room, effect.keys);
            case "set address":
                return history.replaceState(null, "", effect.room ? fragmentOf(effect.room, null) : "#online");
            case "link":
                return this.#send({ type: "online linked", link: linkTo(effect.room, effect.invitation) });
            case "draw":
                return this.#socket?.send(
                    JSON.stringify({ type: "draw", link: linkTo(effect.room, effect.invitation) }),
                );
        }
    }

    async #ask() {
        /** @type {About | null} */
        let about = null;
        try {
            const response = await fetch("api/online");
            const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
            if (response.ok && isJson) about = await response.json();
        } catch {
            // There is no server: there are no rooms.
        }
        this.#send({ type: "online about", about });
    }

    #connect() {
        this.#close();
        const address = new URL("api/room", location.href);
        address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
        address.hash = "";
        const socket = new WebSocket(address);
        this.#socket = socket;
        socket.onopen = () => this.#send({ type: "online connected" });
        socket.onmessage = ({ data }) => this.#hear(socket, String(data));
        socket.onclose = () => {
            if (this.#socket !== socket) return;
            this.#socket = null;
            this.#send({ type: "online lost" });
        };
    }

    /** @param {WebSocket} socket @param {string} text */
    #hear(socket, text) {
        /** @type {Notice} */
        const notice = JSON.parse(text);
        // The clock gives back what this takes: it is answered at once.
        if (notice.type === "ping") socket.send(JSON.stringify({ type: "pong", nonce: notice.nonce }));
        else if (this.#socket === socket) this.#send({ type: "online said", notice });
    }

    #close() {
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }
}

/** What a seat is opened with: 130 bits by chance, in the server's letters. */
export function newToken() {
    const letters = "abcdefghijkmnpqrstuvwxyz23456789";
    return [...crypto.getRandomValues(new Uint8Array(26))].map((byte) => letters[byte % 32]).join("");
}

/** @param {string} room @param {string | null} invitation */
export function linkTo(room, invitation) {
    const address = new URL(location.href);
    address.hash = fragmentOf(room, invitation);
    return address.href;
}

/** @param {string} room @returns {Keys | null} what opens the visitor's seat there */
export function seatIn(room) {
    const seats = /** @type {Record<string, Partial<Keys> | null>} */ (recall("browser", "seats") ?? {});
    const kept = Object.hasOwn(seats, room) ? seats[room] : null;
    if (typeof kept?.token !== "string") return null;
    return { token: kept.token, invitation: typeof kept.invitation === "string" ? kept.invitation : null };
}

/** @param {string} room @param {Keys} keys */
function keepSeat(room, keys) {
    const seats = /** @type {Record<string, unknown>} */ (recall("browser", "seats") ?? {});
    const entries = Object.entries(seats).filter(([other]) => other !== room);
    keep("browser", "seats", Object.fromEntries([...entries, [room, keys]].slice(-MOST_SEATS)));
}
