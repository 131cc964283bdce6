import assert from "node:assert/strict";
import { test } from "node:test";
import {
    cellAt,
    fruitAt,
    fruitsLeft,
    isEmpty,
    painted,
    placeOf,
    resized,
    sizeOf,
    walked,
} from "../state/grid.js";

test("names of cells and places are each other's inverse", () => {
    for (let column = 0; column < 26; column++) {
        for (let row = 0; row < 26; row++) assert.deepEqual(placeOf(cellAt(column, row)), { column, row });
    }
    assert.equal(cellAt(6, 7), "G8");
});

test("keys walk within the board", () => {
    assert.equal(walked("B2", "ArrowLeft", 3), "A2");
    assert.equal(walked("A2", "ArrowLeft", 3), "A2");
    assert.equal(walked("C3", "ArrowDown", 3), "C3");
    assert.equal(walked("B2", "End", 3), "C2");
    assert.equal(walked("B2", "PageUp", 3), "B1");
    assert.equal(walked("B2", "x", 3), null);
});

test("painting changes one cell", () => {
    assert.equal(painted("01/21", "B2", "*"), "01/2*");
    assert.equal(fruitAt(painted("01/21", "A1", "9"), "A1"), "9");
});

test("a board grows and shrinks at the top and the right", () => {
    assert.equal(resized("01/21", 3), "***/01*/21*");
    assert.equal(resized("***/01*/21*", 2), "01/21");
    assert.equal(sizeOf(resized("0", 26)), 26);
});

test("fruits are counted", () => {
    assert.equal(fruitsLeft("0*/21"), 3);
    assert.ok(isEmpty("**/**"));
    assert.ok(!isEmpty("**/*0"));
    assert.equal(sizeOf("0"), 1);
});
