import assert from "node:assert/strict";
import { test } from "node:test";

import { claimed } from "../board/claim.js";
import { gameIn, replayed } from "../replay/game.js";
import { exactFrom, reviewing } from "../state/review.js";

const PUBLISHED = [
    ["01/21", "B1", "0*/2*"],
    ["***/***/*0*", "B3", "***/***/***"],
    ["***/*10/000", "C2", "***/***/*1*"],
    ["444/444/444", "A1", "***/***/***"],
    [
        "3102322310/0121232013/3021111113/0221031132/0230011012/0323321010/2003022012/2202200021/0130000020/2200022231",
        "G8",
        "31******10/010*****13/3022322*13/0221232*32/0221111*12/0331031310/2020011012/2203321121/0103022120/2232222231",
    ],
];

const RECORD = `fruitrage record 1
first engine:level=3
second python3 mine.py
size 3
fruits 2
clock 24.345 10
ties clock
final-leads play
note end of size 9
board
***
*10
000
moves
1 C2 16 0.25
2 B3 1 0.007
end finished
score 16 1
winner first
`;

test("claims are those of the published examples", () => {
    for (const [board, cell, after] of PUBLISHED) assert.equal(claimed(board, cell).board, after);
    assert.throws(() => claimed("*0/00", "A1"), /expected a fruit at A1/);
});

test("a record is a game", () => {
    const game = gameIn(RECORD.replaceAll("\n", "\r\n"));
    assert.deepEqual(game.draft.players, ["engine:level=3", "python3 mine.py"]);
    assert.deepEqual(game.scores, [16, 1]);
    assert.equal(game.board, "***/***/***");
    assert.equal(game.ending, "finished");
    assert.equal(game.winner, "first");
    assert.equal(game.clocks[1], 10 - 0.007);
    assert.throws(() => gameIn("a poem"), /expected a record/);
});

test("a game that was forfeited says so", () => {
    const cut = RECORD.replace("2 B3 1 0.007\nend finished", "end crashed second exit status 1").replace("16 1", "16 0");
    const game = gameIn(cut);
    assert.deepEqual(game.draft.forfeit, { cause: "crashed", loser: 1, detail: "exit status 1" });
    assert.equal(game.turns.length, 1);
    assert.equal(game.ending, "crashed");
    const again = replayed(game.draft);
    assert.equal(again.ending, "crashed");
    assert.equal(again.winner, "first");
});

test("a lead that is final ends a game that calls it", () => {
    const { draft } = gameIn(RECORD);
    const early = { ...draft, moves: draft.moves.slice(0, 1), callsFinalLeads: true };
    assert.equal(replayed(early).ending, "final-lead");
    assert.equal(replayed({ ...early, callsFinalLeads: false }).ending, null);
});

test("what is proved begins after the last estimate", () => {
    const game = gameIn(RECORD);
    const review = reviewing(game);
    assert.equal(exactFrom(review), null);
    assert.equal(exactFrom({ ...review, judgements: [{ exact: false }, { exact: true }] }), 1);
    assert.equal(exactFrom({ ...review, judgements: [{ exact: true }, { exact: true }] }), 0);
});
