// @ts-check
/** Rooms: who meets where, and the game there as the server tells it. */

/** @import { Draft, Game, Player } from "../engine/types.js" */
/** @import { Face } from "../dom/clock.js" */
/** @import { Chair, RoomView } from "./messages.js" */
/** @import { About } from "./types.js" */

/**
 * @typedef {{
 *   name: string, against: "friend" | "agent" | "agents", agents: readonly [string, string],
 *   size: number, fruits: number, clock: number, first: "host" | "guest" | "chance",
 * }} Offer what a room is opened with; the clock is 0 for none
 * @typedef {{room: string, chair: Chair | null, token: string | null, invitation: string | null}} Seat
 * @typedef {{kind: "open"} | {kind: "sit", room: string, invitation: string, token: string} | {kind: "enter", room: string, token: string | null, invitation: string | null}} Aim
 *   what is said first when the connection is there
 * @typedef {{
 *   about: About | null | undefined,
 *   offer: Offer,
 *   aim: Aim | null,
 *   invited: {room: string, invitation: string} | null,
 *   link: "off" | "connecting" | "on",
 *   attempts: number,
 *   trouble: string | null,
 *   seat: Seat | null,
 *   room: RoomView | null,
 *   game: Game | null,
 *   at: number,
 *   present: readonly [boolean, boolean],
 *   watching: number,
 *   ahead: number | null,
 *   code: readonly string[] | null,
 *   shown: number | null,
 *   sent: number | null,
 * }} Online `about` is undefined before the server was asked and null where there are no rooms; `at` is when the clocks were told; `sent` is the ply of a move that is under way
 */

/** @type {Offer} */
export const DEFAULT_OFFER = {
    name: "",
    against: "friend",
    agents: ["", ""],
    size: 10,
    fruits: 4,
    clock: 300,
    first: "chance",
};

/** @type {Online} */
export const OFFLINE = {
    about: undefined,
    offer: DEFAULT_OFFER,
    aim: null,
    invited: null,
    link: "off",
    attempts: 0,
    trouble: null,
    seat: null,
    room: null,
    game: null,
    at: 0,
    present: [false, false],
    watching: 0,
    ahead: null,
    code: null,
    shown: null,
    sent: null,
};

/** What is left of a room when one goes. @param {Online} online @returns {Online} */
export const outside = ({ about, offer }) => ({ ...OFFLINE, about, offer });

/** @param {Chair} chair @returns {Chair} */
export const otherChair = (chair) => (chair === "host" ? "guest" : "host");

/** @param {Chair} chair its place in lists of two */
export const placeOf = (chair) => (chair === "host" ? 0 : 1);

/** @param {RoomView} room @param {Player} player @returns {Chair} */
export const chairOf = (room, player) => (player === 0 ? room.first : otherChair(room.first));

/** @param {RoomView} room @param {Chair} chair @returns {Player} */
export const playerOf = (room, chair) => (chair === room.first ? 0 : 1);

/** @param {RoomView} room @param {Player} player */
export const nameOf = (room, player) => room.players[placeOf(chairOf(room, player))]?.name ?? "?";

/**
 * The game as a draft, with the names that others see.
 * @param {RoomView} room @returns {Draft | null}
 */
export function draftOf(room) {
    const { game } = room;
    if (!game) return null;
    const { ending } = game;
    return {
        players: [nameOf(room, 0), nameOf(room, 1)],
        board: game.board,
        kinds: game.kinds,
        clocks: game.clock === null ? null : [game.clock, game.clock],
        ties: game.ties,
        notes: [`seed ${game.seed}`],
        moves: game.moves,
        forfeit:
            ending?.kind === "forfeit"
                ? { cause: /** @type {any} */ (ending.cause), loser: ending.loser, detail: ending.detail }
                : null,
        agreed: ending?.kind === "agreed",
    };
}

/** The same as the visitor sees it: one of the players may be "You". @param {Draft} draft @param {RoomView} room @param {Chair | null} chair @returns {Draft} */
export function seenFrom(draft, room, chair) {
    if (chair === null) return draft;
    const you = playerOf(room, chair);
    return { ...draft, players: you === 0 ? ["You", draft.players[1]] : [draft.players[0], "You"] };
}

/** @param {Online} online @returns {Player | null} which player the visitor is */
export const ownSide = ({ seat, room }) => (seat?.chair && room ? playerOf(room, seat.chair) : null);

/** Whether a seat is free for a visitor who has a link to it. @param {Online} online */
export const isInvited = ({ invited, seat, room }) =>
    invited !== null && !seat?.chair && (room === null || room.stage === "open");

/** Whether the visitor is to move, on the board that is shown. @param {Online} online */
export const isYourTurn = (online) =>
    online.room?.stage === "playing" &&
    online.link === "on" &&
    online.shown === null &&
    online.sent === null &&
    online.game !== null &&
    online.game.toMove !== null &&
    online.game.toMove === ownSide(online);

/** @param {Online} online @returns {[Face | null, Face | null]} in the order of the game */
export function faces({ room, game, at }) {
    const left = room?.game?.left;
    if (!room?.game || !left) return [null, null];
    const runs = room.stage === "playing" && !room.game.paused ? (game?.toMove ?? null) : null;
    /** @param {Player} player @returns {Face} */
    const face = (player) => ({ left: left[player] / 1000, since: runs === player ? at : null });
    return [face(0), face(1)];
}

/** @param {Online} online how many moves the board shows */
export const shownPly = ({ game, shown }) => shown ?? game?.turns.length ?? 0;

/** @param {string} fragment @returns {{room: string, invitation: string | null} | null} */
export function roomIn(fragment) {
    const found = /^#room=([a-z0-9]{12})(?:\.([a-z0-9]{26}))?$/.exec(fragment);
    return found ? { room: found[1] ?? "", invitation: found[2] ?? null } : null;
}

/** @param {string} room @param {string | null} invitation */
export const fragmentOf = (room, invitation) => `#room=${room}${invitation ? `.${invitation}` : ""}`;

/**
 * What was offered last time, from anything that was stored.
 * @param {unknown} stored @returns {Offer}
 */
export function offerFrom(stored) {
    const given = /** @type {Record<string, unknown>} */ (typeof stored === "object" && stored ? stored : {});
    const whole = (/** @type {"size" | "fruits" | "clock"} */ name, /** @type {number} */ least, /** @type {number} */ most) => {
        const value = given[name];
        return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
            ? value
            : DEFAULT_OFFER[name];
    };
    return {
        ...DEFAULT_OFFER,
        name: typeof given["name"] === "string" ? given["name"].slice(0, 24) : "",
        size: whole("size", 1, 26),
        fruits: whole("fruits", 1, 10),
        clock: whole("clock", 0, 86_400),
    };
}
