import assert from "node:assert/strict";
import { test } from "node:test";
import { elapsed, running } from "../state/clock.js";
import {
    afterMove,
    afterResigning,
    afterTakeBack,
    afterTime,
    clockOf,
    hasRunOut,
    isAtStake,
    isEnginesTurn,
    isPersonsTurn,
    playing,
    showing,
    shownPly,
} from "../state/play.js";
import { clockText, endingText, winnerText } from "../words/game.js";

/** A game after so many moves, as the rules replay it. */
function game({
    players = ["You", "engine:level=3"],
    moves = 0,
    clocks = null,
    over = false,
    forfeit = null,
} = {}) {
    return {
        draft: {
            players,
            board: "01/21",
            kinds: 3,
            clocks,
            moves: Array.from({ length: moves }, () => ({ cell: "A1", seconds: 1 })),
            forfeit,
        },
        turns: Array.from({ length: moves }, (_, index) => ({
            player: index % 2,
            board: "**/**",
            scores: [0, 0],
            clocks,
        })),
        clocks,
        toMove: over ? null : moves % 2,
        ending: over ? "finished" : null,
        winner: over ? "draw" : null,
    };
}

test("the clock of the player to move runs, the other's stands", () => {
    const play = playing(game({ clocks: [60, 50] }), 0, 1000);
    assert.equal(clockOf(play, 0, 4500), 56.5);
    assert.equal(clockOf(play, 1, 4500), 50);
    assert.equal(clockOf(playing(game(), 0, 0), 0, 9), null);
});

test("a clock that was running before the page was closed goes on from there", () => {
    const play = playing(game({ clocks: [60, 60] }), 0, 0, 12.5);
    assert.equal(clockOf(play, 0, 500), 47);
});

test("time is over at zero, and only for whoever is to move", () => {
    const play = playing(game({ clocks: [2, 60] }), 0, 0);
    assert.ok(!hasRunOut(play, 1999));
    assert.ok(hasRunOut(play, 2000));
    assert.deepEqual(afterTime(play).forfeit, { cause: "out-of-time", loser: 0 });
    assert.ok(!hasRunOut(playing(game({ clocks: [2, 60], over: true }), 0, 0), 9000));
});

test("a move is written with the time it took, to the millisecond", () => {
    const draft = afterMove(playing(game(), 0, 100, 1), "B1", 350.4);
    assert.deepEqual(draft.moves, [{ cell: "B1", seconds: 1.25 }]);
});

test("against the engine a take-back undoes its answer too", () => {
    assert.equal(afterTakeBack(playing(game({ moves: 4 }), 0, 0), 0)?.draft.moves.length, 2);
    assert.equal(afterTakeBack(playing(game({ moves: 3 }), 0, 0), 0)?.draft.moves.length, 2);
    assert.equal(afterTakeBack(playing(game({ moves: 0 }), 0, 0), 0), null);
    const second = ["engine:level=3", "You"];
    assert.equal(afterTakeBack(playing(game({ players: second, moves: 1 }), 0, 0), 0), null);
    assert.equal(afterTakeBack(playing(game({ players: second, moves: 3 }), 0, 0), 0)?.draft.moves.length, 1);
});

test("between two people a take-back undoes one move", () => {
    assert.equal(afterTakeBack(playing(game({ players: ["A", "B"], moves: 3 }), 0, 0), 0)?.draft.moves.length, 2);
});

test("resigning is the person's, and is taken back without a move", () => {
    const play = playing(game({ moves: 3 }), 0, 0);
    assert.ok(isEnginesTurn(play));
    assert.deepEqual(afterResigning(play).forfeit, { cause: "resigned", loser: 0 });
    const lost = playing(game({ moves: 3, over: true, forfeit: { cause: "resigned", loser: 0 } }), 0, 0);
    const draft = afterTakeBack(lost, 0)?.draft;
    assert.equal(draft?.moves.length, 3);
    assert.equal(draft?.forfeit, null);
});

test("looking back stays within the game and takes no moves", () => {
    const play = playing(game({ moves: 4 }), 0, 0);
    assert.ok(isPersonsTurn(play));
    const back = showing(play, 2);
    assert.equal(shownPly(back), 2);
    assert.ok(!isPersonsTurn(back));
    assert.equal(showing(back, 9).shown, null);
    assert.equal(showing(back, -9).shown, 0);
});

test("only a game under way with moves is at stake", () => {
    assert.ok(isAtStake(playing(game({ moves: 1 }), 0, 0)));
    assert.ok(!isAtStake(playing(game(), 0, 0)));
    assert.ok(!isAtStake(playing(game({ moves: 2, over: true }), 0, 0)));
});

test("clocks are written for people", () => {
    for (const [seconds, text] of [
        [0, "0:00.0"],
        [9.99, "0:09.9"],
        [10, "0:10"],
        [61.9, "1:01"],
        [3600, "1:00:00"],
    ]) {
        assert.equal(clockText(seconds), text);
    }
    assert.equal(elapsed(running(1000, 2), 500), 2, "never backwards");
});

test("the end of a game is told in words", () => {
    const lost = {
        ...game({ over: true, forfeit: { cause: "out-of-time", loser: 1 } }),
        ending: "out-of-time",
        winner: "first",
    };
    assert.equal(endingText(lost), "Engine, level 3 ran out of time.");
    assert.equal(winnerText(lost), "You win");
});

test("a take-back sets no clock back, and a loss on time stays one", () => {
    const play = playing(game({ moves: 2, clocks: [50, 60] }), 0, 10_000);
    const back = afterTakeBack(play, 13_000);
    assert.deepEqual(back?.carried, [4, 1], "a second each for the moves, three for the turn");
    const again = { ...playing(game({ clocks: [60, 60] }), 0, 13_000), carried: back.carried };
    assert.equal(clockOf(again, 0, 14_000), 55);
    assert.equal(clockOf(again, 1, 14_000), 59);
    assert.equal(afterMove(again, "A1", 14_000).moves[0]?.seconds, 5, "the next move pays for it");
    const late = game({ over: true, moves: 2, clocks: [0, 9], forfeit: { cause: "out-of-time", loser: 0 } });
    assert.equal(afterTakeBack(playing(late, 0, 0), 0), null);
});
