import assert from "node:assert/strict";
import { test } from "node:test";
import { faces, isInvited, isYourTurn, offerFrom, roomIn, shownPly } from "../online/state.js";
import { invitedText, presenceText, statusText } from "../words/online.js";
import { pageAt } from "./page.js";

const ROOM = "abcdefghijkm";
const TOKEN = "t".repeat(26);
const INVITATION = "i".repeat(26);
const terms = { size: 2, fruits: 3, clock: 60, ties: "draw", first: "host" };
const players = [{ name: "Ada", agent: false }, { name: "Grace", agent: false }];

const gameView = (more = {}) => ({
    board: "01/21", kinds: 3, ties: "draw", seed: 7, moves: [], clock: 60, left: [60_000, 60_000], paused: false, ending: null, ...more,
});
const room = (more = {}) => ({ terms, stage: "playing", games: 1, players, first: "host", offer: null, game: gameView(), ...more });

/** A page that hears what a server says. */
function visitor() {
    const page = pageAt("online");
    return Object.assign(page, {
        hear: (notice, at = 0) => page.send({ type: "online said", notice }, at),
        /** What was said to the server by the last event. */
        said: () => page.all("online").filter(({ act }) => act === "say").map(({ request }) => request),
        acts: () => page.all("online").map(({ act }) => act),
        online: () => page.state.online,
        /** Claims a cell as a mouse does. */
        choose: (cell, board = page.state.online.game?.board) =>
            page.send({ type: "online choose", cell, means: "mouse", sure: true, board }),
    });
}

/** Somebody who has opened a room, and whose game has begun. */
function host() {
    const page = visitor();
    page.send({ type: "online set", changes: { name: "Ada", size: 2, fruits: 3, clock: 60, first: "host" } });
    page.send({ type: "online open" }).send({ type: "online connected" });
    page.hear({ type: "entered", room: ROOM, chair: "host", token: TOKEN, invitation: INVITATION });
    page.hear({ type: "room", room: room() }, 1000);
    return page;
}

test("a room is opened once the connection is there, with the terms that were chosen", () => {
    const page = visitor();
    page.send({ type: "online set", changes: { name: " Ada ", size: 2, fruits: 3, clock: 0 } });
    page.send({ type: "online open" });
    assert.deepEqual([page.acts(), page.online().link], [["connect"], "connecting"]);
    page.send({ type: "online connected" });
    const [opened] = page.said();
    assert.deepEqual([opened.type, opened.name, opened.against], ["open", "Ada", { kind: "friend" }]);
    assert.deepEqual(opened.terms, { ...terms, clock: null, first: "chance" });
});

test("programs are chosen by name", () => {
    const page = visitor();
    page.send({ type: "online set", changes: { against: "agents", agents: ["easy", "hard"] } });
    page.send({ type: "online open" }).send({ type: "online connected" });
    assert.deepEqual(page.said()[0].against, { kind: "agents", agents: ["easy", "hard"] });
    assert.equal(page.said()[0].name, "Visitor");
});

test("what opens the seat is kept, shown in the address without it, and drawn for telephones", () => {
    const page = visitor();
    page.send({ type: "online open" }).send({ type: "online connected" });
    page.hear({ type: "entered", room: ROOM, chair: "host", token: TOKEN, invitation: INVITATION });
    assert.deepEqual(page.acts(), ["set address", "keep seat", "draw"]);
    assert.deepEqual(page.all("online")[1].keys, { token: TOKEN, invitation: INVITATION });
    page.hear({ type: "entered", room: ROOM, chair: "host", token: null, invitation: null });
    assert.equal(page.online().seat.token, TOKEN, "given once, and known since");
});

test("a move is sent once, and counts when it comes back", () => {
    const page = host();
    assert.ok(isYourTurn(page.online()));
    page.choose("B1");
    assert.deepEqual(page.said(), [{ type: "play", ply: 0, cell: "B1" }]);
    assert.equal(page.online().game.turns.length, 0, "the server is the referee");
    page.choose("A1");
    assert.deepEqual(page.said(), [], "one move at a time");
    page.hear({ type: "moved", ply: 0, turn: { cell: "B1", seconds: 2 }, left: [58_000, 60_000] }, 5000);
    assert.deepEqual([page.online().game.turns.length, page.online().game.scores], [1, [4, 0]]);
    assert.ok(!isYourTurn(page.online()), "Grace is to move");
    assert.equal(page.all("claimed").length, 1);
});

test("only the board that was seen can be claimed on", () => {
    const page = host();
    page.choose("B1", "another board");
    assert.deepEqual(page.said(), []);
    page.choose("B3");
    assert.deepEqual(page.said(), [], "there is no such cell");
});

test("a finger's first tap aims, and the button claims", () => {
    const page = host();
    const { board } = page.online().game;
    page.send({ type: "online choose", cell: "B1", means: "touch", sure: false, board });
    assert.deepEqual([page.said(), page.state.aim], [[], { cell: "B1", means: "touch" }]);
    page.send({ type: "online claim aim" });
    assert.deepEqual([page.said().length, page.state.aim], [1, null]);
});

test("a move that was told before, or comes too early, is not played", () => {
    const page = host();
    const turn = { cell: "B1", seconds: 1 };
    page.hear({ type: "moved", ply: 3, turn, left: null });
    assert.equal(page.online().game.turns.length, 0);
    page.hear({ type: "moved", ply: 0, turn, left: [59_000, 60_000] });
    page.hear({ type: "moved", ply: 0, turn, left: [59_000, 60_000] });
    assert.equal(page.online().game.turns.length, 1);
});

test("clocks run for the player to move, from when they were told, and stand while the server says so", () => {
    const page = host();
    assert.deepEqual(faces(page.online()), [{ left: 60, since: 1000 }, { left: 60, since: null }]);
    page.hear({ type: "room", room: room({ game: gameView({ paused: true }) }) }, 2000);
    assert.deepEqual(faces(page.online()), [{ left: 60, since: null }, { left: 60, since: null }]);
    assert.match(statusText(page.online()), /stands still/);
});

test("who loses the connection tries again, longer each time, and comes back to the seat", () => {
    const page = host();
    const pauses = [];
    for (let attempt = 0; attempt < 7; attempt++) {
        page.send({ type: "online lost" });
        pauses.push(page.all("online")[0].milliseconds);
        page.send({ type: "online retry" });
        assert.deepEqual(page.acts(), ["connect"]);
    }
    assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 4000, 4000]);
    assert.ok(!isYourTurn(page.online()), "nothing can be claimed meanwhile");
    assert.match(statusText(page.online()), /connection is lost/);
    page.send({ type: "online connected" });
    assert.deepEqual(page.said(), [{ type: "return", room: ROOM, token: TOKEN }]);
    page.send({ type: "online lost" });
    assert.equal(page.all("online")[0].milliseconds, 250, "patience is renewed");
});

test("a move that was under way when the connection broke can be made again", () => {
    const page = host();
    page.choose("B1");
    page.send({ type: "online lost" }).send({ type: "online connected" });
    page.hear({ type: "entered", room: ROOM, chair: "host", token: null, invitation: null });
    page.hear({ type: "room", room: room() });
    page.choose("B1");
    assert.deepEqual(page.said(), [{ type: "play", ply: 0, cell: "B1" }]);
});

test("who was sent away for good does not come back by itself", () => {
    const page = host();
    page.hear({ type: "closing", reason: "Too many messages.", again: false });
    assert.equal(page.state.alert, "Too many messages.");
    page.send({ type: "online lost" });
    assert.deepEqual([page.effects, page.online().link], [[], "off"]);
    const stopped = host();
    stopped.hear({ type: "closing", reason: "The server stops for a moment.", again: true });
    assert.equal(stopped.state.alert, null);
    stopped.send({ type: "online lost" });
    assert.deepEqual(stopped.acts(), ["retry"]);
});

const waiting = room({ stage: "open", games: 0, players: [players[0], null], game: null });

/** Somebody who has opened the link of an invitation. */
function guest() {
    const page = visitor();
    page.send({ type: "online arrive", room: ROOM, invitation: INVITATION, kept: null }).send({ type: "online connected" });
    assert.deepEqual(page.said(), [{ type: "watch", room: ROOM }]);
    page.hear({ type: "entered", room: ROOM, chair: null, token: null, invitation: null });
    assert.deepEqual(page.effects, [], "a reload finds the invitation");
    page.hear({ type: "room", room: waiting });
    return page;
}

test("who is invited sees to what, and sits down when asked", () => {
    const page = guest();
    assert.ok(isInvited(page.online()));
    assert.equal(invitedText(page.online().room), "Ada moves first: 2 × 2 · 3 kinds of fruit · 1 min each.");
    const sits = [{ type: "sit", room: ROOM, invitation: INVITATION, token: TOKEN, name: "Visitor" }];
    page.send({ type: "online sit", token: TOKEN });
    assert.deepEqual(page.said(), sits);
    page.send({ type: "online lost" }).send({ type: "online connected" });
    assert.deepEqual(page.said(), sits, "asked again, for the same seat");
    page.hear({ type: "entered", room: ROOM, chair: "guest", token: TOKEN, invitation: null });
    page.hear({ type: "room", room: room() });
    assert.ok(!isInvited(page.online()));
    assert.deepEqual(page.online().game.draft.players, ["Ada", "You"]);
    page.send({ type: "online lost" }).send({ type: "online connected" });
    assert.deepEqual(page.said(), [{ type: "return", room: ROOM, token: TOKEN }]);
});

test("who comes too late watches", () => {
    const page = guest();
    page.send({ type: "online sit", token: TOKEN }).hear({ type: "refused", reason: "The seat is taken" });
    assert.equal(page.state.alert, "The seat is taken");
    assert.deepEqual(page.said(), [{ type: "watch", room: ROOM }]);
    page.hear({ type: "entered", room: ROOM, chair: null, token: null, invitation: null });
    page.hear({ type: "room", room: room() });
    assert.ok(!isInvited(page.online()) && !isYourTurn(page.online()));
    assert.deepEqual(page.online().game.draft.players, ["Ada", "Grace"], "nobody is You");
});

test("who only wants to watch is not asked again", () => {
    const page = guest();
    page.send({ type: "online watch" });
    assert.ok(!isInvited(page.online()));
    assert.deepEqual(page.acts(), ["set address"]);
});

test("a link that leads nowhere says so", () => {
    const page = visitor();
    page.send({ type: "online arrive", room: ROOM, invitation: INVITATION, kept: null }).send({ type: "online connected" });
    page.hear({ type: "refused", reason: "there is no such room" });
    assert.deepEqual([page.online().trouble, page.online().aim], ["there is no such room", null]);
});

test("a reload comes back to the seat that was kept", () => {
    const page = visitor();
    page.send({ type: "online arrive", room: ROOM, invitation: null, kept: { token: TOKEN, invitation: null } });
    page.send({ type: "online connected" });
    assert.deepEqual(page.said(), [{ type: "return", room: ROOM, token: TOKEN }]);
});

test("what goes wrong in a room is told, and the game stays", () => {
    const page = host();
    page.choose("B1");
    page.hear({ type: "refused", reason: "It is not your turn." });
    assert.equal(page.state.alert, "It is not your turn.");
    assert.ok(page.online().game && isYourTurn(page.online()));
});

test("looking back does not stop the game from going on", () => {
    const page = host();
    page.hear({ type: "moved", ply: 0, turn: { cell: "B1", seconds: 1 }, left: [59_000, 60_000] });
    page.send({ type: "online show", ply: 0 });
    page.hear({ type: "moved", ply: 1, turn: { cell: "A1", seconds: 1 }, left: [59_000, 59_000] });
    assert.equal(shownPly(page.online()), 0);
    assert.ok(!isYourTurn(page.online()), "nothing is claimed on a board of before");
    page.send({ type: "online step", plies: 99 });
    assert.deepEqual([shownPly(page.online()), page.online().shown], [2, null]);
});

test("a rematch begins at its first move, with sides changed", () => {
    const page = host();
    page.hear({ type: "moved", ply: 0, turn: { cell: "B1", seconds: 1 }, left: [59_000, 60_000] });
    page.send({ type: "online show", ply: 0 });
    page.hear({ type: "room", room: room({ games: 2, first: "guest" }) });
    const { game, shown } = page.online();
    assert.deepEqual([game.draft.players, shown, game.turns.length], [["Grace", "You"], null, 0]);
    assert.equal(page.state.said, "The game begins.");
});

test("an end is told with who won, and heard", () => {
    const page = host();
    const ending = { kind: "forfeit", loser: 1, cause: "out-of-time", detail: "" };
    page.hear({ type: "room", room: room({ stage: "over", game: gameView({ ending }) }) });
    assert.equal(page.all("ended")[0].won, true);
    assert.match(statusText(page.online()), /You win\. Grace ran out of time/);
    assert.match(page.state.said, /ran out of time/);
    page.send({ type: "online save" });
    assert.equal(page.all("save file").length, 1);
});

test("offers and answers are passed on as they are", () => {
    const page = host();
    page.send({ type: "online ask", request: { type: "offer", what: "draw" } });
    assert.deepEqual(page.said(), [{ type: "offer", what: "draw" }]);
});

test("who is away and how many watch is said", () => {
    const page = host();
    page.hear({ type: "present", chairs: [true, false], watching: 2 });
    assert.equal(presenceText(page.online()), "Grace is away · 2 watching");
});

test("who leaves is outside, and keeps what was chosen for the next room", () => {
    const page = host();
    page.send({ type: "online leave" });
    assert.deepEqual(page.acts(), ["disconnect", "set address"]);
    assert.deepEqual([page.online().seat, page.online().game, page.online().offer.name], [null, null, "Ada"]);
});

test("links of rooms are known by their form", () => {
    assert.deepEqual(roomIn(`#room=${ROOM}.${INVITATION}`), { room: ROOM, invitation: INVITATION });
    assert.deepEqual(roomIn(`#room=${ROOM}`), { room: ROOM, invitation: null });
    for (const other of ["", "#play", "#room=", "#room=ABC", `#room=${ROOM}.`, `#room=${ROOM}x`]) assert.equal(roomIn(other), null);
});

test("what was stored is taken for what it is", () => {
    assert.equal(offerFrom({ size: 99, fruits: 3.5, clock: -1, name: 7 }).size, 10);
    assert.equal(offerFrom("nothing").fruits, 4);
    assert.equal(offerFrom({ name: "x".repeat(99), size: 5 }).name.length, 24);
});
