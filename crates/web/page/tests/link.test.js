import assert from "node:assert/strict";
import { test } from "node:test";
import { gameCode, gameOf, packed, recordIn } from "../services/link.js";
import { draftOf } from "../state/draft.js";
import { seenByOthers } from "../state/link.js";
import { withMove } from "../state/game.js";
import { DEFAULT_SETTINGS } from "../state/settings.js";
import { rules } from "./twin.js";

test("a record survives the link", async () => {
    const record = `fruitrage record 1\nfirst Ä\nsecond engine:level=3\n${"0123/".repeat(200)}`;
    const code = await packed(record);
    assert.match(code, /^[\w-]+$/);
    assert.ok(code.length < record.length / 2);
    assert.equal(await recordIn(code), record);
});

test("what is no link of a game is refused with a reason", async () => {
    const whole = await packed("fruitrage record 1\nfirst somebody\n".repeat(30));
    for (const broken of ["", "a", "%20", "AAAA", whole.slice(0, -9)]) {
        await assert.rejects(recordIn(broken), /^Error: expected/, broken);
    }
});

test("a small link does not unpack to a large text", async () => {
    const bomb = await packed("0".repeat(5_000_000));
    assert.ok(bomb.length < 10_000);
    await assert.rejects(recordIn(bomb), /at most 100000 characters/);
});

test("a seed and the moves are enough for most games", async () => {
    const start = draftOf({ ...DEFAULT_SETTINGS, seed: "7" }, "1", null, rules);
    const draft = withMove(withMove(start, "E5", 0), "J10", 0);
    const code = await gameCode(draft, rules);
    assert.equal(code, "10.4.7.y.3.E5J10");
    assert.deepEqual(await gameOf(code, rules), draft);
    const other = await gameCode({ ...draft, clocks: [60, 60] }, rules);
    assert.deepEqual((await gameOf(other, rules)).clocks, [60, 60], "what has more to tell is told whole");
    assert.ok(!(await gameCode({ ...draft, players: ["Ada", "Bob"] }, rules)).includes("."));
    for (const broken of ["10.4", "10.4.7.y.11.E5", "10.4.7.y.3.5E", "99.4.x.y.3."])
        await assert.rejects(gameOf(broken, rules), /^Error: expected/, broken);
});

test("whoever opens a link is not told that they have won", () => {
    const draft = draftOf(DEFAULT_SETTINGS, "1", null, rules);
    assert.deepEqual(seenByOthers(draft, "Ada").players, ["Ada", "engine:level=3"]);
});
