import assert from "node:assert/strict";
import { test } from "node:test";
import { absenceText } from "../words/arena.js";
import { MOST_PLACES, followedPly, placed } from "../state/live.js";
import { pageAt } from "./page.js";
import { rules } from "./twin.js";

const entry = (pair, worker = 1, more = {}) => ({
    pair, number: 1, worker, event: "2×2", first: "a", second: "b", position: "01/21", last: null, moves: 0, scores: [0, 0], clocks: null, ...more,
});

test("boards keep their places while games come and go", () => {
    let places = placed([], [entry(1, 1), entry(2, 1), entry(3, 2)]);
    const pairs = () => places.map(({ game, over }) => (over ? `(${game.pair})` : String(game.pair)));
    assert.deepEqual(pairs(), ["1", "2", "3"]);
    places = placed(places, [entry(2, 1), entry(3, 2)]);
    assert.deepEqual(pairs(), ["(1)", "2", "3"], "what is over stays where it was");
    places = placed(places, [entry(3, 2), entry(2, 1), entry(4, 1)]);
    assert.deepEqual(pairs(), ["4", "2", "3"], "the next game of the worker takes its place");
    places = placed(places, [entry(2, 1, { number: 2 })]);
    assert.deepEqual([pairs(), places[1].game.number], [["(4)", "2", "(3)"], 2], "both games of a pair have one place");
    places = placed(places, [entry(2, 1), entry(5, 2), entry(6, 3)]);
    assert.deepEqual(pairs(), ["6", "2", "5"], "its own worker's place first, then any");
});

test("there are never more boards than can be looked at", () => {
    const games = Array.from({ length: 100 }, (_, index) => entry(index));
    assert.equal(placed([], games).length, MOST_PLACES);
});

const tournament = (...names) => ({
    name: "cup", finished: 2, planned: 4, status: null, asOf: 5, standings: names.map((name) => ({ name })), table: null, leftOut: [],
});
const order = (page) => page.state.arena.tournament.standings.map(({ name }) => name);

test("where there is no tournament nothing more is asked", () => {
    const page = pageAt("arena").send({ type: "look at arena" });
    assert.deepEqual(page.effects.map(({ type }) => type), ["fetch tournament"]);
    page.send({ type: "tournament", tournament: null });
    assert.deepEqual([page.effects, page.send({ type: "look at live" }).effects], [[], []]);
    page.send({ type: "tournament", tournament: tournament("a", "b") });
    assert.deepEqual(page.effects.map(({ type }) => type), ["fetch history", "fetch live"]);
    page.send({ type: "look at arena" });
    assert.deepEqual(page.effects.map(({ type }) => type), ["fetch tournament", "fetch history", "fetch live"]);
});

test("rows stay where they are while somebody points at them", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "hold", held: true }).send({ type: "tournament", tournament: tournament("b", "a") });
    assert.deepEqual(order(page), ["a", "b"]);
    page.send({ type: "hold", held: false });
    assert.deepEqual(order(page), ["a", "b"], "nothing moves when the finger is lifted");
    page.send({ type: "tournament", tournament: tournament("b", "a") });
    assert.deepEqual(order(page), ["b", "a"]);
});

test("who does not play is named with the reason, whatever is in it", () => {
    const text = (reason) => absenceText({ agent: "mine", reason });
    assert.equal(text("`./mine` was not found"), "mine does not play: `./mine` was not found");
    assert.equal(text(""), "mine does not play");
    assert.equal(text("\u202e"), "mine does not play: \\u{202e}");
});

test("standings of a moment before are looked at, and what comes late for another is not", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "look back", moment: 3 });
    assert.deepEqual(page.all("fetch past"), [{ type: "fetch past", at: 3 }]);
    page.send({ type: "past", moment: 2, tournament: tournament("x") });
    assert.equal(page.state.arena.past.tournament, null);
    page.send({ type: "past", moment: 3, tournament: tournament("b", "a") });
    assert.equal(page.state.arena.past.tournament.standings[0].name, "b");
    page.send({ type: "look back", moment: null });
    assert.equal(page.state.arena.past, null);
});

const record = (...cells) =>
    rules.writeRecord({
        players: ["a", "b"], board: "01/21", kinds: 3, clocks: null, notes: [], moves: cells.map((cell) => ({ cell, seconds: 0 })), forfeit: null,
    });
const which = { pair: 7, number: 1 };

test("a game is followed move by move, however many moves come at once", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "follow", which });
    assert.deepEqual(page.effects, [{ type: "fetch followed", which }]);
    const hear = (found) => page.send({ type: "followed", which, found });
    hear({ record: record("B1"), game: null });
    const ply = () => followedPly(page.state.arena.followed);
    assert.deepEqual([ply(), page.effects], [1, []], "at first what there is");
    hear({ record: record("B1", "A1", "A2"), game: null });
    assert.equal(ply(), 1);
    const [wait] = page.all("wait");
    assert.equal(wait.what, "follow");
    hear({ record: record("B1", "A1", "A2"), game: null });
    assert.deepEqual(page.effects, [], "one wait at a time");
    page.send({ type: "moment", what: "follow", ticket: wait.ticket });
    assert.equal(ply(), 2);
    page.send({ type: "moment", what: "follow", ticket: page.all("wait")[0].ticket });
    assert.deepEqual([ply(), page.effects], [3, []]);
});

test("who looks back at a followed game stays there, and goes to the end for news", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "follow", which }).send({ type: "followed", which, found: { record: record("B1", "A1"), game: null } });
    page.send({ type: "step followed", plies: -1 });
    page.send({ type: "followed", which, found: { record: record("B1", "A1", "A2"), game: null } });
    page.send({ type: "moment", what: "follow", ticket: page.all("wait")[0].ticket });
    assert.equal(followedPly(page.state.arena.followed), 1);
    page.send({ type: "show followed", ply: Infinity });
    assert.deepEqual([followedPly(page.state.arena.followed), page.state.arena.followed.shown], [3, null]);
});

test("a game that is over is asked for until it is kept, and then no more", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "follow", which }).send({ type: "followed", which, found: { record: null, game: null } });
    assert.ok(page.state.arena.followed.over);
    page.send({ type: "look at live" });
    assert.deepEqual(page.effects, [{ type: "fetch followed", which }]);
    page.send({ type: "followed", which, found: { record: null, game: 12 } });
    assert.equal(page.state.arena.followed.kept, 12);
    assert.deepEqual(page.send({ type: "look at live" }).effects, []);
    page.send({ type: "stop following" });
    assert.deepEqual([page.state.arena.followed, page.effects], [null, [{ type: "fetch live" }]]);
});

test("what comes for a game that is no longer followed is not shown", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "follow", which });
    page.send({ type: "followed", which: { pair: 7, number: 2 }, found: { record: record("B1"), game: null } });
    assert.equal(page.state.arena.followed.game, null);
});

const judgement = (index, lost) => ({ index, lost, played: "A1", best: ["B1"], exact: true });

test("the worst moves of an agent are its own, the worst first, over several games", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "open agent", name: "b" });
    assert.deepEqual(page.effects.map(({ type }) => type), ["fetch games", "fetch agent"]);
    const { query } = page.all("fetch games")[0];
    assert.match(query, /agent=b/);
    page.send({ type: "listed", query, list: { total: 2, offset: 0, games: [{ id: 4 }, { id: 3 }] } });
    page.send({ type: "look for worst" });
    assert.deepEqual(page.effects, [{ type: "fetch worst", id: 4 }]);
    page.send({ type: "worst record", id: 4, text: record("B1", "A1", "A2") });
    let [{ ticket }] = page.all("ask");
    page.send({ type: "answered", ticket, found: { judgements: [judgement(0, 50), judgement(1, 3), judgement(3, 9)] } });
    assert.deepEqual(page.effects, [{ type: "fetch worst", id: 3 }]);
    // A game whose record cannot be had is passed over.
    page.send({ type: "worst record", id: 3, text: null });
    const { worst } = page.state.arena.agent;
    assert.deepEqual(worst.found.map(({ judgement: { lost } }) => lost), [9, 3]);
    assert.deepEqual([worst.found[0].opponent, worst.done, worst.asked], ["a", 2, null]);
});

test("who leaves an agent's page lets the engine go", () => {
    const page = pageAt("arena").send({ type: "tournament", tournament: tournament("a", "b") });
    page.send({ type: "open agent", name: "a" });
    page.send({ type: "listed", query: page.all("fetch games")[0].query, list: { total: 1, offset: 0, games: [{ id: 4 }] } });
    page.send({ type: "look for worst" }).send({ type: "worst record", id: 4, text: record("B1") });
    const [{ ticket }] = page.all("ask");
    page.send({ type: "close agent" });
    assert.deepEqual(page.all("stop"), [{ type: "stop", ticket }]);
    assert.equal(page.state.arena.agent, null);
    assert.equal(page.state.arena.meeting, null);
});
