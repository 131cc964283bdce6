// @ts-check
/** What is said around rooms. */

/** @import { Matter, RoomView } from "../online/messages.js" */
/** @import { Offer, Online } from "../online/state.js" */
import { isYourTurn, otherChair, placeOf } from "../online/state.js";
import { claimedText, displayName, endingText, winnerText } from "./game.js";

/** @type {{title: string, connecting: string, opponent: string, opponents: Record<Offer["against"], string>, open: Record<Offer["against"], string>, program: string, against: string, first: string, firsts: Record<Offer["first"], string>, firstProgram: string, name: string, visitor: string}} */
export const LOBBY = {
    title: "Play online",
    connecting: "Connecting…",
    opponent: "Opponent",
    opponents: { friend: "A friend, by a link", agent: "A program of this server", agents: "Watch two programs" },
    open: { friend: "Play a friend", agent: "Play", agents: "Watch" },
    program: "Program",
    against: "Against",
    first: "Who starts",
    firsts: { chance: "By chance", host: "You", guest: "The other one" },
    firstProgram: "The first",
    name: "Your name",
    visitor: "Visitor",
};

export const INVITATION = {
    title: "You are invited to a game",
    join: "Join the game",
    watch: "Only watch",
};

export const WAITING = {
    forFriend: "Waiting for your friend",
    forPlace: "Waiting for a place",
    invitation: "Invitation",
    send: "Send this link to whoever you want to play. The game begins when they join.",
    link: "Link",
    copy: "Copy the link",
    code: "The link as a QR code",
    leave: "Leave",
};

export const TABLE = {
    offer: "Offer",
    withdraw: "Withdraw",
    accept: "Accept",
    decline: "Decline",
    linkToWatch: "Link to watch",
    leave: "Leave the table",
    begins: "The game begins.",
};

/** @type {Record<Matter, {ask: string, asked: string, asks: string}>} */
export const MATTERS = {
    draw: { ask: "Offer a draw", asked: "You offered a draw.", asks: "offers a draw." },
    "take-back": {
        ask: "Ask to take back",
        asked: "You asked to take your last move back.",
        asks: "asks to take the last move back.",
    },
    rematch: { ask: "Rematch", asked: "You asked for a rematch.", asks: "asks for a rematch, sides changed." },
};

export const NO_ROOMS =
    "There are no rooms here: this page comes from a host that only gives out files. Whoever runs “fruitrage serve” has them.";

/** @param {RoomView} room */
export function termsText({ terms }) {
    const clock =
        terms.clock === null
            ? "no clock"
            : terms.clock % 60 === 0
              ? `${terms.clock / 60} min each`
              : `${terms.clock} s each`;
    const kinds = `${terms.fruits} kind${terms.fruits === 1 ? "" : "s"} of fruit`;
    return `${terms.size} × ${terms.size} · ${kinds} · ${clock}`;
}

/** @type {Record<RoomView["terms"]["first"], string>} */
const FIRST = { host: "moves first", guest: "lets you move first", chance: "leaves to chance who moves first" };

/** What somebody is invited to. @param {RoomView} room */
export const invitedText = (room) =>
    `${room.players[0]?.name ?? "Somebody"} ${FIRST[room.terms.first]}: ${termsText(room)}.`;

/** What happened last, and whose turn it is. @param {Online} online */
export function statusText(online) {
    const { game, room, shown, link } = online;
    if (!game || !room) return "";
    if (link !== "on") return "The connection is lost: trying again…";
    if (shown !== null) return `After move ${shown} of ${game.turns.length}`;
    if (game.toMove === null) return `${winnerText(game)}. ${endingText(game)}`;
    const turn = game.turns.at(-1);
    const before = turn ? `${claimedText(game, turn)} · ` : "";
    if (room.game?.paused) return `${before}the clock stands still until the player to move is back`;
    const name = displayName(game.draft.players[game.toMove]);
    return isYourTurn(online) || name === "You" ? `${before}your move`.replace(/^y/, "Y") : `${before}${name} to move`;
}

/** Who is away or watches. @param {Online} online */
export function presenceText({ room, seat, present, watching }) {
    if (!room) return "";
    const others = seat?.chair ? [otherChair(seat.chair)] : /** @type {const} */ (["host", "guest"]);
    const away = others
        .filter((chair) => room.players[placeOf(chair)] && !present[placeOf(chair)])
        .map((chair) => `${room.players[placeOf(chair)]?.name} is away`);
    const watchers = watching > 0 ? [`${watching} watching`] : [];
    return [...away, ...watchers].join(" · ");
}

/** @param {number} ahead */
export const queueText = (ahead) =>
    ahead === 0
        ? "The program starts as soon as there is a place for it."
        : `${ahead} game${ahead === 1 ? " is" : "s are"} before yours. It begins by itself.`;
