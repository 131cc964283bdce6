import assert from "node:assert/strict";
import { test } from "node:test";
import {
    LEVEL_RATINGS,
    MOST_RESULTS,
    byLevel,
    dateOf,
    exported,
    notesOf,
    ratingOf,
    recordsIn,
    resultOf,
    resultsFrom,
    withResult,
} from "../state/results.js";
import { gameIn } from "../replay/game.js";
import { rules } from "./twin.js";

const finished = (players, more = {}) =>
    rules.replay({ players, board: "01/21", kinds: 3, clocks: null, moves: [{ cell: "B1", seconds: 1 }], ...more });

const whole = (players, more) => {
    const cells = ["B1", "A1", "A2"];
    return finished(players, { moves: cells.map((cell) => ({ cell, seconds: 1 })), ...more });
};

const result = (level, outcome, seat, more = {}) => ({
    record: `fruitrage record ${level} ${outcome} ${seat} ${Math.random()}\n`,
    day: 1,
    level,
    seat,
    size: 10,
    kinds: 4,
    outcome,
    margin: 3,
    aided: false,
    accuracy: null,
    ...more,
});

test("a finished game against a level is a result, from the visitor's side", () => {
    const won = resultOf(whole(["You", "engine:level=3"]), "r", 9);
    assert.deepEqual([won.level, won.seat, won.outcome, won.margin, won.day], [3, 0, "won", 4, 9]);
    const lost = resultOf(whole(["engine:level=5", "You"]), "r", 9);
    assert.deepEqual([lost.level, lost.seat, lost.outcome, lost.margin], [5, 1, "lost", -4]);
    assert.equal(resultOf(finished(["You", "engine:level=3"]), "r"), null, "not over");
    assert.equal(resultOf(whole(["Player 1", "Player 2"]), "r"), null);
    assert.equal(resultOf(whole(["engine:level=1", "engine:level=3"]), "r"), null);
});

test("date and help are in the record's notes", () => {
    const game = whole(["You", "engine:level=3"], { notes: ["seed 7"] });
    const notes = notesOf(game, 20774, true);
    assert.deepEqual(notes, ["seed 7", `played on ${dateOf(20774)}`, "with hints or take-backs"]);
    const again = resultOf(whole(["You", "engine:level=3"], { notes }), "r");
    assert.deepEqual([again.day, again.aided], [20774, true]);
});

test("the rating follows from the games", () => {
    assert.equal(ratingOf([]), null);
    assert.equal(ratingOf([result(3, "won", 0, { aided: true })]), null, "help counts for nothing");
    const even = Array.from({ length: 200 }, (_, index) => result(5, index % 2 ? "won" : "lost", (index >> 1) % 2));
    assert.ok(Math.abs(ratingOf(even).value - LEVEL_RATINGS[4]) < 15, "half the points, as often first as second");
    const asFirst = even.map((one) => ({ ...one, seat: 0 }));
    assert.ok(ratingOf(asFirst).value < ratingOf(even).value - 200, "half the points as first is less");
    assert.ok(ratingOf(even).interval < ratingOf(even.slice(0, 10)).interval);
    const allWon = Array.from({ length: 300 }, () => result(10, "won", 1));
    assert.ok(Number.isFinite(ratingOf(allWon).value) && ratingOf(allWon).value < 4000);
});

test("results are counted by level, and kept once", () => {
    const some = [result(3, "won", 0, { accuracy: 80 }), result(3, "lost", 1, { accuracy: 60 }), result(7, "drawn", 0)];
    assert.deepEqual(byLevel(some), [
        { level: 7, won: 0, drawn: 1, lost: 0, accuracy: null },
        { level: 3, won: 1, drawn: 0, lost: 1, accuracy: 70 },
    ]);
    assert.equal(withResult(some, some[1]), some);
    const many = Array.from({ length: MOST_RESULTS }, () => result(1, "won", 0));
    assert.equal(withResult(many, some[0]).length, MOST_RESULTS);
});

test("what is exported is read again", () => {
    const records = ["fruitrage record 1\nfirst A\n", "fruitrage record 1\nfirst B\n"];
    assert.deepEqual(recordsIn(exported(records.map((record) => ({ record })))), records);
    assert.deepEqual(recordsIn("a poem"), []);
    assert.throws(() => gameIn(recordsIn(records.join(""))[0].replace("1", "2")), /expected a record/);
});

test("what was stored is believed only as far as it fits", () => {
    const good = result(3, "won", 0);
    assert.deepEqual(resultsFrom([good, { ...good, level: 11 }, { ...good, outcome: "x" }, null, 7]), [good]);
    assert.deepEqual(resultsFrom("nonsense"), []);
});
