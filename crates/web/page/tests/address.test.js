import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, opening } from "../services/address.js";
import { fragmentOf, placeIn } from "../state/address.js";
import { draftOf } from "../state/draft.js";
import { withMove } from "../state/game.js";
import { DEFAULT_PREFERENCES } from "../state/preferences.js";
import { NO_PROGRESS } from "../state/puzzle.js";
import { reviewing, steppedTo } from "../state/review.js";
import { DEFAULT_SETTINGS } from "../state/settings.js";
import { begin } from "../state/state.js";
import { rules } from "./twin.js";

test("every address is read as it was written", () => {
    const fragments = [
        "play",
        "arena",
        "game=10.4.7.y.3.E5C3",
        "review=10.4.7.y.3.E5C3@2",
        "review=AbC-_9",
        "analyse=10.4.7.y.3.E5",
        "analyse=board.01.2*",
        "puzzle=17",
        "agent=ada%20%2F%C3%A9",
    ];
    for (const fragment of fragments) assert.equal(fragmentOf(placeIn(`#${fragment}`)), fragment);
    for (const none of ["", "#", "#nothing", "#puzzle=0", "#puzzle=x", "#room=1", "#agent=", "#agent=%"]) assert.equal(placeIn(none), null, none);
});

function visit(moves, view = "play") {
    const settings = { ...DEFAULT_SETTINGS, size: 4, fruits: 2, seed: "7", first: "you" };
    const start = draftOf(settings, "1", null, rules);
    const game = rules.replay(moves.reduce((draft, cell) => withMove(draft, cell, 1), start));
    return begin({
        game,
        view,
        settings,
        spent: 0,
        now: 0,
        theme: "auto",
        preferences: DEFAULT_PREFERENCES,
        progress: NO_PROGRESS,
        results: [],
        fruitNames: [],
        review: null,
        analysed: null,
        welcome: false,
    });
}

test("what is seen has an address", async () => {
    assert.equal(await addressOf(visit(["A4"]), rules), "game=4.2.7.y.3.A4");
    assert.equal(await addressOf(visit(["A4"], "analyse"), rules), "analyse=4.2.7.y.3.A4", "the game's own position");
    const state = visit(["A4"], "analyse");
    const other = { ...state, analysis: { ...state.analysis, board: "01/*1", follows: false } };
    assert.equal(await addressOf(other, rules), "analyse=board.01.*1");
    const review = steppedTo(reviewing(state.play.game), 1);
    assert.equal(await addressOf({ ...state, view: "review", review }, rules), "review=4.2.7.y.3.A4@1");
    assert.equal(await addressOf({ ...state, view: "review" }, rules), "review");
    const puzzle = { ...state.puzzle, puzzles: [{}, {}], index: 1, daily: false };
    assert.equal(await addressOf({ ...state, view: "puzzles", puzzle }, rules), "puzzle=2");
    assert.equal(await addressOf({ ...state, view: "puzzles", puzzle: { ...puzzle, daily: true } }, rules), "puzzles");
});

test("an address opens what it shows, from the right point of view", async () => {
    const open = (fragment, isFresh = true) => opening(placeIn(fragment), rules, isFresh);
    const [begun] = await open("#game=4.2.7.y.3.A4");
    assert.deepEqual([begun.type, begun.draft.players[0]], ["begin", "You"], "a game that goes on is the visitor's now");
    assert.equal((await open("#game=4.2.7.y.3.A4", false))[0].type, "begin or ask");
    const [read, shown] = await open("#review=4.2.7.y.3.A4@1");
    assert.match(read.text, /Your friend/);
    assert.deepEqual([read.type, shown], ["read record", { type: "show review", ply: 1 }]);
    assert.deepEqual(await open("#analyse=board.01.*1"), [{ type: "read position", text: "01\n*1" }]);
    assert.equal((await open("#analyse=4.2.7.y.3.A4"))[0].type, "read position");
    assert.deepEqual(await open("#puzzle=3"), [{ type: "open puzzle", index: 2 }]);
    await assert.rejects(open("#game=4.2"), /expected/);
});
