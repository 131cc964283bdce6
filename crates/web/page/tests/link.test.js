import assert from "node:assert/strict";
import { test } from "node:test";
import { isGameLink, linkOf, recordOf } from "../services/link.js";

test("a record survives the link", async () => {
    const record = `fruitrage record 1\nfirst Ä\nsecond engine:level=3\n${"0123/".repeat(200)}`;
    const link = await linkOf(record);
    assert.match(link, /^game=[\w-]+$/);
    assert.ok(isGameLink(`#${link}`));
    assert.ok(link.length < record.length / 2);
    assert.equal(await recordOf(`#${link}`), record);
});

test("what is no link of a game is refused with a reason", async () => {
    const whole = await linkOf("fruitrage record 1\nfirst somebody\n".repeat(30));
    for (const broken of ["game=", "game=a", "game=%20", "game=AAAA", whole.slice(0, -9)]) {
        await assert.rejects(recordOf(broken), /^Error: expected/, broken);
    }
    assert.ok(!isGameLink("#play"));
});

test("a small link does not unpack to a large text", async () => {
    const bomb = await linkOf("0".repeat(5_000_000));
    assert.ok(bomb.length < 10_000);
    await assert.rejects(recordOf(bomb), /at most 100000 characters/);
});
