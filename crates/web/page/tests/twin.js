/** A naive twin of the rules, for tests alone: the real ones are the engine's, tested in a browser. */

import { claimed } from "../board/claim.js";
import { sizeOf } from "../state/grid.js";
import { randomBoard } from "../state/random.js";

function play(board, cell) {
    const { group, board: after } = claimed(board, cell);
    return { group: { ...group, name: cell }, board: after };
}

function replay(draft) {
    const turns = [];
    let board = draft.board;
    let scores = [0, 0];
    let clocks = draft.clocks;
    draft.moves.forEach(({ cell, seconds }, index) => {
        const player = index % 2;
        const { group, board: after } = play(board, cell);
        board = after;
        scores = scores.map((score, place) => (place === player ? score + group.points : score));
        clocks = clocks && clocks.map((left, place) => (place === player ? left - seconds : left));
        turns.push({ cell, player, group, seconds, board, scores, clocks });
    });
    const isEmpty = !/\d/.test(board);
    const ending = draft.forfeit?.cause ?? (isEmpty ? "finished" : null);
    const lead = scores[0] - scores[1];
    const byPoints = lead > 0 ? "first" : lead < 0 ? "second" : "draw";
    const winner = draft.forfeit ? (draft.forfeit.loser === 0 ? "second" : "first") : byPoints;
    return {
        draft,
        size: sizeOf(draft.board),
        turns,
        board,
        scores,
        clocks,
        toMove: ending ? null : turns.length % 2,
        leadIsFinal: false,
        ending,
        winner: ending ? winner : null,
    };
}

function parsePosition(text) {
    const rows = text.trim().split("\n");
    if (rows.some((row) => row.length !== rows.length)) throw new Error("expected a square");
    return { board: rows.join("/"), size: rows.length, kinds: 10 };
}

/** Any text will do that can be read again. */
const writeRecord = (draft) => `fruitrage record ${JSON.stringify(draft)}`;
const parseRecord = (text) => replay(JSON.parse(text.replace("fruitrage record ", "")));

export const rules = { boardPicture: () => "<svg/>", randomBoard, play, replay, parsePosition, parseRecord, writeRecord };
