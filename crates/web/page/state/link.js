// @ts-check
/** A game as short as it can be written: the seed of its board, who plays, and the moves. */

/** @import { Draft } from "../engine/types.js" */
/** @import { Rules } from "../flow/types.js" */
import { PROBLEMS } from "../words/problems.js";
import { YOU, engineName, levelOf, personName } from "./players.js";

/** @param {string} name @returns {string} a level, `y` for You, `p` for any other person */
const playerCode = (name) => String(levelOf(name) ?? (name === YOU ? "y" : "p"));

/** @param {string} code @param {number} place @returns {string | null} */
function playerName(code, place) {
    if (code === "y") return YOU;
    if (code === "p") return personName(place);
    return /^(10|[1-9])$/.test(code) ? engineName(Number(code)) : null;
}

/**
 * Such as `10.4.7.y.3.E5C3`: size, kinds, seed, players, moves. Null for a game that has more
 * to tell: clocks, another board, other names.
 * @param {Draft} draft @param {Pick<Rules, "randomBoard">} rules
 */
export function shortForm(draft, rules) {
    const seed = draft.notes?.map((note) => /^seed (\d+)$/.exec(note)?.[1]).find(Boolean);
    const size = draft.board.split("/").length;
    if (seed === undefined || draft.clocks || draft.forfeit || draft.callsFinalLeads) return null;
    if (draft.handicap?.some(Boolean)) return null;
    if (rules.randomBoard(size, draft.kinds, seed) !== draft.board) return null;
    const codes = draft.players.map(playerCode);
    if (codes.some((code, place) => playerName(code, place) !== draft.players[place])) return null;
    return [size, draft.kinds, seed, ...codes, draft.moves.map(({ cell }) => cell).join("")].join(".");
}

/** @param {string} text @param {Pick<Rules, "randomBoard">} rules @returns {Draft} */
export function draftFrom(text, rules) {
    const found = /^(\d{1,2})\.(\d{1,2})\.(\d{1,20})\.(\w+)\.(\w+)\.((?:[A-Z]\d{1,2})*)$/.exec(text);
    const [, size = "", kinds = "", seed = "", first = "", second = "", moves = ""] = found ?? [];
    const players = [playerName(first, 0), playerName(second, 1)];
    if (!found || players.includes(null))
        throw new Error(PROBLEMS.shortLink);
    return {
        players: /** @type {[string, string]} */ (players),
        board: rules.randomBoard(Number(size), Number(kinds), seed),
        kinds: Number(kinds),
        clocks: null,
        notes: [`seed ${seed}`],
        moves: (moves.match(/[A-Z]\d+/g) ?? []).map((cell) => ({ cell, seconds: 0 })),
    };
}

/** As somebody else sees it who opens it: they are not the one who played it. @param {Draft} draft @param {string} name for the one who did @returns {Draft} */
export const seenByOthers = (draft, name) => ({
    ...draft,
    players: /** @type {[string, string]} */ (draft.players.map((player) => (player === YOU ? name : player))),
});
