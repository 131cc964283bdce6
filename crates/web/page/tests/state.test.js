import assert from "node:assert/strict";
import { test } from "node:test";
import { placeIn } from "../state/address.js";
import {
    analysing,
    barShare,
    nextMove,
    shownBoard,
    undone,
    walkedTo,
    withBoard,
    withReport,
} from "../state/analyse.js";
import { GAMES_A_PAGE, NO_ARENA, gamesQuery, lastPage } from "../state/arena.js";
import { engineName, levelOf } from "../state/players.js";
import { gradeOf, headingFor, judged, judgedCount, mistakes, nextMistake, reviewing, steppedTo } from "../state/review.js";
import { DEFAULT_SETTINGS, isSeed, settingsFrom } from "../state/settings.js";
import { displayName, doing } from "../words/game.js";
import { plain } from "../words/plain.js";

test("a report does not change the line that is walked along", () => {
    const report = {
        depth: 3,
        nodes: 9,
        seconds: 1,
        lines: [{ value: 4, exact: true, moves: ["A1", "B2"] }],
    };
    const start = analysing("01/21");
    const reported = withReport(start, report);
    assert.equal(nextMove(reported), "A1");
    const walking = walkedTo({ ...reported, walk: { line: 0, ply: 1, boards: ["*1/21", "*1/2*"] } }, 1);
    assert.equal(shownBoard(walking), "*1/21");
    assert.equal(nextMove(walking), "B2");
    assert.equal(withReport(walking, { ...report, depth: 9 }).report?.depth, 3);
    assert.equal(walkedTo(walking, 7).walk?.ply, 2);
    assert.equal(walkedTo(walking, 0).walk, null);
});

test("boards are undone one by one", () => {
    const changed = withBoard(withBoard(analysing("0"), "1"), "2");
    assert.equal(undone(changed).board, "1");
    assert.equal(undone(undone(undone(changed))).board, "0");
});

test("the bar is even at zero, symmetric and never full", () => {
    assert.equal(barShare(0, 50), 0.5);
    assert.ok(Math.abs(barShare(30, 50) + barShare(-30, 50) - 1) < 1e-12);
    assert.ok(barShare(30, 50) > barShare(20, 50));
    assert.ok(barShare(100_000, 1) < 1 && barShare(-100_000, 1) > 0);
});

test("names tell the engine from people", () => {
    assert.equal(levelOf(engineName(7)), 7);
    assert.equal(levelOf("engine"), 10);
    assert.equal(levelOf("engine:threads=2,level=4,hash=1"), 4);
    for (const name of ["You", "engineer", "engine:level=11", "engines"])
        assert.equal(levelOf(name), null, name);
    assert.equal(displayName("engine:level=3"), "Engine, level 3");
    assert.equal(doing("You", "win"), "You win");
    assert.equal(doing("Ann", "win"), "Ann wins");
});

test("names of others turn nothing around and do not go on for ever", () => {
    assert.equal(displayName("b\u202Egreedy"), "b\\u{202e}greedy");
    assert.equal(displayName("a\u001b[2J\u{e0041}"), "a\\u{1b}[2J\\u{e0041}");
    assert.equal([...displayName("x".repeat(60_000))].length, 61);
    assert.equal(plain("🍇".repeat(60)), "🍇".repeat(60));
    assert.equal(plain("🍇".repeat(61)), `${"🍇".repeat(60)}…`);
    assert.equal(plain("Grüße, 世界"), "Grüße, 世界");
});

test("settings are whatever fits, and else the default", () => {
    const chosen = {
        size: 26,
        fruits: 9,
        seed: "7",
        clock: 60,
        level: 10,
        opponent: "person",
        first: "opponent",
    };
    assert.deepEqual(settingsFrom(chosen), chosen);
    const absurd = { size: 27, fruits: 0, seed: "x", clock: 7, level: 1.5, opponent: 3, first: null };
    for (const stored of [null, 3, "x", [], absurd]) assert.deepEqual(settingsFrom(stored), DEFAULT_SETTINGS);
});

test("a seed is a whole number of 64 bits or nothing", () => {
    for (const seed of ["", " 12 ", "18446744073709551615"]) assert.ok(isSeed(seed), seed);
    for (const seed of ["-1", "1.5", "abc", "18446744073709551616"]) assert.ok(!isSeed(seed), seed);
});

test("the address names the view", () => {
    assert.deepEqual(placeIn("#arena"), { view: "arena" });
    assert.equal(placeIn("#nonsense"), null);
});

test("a review knows where the game is heading as far as it is judged", () => {
    const turn = (player, scores) => ({ player, scores, board: "*" });
    const game = { draft: { board: "0" }, turns: [turn(0, [4, 0]), turn(1, [4, 9])], ending: "finished" };
    const review = reviewing(game);
    assert.equal(headingFor(review, 2), -5);
    assert.equal(headingFor(review, 1), null);
    const known = judged(review, { index: 1, bestValue: 9, lost: 0 });
    assert.equal(headingFor(known, 1), -5);
    assert.equal(judgedCount(known), 1);
    assert.equal(steppedTo(review, -3).ply, 0);
});

test("games are asked for page by page", () => {
    const arena = {
        ...NO_ARENA,
        total: 2 * GAMES_A_PAGE + 1,
        page: 2,
        meeting: { agent: "a&b", opponent: "c" },
    };
    assert.equal(lastPage(arena), 2);
    assert.equal(
        gamesQuery(arena),
        `offset=${2 * GAMES_A_PAGE}&limit=${GAMES_A_PAGE}&agent=a%26b&opponent=c`,
    );
    const ofOne = { ...arena, page: 0, meeting: { agent: "a", opponent: null } };
    assert.equal(gamesQuery(ofOne), `offset=0&limit=${GAMES_A_PAGE}&agent=a`);
});

test("a mistake is judged by what was at stake", () => {
    const judgement = (index, lost, largest) => ({ index, lost, largest });
    assert.equal(gradeOf(undefined), null);
    assert.equal(gradeOf(judgement(0, 0, 100)), "best");
    assert.equal(gradeOf(judgement(0, 10, 100)), "fine");
    assert.equal(gradeOf(judgement(0, 20, 100)), "mistake");
    assert.equal(gradeOf(judgement(0, 20, 36)), "blunder");
    assert.equal(gradeOf(judgement(0, 2, 4)), "fine", "two points are a matter of taste");
});

test("the next mistake is the person's, in both directions", () => {
    const judgements = [50, 60, 0, 0, 70, 80].map((lost, index) => ({ index, lost, largest: 100 }));
    const game = { draft: { players: ["You", "engine:level=3"] }, turns: judgements };
    const review = { ...reviewing(game), judgements };
    assert.deepEqual(mistakes(review), [0, 4]);
    assert.equal(nextMistake(review, 1), 4);
    assert.equal(nextMistake({ ...review, ply: 4 }, 1), null);
    assert.equal(nextMistake({ ...review, ply: 4 }, -1), 0);
    const programs = { draft: { players: ["ada", "grace"] }, turns: judgements };
    assert.deepEqual(mistakes({ ...review, game: programs }), [0, 1, 4, 5]);
});
