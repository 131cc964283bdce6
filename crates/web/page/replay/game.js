// @ts-check
/** A game from its record or its short form, replayed without an engine. */

/** @import { Cause, Draft, Game, Player, Turn } from "../engine/types.js" */
import { claimed } from "../board/claim.js";
import { isEmpty, sizeOf } from "../state/grid.js";
import { PROBLEMS } from "../words/problems.js";

/** How it ended and who won, where that is known. @typedef {Pick<Game, "ending" | "winner">} Outcome */

/** @param {Draft} draft @param {Outcome} [outcome] @returns {Game} */
export function replayed(draft, outcome) {
    /** @type {Turn[]} */
    const turns = [];
    let { board, clocks } = draft;
    /** @type {[number, number]} */
    let scores = draft.handicap ?? [0, 0];
    draft.moves.forEach(({ cell, seconds }, index) => {
        /** @type {Player} */
        const player = index % 2 === 0 ? 0 : 1;
        const { group, board: after } = claimed(board, cell);
        board = after;
        scores = added(scores, player, group.points);
        clocks = clocks && added(clocks, player, -seconds);
        const taken = { name: cell, fruit: group.fruit, cells: [...group.cells], points: group.points };
        turns.push({ cell, player, group: taken, seconds, board, scores, clocks });
    });
    const known = outcome ?? outcomeOf(draft, board, scores);
    return {
        draft,
        size: sizeOf(draft.board),
        turns,
        board,
        scores,
        clocks,
        toMove: known.ending ? null : turns.length % 2 === 0 ? 0 : 1,
        leadIsFinal: false,
        ...known,
    };
}

/** @param {[number, number]} pair @param {Player} player @param {number} more @returns {[number, number]} */
const added = ([first, second], player, more) => (player === 0 ? [first + more, second] : [first, second + more]);

/** @param {Draft} draft @param {string} board @param {[number, number]} scores @returns {Outcome} */
function outcomeOf({ forfeit, callsFinalLeads }, board, [first, second]) {
    if (forfeit) return { ending: forfeit.cause, winner: forfeit.loser === 0 ? "second" : "first" };
    const isFinal = callsFinalLeads && Math.abs(first - second) > mostLeft(board);
    if (!isEmpty(board) && !isFinal) return { ending: null, winner: null };
    const winner = first > second ? "first" : first < second ? "second" : "draw";
    return { ending: isEmpty(board) ? "finished" : "final-lead", winner };
}

/** More than this nobody can gain any more. @param {string} board */
function mostLeft(board) {
    const counts = Array.from({ length: 10 }, (_, kind) => board.split(String(kind)).length - 1);
    return counts.reduce((sum, count) => sum + count ** 2, 0);
}

/** @param {string} text a record, as `docs/records.md` describes it @returns {Game} */
export function gameIn(text) {
    const lines = text.split(/\r?\n/);
    if (lines[0]?.trim() !== "fruitrage record 1")
        throw new Error(PROBLEMS.recordStart);
    const value = (/** @type {string} */ name) =>
        lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1).trim() ?? "";
    const size = Number(value("size"));
    const start = lines.indexOf("board") + 1;
    const clocks = value("clock").split(" ").map(Number);
    const [first = 0, second = 0] = clocks;
    const [firstPoints = 0, secondPoints = 0] = value("handicap").split(" ").map(Number);
    const [ending = "", loser, ...detail] = value("end").split(" ");
    const isForfeit = loser === "first" || loser === "second";
    /** @type {Draft} */
    const draft = {
        players: [value("first"), value("second")],
        board: lines.slice(start, start + size).join("/"),
        kinds: Number(value("fruits")),
        handicap: [firstPoints, secondPoints],
        callsFinalLeads: value("final-leads") === "call",
        clocks: clocks.some(Number.isNaN) ? null : [first, second],
        moves: lines.flatMap((line) => {
            const found = /^\d+ ([A-Z]\d+) \d+ ([\d.]+)$/.exec(line.trim());
            return found ? [{ cell: found[1] ?? "", seconds: Number(found[2]) }] : [];
        }),
        forfeit: isForfeit
            ? { cause: /** @type {Cause} */ (ending), loser: loser === "first" ? 0 : 1, detail: detail.join(" ") }
            : null,
    };
    return replayed(draft, {
        ending: /** @type {Game["ending"]} */ (ending || null),
        winner: /** @type {Game["winner"]} */ (value("winner") || null),
    });
}
