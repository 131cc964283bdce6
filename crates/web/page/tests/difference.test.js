import assert from "node:assert/strict";
import { test } from "node:test";
import { difference } from "../board/difference.js";
import { cellAt, placeOf, rowsOf, sizeOf } from "../state/grid.js";

test("the published example: what G8 claims goes away and the rest falls", () => {
    const before =
        "3102322310/0121232013/3021111113/0221031132/0230011012/0323321010/2003022012/2202200021/0130000020/2200022231";
    const after =
        "31******10/010*****13/3022322*13/0221232*32/0221111*12/0331031310/2020011012/2203321121/0103022120/2232222231";
    const found = difference(before, after);
    assert.equal(found?.gone.length, 14);
    assert.ok(found?.gone.every(({ fruit }) => fruit === "0"));
    assert.ok(found?.gone.some(({ cell }) => cell === "G8"));
});

test("a fruit above the hole falls by its height", () => {
    assert.deepEqual(difference("0**/1**/1**", "***/***/0**"), {
        gone: [
            { cell: "A3", fruit: "1" },
            { cell: "A2", fruit: "1" },
        ],
        fallen: [{ cell: "A3", rows: 2 }],
    });
});

test("boards that do not follow from each other have no difference", () => {
    for (const [before, after] of [
        ["01/21", "01/21"],
        ["01/21", "012/210/000"],
        ["01/21", "**/**"],
        ["0*/2*", "01/21"],
    ]) {
        assert.equal(difference(before, after), null, `${before} ${after}`);
    }
});

test("every claim on random boards is told from the two boards alone", () => {
    const random = generator(7);
    for (let round = 0; round < 300; round++) {
        const size = 1 + random(9);
        const kinds = 1 + random(5);
        const before = Array.from({ length: size }, () =>
            Array.from({ length: size }, () => random(kinds)).join(""),
        ).join("/");
        const group = flood(before, cellAt(random(size), random(size)));
        const found = difference(before, without(before, group));
        assert.deepEqual(new Set(found?.gone.map(({ cell }) => cell)), group, before);
        for (const { cell, rows } of found?.fallen ?? []) {
            const { column, row } = placeOf(cell);
            const below = [...group].filter(
                (gone) => placeOf(gone).column === column && placeOf(gone).row > row - rows,
            );
            assert.equal(below.length, rows, `${before} ${cell}`);
        }
    }
});

/** A naive twin of the rules, for the test alone. */
function flood(board, start) {
    const rows = rowsOf(board);
    const fruit = ({ column, row }) => rows[row]?.[column];
    const found = new Set([start]);
    for (const cell of found) {
        const { column, row } = placeOf(cell);
        for (const [x, y] of [
            [column - 1, row],
            [column + 1, row],
            [column, row - 1],
            [column, row + 1],
        ]) {
            if (fruit({ column: x, row: y }) === fruit(placeOf(start))) found.add(cellAt(x, y));
        }
    }
    return found;
}

function without(board, group) {
    const size = sizeOf(board);
    const columns = Array.from({ length: size }, (_, column) =>
        rowsOf(board)
            .map((row, place) => (group.has(cellAt(column, place)) ? "" : row[column]))
            .join("")
            .padStart(size, "*"),
    );
    return Array.from({ length: size }, (_, row) => columns.map((column) => column[row]).join("")).join("/");
}

function generator(seed) {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % below;
    };
}
