import assert from "node:assert/strict";
import { test } from "node:test";
import { classesOf, rowsOfMarks } from "../board/marks.js";
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
import { displayName, doing, engineName, levelOf } from "../state/players.js";
import { headingFor, judged, judgedCount, reviewing, steppedTo } from "../state/review.js";
import { DEFAULT_SETTINGS, seedProblem, settingsFrom } from "../state/settings.js";
import { viewOf } from "../state/state.js";

test("a mark has borders only where the group ends", () => {
    const rows = rowsOfMarks({ aim: ["A1", "B1"], played: ["B1", "B2"] }, 2);
    assert.deepEqual(rows, ["ada7", ".0pe"]);
    assert.equal(classesOf("ad"), "marked aim top bottom left");
    assert.equal(classesOf(".0"), "");
});

test("a report counts only for the board that was asked about, and not along a line", () => {
    const report = {
        depth: 3,
        nodes: 9,
        seconds: 1,
        lines: [{ value: 4, exact: true, moves: ["A1", "B2"] }],
    };
    const start = analysing("01/21");
    assert.equal(withReport(start, "00/00", report).report, null);
    const reported = withReport(start, "01/21", report);
    assert.equal(nextMove(reported), "A1");
    const walking = walkedTo({ ...reported, walk: { line: 0, ply: 1, boards: ["*1/21", "*1/2*"] } }, 1);
    assert.equal(shownBoard(walking), "*1/21");
    assert.equal(nextMove(walking), "B2");
    assert.equal(withReport(walking, "01/21", { ...report, depth: 9 }).report?.depth, 3);
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

test("settings are whatever fits, and else the default", () => {
    const chosen = {
        size: 26,
        fruits: 9,
        seed: "7",
        clock: 60,
        level: 10,
        opponent: "person",
        first: "chance",
    };
    assert.deepEqual(settingsFrom(chosen), chosen);
    const absurd = { size: 27, fruits: 0, seed: "x", clock: 7, level: 1.5, opponent: 3, first: null };
    for (const stored of [null, 3, "x", [], absurd]) assert.deepEqual(settingsFrom(stored), DEFAULT_SETTINGS);
});

test("a seed is a whole number of 64 bits or nothing", () => {
    for (const seed of ["", " 12 ", "18446744073709551615"]) assert.equal(seedProblem(seed), null, seed);
    for (const seed of ["-1", "1.5", "abc", "18446744073709551616"])
        assert.match(seedProblem(seed) ?? "", /expected a whole number/);
});

test("the address names the view", () => {
    assert.equal(viewOf("#arena"), "arena");
    assert.equal(viewOf("#nonsense"), "play");
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
});
