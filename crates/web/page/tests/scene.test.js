import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, isAllSingles } from "../board/groups.js";
import { outline } from "../board/outline.js";
import { at, begun, changed, isMoving, nextMoment, settled } from "../board/scene.js";
import { randomBoard } from "../state/random.js";
import { rules } from "./twin.js";

const look = (board, more = {}) => ({
    name: "one", board, groups: groupsOf(board), fruitNames: [], cursor: "A1", aim: null, marks: {}, usable: true, motion: true, ...more,
});

/** Where the fruit are, by their keys. */
const places = (scene) => new Map(scene.pieces.map(({ key, column, row }) => [key, [column, row]]));

test("fruit keep their keys from board to board, and where they end is the board", () => {
    for (let seed = 1; seed < 40; seed++) {
        let board = randomBoard(6, 3, String(seed));
        let scene = settled(begun(look(board), 0));
        for (let cell = [...groupsOf(board).keys()][seed % 5]; cell; cell = [...groupsOf(board).keys()][0]) {
            const keys = new Set(places(scene).keys());
            board = rules.play(board, cell).board;
            scene = changed(scene, look(board, { claim: { points: 4, side: 1, pause: 0, cells: [] } }), 0);
            for (const { key } of [...scene.pieces, ...scene.ghosts]) assert.ok(keys.has(key), "no new fruit");
            const drawn = scene.pieces.map(({ fruit, column, row }) => `${column},${row}:${fruit}`).sort();
            const real = [...groupsOf(board)].map(([name, { fruit }]) => `${name.charCodeAt(0) - 65},${name.slice(1) - 1}:${fruit}`).sort();
            assert.deepEqual(drawn, real);
        }
    }
});

test("while fruit move the scene says so, until they are there or somebody ends it", () => {
    const first = settled(begun(look("01/21"), 0));
    assert.ok(!isMoving(first));
    const claim = { cells: ["B1", "B2"], points: 4, side: 0, pause: 400 };
    const moving = changed(first, look("0*/2*", { claim }), 1000);
    assert.ok(isMoving(moving));
    assert.deepEqual(moving.ghosts.map(({ fruit }) => fruit), ["1", "1"]);
    assert.equal(moving.score?.text, "+4");
    assert.ok(isMoving(at(moving, 1400)), "the pause is part of it");
    assert.ok(!isMoving(at(moving, 3000)));
    const ended = settled(moving);
    assert.ok(!isMoving(ended) && ended.ghosts.length === 0);
    assert.equal(ended.score?.text, "+4", "the points stay to be read");
    assert.equal(at(ended, 9000).score, null);
    assert.equal(nextMoment(at(ended, 9000)), null);
});

test("looking again changes nothing that moves", () => {
    const first = settled(begun(look("01/21"), 0));
    const moving = changed(first, look("0*/2*"), 1000);
    const aimed = changed(moving, look("0*/2*", { aim: "A1" }), 1010);
    assert.equal(aimed.pieces, moving.pieces);
    assert.equal(aimed.ghosts, moving.ghosts);
    assert.equal(aimed.movingUntil, moving.movingUntil);
});

test("who wants no motion sees the next board at once, and still the points", () => {
    const first = begun(look("01/21", { motion: false }), 0);
    const claim = { cells: ["B1", "B2"], points: 4, side: 0, pause: 0 };
    const next = changed(first, look("0*/2*", { motion: false, claim }), 0);
    assert.ok(!isMoving(next) && next.ghosts.length === 0);
    assert.ok(next.pieces.every(({ movement }) => movement === null));
    assert.equal(next.score?.text, "+4");
});

test("a move back brings the fruit back", () => {
    const first = settled(begun(look("01/21"), 0));
    const back = settled(changed(settled(changed(first, look("0*/2*"), 0)), look("01/21"), 0));
    assert.equal(back.pieces.length, 4);
});

test("an outline has an edge where the group ends, and one more round a hole", () => {
    assert.equal(outline(["A1"]), "M0,0L1,0L1,1L0,1Z");
    assert.equal(outline(["A1", "B1"]).match(/M/g)?.length, 1);
    const ring = ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"];
    assert.equal(outline(ring).match(/M/g)?.length, 2);
    assert.equal(outline([]), "");
});

test("groups are connected fruits of one kind", () => {
    const groups = groupsOf("001/010/111");
    assert.equal(groups.get("A1")?.cells.length, 3);
    assert.equal(groups.get("A1"), groups.get("A2"));
    assert.equal(groups.get("C1")?.points, 1);
    assert.equal(groups.get("B2")?.points, 16);
    assert.equal(groupsOf("*").size, 0);
    assert.ok(isAllSingles("01/1*") && !isAllSingles("00/1*") && !isAllSingles("**/**"));
});

test("a seed's board is the rules' own", () => {
    assert.equal(randomBoard(1, 1, "0"), "0");
    assert.equal(randomBoard(3, 10, "18446744073709551615"), "892/478/927");
    assert.equal(randomBoard(6, 5, "2026"), "423133/441114/113011/323330/223443/222230");
});
